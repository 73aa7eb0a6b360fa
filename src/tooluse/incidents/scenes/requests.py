"""Requests that the API refuses, or cannot answer now: protocol and transport."""

from tooluse.incidents.run import Run, calls_in, loop, result, user
from tooluse.incidents.scene import results_in, scene, strict, text, tool
from tooluse.mock import failures
from tooluse.mock.models import reply, tool_use

BUDGET = tool(
    "get_team_budget", "Donne le budget annuel d'une équipe, en euros.", team=text("Nom de l'équipe.")
)
RATE = tool(
    "get_rate",
    "Donne le taux de change du jour.",
    source=text("Code de la devise de départ."),
    target=text("Code de la devise voulue."),
)
WEATHER = tool("get_weather", "Donne la météo du moment d'une ville.", city=text("Nom de la ville."))
TICKET = tool(
    "record_ticket_analysis",
    "Enregistre l'analyse d'un ticket.",
    sentiment=text("Ton du client.", enum=["positif", "neutre", "negatif"]),
)
COMPLAINT = "Analyse ce ticket : « Troisième panne ce mois-ci, c'est inacceptable. »"
LIMIT = {"get_weather": lambda city: "18 °C, ensoleillé"}


def _two_calls(request):
    if not results_in(request):
        return reply(
            tool_use("get_team_budget", team="Nantes"), tool_use("get_rate", source="EUR", target="USD")
        )
    return reply("L'équipe de Nantes dispose de 12 000 €, soit 13 080 $.")


@scene(
    "missing-result",
    question="Le budget de l'équipe Nantes, en dollars ?",
    tools=[BUDGET, RATE],
    model=_two_calls,
    registry={"get_team_budget": lambda team: 12000, "get_rate": lambda source, target: 1.09},
    expected=(
        ("get_team_budget", {"team": "Nantes"}),
        ("get_rate", {"source": "EUR", "target": "USD"}),
    ),
)
def missing_result(run: Run) -> None:
    """The code answers the first call only."""

    def results(reply):
        blocks = calls_in(reply) if run.cure == "fix_code" else calls_in(reply)[:1]
        return [result(block, run.execute(block)) for block in blocks]

    loop(run, results)


def _weather(request):
    if not results_in(request):
        return reply(tool_use("get_weather", city="Lyon"))
    return reply("Il fait 18 °C à Lyon, avec du soleil.")


@scene(
    "wrong-id",
    question="Il fait combien à Lyon ?",
    tools=[WEATHER],
    model=_weather,
    registry=LIMIT,
    expected=(("get_weather", {"city": "Lyon"}),),
)
def wrong_id(run: Run) -> None:
    """The code makes the identifier of its result up."""

    def results(reply):
        for number, block in enumerate(calls_in(reply), 1):
            made = result(block, run.execute(block))
            invented = {} if run.cure == "fix_code" else {"tool_use_id": f"call_{number}"}
            failed = {"is_error": True} if run.cure == "return_error" else {}
            yield {**made, **invented, **failed}

    loop(run, results)


def _records(request):
    return reply(tool_use("record_ticket_analysis", sentiment="negatif"))


@scene(
    "forced-refused",
    question=COMPLAINT,
    tools=[TICKET],
    model=_records,
    registry={"record_ticket_analysis": lambda sentiment: "ok"},
    expected=(("record_ticket_analysis", {"sentiment": "negatif"}),),
    options={"model": "claude-sonnet-5-5"},
)
def forced_refused(run: Run) -> None:
    """A tool is forced on a model that refuses it."""
    asked = {"tool_choice": {"type": "tool", "name": TICKET["name"]}}
    if run.cure == "fix_code":
        asked = {"tools": strict([TICKET]), "system": f"Répondez par un appel de {TICKET['name']}."}
    reply = run.create(run.ask(), **asked)
    for block in calls_in(reply) if reply else ():
        run.execute(block)
        run.said, run.ended = "Analyse enregistrée.", ""


def _answers(request):
    return reply("Un avoir est une somme due au client : il se déduit de la prochaine facture.")


@scene("rate-limit", question="Qu'est-ce qu'un avoir ?", tools=[WEATHER], model=_answers)
def rate_limit(run: Run) -> None:
    """429. Whoever waits comes after the limit has opened again; the others come too early."""
    run.client.inject(failures.rate_limit(retry_after=20, times=1 if run.cure == "wait" else 9))
    question = "Explique-moi ce qu'est un avoir." if run.cure == "fix_code" else run.scene.question
    reply = run.create([user(question)])
    if reply:
        run.finish(reply)
