"""TP01, public checks: one or two simple cases a task. The `check_…` functions judge what came back."""

import json
from functools import partial
from typing import Any

from tooluse.mock import message
from tooluse.mock.models import Reply, reply, tool_use
from tooluse.practice import Outcome, Suite, fail, note, plain

suite = Suite("tp01")

path_fails = partial(fail, look="leçon 01, « Les cinq étapes »")
reading_fails = partial(fail, look="leçon 01, « Lire par type »")
result_fails = partial(fail, look="leçon 01, « Écrire le résultat »")
history_fails = partial(fail, look="leçon 01, « Garder l'historique »")
pairing_fails = partial(fail, look="leçon 01, « Ce que l'API refuse »")
who_fails = partial(fail, look="leçon 01, « Qui exécute ? »")


def listed(values: Any) -> str:
    return ", ".join(f"`{value}`" for value in values) or "rien"


# q1 and q6: the form only.

CARDS = list("ABCDEFG")
AUTHORS = ("code", "model")
ROLES = ("user", "assistant", "none")
DIRECTIONS = ("request", "response", "local")
CASES = range(1, 7)
WHO = ("code", "anthropic", "nobody")


def path_of(student: Any) -> list[list[str]]:
    """The rows of PATH: each card once, four values a row."""
    path = plain(student.value("PATH"))
    if not isinstance(path, list) or not all(isinstance(row, list) and len(row) == 4 for row in path):
        path_fails(None, "`PATH` n'est pas une liste de tuples de quatre textes.")
    cards = [str(row[0]) for row in path]
    if sorted(cards) != CARDS:
        path_fails(None, f"`PATH` doit contenir chaque carte une fois ; elle contient {listed(cards)}.")
    return path


def answers_of(student: Any) -> dict[int, Any]:
    """WHO by number of case."""
    given = student.value("WHO")
    if not isinstance(given, dict) or sorted(map(str, given)) != [str(case) for case in CASES]:
        who_fails(None, "`WHO` n'est pas un dictionnaire dont les clés sont les numéros 1 à 6.")
    return {int(case): answer for case, answer in given.items()}


@suite.test("q1", "forme de la réponse")
def path_form(student: Any) -> None:
    for row in path_of(student):
        for value, known in zip(row[1:], (AUTHORS, ROLES, DIRECTIONS), strict=True):
            if value not in known:
                code = "ROLE" if known is ROLES and "tool" in str(value) else None
                path_fails(code, f"Carte {row[0]} : `{value}` n'est pas permis ici ({listed(known)}).")


@suite.test("q6", "forme de la réponse")
def answers_form(student: Any) -> None:
    for case, answer in answers_of(student).items():
        if answer not in WHO:
            code = "EXEC" if str(answer).lower() in ("model", "modèle", "claude", "assistant") else None
            who_fails(code, f"Cas {case} : `{answer}` n'est pas permis ({listed(WHO)}).")


def check_requests(student: Any, said: Reply, lost: str | None = None) -> None:
    """`requests_in` gives exactly the client's calls; `lost` is the code when it misses some."""
    response = message(said)
    blocks = plain(response)["content"]
    expected = [[b["id"], b["name"], b["input"]] for b in blocks if b["type"] == "tool_use"]
    told = f"Blocs de la réponse : {listed(b['type'] for b in blocks)}."
    outcome = student.call("requests_in", response)
    error = f"{told} Votre fonction a levé {outcome.exception}."
    rows = plain(outcome.value_or_fail(_reading_error(outcome), error))
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        nothing = "VIDE" if rows is None and not expected else None
        reading_fails(nothing, f"{told} Rendu : `{rows}`, et non une liste de tuples `(id, nom, entrée)`.")
    if rows != expected:
        wanted, seen = {row[0] for row in expected}, {row[0] for row in rows}
        servers = {b["id"] for b in blocks if b["type"] == "server_tool_use"}
        code = "SERVEUR" if seen & servers else "CORR" if seen - wanted else lost if wanted - seen else None
        if _remembers(student, "requests_in", message(reply(tool_use("ping")))):
            code, told = "ALIAS", f"{told} Votre fonction garde ce qu'elle a trouvé aux appels précédents."
        reading_fails(code, f"{told} Attendu : `{expected}`. Rendu : `{rows}`.")


def _remembers(student: Any, function: str, argument: Any) -> bool:
    """A list that outlives the call, as a default value does: the same call finds more each time."""
    first, second = (plain(student.call(function, argument).returned) for _ in range(2))
    return isinstance(first, list) and isinstance(second, list) and len(second) > len(first)


