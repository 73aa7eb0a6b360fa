"""The explanation of a simulated model -> what is shown of it: French words beside the model's own data.

Shown: {"decision", "facts", "threshold", "tools": [{"name", "chosen", "word", "score", "for": [point],
"against": [point]}], "arguments": [{"tool", "argument", "value", "source", "why"}], "more": [sentence]}.
A point is {"word", "where", "weight"}: a word of the request, where it met the tool, what it counted.
"""

from collections.abc import Mapping
from typing import Any

from tooluse.widgets.json_text import short
from tooluse.widgets.labels import known, label
from tooluse.widgets.prose import segments

Shown = dict[str, Any]


def found(source: Any) -> Mapping[str, Any] | None:
    """The explanation in `source`: an exchange, a client or a list of them (the last counts), or the data."""
    calls = getattr(source, "calls", None)
    source = calls if calls is not None and not callable(calls) else source
    if isinstance(source, list | tuple):
        source = source[-1] if source else None
    told = source if isinstance(source, Mapping) else getattr(source, "explanation", None)
    if isinstance(told, Mapping) and "tools" not in told and "explanation" in told:
        told = told["explanation"]  # a recorded exchange
    return told if isinstance(told, Mapping) and "tools" in told else None


def shown(told: Mapping[str, Any]) -> Shown:
    """All that is to be seen of one explanation."""
    tools = [_tool(tool) for tool in told["tools"]]
    best = max((tool.get("relevance", 0) for tool in told["tools"]), default=0)
    return {
        "decision": segments(_decision(told)),
        "facts": _facts(told),
        "threshold": label("threshold", threshold=number(told.get("threshold", 0)), relevance=number(best)),
        "tools": tools,
        "arguments": [_argument(one) for one in told.get("arguments", ())],
        "more": [segments(text) for text in _more(told)],
    }


def _decision(told: Mapping[str, Any]) -> str:
    if told.get("decision") == "call":
        names = dict.fromkeys(call["tool"] for call in told.get("calls", ()))
        return label("decision_call", names=", ".join(f"`{name}`" for name in names))
    return label("decision_format" if told.get("decision") == "format" else "decision_answer")


def _facts(told: Mapping[str, Any]) -> str:
    return label(
        "facts",
        profile=told.get("profile", "?"),
        language=told.get("language", "?"),
        today=told.get("today") or label("today_unknown"),
        mode=told.get("mode", "auto"),
    )


def _tool(tool: Mapping[str, Any]) -> Shown:
    return {
        "name": tool["name"],
        "chosen": bool(tool.get("chosen")),
        "word": label("chosen" if tool.get("chosen") else "not_chosen"),
        "score": number(tool.get("score", 0)),
        "for": [_point(point) for point in _sorted(tool.get("for", ()))],
        "against": [_point(point) for point in _sorted(tool.get("against", ()))],
    }


def _sorted(points: Any) -> list[Mapping[str, Any]]:
    return sorted(points, key=lambda point: -abs(point.get("weight", 0)))


def _point(point: Mapping[str, Any]) -> Shown:
    where = str(point.get("where", ""))
    word, match = str(point.get("word") or ""), str(point.get("matches") or "")
    if where == "act":
        word, match = _known(f"act_{word}", word), _known(f"act_{match}", match)
    if match and match.casefold() != word.casefold():
        word = f"{word} ≈ {match}" if word else match
    if kind := point.get("kind"):
        word = f"{word} ({_known(f'kind_{kind}', kind)})"
    return {
        "word": word,
        "where": _known(f"where_{where}", where),
        "weight": number(point.get("weight", 0), signed=True),
    }


def _argument(one: Mapping[str, Any]) -> Shown:
    return {
        "tool": one.get("tool", ""),
        "argument": one.get("argument", ""),
        "value": short(one["value"]) if "value" in one else "",
        "source": segments(_source(str(one.get("source", "")))),
        "why": segments(str(one.get("why") or "")),
    }


def _source(source: str) -> str:
    """« result:find_client » names the tool whose result it was."""
    kind, _, name = source.partition(":")
    if kind == "result" and name:
        return label("source_result_of", name=name)
    return _known(f"source_{kind}", source)


def _more(told: Mapping[str, Any]) -> list[str]:
    found_ = []
    if told.get("given_up"):
        names = ", ".join(f"`{one['tool']}`" for one in told["given_up"])
        found_.append(label("given_up", names=names))
    if told.get("lacking"):
        found_.append(label("lacking", names=", ".join(f"`{name}`" for name in told["lacking"])))
    return found_


def _known(key: str, word: str) -> str:
    """The French word, or the model's own where it has one that is new."""
    return label(key) if known(key) else word


def number(value: Any, *, signed: bool = False) -> str:
    """1.5 -> « 1,50 », with a true minus; « +1,50 » when signed."""
    text = f"{abs(value):.2f}".replace(".", ",")
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if signed else ""
    return sign + text
