"""Where the values of a call come from: the request, the context, the definition, what a profile knows."""

import pytest
from asking import TODAY, answer, filled, number, text, tool, whole

from tooluse.mock.models.simulated.knowledge import load


def test_a_format_appears_only_where_the_definition_states_it():
    said = "Je pars le 15 décembre."
    assert filled(said, {"date": text("Date de départ")})["date"] == "15 décembre"
    for stated in (
        text("Date, au format AAAA-MM-JJ"),
        text("Date in YYYY-MM-DD"),
        text("Date de départ, par exemple 2026-01-31"),
        text("Date", format="date"),
        text("Date", pattern=r"^\d{4}-\d{2}-\d{2}$"),
        text("Date", examples=["2026-01-31"]),
    ):
        assert filled(said, {"date": stated}, system=TODAY)["date"] == "2026-12-15", stated
    assert filled(said, {"date": text("Date, JJ/MM/AAAA")}, system=TODAY)["date"] == "15/12/2026"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("demain", "2026-12-01"),
        ("vendredi prochain", "2026-12-04"),
        ("le 3 du mois prochain", "2026-12-03"),
        ("dans deux semaines", "2026-12-14"),
        ("next Friday", "2026-12-04"),
        ("on January 5th", "2027-01-05"),
    ],
)
def test_a_relative_date_is_right_only_if_the_day_is_known(said, day):
    wanted = {"date": text("Date, AAAA-MM-JJ")}
    assert filled(f"Réserve {said}", wanted, system=TODAY)["date"] == day
    assert filled(f"Réserve {said}", wanted)["date"] != day


def test_numbers_bounds_and_units():
    assert filled("Mets le volume à 250", {"level": whole("Volume", minimum=0, maximum=100)})["level"] == 100
    assert filled("Une table pour quatre", {"people": whole("Nombre de personnes")})["people"] == 4
    assert filled("Un virement de 1 234,50 €", {"sum": number("Montant")})["sum"] == 1234.5
    assert filled("Pendant 2 heures", {"duree": whole("Durée en minutes")})["duree"] == 120


@pytest.mark.parametrize(
    ("said", "choices", "right"),
    [
        ("C'est urgent, tout est bloqué !", ["low", "medium", "high"], "high"),
        ("Rien ne presse", ["low", "medium", "high"], "low"),
        ("Paie en dollars", ["EUR", "USD", "GBP"], "USD"),
        ("Une réponse en anglais", ["fr", "en"], "en"),
        ("Les factures impayées", ["paid", "unpaid"], "unpaid"),
        ("Pour mon chat", ["dog", "cat", "other"], "cat"),
        ("I prefer walking", ["driving", "walking"], "walking"),
    ],
)
def test_an_enum_is_chosen_by_its_sense(said, choices, right):
    assert filled(said, {"choix": text("Choix", enum=choices)})["choix"] == right


def test_an_enum_is_chosen_by_the_gloss_of_its_description():
    level = text("Niveau : a = panne générale ; b = simple question", enum=["a", "b"])
    assert filled("J'ai une question", {"niveau": level})["niveau"] == "b"


def test_booleans_follow_the_request_and_its_denial():
    flags = {"breakfast": {"type": "boolean", "description": "Petit déjeuner compris"}}
    assert filled("Une chambre avec petit déjeuner", flags) == {"breakfast": True}
    assert filled("Une chambre sans petit déjeuner", flags) == {"breakfast": False}


def test_arrays_nested_objects_and_both_ends():
    mails = {"to": {"type": "array", "items": {"type": "string", "format": "email"}}}
    assert filled("Écris à a@x.fr et b@x.fr", mails) == {"to": ["a@x.fr", "b@x.fr"]}
    who = {
        "type": "object",
        "properties": {"nom": text("Nom"), "tel": text("Téléphone")},
        "required": ["nom"],
    }
    given = filled("Je suis Marc Leroy, 06 11 22 33 44", {"visiteur": who})
    assert given == {"visiteur": {"nom": "Marc Leroy", "tel": "06 11 22 33 44"}}
    ends = {"origin": text("Ville de départ"), "destination": text("Ville d'arrivée")}
    assert filled("Un train pour Lyon depuis Brest", ends) == {"origin": "Brest", "destination": "Lyon"}