def _reading_error(outcome: Outcome) -> str | None:
    """A block of another type lacks `id`, `name`, `input`; a short response lacks the block itself."""
    kind = outcome.exception.type if outcome.exception else ""
    return {"AttributeError": "POS", "IndexError": "POS", "StopIteration": "UN-SEUL"}.get(kind)


@suite.test("q2", "une demande après un texte")
def one_request(student: Any) -> None:
    check_requests(student, reply("Je regarde.", tool_use("get_weather", city="Lyon")), lost="POS")


@suite.test("q2", "aucune demande")
def no_request(student: Any) -> None:
    check_requests(student, reply("Bonjour."))


def check_result(student: Any, call: dict[str, Any], output: Any) -> None:
    """`tool_result` answers this call with this output: the right id, the right text, nothing else."""
    block = message(reply(call)).content[0]
    result = plain(student.call("tool_result", block, output).value)
    if not isinstance(result, dict) or result.get("type") != "tool_result":
        code = "ROLE" if isinstance(result, dict) and result.get("role") in ("tool", "assistant") else None
        result_fails(code, f"Rendu : `{result}`, et non un bloc de type `tool_result`.")
    pair = result.get("tool_use_id")
    if pair != block.id:
        result_fails("CORR", f"La demande porte l'id `{block.id}`, le résultat `tool_use_id` : `{pair}`.")
    if extra := set(result) - {"type", "tool_use_id", "content", "is_error", "cache_control"}:
        result_fails(None, f"Le bloc contient aussi {listed(sorted(extra))} : l'API refuse ces clés.")
    if result.get("is_error"):
        code = None if output else "VIDE"  # nothing found, and told as a failure
        result_fails(code, "L'outil a réussi, et le bloc annonce une erreur : `is_error`.")
    _check_content(result.get("content"), output)


def _check_content(content: Any, output: Any) -> None:
    text, told = text_of(content), f"Pour la sortie `{output!r}`, `content` vaut `{content!r}`"
    if text is None and (content is not None or output):
        result_fails("JSON", f"{told} : ce n'est pas du texte.")
    if isinstance(output, str):
        if (text or "") != output:
            python = text in (repr(output), json.dumps(output), json.dumps(output, ensure_ascii=False))
            result_fails(
                "VIDE" if not output else "JSON" if python else None, f"{told} : la chaîne a changé."
            )
    elif _canonical(_from_json(text)) != _canonical(output):
        invented = not output and (text or "").strip('"') != str(output)
        result_fails("VIDE" if invented else "JSON", f"{told} : ce n'est pas cette valeur en JSON.")


def text_of(content: Any) -> str | None:
    """The text of a `content`: a string, or text blocks. None when it is anything else."""
    if isinstance(content, list) and all(isinstance(b, dict) and b.get("type") == "text" for b in content):
        content = "".join(str(block.get("text")) for block in content)
    return content if isinstance(content, str) else None


def _from_json(text: str | None) -> Any:
    try:
        return json.loads(text or "")
    except ValueError:
        return f"not JSON: {text}"


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)  # 1 and true differ


@suite.test("q3", "un texte")
def text_output(student: Any) -> None:
    call = tool_use("get_weather", city="Lyon")
    check_result(student, call, "Soleil, 18 °C")
    sent = student.call("tool_result", message(reply(call)).content[0], {"ville": "Nîmes"})
    if not sent.exception and "\\u00ee" in str(plain(sent.returned)):
        note(
            "vos accents partent en `\\u00ee` : c'est juste, mais illisible et plus long. "
            "Ajoutez `ensure_ascii=False`."
        )


def messages_from(outcome: Outcome, history: list[dict]) -> list[dict]:
    """What `next_messages` returned, when it is a list of messages."""
    given = plain(outcome.value)
    if given is None and plain(outcome.args_after[0]) != history:
        history_fails("ALIAS", "Votre fonction ne rend rien : elle a allongé la liste `messages` reçue.")
    shaped = isinstance(given, list) and all(isinstance(m, dict) and "content" in m for m in given)
    if not shaped:
        history_fails(None, f"Rendu : `{given}`, et non une liste de messages.")
    return given


