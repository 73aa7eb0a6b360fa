"""A good definition is left alone; each defect planted in it is found, in French and in English."""

import copy

import pytest

from tooluse.lint.verdicts import lint

FRENCH = {
    "name": "search_client_contracts",
    "description": (
        "Recherche en texte intégral dans les contrats signés. À utiliser quand la demande parle d'un "
        "contrat, d'une clause ou d'une échéance. Ne couvre pas les devis (utiliser search_quotes). "
        "Rend au plus dix contrats {id, titre, extrait} ; liste vide si aucun ne correspond."
    ),
    "input_schema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Langage naturel, sans opérateurs."},
            "sort": {"type": "string", "enum": ["date", "client"], "description": "Ordre du tri."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 10, "description": "Défaut : 5."},
            "since": {"type": "string", "format": "date", "description": "Signés depuis, AAAA-MM-JJ."},
            "country": {
                "type": "string",
                "pattern": "^[A-Z]{2}$",
                "description": "Code du pays, par exemple FR.",
            },
        },
        "required": ["query"],
    },
}
ENGLISH = copy.deepcopy(FRENCH) | {
    "description": (
        "Full-text search over signed contracts. Use this when the user mentions a contract, a clause or a "
        "deadline. Do not use it for quotes: use search_quotes instead. Returns up to ten contracts as "
        "{id, title, excerpt}, or an empty list when nothing matches."
    ),
}


def rules(*tools, notes=False):
    return {found.rule for found in lint(list(tools)) if notes or found.severity != "note"}


def changed(path, value, base=FRENCH):
    """The good definition with one place changed; None takes it away."""
    tool = copy.deepcopy(base)
    *way, last = path.split(".")
    inner = tool
    for key in way:
        inner = inner[key]
    inner[last] = value
    if value is None:
        del inner[last]
    return tool


@pytest.mark.parametrize("tool", [FRENCH, ENGLISH])
def test_a_good_definition_is_left_alone(tool):
    assert rules(tool, notes=True) == set()


DEFECTS = {
    "name-vague": ("name", "search"),
    "string-pattern": ("name", "crm.search_contracts"),
    "description-missing": ("description", None),
    "description-repeats-name": ("description", "Search client contracts"),
    "description-thin": ("description", "Recherche des documents signés."),
    "unknown-schema-keyword": ("input_schema.properties.query.types", "string"),
    "required-without-property": ("input_schema.required", ["query", "client"]),
    "parameter-undescribed": ("input_schema.properties.q", {"type": "string"}),
    "catch-all-parameter": (
        "input_schema.properties.action",
        {"type": "string", "enum": ["search", "get", "delete"], "description": "Ce qu'il faut faire."},
    ),
    "enum-case": ("input_schema.properties.sort.enum", ["date", "client", "Date"]),
    "required-needless": ("input_schema.required", ["query", "limit"]),
    "bounds-in-prose": (
        "input_schema.properties.limit",
        {"type": "integer", "description": "Nombre de contrats, entre 1 et 10."},
    ),
    "choices-in-prose": (
        "input_schema.properties.sort",
        {"type": "string", "description": "Ordre du tri : « date » ou « client »."},
    ),
    "format-in-prose": (
        "input_schema.properties.since",
        {"type": "string", "description": "Signés depuis, AAAA-MM-JJ."},
    ),
    "pattern-unanchored": ("input_schema.properties.country.pattern", "[A-Z]{2}"),
    "parameter-unit-missing": (
        "input_schema.properties.timeout",
        {"type": "integer", "description": "Délai avant abandon."},
    ),
    "extra-field": ("discription", "Recherche."),
    "input-schema-invalid": ("input_schema.properties.query.required", True),
}


@pytest.mark.parametrize("rule", DEFECTS)
def test_the_planted_defect_is_found_and_no_other(rule):
    assert rules(changed(*DEFECTS[rule])) == {rule}


@pytest.mark.parametrize("base", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_each_sentence_that_is_taken_away_is_missed(base):
    what, when, *rest = base["description"].split(". ")
    when_not, returns = rest if len(rest) == 2 else (rest[0], "")
    whole = f"{what}. {when}. {when_not}. {returns}"
    assert rules({**base, "description": whole.replace(f"{when}. ", "")}) == {"trigger-missing"}
    assert rules({**base, "description": whole.replace(returns, "")}) == {"return-missing"}
    without = whole.replace(f"{when_not}. ", "")
    assert rules({**base, "description": without}, notes=True) == {"frontier-missing"}
    no_empty = whole.replace(" ; liste vide si aucun ne correspond", "")
    no_empty = no_empty.replace(", or an empty list when nothing matches", "")
    assert rules({**base, "description": no_empty}) == {"empty-case-missing"}


WORDINGS = [
    "Cherche un vol entre deux villes. Appelez cet outil dès que l'utilisateur parle de voyage. "
    "Pas pour les trains. Renvoie une liste, vide s'il n'y a aucun vol.",
    "Cherche un vol entre deux villes ; à appeler lorsqu'une demande cite un départ. "
    "N'inclut jamais les trains. Sortie : liste de vols, [] et rien d'autre quand aucun ne part.",
    "Searches flights between two cities. Call it whenever a traveller asks for a way to get somewhere; "
    "when the user wants trains, use search_trains. Output: an array of flights ([] if none).",
    "Find flights between two cities. Useful for travel planning. Doesn't know trains. "
    "The response lists flights with carrier and price in EUR; no flight found gives an empty list.",
]


@pytest.mark.parametrize("description", WORDINGS)
def test_the_four_sentences_are_known_in_other_words(description):
    assert rules({**FRENCH, "name": "search_flights", "description": description}, notes=True) == set()


def test_a_tool_of_the_server_is_none_of_our_business():
    assert rules({"type": "web_search_20250305", "name": "web_search"}) == set()


def test_strict_is_judged_on_demand():
    assert "strict-keyword" in {found.rule for found in lint([FRENCH], strict=True)}


def test_the_same_text_twice_is_told_twice():
    twice = [{**FRENCH, "name": name, "description": "Recherche."} for name in ("find_quote", "find_ticket")]
    assert [found.path for found in lint(twice) if found.rule == "description-thin"] == [
        "tools.0.custom.description",
        "tools.1.custom.description",
    ]
