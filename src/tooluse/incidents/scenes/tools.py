"""Tools that fail, and a tool that finds nothing and is said to have failed: execution."""

import traceback

from tooluse.incidents.run import Run, calls_in, error, loop, result
from tooluse.incidents.scene import failed, results_in, scene, text, tool
from tooluse.incidents.scenes.requests import WEATHER
from tooluse.mock.models import reply, tool_use

KNOWN = {"Lyon": "18 °C, ensoleillé", "Lens": "12 °C, pluie"}


def _city(request):
    wrong = failed(request)
    if wrong is not None and "Lyon" not in wrong:
        return reply("Je n'arrive pas à lire la météo : une erreur s'est produite.")
    if results_in(request) and wrong is None:
        return reply("Il fait 18 °C à Lyon, avec du soleil.")
    return reply(tool_use("get_weather", city="Lyon" if wrong else "Lyno"))


@scene(
    "unknown-city",
    question="Quel temps fait-il à Lyno ?",
    tools=[WEATHER],
    model=_city,
    registry={"get_weather": lambda city: KNOWN[city]},
    expected=(("get_weather", {"city": "Lyon"}),),
    told="Le nom doit être bien écrit.",
)
def unknown_city(run: Run) -> None:
    """A slip of the pen, a KeyError, and the loop breaks."""

    def results(reply):
        for block in calls_in(reply):
            try:
                yield result(block, run.execute(block))
            except KeyError:
                if run.cure == "return_error":
                    near = ", ".join(KNOWN)
                    yield error(block, f"Ville « {block.input['city']} » inconnue. Villes proches : {near}.")
                elif run.cure == "send_trace":
                    yield error(block, traceback.format_exc())
                else:
                    raise

    loop(run, results)


TICKETS = tool(
    "list_tickets",
    "Liste les tickets d'un client.",
    client=text("Identifiant du client, par exemple CL-204."),
    status=text("L'état voulu.", enum=["ouvert", "en_cours", "clos"]),
)


def _tickets(request):
    asked = len(request["messages"]) // 2
    if results_in(request) and failed(request) is None:
        return reply("CL-204 n'a aucun ticket ouvert.")
    return reply(tool_use("list_tickets", client="CL-204", status=["ouvert", "en_cours", "clos"][asked % 3]))


@scene(
    "empty-as-error",
    question="CL-204 a-t-il des tickets ouverts ?",
    tools=[TICKETS],
    model=_tickets,
    registry={"list_tickets": lambda client, status: []},
    expected=(("list_tickets", {"client": "CL-204", "status": "ouvert"}),),
)
def empty_as_error(run: Run) -> None:
    """Nothing found, told as an error: the model tries again and again."""

    def results(reply):
        for block in calls_in(reply):
            rows = run.execute(block)
            if rows or run.cure == "fix_code":
                yield result(block, rows)
            elif run.cure == "return_error":
                yield error(block, "Erreur : aucun ticket trouvé. Vérifiez le client et l'état demandés.")
            else:
                yield error(block, "Aucun résultat.")

    loop(run, results)