@suite.test("q4", "une demande, un résultat")
def one_result(student: Any) -> None:
    history = [{"role": "user", "content": "Quel temps fait-il à Lyon ?"}]
    call = reply(tool_use("get_weather", id="toolu_01lyon", city="Lyon"))
    result = {"type": "tool_result", "tool_use_id": "toolu_01lyon", "content": "18 °C"}
    given = messages_from(student.call("next_messages", history, message(call), [result]), history)
    roles = [said.get("role") for said in given]
    if roles[-1:] not in (["user"], []):
        carries = any(map(_is_result, _as_list(given[-1]["content"])))
        code = "ROLE" if carries or roles[-1] != "assistant" else "PAIRE"
        history_fails(code, f"Le dernier message porte le rôle `{roles[-1]}` : `{given[-1]}`.")
    sent = [block for said in given[2:] for block in _as_list(said["content"])]
    answered = [_is_result(block) for block in sent]
    if any(answered[1:]) and not answered[0]:
        history_fails("ORDRE", f"Autre chose qu'un `tool_result` vient en premier : `{sent}`.")
    if roles != ["user", "assistant", "user"]:
        code = "INTACT" if "assistant" not in roles or roles == ["assistant", "user"] else None
        history_fails(code, f"Rôles attendus : `user`, `assistant`, `user`. Rendus : {listed(roles)}.")
    if not any(map(_is_result, sent)):
        history_fails("PAIRE", f"Le dernier message ne contient pas le bloc `tool_result` : `{sent}`.")


def _as_list(content: Any) -> list:
    return content if isinstance(content, list) else [content]


def _is_result(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_result"


def asks(*ids: str, kind: str = "tool_use") -> dict[str, Any]:
    """An assistant's message with these calls."""
    calls = [{"type": kind, "id": id, "name": "get_weather", "input": {}} for id in ids]
    return {"role": "assistant", "content": [{"type": "text", "text": "Je regarde."}, *calls]}


def answers(*ids: str, then: str = "") -> dict[str, Any]:
    """A user's message with these results, and a text behind them if there is one."""
    results = [{"type": "tool_result", "tool_use_id": id, "content": "18 °C"} for id in ids]
    return {"role": "user", "content": results + ([{"type": "text", "text": then}] if then else [])}


def says(role: str, text: str = "Bien.") -> dict[str, Any]:
    return {"role": role, "content": text}


def check_violations(student: Any, messages: list, expected: list, **codes: str) -> Outcome:
    """`violations` gives exactly these; codes: `lost`, `invented`, `raised` say what a difference shows."""
    outcome = student.call("violations", messages)
    told = f"Messages : {_story(messages)}."
    error = f"{told} Votre fonction a levé {outcome.exception}."
    given = plain(outcome.value_or_fail(codes.get("raised"), error))
    if not isinstance(given, list | set) or not all(map(_is_fault, given)):
        pairing_fails(None, f"{told} Rendu : `{given}`, et non une liste de couples `(faute, id)`.")
    rows = sorted((tuple(row) for row in given), key=str)
    if rows != sorted(expected, key=str):
        extra = {id for _, id in set(rows) - set(expected)}
        code = codes.get("invented") if extra else codes.get("lost")
        known = [id for block in _blocks(messages) if (id := block.get("id") or block.get("tool_use_id"))]
        if not extra <= {*known}:
            code = "CORR"  # an id that no block has, as the wrong key gives
        if extra & {block["id"] for block in _blocks(messages) if block["type"] == "server_tool_use"}:
            code = "SERVEUR"
        if _remembers(student, "violations", [asks("a")]):
            code, told = "ALIAS", f"{told} Votre fonction garde les fautes des appels précédents."
        pairing_fails(code, f"{told} Attendu : `{sorted(expected)}`. Rendu : `{rows}`.")
    return outcome


def _is_fault(row: Any) -> bool:
    pair = isinstance(row, list | tuple) and len(row) == 2
    return pair and not any(isinstance(part, list | dict) for part in row)


def _blocks(messages: list[dict]) -> list[dict]:
    return [block for said in messages if isinstance(said["content"], list) for block in said["content"]]


def _story(messages: list[dict]) -> str:
    def told(said: dict) -> str:
        parts = [
            f"`{b['type']}` {b.get('id') or b.get('tool_use_id') or ''}".strip() for b in _blocks([said])
        ]
        return f"{said['role']} ({', '.join(parts) or 'texte'})"

    return " ; ".join(map(told, messages))


@suite.test("q5", "une paire complète")
def complete_pair(student: Any) -> None:
    check_violations(student, [says("user"), asks("a"), answers("a"), says("assistant")], [])


@suite.test("q5", "une demande sans résultat")
def missing_result(student: Any) -> None:
    check_violations(student, [says("user"), asks("a"), says("user")], [("missing", "a")], lost="PAIRE")
