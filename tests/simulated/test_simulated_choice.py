"""Which tools a request makes it call: the words decide, frontiers included."""

import pytest
from asking import answer, calls, names, number, text, tool

WEATHER = tool(
    "meteo",
    "Donne la météo d'une ville. À appeler quand la demande porte sur le temps qu'il fait. "
    "Ne couvre pas le climat passé.",
    {"city": text("Ville")},
)
CONTRACTS = tool(
    "contrats",
    "Cherche les contrats signés d'un client. Ne couvre pas les devis. Rend une liste, vide si aucun.",
    {"client": text("Nom du client")},
)
QUOTES = tool(
    "devis",
    "Cherche les devis envoyés à un client. Ne couvre pas les contrats signés.",
    {"client": text("Nom du client")},
)
CANCEL = tool(
    "resilier", "Résilie un contrat.", {"contract": text("Identifiant du contrat, par exemple CT-1")}
)
TOOLS = [WEATHER, CONTRACTS, QUOTES, CANCEL]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Quel temps fait-il à Lyon ?", ["meteo"]),
        ("Va-t-il pleuvoir à Brest ?", ["meteo"]),
        ("What's the weather in Oslo?", ["meteo"]),
        ("Quels contrats avons-nous avec Dupont ?", ["contrats"]),
        ("A-t-on envoyé un devis à Martin ?", ["devis"]),
        ("Cancel contract CT-310", ["resilier"]),
        ("Quels sont les devis et les contrats de Dupont ?", ["devis", "contrats"]),
        ("Donne la météo à Nice et les contrats de Dupont", ["meteo", "contrats"]),
        ("Bonjour !", []),
        ("Raconte-moi une blague", []),
        ("C'est quoi un contrat ?", []),
        ("Quelle est la capitale du Pérou ?", []),
    ],
)
def test_the_tool_that_fits_is_called_and_none_when_none_fits(question, expected):
    assert names(question, TOOLS) == expected


def test_several_places_are_several_calls_and_one_when_the_request_says_so():
    question = "Quelle est la météo à Lyon, à Oslo et à Rome ?"
    assert [given["city"] for _, given in calls(question, TOOLS)] == ["Lyon", "Oslo", "Rome"]
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    assert [given["city"] for _, given in calls(question, TOOLS, tool_choice=choice)] == ["Lyon"]


def test_the_four_modes():
    off_topic = "Quelle est la capitale du Pérou ?"
    assert names(off_topic, TOOLS, tool_choice={"type": "any"}) != []
    assert names(off_topic, TOOLS, tool_choice={"type": "tool", "name": "resilier"}) == ["resilier"]
    assert names("Météo à Lyon ?", TOOLS, tool_choice={"type": "none"}) == []
    assert names("Météo à Lyon ?", TOOLS) == ["meteo"]


def test_without_its_frontier_the_near_duplicate_is_chosen_less_surely():
    open_contracts = tool(
        "ouverts",
        "Cherche les contrats en vigueur d'un client. Ne couvre pas les contrats résiliés.",
        {"client": text("Client")},
    )
    ended = tool(
        "clos",
        "Cherche les contrats résiliés d'un client. Ne couvre pas les contrats en vigueur.",
        {"client": text("Client")},
    )
    assert names("Retrouve les contrats résiliés de Dupont", [open_contracts, ended]) == ["clos"]
    assert names("Quels contrats en vigueur a Dupont ?", [open_contracts, ended]) == ["ouverts"]
    thin = [
        tool("ouverts", "Contrats.", {"client": text("")}),
        tool("clos", "Contrats.", {"client": text("")}),
    ]
    assert names("Retrouve les contrats résiliés de Dupont", thin) == ["ouverts"]


def test_a_frontier_sends_to_the_tool_that_it_names():
    a = tool(
        "fiche_client",
        "Rend la fiche d'un client. Pour son encours, utiliser etat_compte.",
        {"client": text("Nom")},
    )
    b = tool("etat_compte", "Rend l'état.", {"client": text("Nom")})
    assert names("Quel est l'encours de Dupont ?", [a, b]) == ["etat_compte"]