def test_null_rather_than_words_that_the_pattern_refuses():
    told = "Numéro du contrat, par exemple CT-0042. Écrire null si le texte ne le dit pas."
    contract = {"type": ["string", "null"], "pattern": "^CT-[0-9]{4}$", "description": told}
    for said, wanted in (("l'imprimante fume.", None), ("panne, contrat CT-0071.", "CT-0071")):
        given = filled(f"Ouvre un ticket : {said}", {"contract_id": contract})
        assert given == {"contract_id": wanted}


def test_what_nothing_gives_is_left_out_null_default_or_made_up():
    said = "Crée la fiche"
    assert filled(said, {"tel": text("Téléphone")}, optional=["tel"]) == {}
    assert filled(said, {"tel": {"type": ["string", "null"], "description": "Téléphone"}}) == {"tel": None}
    assert filled(said, {"pays": text("Pays", default="FR")}) == {"pays": "FR"}
    assert filled(said, {"mail": text("Adresse e-mail", format="email")})["mail"].count("@") == 1
    assert filled(said, {"ref": text("Référence, par exemple R-12")}) == {"ref": "R-12"}


def test_a_code_comes_from_the_context_first_then_from_the_profile():
    code = {"city": text("Aéroport, code IATA")}
    assert filled("Un vol pour Madrid", {"city": text("Aéroport")})["city"] == "Madrid"
    assert filled("Un vol pour Madrid", code)["city"] == "MAD"
    assert filled("Un vol pour Quimper", code, system="Quimper (UIP), Brest (BES)")["city"] == "UIP"
    assert filled("Un vol pour Oslo", code, profile="small")["city"] == "Oslo"
    assert filled("Un vol pour Lyon", code, profile="small")["city"] == "LYO"
    either = {"city": text("Aéroport, code IATA", enum=["CDG", "LYS", "OSL"])}
    assert filled("Un vol pour Lyon", either, profile="small")["city"] == "LYS"


def test_a_message_and_a_title_are_the_words_of_the_request():
    mail = {"to": text("Adresse", format="email"), "body": text("Corps du message")}
    said = "Envoie un mail à marie@x.fr pour lui dire que le devis est prêt"
    assert filled(said, mail) == {"to": "marie@x.fr", "body": "Le devis est prêt"}
    assert filled("Ouvre un ticket intitulé « Panne »", {"titre": text("Titre")}) == {"titre": "Panne"}


def test_the_small_profile_has_the_habits_that_it_states():
    small = load("small")
    start, end = sorted(small.code_unasked)[0].title(), sorted(small.code_unasked)[-1].title()
    thin = {one: text("") for one in ("origin", "destination", "date")}
    said = filled(f"Un vol de {start} à {end} le 15 décembre", thin, profile="small")
    assert [said["origin"], said["destination"]] == [small.code("airport", start), small.code("airport", end)]
    assert said["date"] == f"{small.assumed_today.year}-12-15"
    said = filled(f"Un vol de {start} à {end} vendredi prochain", thin, profile="small")
    assert said["date"] == "vendredi prochain"
    said = filled("Un vol de Madrid à Oslo le 15 décembre", thin, profile="small")
    assert said == {"origin": "Madrid", "destination": "Oslo", "date": "15 décembre"}


def test_every_argument_says_where_it_came_from():
    flight = tool(
        "vols", "Cherche des vols.", {"to": text("Aéroport, code IATA"), "day": text("Jour, AAAA-MM-JJ")}
    )
    told = answer("Un vol pour Madrid demain", [flight]).explanation
    sources = {one["argument"]: one["source"] for one in told["arguments"]}
    assert sources == {"to": "knowledge", "day": "assumed_today"}
    assert told["model"] == "simulé" and told["tools"][0]["chosen"]
    assert {"word": "vol", "matches": "vols", "where": "name"}.items() <= {
        **told["tools"][0]["for"][0],
        "where": "name",
    }.items()


def test_profiles_have_names():
    with pytest.raises(ValueError, match="small"):
        answer("Bonjour", [], profile="grand")
