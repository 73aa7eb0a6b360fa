"""Public checks of TP02: simple conversations, one or two a task."""

from tooluse.mock import message
from tooluse.mock.models import reply, server_tool_use, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.talk import bare, check_talk, flat, talk, wrong

suite = Suite("tp02")


@suite.test("q1", "un outil, puis la réponse")
def one_tool(student):
    script = [reply("Je regarde.", tool_use("get_weather", city="Lyon")), reply("Il fait 18 °C à Lyon.")]
    held = talk(student, "conversation", script, {"get_weather": lambda city: "18 °C, ensoleillé"})
    check_talk(held)
    value = held.outcome.value
    if not isinstance(value, dict) or value.get("text") != "Il fait 18 °C à Lyon.":
        wrong(None, f"la fonction a rendu {str(value)[:90]} ; la clé `text` doit porter la réponse finale.")


@suite.test("q2", "deux motifs courants")
def usual_reasons(student):
    for reason, status in (("tool_use", "run_tools"), ("end_turn", "done")):
        found = student.call("status", reason).value
        if found != status:
            wrong("FIN", f"`status('{reason}')` a rendu {found!r} au lieu de {status!r}.")


@suite.test("q3", "fini avant le plafond")
def below_the_cap(student):
    script = [reply(tool_use("get_weather", city="Lyon")), reply("Il fait 18 °C.")]
    held = talk(student, "capped", script, {"get_weather": lambda city: "18 °C"}, max_turns=5)
    check_talk(held)
    value = held.outcome.value
    seen = f"deux requêtes, réponse finale : la fonction a rendu {str(value)[:90]}."
    if not isinstance(value, dict) or value.get("status") != "done":
        wrong(None, seen)
    if value.get("turns") != 2:
        wrong("SANS-FIN", f"{seen[:-1]}, où `turns` vaut {value.get('turns')!r}.")


@suite.test("q4", "une pause")
def one_pause(student):
    messages = [{"role": "user", "content": "Cherchez le siège d'Ardoise."}]
    paused = reply("Je cherche.", server_tool_use("web_search", query="Ardoise"), stop_reason="pause_turn")
    found = plain(student.call("after", message(paused), messages).value)
    if found is None:
        wrong("PAUSE", "`after` a rendu `None` pour une réponse en pause.")
    if [role for _, role, _ in flat(found)][:2] != ["user", "assistant"]:
        wrong("INTACT", "la liste rendue n'est pas l'historique suivi du tour de l'assistant.")


@suite.test("q5", "un outil présent")
def one_known_tool(student):
    asked = message(reply(tool_use("get_weather", id="toolu_7", city="Lyon")))
    found = plain(student.call("run_requests", asked, {"get_weather": lambda city: f"{city} : 18 °C"}).value)
    blocks = [bare(block) for block in found] if isinstance(found, list) else []
    if [block.get("tool_use_id") for block in blocks] != ["toolu_7"]:
        code = "CORR" if [block["type"] for block in blocks] == ["tool_result"] else None
        wrong(code, f"attendu : une liste d'un résultat pour `toolu_7` ; rendu : {str(found)[:90]}.")


@suite.test("q6", "un outil, puis la réponse")
def one_support_tool(student):
    script = [reply(tool_use("find_client", name="Roc")), reply("Client trouvé.")]
    held = talk(student, "support", script, {"find_client": lambda name: {"client": "C-12"}})
    check_talk(held)
    if held.outcome.value != "Client trouvé.":
        wrong(None, f"`support` a rendu {str(held.outcome.value)[:90]!r} au lieu du texte final.")


@suite.test("q7", "un seul bloc de texte")
def one_text(student):
    found = student.call("final_text", message(reply("Bonjour."))).value
    if found != "Bonjour.":
        wrong(None, f"`final_text` a rendu {found!r} au lieu de « Bonjour. ».")
