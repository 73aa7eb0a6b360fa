"""How tests read what a student's code sends again after a failure: requests, waits, repaired histories."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from tooluse.config import settings
from tooluse.mock import Exchange, MockClaude
from tooluse.mock.models import ScriptedModel, reply
from tooluse.practice.misconceptions import NOT_BEGUN
from tooluse.practice.student import Outcome, plain
from tooluse.practice.talk import Script, flat
from tooluse.practice.verdict import fail

cut_fails = partial(fail, look="leçon 07, « Pourquoi s'est-il arrêté ? »")
wait_fails = partial(fail, look="leçon 07, « La requête est refusée »")
history_fails = partial(fail, look="leçon 07, « Un historique interrompu »")

# `ask_whole(client, request, ceiling)`


@dataclass(frozen=True)
class Asked:
    """One call of `ask_whole`: what came of it, and every request that it sent."""

    outcome: Outcome
    calls: list[Exchange]
    sent: list[dict]
    request: dict
    ceiling: int

    @property
    def budgets(self) -> list[Any]:
        return [sent.get("max_tokens") for sent in self.sent]

    @property
    def last(self) -> dict:
        return self.calls[-1].response


def ask(student: Any, line: Any, request: dict, ceiling: int) -> Asked:
    """Have `ask_whole` ask a model that answers every request with ``line``."""
    script = Script([line] * 14)
    client = MockClaude(script)
    outcome = student.call("ask_whole", client, request, ceiling)
    if not client.calls:
        _ = outcome.value
        cut_fails(None, "`ask_whole` n'a envoyé aucune requête.")
    sent = [call.request for call in client.calls] + script.beyond
    return Asked(outcome, client.calls, sent, request, ceiling)


def check_same(held: Asked) -> None:
    """Nothing but `max_tokens` changes from one request to the next: the cut turn is not kept."""
    for number, sent in enumerate(held.sent, 1):
        call = held.calls[number - 1] if number <= len(held.calls) else None
        if flat(sent["messages"]) != flat(held.request["messages"]):
            refused = call is not None and not call.ok
            said = f" L'API répond : {call.response['error']['message']}" if refused else ""
            kept = any(role == "assistant" for _, role, _ in flat(sent["messages"]))
            what = "garde le tour coupé" if kept else "n'a plus les mêmes messages"
            cut_fails("FIN" if kept else "INTACT", f"la requête {number} {what}.{said}")
        rest = {key for key in held.request if key not in ("messages", "max_tokens")}
        lost = sorted(key for key in rest if sent.get(key) != held.request[key])
        if lost:
            cut_fails(None, f"la requête {number} part avec un autre `{lost[0]}`.")


def check_budgets(held: Asked) -> None:
    """Each request has at least twice the room of the one before, up to the ceiling and never over it."""
    told = ", ".join(map(str, held.budgets))
    start = f"plafond {held.ceiling}, `max_tokens` envoyés : {told[:120]}."
    if held.budgets[0] != held.request["max_tokens"]:
        cut_fails(None, f"{start} La première requête devait partir telle quelle.")
    for before, after in zip(held.budgets, held.budgets[1:], strict=False):
        if after == before:
            cut_fails("RETRY", f"{start} La requête coupée est repartie à l'identique.")
        if after > held.ceiling:
            cut_fails("SANS-FIN", f"{start} Le plafond est dépassé.")
        if after < min(2 * before, held.ceiling):
            cut_fails(None, f"{start} De {before} à {after}, ce n'est pas le double.")
    refused = next((call for call in held.calls if not call.ok), None)
    if refused:
        check_same(held)  # a cut turn that was kept is what the API refuses
        cut_fails(None, f"l'API a refusé une requête : {refused.response['error']['message']}")


def check_whole(held: Asked) -> None:
    """The answer is the one that was not cut, as it is."""
    reason = held.last.get("stop_reason")
    if reason == "max_tokens":
        cut_fails(
            "FIN", f"la dernière réponse est coupée, avec {held.budgets[-1]} tokens sur {held.ceiling}."
        )
    error = f"motif d'arrêt `{reason}` : la fonction a levé {held.outcome.exception}"
    value = held.outcome.value_or_fail("FIN", error)
    if plain(value) != plain(held.last):
        cut_fails("FIN", f"motif d'arrêt `{reason}` : rendu {str(plain(value))[:120]}, et non la réponse.")


def check_given_up(held: Asked) -> None:
    """Still cut at the ceiling: it is said, and nothing cut is handed over."""
    last = held.budgets[-1]
    error = held.outcome.exception
    if last < held.ceiling:
        what = f"renoncé ({error})" if error else "rendu une réponse coupée"
        cut_fails(None if error else "FIN", f"plafond {held.ceiling}, essayé jusqu'à {last} : {what}.")
    if error is None:
        found = str(plain(held.outcome.value))[:90]
        cut_fails("FIN", f"coupée à {last} tokens, le plafond : rendu {found}, et non une `ValueError`.")
    if "ValueError" not in (error.type, error.builtin):
        cut_fails(None, f"coupée au plafond : la fonction a levé {error}")


# `policy(error, attempt, max_retries)`, through the `persist` that the notebook gives


@dataclass(frozen=True)
class Persisted:
    """One call of `persist`: the waits that `policy` asked for, and how many requests left."""

    outcome: Outcome
    waits: list[Any]
    count: int
    told: str


def persist(student: Any, failure: Any, told: str, max_retries: int = 0, **more: Any) -> Persisted:
    """Have `persist` send a request that ``failure`` strikes (None: nothing does)."""
    client = MockClaude(ScriptedModel([reply("Bonjour.")] * 40))
    if failure is not None:
        client.inject(failure)
    waits: list[Any] = []

    def sleep(seconds: Any) -> None:
        waits.append(seconds)
        if len(waits) > 12:
            raise RuntimeError("trop d'attentes")

    request = {
        "model": settings().model,
        "max_tokens": 100,
        "messages": [{"role": "user", "content": "Bonjour."}],
        **more.pop("request", {}),
    }
    if not student.has("policy"):
        fail(NOT_BEGUN, "`policy` n'existe pas dans ce carnet.")
    outcome = student.call("persist", client, request, sleep, max_retries, **more)
    if outcome.exception and outcome.exception.type == "NotImplementedError":
        fail(NOT_BEGUN, "`policy` n'est pas encore écrite.")
    return Persisted(outcome, waits, len(client.calls), told)


def numbers(waits: list[Any]) -> bool:
    return all(isinstance(one, int | float) and not isinstance(one, bool) for one in waits)


def check_waits(held: Persisted, expected: list[float], code: str) -> None:
    """`policy` asked for these waits, and the request came through."""
    if not held.waits:
        error = held.outcome.exception
        if error and error.builtin != "Exception":  # an error of the SDK derives from nothing else
            wait_fails(code, f"{held.told} : `policy` a levé {error}")
        wait_fails("TRI", f"{held.told} : `policy` a renoncé, sur une panne passagère ({error}).")
    if not numbers(held.waits) or held.waits != expected:
        wait_fails(code, f"{held.told} : attentes {held.waits[:8]}, au lieu de {expected}.")
    _ = held.outcome.value_or_fail(code, f"{held.told} : {held.outcome.exception}")


def check_gives_up(held: Persisted, code: str, kind: str) -> None:
    """`policy` gave up at once, and the error came out as it was."""
    if held.waits:
        wait_fails(code, f"{held.told} : attentes demandées {held.waits[:4]} ; {held.count} requête(s).")
    if held.outcome.exception is None:
        wait_fails(None, f"{held.told} : aucune exception n'est sortie.")
    if kind not in (held.outcome.exception.type, held.outcome.exception.builtin):
        wait_fails("TRI", f"{held.told} : `policy` a levé {held.outcome.exception}")


# `repair(messages)`


def turns(messages: Any) -> list[tuple[str, list[tuple[int, dict]]]]:
    """Each turn: its role, and its blocks with the number of their message; a turn may span messages."""
    found: list[tuple[str, list[tuple[int, dict]]]] = []
    for number, role, block in flat(messages):
        if not found or found[-1][0] != role:
            found.append((role, []))
        found[-1][1].append((number, block))
    return found


def pairs(messages: Any) -> list[tuple[list[str], list[tuple[int, dict]]]]:
    """For each turn of the model: the ids that it asks for, and the blocks of the turn that follows."""
    spoken = [*turns(messages), ("user", [])]
    return [
        ([block["id"] for _, block in blocks if block["type"] == "tool_use"], after)
        for (role, blocks), (_, after) in zip(spoken, spoken[1:], strict=False)
        if role == "assistant"
    ]


def answered(blocks: list[tuple[int, dict]]) -> list[str]:
    return [str(block.get("tool_use_id")) for _, block in blocks if block["type"] == "tool_result"]


def repaired(student: Any, messages: list[dict]) -> list[dict]:
    """What `repair` gives for this history."""
    outcome = student.call("repair", messages)
    found = plain(outcome.value_or_fail(None, f"`repair` a levé {outcome.exception}"))
    if not isinstance(found, list) or any(not isinstance(one, dict) for one in found):
        history_fails(None, f"attendu : une liste de messages ; rendu : {str(found)[:90]}.")
    return found


def check_repaired(student: Any, messages: list[dict]) -> None:
    """Every request has its result in its place, and all the rest is as it was."""
    found = repaired(student, messages)
    _check_kept(messages, found)
    for (asked, before), (_, after) in zip(pairs(messages), pairs(found), strict=True):
        _check_results(asked, before, after)


def _check_kept(messages: list[dict], found: list[dict]) -> None:
    old, new = flat(messages), flat(found)
    if any((role, block["type"]) == ("assistant", "tool_result") for _, role, block in new):
        history_fails("ROLE", "un résultat est rendu sous le rôle `assistant`.")
    strange = {str(role) for _, role, _ in new} - {role for _, role, _ in old} - {"user", "assistant"}
    if strange:
        history_fails("ROLE", f"un message porte le rôle `{strange.pop()}`.")
    known = {str(block.get("id")) for _, _, block in old if block["type"] == "tool_use"}
    server = {str(block.get("id")) for _, _, block in old if block["type"] == "server_tool_use"}
    results = [block for _, _, block in old if block["type"] == "tool_result"]
    added = [block for _, _, block in new if block["type"] == "tool_result" and block not in results]
    ids = [str(block.get("tool_use_id")) for block in added]
    if set(ids) & server:
        history_fails("SERVEUR", "un `server_tool_use` a reçu un résultat : cet outil tourne chez Anthropic.")
    if set(ids) - known:
        history_fails("CORR", f"résultat ajouté pour `{min(set(ids) - known)}`, que personne ne demande.")
    rest = [(role, block) for _, role, block in new if block not in added]
    if rest != [(role, block) for _, role, block in old]:
        was, now = [[block["type"] for *_, block in part] for part in (old, rest)]
        history_fails("INTACT", f"blocs reçus : {', '.join(was)} ; gardés : {', '.join(now)}.")


def _check_results(asked: list[str], before: list[tuple[int, dict]], after: list[tuple[int, dict]]) -> None:
    given = answered(after)
    lost = [id for id in asked if id not in given]
    if lost:
        code = "UN-SEUL" if set(given) - set(answered(before)) else "PAIRE"
        history_fails(code, f"après le tour qui le demande, toujours pas de résultat pour `{lost[0]}`.")
    if len(given) > len(set(given)) or set(given) - set(asked):
        history_fails("CORR", f"demandes : {', '.join(asked) or 'aucune'} ; résultats : {', '.join(given)}.")
    kinds = [block["type"] for _, block in after]
    if "tool_result" in kinds[kinds.index("text") :] if "text" in kinds else False:
        history_fails(
            "ORDRE", f"dans le tour `user`, un autre bloc précède un résultat : {', '.join(kinds)}."
        )
    places = [
        {number for number, block in part if block["type"] == "tool_result"} for part in (before, after)
    ]
    if len(places[1]) > max(1, len(places[0])):
        history_fails("GROUPE", "les résultats de ce tour sont dans plusieurs messages.")
    old = [block for _, block in before]
    for _, block in after:
        if block["type"] == "tool_result" and block not in old:
            _check_told(block)


def _check_told(block: dict) -> None:
    start = f"le résultat ajouté pour `{block.get('tool_use_id')}`"
    if block.get("is_error") is not True:
        history_fails("VIDE", f"{start} ne porte pas `is_error` : l'outil n'a pourtant pas répondu.")
    content = block.get("content") or ""
    told = content if isinstance(content, str) else "".join(str(one.get("text", "")) for one in content)
    if not told.strip():
        history_fails("MESSAGE", f"{start} n'a pas de message.")
