"""Hidden tests of TP02 q2, q4 and q7: reading why a turn ended, what to send back, what was said."""

import builtins

from autograder.hidden._tp02_talk import first_refusal
from tooluse.mock import message
from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, fail, plain
from tooluse.practice.talk import BY_PLACE, bare, deep, flat, same, wrong

suite = Suite("tp02")


def check_status(student, code: str, **statuses: str) -> None:
    for reason, status in statuses.items():
        seen = f"`status('{reason}')` doit rendre {status!r}"
        outcome = student.call("status", reason)
        if outcome.exception:
            wrong(code, f"{seen} ; la fonction a levé {outcome.exception}.")
        if outcome.value != status:
            wrong(code, f"{seen} ; elle a rendu {outcome.value!r}.")


@suite.test("q2", "fini")
def status_done(student):
    check_status(student, "FIN", end_turn="done", stop_sequence="done", tool_use="run_tools")


@suite.test("q2", "coupé")
def status_cut(student):
    check_status(student, "FIN", max_tokens="truncated", model_context_window_exceeded="window_full")


@suite.test("q2", "refus")
def status_refused(student):
    check_status(student, "FIN", refusal="refused")


@suite.test("q2", "pause")
def status_paused(student):
    check_status(student, "PAUSE", pause_turn="resume")


KNOWN = (
    "tool_use", "end_turn", "stop_sequence", "max_tokens", "refusal", "pause_turn",
    "model_context_window_exceeded",
)  # fmt: skip
NEARLY = [near for known in KNOWN for near in (known[:-1], f"{known}_v2", known.upper(), f" {known}")]


@suite.test("q2", "motif inconnu")
def status_unknown(student):
    for reason in ("compaction", "", None, *NEARLY):
        outcome = student.call("status", reason)
        raised = outcome.exception
        if raised is None:
            wrong("FIN", f"`status({reason!r})` a rendu {outcome.value!r} au lieu de lever `ValueError`.")
        if not issubclass(getattr(builtins, raised.builtin), ValueError):
            wrong("FIN", f"`status({reason!r})` a levé `{raised.type}` au lieu de `ValueError`.")


QUESTION = {"role": "user", "content": "Où est le siège d'Ardoise, et qui le dirige ?"}
FOUND = {
    "type": "web_search_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": [{"type": "web_search_result", "title": "Ardoise", "url": "https://ardoise.example",
                 "encrypted_content": "EqgfCioI", "page_age": None}],
}  # fmt: skip
SEARCH = (
    thinking("", signature="EpUBCkYIBRgC"),
    "Je cherche le siège.",
    server_tool_use("web_search", id="srvtoolu_1", query="siège Ardoise"),
    FOUND,
    server_tool_use("web_search", id="srvtoolu_2", query="direction Ardoise"),
)
EARLIER = [
    {"role": "user", "content": "Bonjour."},
    {"role": "assistant", "content": [{"type": "text", "text": "Bonjour, que cherchez-vous ?"}]},
    QUESTION,
]


def resumed(student, response, messages):
    """The list that ``after`` makes of a paused response, and the blocks that were added to ``messages``."""
    outcome = student.call("after", response, messages)
    found = plain(outcome.value)
    if found is None:
        wrong("PAUSE", "`after` a rendu `None` pour une réponse en pause : il y a un tour à reprendre.")
    before, after = flat(messages), flat(found)
    if not same(after[: len(before)], before):
        wrong("INTACT", "la liste rendue ne commence pas par l'historique reçu.")
    return outcome, after[len(before) :]


@suite.test("q4", "tour intact")
def whole_turn(student):
    for content in (SEARCH[1:3], SEARCH):
        response = message(reply(*content, stop_reason="pause_turn"))
        _, added = resumed(student, response, EARLIER)
        turn = [bare(block) for block in plain(response)["content"]]
        kept = [block for _, role, block in added if role == "assistant"][: len(turn)]
        if deep(kept) != deep(turn):
            types = ", ".join(block["type"] for block in kept) or "rien"
            wrong("INTACT", f"le tour de l'assistant ne repart pas tel quel ; il en reste : {types}.")


