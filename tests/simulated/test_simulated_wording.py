"""What is asked without the words of a definition: moods, turns of phrase, values, several things at once."""

import pytest
from asking import calls, converse, names, number, text, tool

from tooluse.mock.models.simulated import idioms
from tooluse.mock.models.simulated.mood import mood
from tooluse.mock.models.simulated.pick import pick

ORDER = text("Numéro de commande, par exemple CO-1001.", pattern=r"^CO-\d{4}$")
SHOP = [
    tool("suivre", "Dit où en est une commande. Ne l'annule pas : voir `annuler`.", {"commande": ORDER}),
    tool("annuler", "Annule une commande. Ne la suit pas : voir `suivre`.", {"commande": ORDER}),
    tool(
        "depanner",
        "Ouvre un dossier de dépannage. À appeler quand un appareil tombe en panne.",
        {"serie": text("Numéro de série, par exemple SN-88.", pattern=r"^SN-\d+$")},
    ),
    tool(
        "envoyer",
        "Transfère de l'argent vers un compte.",
        {"compte": text("Compte, par exemple FR-12.", pattern=r"^FR-\d+$"), "montant": number("Montant")},
    ),
]


@pytest.mark.parametrize(
    ("said", "kind", "act"),
    [
        ("Pouvez-vous me dire où en est la commande ?", "question", "read"),
        ("Could you cancel it?", "order", "delete"),
        ("Je voudrais deux places", "wish", "want"),
        ("Annulez la commande", "order", "delete"),
        ("You can close it now.", "order", "delete"),
        ("La machine fait un bruit bizarre.", "statement", "tell"),
        ("les contrats de Dupont", "fragment", None),
    ],
)
def test_the_mood_of_a_clause(said, kind, act):
    assert mood(said) == (kind, act)


def test_turns_of_phrase_stand_for_a_concept_in_both_languages():
    assert "breakdown" in idioms.senses_of("Mon four ne marche plus")
    assert "breakdown" in idioms.senses_of("the oven stopped working")
    assert "approve" in idioms.senses_of("that is fine with me")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Des nouvelles de CO-1200 ?", ["suivre"]),
        ("CO-1200: I changed my mind.", ["annuler"]),
        ("SN-412 doesn't start any more.", ["depanner"]),
        ("Annule CO-1300, puis envoie 40 euros vers FR-88.", ["annuler", "envoyer"]),
        ("Quel est le plus long fleuve du monde ?", []),
    ],
)
def test_indirect_requests(question, expected):
    assert names(question, SHOP) == expected


def test_what_is_told_beside_a_request_is_no_request_of_its_own():
    assert calls("CO-1400: we moved. Please cancel.", SHOP) == [("annuler", {"commande": "CO-1400"})]


def test_a_condition_waits_for_what_comes_back():
    question = "Où en est CO-1500 ? Si elle est perdue, annulez-la."
    for state, expected in (("perdue", ["suivre", "annuler"]), ("livrée", ["suivre"])):
        made, _ = converse(question, SHOP, lambda name, given, state=state: {"état": state})
        assert [name for name, _ in made] == expected


def test_superlatives_and_ranks_pick_an_entry():
    offers = [{"id": "A", "prix": 30}, {"id": "B", "prix": 12}, {"id": "C", "prix": 50}]
    found = [pick(said, offers)["id"] for said in ("la moins chère", "the highest one", "the second one")]
    assert found == ["B", "C", "B"]
    assert pick("celle de Lyon", offers) is None
