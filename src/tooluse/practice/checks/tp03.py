"""Public checks of TP03: one simple property a task."""

from jsonschema import Draft202012Validator

from tooluse.data import read_json
from tooluse.practice import Suite, fail, plain
from tooluse.practice.simulation import hear

suite = Suite("tp03")
CODES = {"name": "LACHE", "mute": "DOC"}  # what missing a defect of these definitions shows
TRIP = {"origin": "LYS", "destination": "MAD", "date": "2026-12-04"}


@suite.test("q1", "deux définitions connues")
def two_definitions(student):
    for one in read_json("tp", "tp03_specimens.json")["specimens"][1::2]:
        definition, codes = one["definition"], one["codes"]
        found = plain(student.call("defects", definition).value)
        told = sorted(set(found)) if isinstance(found, list | set | frozenset) else found
        if told != sorted(codes):
            missed = [CODES.get(code) for code in codes if isinstance(told, list) and code not in told]
            code = missed[0] if missed else None
            fail(code, f"`{definition['name']}` : attendu {sorted(codes)}, rendu {str(told)[:80]}.")


@suite.test("q2", "une demande directe")
def one_request(student):
    text, tools = student.value("DESCRIPTION"), read_json("tp", "tp03_tools.json")
    if not isinstance(text, str):
        fail(None, "`DESCRIPTION` doit être une chaîne.")
    heard = hear(
        [{**tools["search_client_contracts"], "description": text}, *tools["neighbours"]],
        "Cherche les contrats de Boréal qui parlent de maintenance.",
    )
    if heard.names != ["search_client_contracts"]:
        fail("DOC", f"demande directe sur les contrats : outils appelés {heard.names or heard.refusal}.")


@suite.test("q3", "deux descriptions")
def two_descriptions(student):
    pair = plain(student.value("PAIR"))
    if not isinstance(pair, dict) or sorted(pair) != ["search_contracts", "search_quotes"]:
        fail(None, "`PAIR` doit avoir deux clés : `search_contracts` et `search_quotes`.")
    if not all(isinstance(text, str) and text.strip() for text in pair.values()):
        fail(None, "chaque clé de `PAIR` doit porter une description.")


@suite.test("q4", "six opérations couvertes")
def six_operations(student):
    tools, covers = plain(student.value("CLIENT_TOOLS")), plain(student.value("COVERS"))
    manage = read_json("tp", "tp03_tools.json")["manage_client"]
    operations = manage["input_schema"]["properties"]["action"]["enum"]
    if not isinstance(covers, dict) or sorted(covers) != sorted(operations):
        fail(None, f"les clés de `COVERS` doivent être les six opérations : {', '.join(operations)}.")
    names = [one.get("name") for one in tools if isinstance(one, dict)] if isinstance(tools, list) else []
    lost = [name for name in covers.values() if name not in names]
    if lost:
        fail(None, f"`COVERS` nomme `{lost[0]}`, qui n'est pas dans `CLIENT_TOOLS`.")


@suite.test("q5", "mode libre, un titre suffit")
def title_is_enough(student):
    fields = read_json("tp", "tp03_tools.json")["fields"]
    schema = plain(student.call("object_schema", fields).value)
    if not isinstance(schema, dict) or set(schema.get("properties") or ()) != {one["name"] for one in fields}:
        fail(None, "le schéma rendu doit avoir une propriété pour chaque champ.")
    if not Draft202012Validator(schema).is_valid({"title": "L'écran est noir."}):
        fail("REQUIS", "mode libre : un titre seul devrait suffire, et le schéma le refuse.")


@suite.test("q6", "une entrée juste, une entrée vide")
def two_inputs(student):
    schema = plain(student.value("FLIGHT"))
    if not isinstance(schema, dict):
        fail(None, "`FLIGHT` doit être un dictionnaire.")
    judge = Draft202012Validator(schema)
    faults = list(judge.iter_errors(TRIP))
    if faults:
        code = "REQUIS" if faults[0].validator == "required" else None
        fail(code, f"cette entrée devrait passer : {TRIP} ({faults[0].message[:80]}).")
    if judge.is_valid({}):
        fail("REQUIS", "une entrée vide ne devrait pas passer.")


@suite.test("q7", "un contrat trouvé")
def one_contract(student):
    base = read_json("tp", "tp03_contracts.json")
    found = plain(student.call("find_contracts", base["rows"], base["clients"], "CL-310", "héb").value)
    if not isinstance(found, dict) or found.get("total") != 1 or len(found.get("contracts") or ()) != 1:
        fail(None, f"Marais a un contrat d'hébergement ; rendu : {str(found)[:90]}.")