@suite.test("q4", "rien d'ajouté")
def nothing_added(student):
    response = message(reply(*SEARCH, stop_reason="pause_turn"))
    outcome, added = resumed(student, response, [QUESTION])
    if any(block["type"] == "tool_result" for _, _, block in added):
        wrong("SERVEUR", "un `tool_result` a été ajouté, alors que l'outil tourne chez Anthropic.")
    if {role for _, role, _ in added} != {"assistant"} or len(added) > len(SEARCH):
        more = [block for _, role, block in added if role != "assistant"] or [block for _, _, block in added]
        wrong("PAUSE", f"un bloc a été ajouté au tour de l'assistant : {more[-1]}.")
    found = plain(outcome.value)
    if len(found) != 2:
        wrong("PAUSE", f"{len(found) - 1} messages ajoutés au lieu d'un seul : {str(found[-1])[:90]}.")
    tools = [{"type": "web_search_20250305", "name": "web_search"}]
    whole = [bare(block) for block in plain(response)["content"]]
    refused = first_refusal(found, tools=tools)
    if refused and deep([block for _, _, block in added]) == deep(whole):
        wrong(None, f"l'API refuserait ces messages : {refused.message}")


@suite.test("q4", "liste reçue")
def list_untouched(student):
    response = message(reply(*SEARCH, stop_reason="pause_turn"))
    outcome, _ = resumed(student, response, EARLIER)
    if plain(outcome.args_after[1]) != EARLIER:
        wrong("ALIAS", "la liste `messages` reçue a été modifiée.")


@suite.test("q4", "autre motif")
def nothing_to_resume(student):
    for response in (
        reply("Le siège est à Angers."),
        reply(tool_use("get_weather", city="Angers")),
        reply("Le siège est à", stop_reason="max_tokens"),
        reply(stop_reason="refusal"),
        reply(*SEARCH[:4], "Le siège est à Angers."),  # a server tool, and yet no pause
    ):
        outcome = student.call("after", message(response), [QUESTION])
        if outcome.value is not None:
            wrong("FIN", f"`stop_reason` = `{response.stop_reason}` n'est pas une pause : rendez `None`.")


FINAL = "leçon 02, « La réponse finale »"


def check_text(student, said, text: str, code: str | None) -> None:
    """Some exceptions come from a block that was expected at some place, or of some type."""
    outcome = student.call("final_text", message(said))
    types = ", ".join(block["type"] for block in said.content) or "aucun"
    raised = f"blocs [{types}] : la fonction a levé {outcome.exception}."
    by_place = outcome.exception and outcome.exception.type in BY_PLACE
    found = outcome.value_or_fail("POS" if by_place else code, raised, FINAL)
    pieces = [block["text"] for block in said.content if block["type"] == "text"]
    if len(pieces) > 1 and found in pieces:
        fail("POS", f"{len(pieces)} blocs de texte, un seul lu : {found!r}.", FINAL)
    if found != text:
        blank = isinstance(found, str) and found.split() == text.split()
        why = " Seuls des espaces ou des sauts de ligne diffèrent." if blank else ""
        fail(code, f"blocs [{types}] : la fonction a rendu {found!r} au lieu de {text!r}.{why}", FINAL)


@suite.test("q7", "texte derrière")
def text_behind(student):
    check_text(student, reply("Le siège est", stop_reason="max_tokens"), "Le siège est", "FIN")
    check_text(student, reply(thinking("Voyons."), "Il fait 18 °C."), "Il fait 18 °C.", "POS")
    check_text(student, reply("Je regarde.", tool_use("get_weather", city="Lyon")), "Je regarde.", "POS")


@suite.test("q7", "plusieurs textes")
def many_texts(student):
    said = reply("Le siège est à Angers", SEARCH[2], FOUND, " ; il compte ", "42 personnes.")
    check_text(student, said, "Le siège est à Angers ; il compte 42 personnes.", None)
    check_text(student, reply("\n- 12\n", "- 7\n", "- 7\n"), "\n- 12\n- 7\n- 7\n", None)


@suite.test("q7", "aucun texte")
def no_text(student):
    call = tool_use("get_weather", city="Lyon")
    for said in (reply(), reply(call), reply(thinking("Je réfléchis.")), reply(stop_reason="refusal")):
        check_text(student, said, "", "VIDE")
