"""Conversations that a student's loop holds in a test, and what the requests it really sent show."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NoReturn

from tooluse.config import settings
from tooluse.mock import Exchange, MockClaude
from tooluse.mock.models import ScriptedModel, text
from tooluse.practice.student import Outcome, plain
from tooluse.practice.verdict import fail

QUESTION = "Quel temps fait-il à Lyon ?"
BY_PLACE = ("AttributeError", "IndexError", "StopIteration")  # a block that is not there, or of another type
LOOK = {
    "POS": "leçon 01, « Lire par type »",
    **dict.fromkeys(("INTACT", "ALIAS"), "leçon 01, « Garder l'historique »"),
    "SERVEUR": "leçon 01, « Qui exécute ? »",
    "FIN": "leçon 02, « Chaque motif d'arrêt »",
    "SANS-FIN": "leçon 02, « Le plafond »",
    "PAUSE": "leçon 02, « La pause »",
    **dict.fromkeys(("ORDRE", "CORR", "ROLE", "JSON"), "leçon 01, « Écrire le résultat »"),
    **dict.fromkeys(("UN-SEUL", "GROUPE"), "leçon 02, « Plusieurs demandes dans un tour »"),
    **dict.fromkeys(
        ("INCONNU", "VIDE", "PAIRE", "FUITE"), "leçon 02, « Un outil absent, un outil qui échoue »"
    ),
}


def wrong(code: str | None, seen: str) -> NoReturn:
    fail(code, seen, LOOK.get(code or ""))


class Script(ScriptedModel):
    """Remembers the requests that come after its last line: the server records none of them."""

    def __init__(self, lines: list[Any]) -> None:
        super().__init__(lines)
        self.beyond: list[dict] = []

    def answer(self, request: dict) -> Any:
        if self.position >= len(self.script):
            self.beyond.append(request)
        return super().answer(request)


@dataclass(frozen=True)
class Talk:
    """One conversation: what the student's loop sent, which tools ran, what it returned."""

    outcome: Outcome
    calls: list[Exchange]
    beyond: list[dict]
    ran: list[tuple[str, dict]]
    registry: dict[str, Any]
    model: str

    @property
    def sent(self) -> list[dict]:
        return [call.request for call in self.calls] + self.beyond

    @property
    def last(self) -> dict:
        """The last message of the model; {} when the last request was refused."""
        return self.calls[-1].response if self.calls[-1].ok else {}


def talk(student: Any, function: str, script: list[Any], registry: dict, tools=(), **options: Any) -> Talk:
    """Have ``function`` hold a conversation with ``script``; ``tools`` come on top of those of registry."""
    ran: list[tuple[str, dict]] = []
    lines = Script(script)
    client = MockClaude(lines)
    model = options.pop("model", settings().model)
    watched = {name: _watched(name, tool, ran) for name, tool in registry.items()}
    definitions = [definition(name) for name in (*registry, *tools)]
    outcome = student.call(function, client, QUESTION, definitions, watched, model, **options)
    if not client.calls:
        _ = outcome.value  # an exception tells more: the task is not begun, or its code is broken
        wrong(None, f"`{function}` n'a envoyé aucune requête.")
    return Talk(outcome, client.calls, lines.beyond, ran, registry, model)


def definition(name: Any) -> dict:
    """The definition of a client tool by its name; any other definition as it is."""
    if not isinstance(name, str):
        return name
    return {"name": name, "description": f"Outil {name}.", "input_schema": {"type": "object"}}


def _watched(name: str, tool: Any, ran: list[tuple[str, dict]]) -> Any:
    def run(**arguments: Any) -> Any:
        ran.append((name, arguments))
        return tool(**arguments)

    return run


def flat(messages: Any) -> list[tuple[int, str, dict]]:
    """Every block with its message's number and role; a string is a block of text."""
    found = []
    for number, one in enumerate(plain(messages) if isinstance(messages, list | tuple) else ()):
        role, content = (one.get("role"), one.get("content")) if isinstance(one, dict) else (None, None)
        blocks = content if isinstance(content, list) else [text(content)] if isinstance(content, str) else []
        found += [(number, role, bare(block)) for block in blocks]
    return found


def bare(block: Any) -> dict:
    """A block without what may come and go on its way: empty fields, the echo of the caller."""
    block = block if isinstance(block, dict) else {"type": str(block)}
    kept = {name: value if name == "input" else deep(value) for name, value in block.items()}
    gone = {name for name, value in kept.items() if value is None} | {"caller", "cache_control"}
    return {"type": "?", **{name: kept[name] for name in kept if name not in gone}}