def test_stuffing_does_not_pay():
    heap = tool(
        "tout",
        "Clients, contrats, devis, factures, tickets, météo, vols, hôtels, e-mails, agenda, recherche, "
        "résumé, "
        "traduction, calcul, blague, poème, recette, sport. Pour toute demande.",
        {"query": text("Demande")},
    )
    assert names("Écris un poème sur l'automne", [heap]) == ["tout"]
    assert names("Quelle est la capitale du Pérou ?", [heap]) == ["tout"]
    assert names("Quels contrats a Dupont ?", [heap, *TOOLS]) == ["contrats"]
    assert names("Météo à Lyon ?", [*TOOLS, heap]) == ["meteo"]


def test_thin_definitions_miss_requests_that_good_ones_catch():
    thin = [tool("f1", "Météo.", {"p": text("")}), tool("f2", "Recherche.", {"p": text("")})]
    assert names("A-t-on envoyé un devis à Martin ?", thin) == []


def test_renamed_tools_and_properties_are_chosen_by_what_the_text_says():
    renamed = [
        tool("op_1", "Donne la météo d'une ville.", {"f1": text("Ville")}),
        tool(
            "op_2",
            "Convertit un montant d'une devise dans une autre.",
            {"f1": number("Montant"), "f2": text("Devise d'arrivée, code ISO 4217")},
        ),
    ]
    assert calls("Convertis 50 € en dollars", renamed) == [("op_2", {"f1": 50, "f2": "USD"})]
    assert calls("Quel temps à Lyon ?", renamed) == [("op_1", {"f1": "Lyon"})]


def test_tools_that_run_elsewhere_and_tools_not_loaded_are_left_alone():
    search = {"type": "web_search_20250305", "name": "web_search"}
    hidden = {**WEATHER, "name": "cachee", "defer_loading": True}
    assert names("Quel temps fait-il à Lyon ?", [search, hidden, WEATHER]) == ["meteo"]
    assert names("Quel temps fait-il à Lyon ?", [search, hidden, CONTRACTS]) == []


def test_a_short_question_goes_on_with_the_tool_of_before():
    turns = [
        {"role": "user", "content": "Météo à Lyon ?"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_1", "name": "meteo", "input": {"city": "Lyon"}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "18"}]},
        {"role": "assistant", "content": "18 °C."},
        {"role": "user", "content": "Et à Oslo ?"},
    ]
    assert calls(turns, TOOLS) == [("meteo", {"city": "Oslo"})]


def test_it_never_claims_to_be_claude():
    for question in ("Bonjour !", "Qui es-tu ?", "Hello, who are you?"):
        said = answer(question, []).content[0]["text"]
        assert "claude" not in said.lower() and "simul" in said.lower()


def test_the_same_request_has_the_same_answer():
    assert answer("Météo à Lyon et devis de Martin", TOOLS) == answer(
        "Météo à Lyon et devis de Martin", TOOLS
    )


WAYS_OUT = (
    "Pose une question au client. À appeler quand aucun autre outil ne convient.",
    "À appeler si la demande n'est pas claire.",
    "Asks the user for clarification when no other tool fits.",
)


@pytest.mark.parametrize("description", WAYS_OUT)
def test_any_without_a_fitting_tool_takes_the_way_out_where_there_is_one(description):
    request = {"request": text("La demande.")}
    services = [
        tool("send_to_billing", "Confie la demande à la facturation : facture, paiement, avoir.", request),
        tool("send_to_support", "Confie la demande au support : panne, mot de passe.", request),
    ]
    way_out = tool("ask_clarification", description, {"question": text("La question à poser.")})
    forced = {"tool_choice": {"type": "any"}}
    for tools in ([*services, way_out], [way_out, *services]):
        ((name, given),) = calls("Où se garer ?", tools, **forced)
        assert name == "ask_clarification" and "préciser" in given["question"]
        assert names("Ma facture est fausse.", tools, **forced) == ["send_to_billing"]
        assert names("Où se garer ?", tools) == []
    assert names("Où se garer ?", services, **forced) != []
