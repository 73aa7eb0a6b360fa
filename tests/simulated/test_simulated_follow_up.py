"""After results: the next link of a chain, a corrected call, an explanation, an answer with the values."""

from asking import TODAY, converse, text, tool

CHAIN = [
    tool("chercher", "Cherche un client par son nom. Rend son identifiant client_id.", {"name": text("Nom")}),
    tool(
        "lister",
        "Liste les contrats d'un client. Rend leur contract_id et leur type.",
        {"client_id": text("Identifiant du client, par exemple C-1")},
    ),
    tool(
        "resumer",
        "Résume un contrat. Rend un texte.",
        {"contract_id": text("Identifiant du contrat, par exemple CT-1")},
    ),
]
CITY = [tool("meteo", "Donne la météo d'une ville.", {"city": text("Ville")})]


def run(name, given):
    return {
        "chercher": {"client_id": "C-77", "name": "Dupont"},
        "lister": [{"contract_id": "CT-5", "type": "bail"}, {"contract_id": "CT-6", "type": "assurance"}],
        "resumer": "Douze mois, tacite reconduction.",
    }[name]


def test_identifiers_feed_the_next_call_through_a_chain_of_three():
    made, said = converse("Résume le contrat d'assurance de Dupont", CHAIN, run)
    assert made == [
        ("chercher", {"name": "Dupont"}),
        ("lister", {"client_id": "C-77"}),
        ("resumer", {"contract_id": "CT-6"}),
    ]
    assert "tacite reconduction" in said


def test_all_of_them_are_called_when_all_are_asked():
    made, _ = converse("Résume tous les contrats de Dupont", CHAIN, run)
    assert made[2:] == [("resumer", {"contract_id": "CT-5"}), ("resumer", {"contract_id": "CT-6"})]


def test_a_lookup_in_vain_is_said_and_nothing_is_made_up():
    made, said = converse("Résume le contrat de Dupont", CHAIN, lambda name, given: [])
    assert [name for name, _ in made] == ["chercher"]
    assert "client_id" in said or "contract_id" in said


def test_candidates_lead_to_a_corrected_call():
    def misspelt(name, given):
        if given["city"] == "Lyno":
            return ValueError("Ville inconnue : Lyno. Vouliez-vous dire Lyon, Lens ?")
        return {"temperature": 18}

    made, said = converse("Quel temps fait-il à Lyno ?", CITY, misspelt)
    assert [given["city"] for _, given in made] == ["Lyno", "Lyon"]
    assert "18" in said


def test_candidates_in_json_too():
    def misspelt(name, given):
        return (
            {"error": "inconnu"}
            if given["city"] == "Lyon"
            else ValueError('{"error": "?", "suggestions": ["Lens", "Lyon"]}')
        )

    made, _ = converse("Quel temps fait-il à Lyno ?", CITY, misspelt)
    assert [given["city"] for _, given in made] == ["Lyno", "Lyon"]


def test_a_useless_error_is_explained_and_not_retried():
    made, said = converse("Quel temps fait-il à Lyon ?", CITY, lambda name, given: ValueError("Erreur 37"))
    assert len(made) == 1 and "Erreur 37" in said


def test_a_second_identical_failure_is_not_retried():
    late = ValueError("Service indisponible, réessayez.")
    made, said = converse("Quel temps fait-il à Lyon ?", CITY, lambda name, given: late)
    assert len(made) == 2 and "indisponible" in said
    stubborn = ValueError("Vouliez-vous dire Lens ?")
    made, _ = converse("Quel temps fait-il à Lyno ?", CITY, lambda name, given: stubborn)
    assert [given["city"] for _, given in made] == ["Lyno", "Lens"]


def test_a_format_asked_for_by_an_error_is_taken_up():
    agenda = [tool("agenda", "Donne les créneaux libres d'un jour.", {"day": text("Jour")})]
    wrong = ValueError("Date attendue au format AAAA-MM-JJ.")
    made, _ = converse(
        "Quels créneaux libres demain ?",
        agenda,
        lambda name, given: "9 h" if "-" in given["day"] else wrong,
        system=TODAY,
    )
    assert [given["day"] for _, given in made] == ["demain", "2026-12-01"]


def test_a_lookup_tool_is_asked_for_a_code_that_is_not_known():
    tools = [
        tool("vols", "Cherche des vols vers un aéroport.", {"to": text("Aéroport d'arrivée, code IATA")}),
        tool("code", "Trouve le code IATA de l'aéroport d'une ville.", {"ville": text("Ville")}),
    ]
    made, _ = converse(
        "Un vol pour Oslo ?",
        tools,
        lambda name, given: {"code": "OSL"} if name == "code" else "3 vols",
        profile="small",
    )
    assert made == [("code", {"ville": "Oslo"}), ("vols", {"to": "OSL"})]


def test_one_call_a_turn_still_does_everything():
    tools = [
        *CITY,
        tool(
            "devises",
            "Convertit un montant en euros vers une devise.",
            {"montant": {"type": "number", "description": "Montant"}},
        ),
    ]
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    made, said = converse(
        "La météo à Lyon et convertis 50 euros", tools, lambda name, given: {"v": 42}, tool_choice=choice
    )
    assert [name for name, _ in made] == ["meteo", "devises"] and "42" in said


def test_an_empty_result_is_told_as_such_in_the_language_of_the_user():
    _, said = converse("Quel temps fait-il à Lyon ?", CITY, lambda name, given: [])
    assert "rien" in said
    _, said = converse("What is the weather in Lyon?", CITY, lambda name, given: [])
    assert "nothing" in said