def deep(value: Any) -> Any:
    """Without empty fields, however deep: a copy of an SDK object spells them out."""
    if isinstance(value, dict):
        return {key: deep(item) for key, item in value.items() if item is not None}
    return [deep(item) for item in value] if isinstance(value, list) else value


def same(one: list, other: list) -> bool:
    """The same blocks of the same roles, however they are spread over messages."""
    return [part[1:] for part in one] == [part[1:] for part in other]


def check_talk(held: Talk, missing: str | None = None) -> None:
    """Fail with the misconception that the requests show; ``missing`` is the code of a lost result."""
    for call, after in zip(held.calls, held.sent[1:], strict=False):
        if not call.ok:
            break
        reason = call.response["stop_reason"]
        if reason != "tool_use":
            wrong("FIN", f"après `stop_reason` = `{reason}`, une requête de plus est partie.")
        _check_turn(held, call.response, flat(call.request["messages"]), flat(after["messages"]), missing)
    error, said = held.outcome.exception, held.last
    if error and error.type == "TimeoutError" and "plus de" in error.message:
        wrong("SANS-FIN", "la fonction n'a pas fini à temps : elle tourne sans fin.")
    if said and _read_by_place(held, said):
        told = f"la fonction a levé {error}" if error else "aucun outil n'a été exécuté"
        wrong("POS", f"la réponse commence par un bloc `{_first(said)}`, et {told}.")
    refused = next((call.response["error"]["message"] for call in held.calls if not call.ok), None)
    if refused:
        wrong(None, f"l'API a refusé une requête : {refused}")
    if error:
        reason = said.get("stop_reason")
        code = None if reason in (None, "tool_use", "end_turn") else "FIN"  # a reason it did not foresee
        wrong(code, f"la fonction a levé {error}.")


def _first(said: dict) -> str:
    return said["content"][0]["type"] if said["content"] else "(aucun)"


def _read_by_place(held: Talk, said: dict) -> bool:
    """The loop stopped at a message whose first block is not the one it looked for there."""
    error, waiting = held.outcome.exception, said["stop_reason"] == "tool_use"
    if _first(said) == ("tool_use" if waiting else "text"):
        return False
    missed = error is not None and error.type in BY_PLACE
    return missed or waiting and not held.ran


def _check_turn(held: Talk, said: dict, old: list, new: list, missing: str | None) -> None:
    if {role for _, role, _ in new} - {"user", "assistant"} or any(
        (role, block["type"]) == ("assistant", "tool_result") for _, role, block in new
    ):
        wrong("ROLE", "un résultat est parti sous un autre rôle que `user`.")
    if not same(new[: len(old)], old):
        wrong("INTACT", "une requête ne reprend pas tout l'historique de la requête précédente.")
    rest = new[len(old) :]
    turn = [bare(block) for block in said["content"]]
    kept = [block for _, _, block in takewhile(lambda part: part[1] == "assistant", rest)]
    if kept != turn:
        types = [", ".join(block["type"] for block in blocks) or "rien" for blocks in (turn, kept)]
        wrong("INTACT", f"le modèle a dit [{types[0]}] ; l'historique renvoyé en garde [{types[1]}].")
    answers = rest[len(turn) :]
    results = [(number, block) for number, _, block in answers if block["type"] == "tool_result"]
    given = [str(block.get("tool_use_id")) for _, block in results]
    if set(given) & {block["id"] for block in said["content"] if block["type"] == "server_tool_use"}:
        wrong("SERVEUR", "un `server_tool_use` a reçu un résultat : cet outil tourne chez Anthropic.")
    _check_ids(held, said, given, missing or (None if answers or held.ran else "POS"))
    if len({number for number, _ in results}) > 1:
        wrong("GROUPE", "les résultats d'un même tour sont partis dans plusieurs messages.")
    if any(block["type"] != "tool_result" for _, _, block in answers[: len(results)]):
        wrong("ORDRE", "un autre bloc précède un `tool_result` dans le tour `user`.")


def _check_ids(held: Talk, said: dict, given: list[str], missing: str | None) -> None:
    asked = [block["id"] for block in said["content"] if block["type"] == "tool_use"]
    if set(given) - set(asked) or len(set(given)) < len(given):
        wrong("CORR", f"demandes : {', '.join(asked)} ; résultats envoyés : {', '.join(given)}.")
    lost = [name for name in asked if name not in given]
    if lost:
        first = _first(said)
        by_place = first != "tool_use" and not given and not held.ran
        code = missing or ("POS" if by_place else "UN-SEUL" if given else "PAIRE")
        wrong(code, f"{len(lost)} demande(s) sur {len(asked)} sans résultat (premier bloc : `{first}`).")
