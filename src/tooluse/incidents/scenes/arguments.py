"""Arguments of the wrong form, and arguments of the right form that are false: form and knowledge."""

import jsonschema

from tooluse.incidents.run import Run, calls_in, error, loop, result
from tooluse.incidents.scene import failed, results_in, scene, text, tool
from tooluse.incidents.scenes.requests import COMPLAINT, TICKET
from tooluse.mock.models import SimulatedModel, reply, tool_use

CONTRACTS = tool(
    "search_contracts",
    "Cherche dans les contrats signés.",
    query=text("Mots à chercher."),
    max_results={"type": "integer", "description": "Nombre de résultats voulus."},
)
ROWS = ["CT-1001", "CT-1002", "CT-1003", "CT-1004", "CT-1005", "CT-1006"]


def _wanted(request):
    right = failed(request) or request["tools"][0].get("strict")
    if results_in(request) and not failed(request):
        return reply("Cinq contrats parlent de résiliation, de CT-1001 à CT-1005.")
    return reply(tool_use("search_contracts", query="résiliation", max_results=5 if right else "cinq"))


@scene(
    "wrong-type",
    question="Donne-moi cinq contrats qui parlent de résiliation.",
    tools=[CONTRACTS],
    model=_wanted,
    registry={"search_contracts": lambda query, max_results: ROWS[:max_results]},
    expected=(("search_contracts", {"query": "résiliation", "max_results": 5}),),
)
def wrong_type(run: Run) -> None:
    """« cinq » where an integer is asked for: the function raises, and the loop with it."""

    def results(reply):
        for block in calls_in(reply):
            wrong = _wrong(CONTRACTS, block.input)
            if wrong and run.cure == "return_error":
                yield error(block, f"max_results doit être un entier, par exemple 5. Reçu : {wrong}.")
                continue
            parsed = {"max_results": int(block.input["max_results"])} if run.cure == "repair_json" else {}
            yield result(block, run.execute(block, **parsed))

    loop(run, results)


STATUS = tool(
    "set_ticket_status",
    "Change l'état d'un ticket.",
    ticket=text("Numéro du ticket, par exemple T-88."),
    status=text("Le nouvel état.", enum=["ouvert", "en_cours", "clos"]),
)


def _status(request):
    if results_in(request) and not failed(request):
        return reply("Le ticket T-88 est passé à l'état demandé.")
    return reply(
        tool_use("set_ticket_status", ticket="T-88", status="en_cours" if failed(request) else "En_cours")
    )


@scene(
    "wrong-enum",
    question="Passe le ticket T-88 en cours.",
    tools=[STATUS],
    model=_status,
    registry={"set_ticket_status": lambda ticket, status: {"ticket": ticket, "status": status}},
    expected=(("set_ticket_status", {"ticket": "T-88", "status": "en_cours"}),),
)
def wrong_enum(run: Run) -> None:
    """« En_cours » for `en_cours`: written to the base as it came. Strict does not promise the case."""

    def results(reply):
        for block in calls_in(reply):
            if run.cure == "return_error" and _wrong(STATUS, block.input):
                known = ", ".join(STATUS["input_schema"]["properties"]["status"]["enum"])
                yield error(block, f"status « {block.input['status']} » inconnu. Valeurs permises : {known}.")
                continue
            lower = {"status": block.input["status"].lower()} if run.cure == "fix_code" else {}
            yield result(block, run.execute(block, **lower))

    loop(run, results)


CRITERIA = "« negatif » : le client se plaint ; « positif » : il remercie ; « neutre » : il demande."


def _judges(request):
    if results_in(request) and not failed(request):
        return reply("Le ticket est analysé.")
    told = request["tools"][0]["description"]
    right = CRITERIA in told or failed(request)
    return reply(tool_use("record_ticket_analysis", sentiment="negatif" if right else "positif"))


@scene(
    "false-sentiment",
    question=COMPLAINT,
    tools=[TICKET],
    model=_judges,
    registry={"record_ticket_analysis": lambda sentiment: "enregistré"},
    expected=(("record_ticket_analysis", {"sentiment": "negatif"}),),
    told=CRITERIA,
)
def false_sentiment(run: Run) -> None:
    """A furious client, « positif »: the value is one of the enum, so the schema has nothing to say."""

    def results(reply):
        for block in calls_in(reply):
            praised = block.input["sentiment"] == "positif" and "inacceptable" in run.scene.question
            if run.cure == "give_knowledge" and praised:
                yield error(block, "Le ticket dit « inacceptable », et vous notez « positif ». Relisez-le.")
                continue
            yield result(block, run.execute(block))

    loop(run, results)


VISIT = tool(
    "book_visit",
    "Réserve la visite d'un technicien. À utiliser quand on demande une visite.",
    client=text("Identifiant du client, par exemple CL-204."),
    day=text("Le jour de la visite, au format AAAA-MM-JJ.", format="date"),
)
TODAY = "Aujourd'hui, nous sommes le lundi 7 septembre 2026."


@scene(
    "wrong-friday",
    question="Réserve une visite du technicien chez CL-204 vendredi prochain.",
    tools=[VISIT],
    model=SimulatedModel(),
    registry={"book_visit": lambda client, day: {"visit": "V-31", "day": day}},
    expected=(("book_visit", {"client": "CL-204", "day": "2026-09-11"}),),
)
def wrong_friday(run: Run) -> None:
    """A date that is a date, and a Friday, and the wrong one."""

    def results(reply):
        for block in calls_in(reply):
            if run.cure == "repair_json" and _wrong(VISIT, block.input):
                yield error(block, "day doit être une date AAAA-MM-JJ.")
                continue
            yield result(block, run.execute(block))

    loop(run, results, **({"system": TODAY} if run.cure == "give_knowledge" else {}))


def _wrong(definition, given) -> str:
    """What the schema finds wrong, formats included; empty when all is well."""
    checker = jsonschema.Draft202012Validator(
        definition["input_schema"], format_checker=jsonschema.FormatChecker()
    )
    return "; ".join(repr(one.instance) for one in checker.iter_errors(dict(given)))
