"""Data drawn from a text, by a forced tool, strict, or a format; and the ways in which it is wrong."""

import json

import pytest
from asking import answer, filled, text, whole

from tooluse.data import read_json

TICKET = (
    "Analyse ce ticket :\n\nBonjour, l'application plante depuis ce matin, c'est inacceptable. "
    "Vous m'avez facturé "
    "120 € le 3 novembre 2026. Merci de rappeler Sophie Martin en urgence."
)
SHAPE = {
    "sentiment": text("Sentiment", enum=["positif", "neutre", "négatif"]),
    "urgence": whole("Urgence de 1 à 5", minimum=1, maximum=5),
    "resume": text("Résumé en 12 mots au plus"),
    "categorie": text("Catégorie", enum=["facturation", "livraison"]),
    "personnes": {"type": "array", "items": {"type": "string"}, "description": "Noms des personnes"},
    "montant": {"type": ["number", "null"], "description": "Montant en euros"},
}


def expect(given):
    assert given["sentiment"] == "négatif" and given["urgence"] == 5 and given["montant"] == 120
    assert given["personnes"] == ["Sophie Martin"] and given["categorie"] == "facturation"
    assert 0 < len(given["resume"].split()) <= 12


@pytest.mark.parametrize("strict", [False, True])
def test_a_forced_tool_moulds_the_output(strict):
    expect(filled(TICKET, SHAPE, strict=strict))


def test_a_format_moulds_the_text():
    schema = {"type": "object", "properties": SHAPE, "required": list(SHAPE), "additionalProperties": False}
    said = answer(TICKET, [], output_config={"format": {"type": "json_schema", "schema": schema}})
    expect(json.loads(said.content[0]["text"]))
    assert said.stop_reason == "end_turn"


def test_the_documented_faults_are_the_real_ones():
    faults = {fault["case"]: fault for fault in read_json("simulated", "limits.json")}
    for case in ("negation", "ironie"):
        said = f"Analyse ce ticket : {faults[case]['text']}"
        given = filled(said, {"sentiment": text("Sentiment", enum=["positive", "neutral", "negative"])})
        assert given["sentiment"] == faults[case]["gives"]
    said = f"Analyse ce ticket : {faults['deux montants']['text']}"
    given = filled(said, {"montant": {"type": "number", "description": "Montant"}})
    assert given["montant"] == faults["deux montants"]["gives"]
