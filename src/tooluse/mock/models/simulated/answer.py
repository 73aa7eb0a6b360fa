"""What is said in the end: the results put into words, in the user's language; never an invention."""

import json
import re
from typing import Any

from tooluse.french import typeset
from tooluse.mock.models.simulated.follow_up import Plan
from tooluse.mock.models.simulated.lexicon import fold, table, tokens
from tooluse.mock.models.simulated.perceive import Call, Scene

_GREETINGS = frozenset("bonjour bonsoir salut hello hi hey coucou merci thanks".split())
_SHOWN = 12  # entries of a list, and keys of an entry, that are told


def closing(scene: Scene, plan: Plan) -> str:
    """The last text of a turn: the results, the failures, or that no tool fits."""
    told = [
        _told(call, scene, plan)
        for call in _of_interest(scene, plan)
        if call.result is not None and _counts(call, scene, plan)
    ]
    if plan.lacking:
        told.append(_say(scene, "missing", what=", ".join(dict.fromkeys(one.name for one in plan.lacking))))
    if told:
        return "\n".join(told)
    words = tokens(scene.task)
    if words and words[0] in _GREETINGS and len(words) < 8:
        return _say(scene, "greeting")
    return _say(scene, "no_fit" if scene.tools else "no_tools", task=_cut(scene.task.strip(), 160))


def _of_interest(scene: Scene, plan: Plan) -> list[Call]:
    """The calls that were asked for; lookups on the way count only where these gave nothing."""
    asked = {intent.tool.name for intent in plan.intents}
    wanted = [call for call in scene.calls if call.name in asked and call.result is not None]
    return wanted if wanted and not plan.lacking else list(scene.calls)


def preface(scene: Scene, plan: Plan) -> str:
    names = list(dict.fromkeys(step.tool.name for step in plan.steps))
    return _say(scene, "preface", what=", ".join(names))


def _counts(call: Call, scene: Scene, plan: Plan) -> bool:
    """Whether a call is told: failures that a later call made good are not."""
    if not call.failed:
        return True
    later = scene.calls[scene.calls.index(call) + 1 :]
    return not any(other.name == call.name for other in later)


def _told(call: Call, scene: Scene, plan: Plan) -> str:
    given = ", ".join(f"{name} = {_short(value)}" for name, value in call.input.items())
    if call.failed:
        before = [other for other in scene.calls if other.name == call.name and other.failed]
        key = "failed_twice" if len(before) > 1 else "failed"
        return _say(scene, key, tool=call.name, input=given, value=_cut(call.result or "", 600))
    if is_empty(call.value):
        return _say(scene, "empty", tool=call.name, input=given)
    value = worded(call.value, scene)
    if isinstance(call.value, str) and len(call.value.split()) > 3:
        return value
    return _say(scene, "result" if given else "result_plain", tool=call.name, input=given, value=value)


def is_empty(value: Any) -> bool:
    """Whether a result says that there is nothing."""
    if value is None or value == "" or value == [] or value == {}:
        return True
    if isinstance(value, str):
        return len(value) < 40 and any(
            re.search(pattern, fold(value)) for pattern in table("errors")["empty"]
        )
    if isinstance(value, dict):
        lists = [inner for inner in value.values() if isinstance(inner, list)]
        return bool(lists) and not any(lists) and len(value) <= 3
    return False


def worded(value: Any, scene: Scene, depth: int = 0) -> str:
    """A result in words; its values stand in it as they are."""
    if isinstance(value, dict):
        pairs = [f"{key} : {worded(inner, scene, depth + 1)}" for key, inner in list(value.items())[:_SHOWN]]
        return "; ".join(pairs) if depth else ", ".join(pairs)
    if isinstance(value, list):
        entries = [worded(inner, scene, depth + 1) for inner in value[:_SHOWN]]
        more = f" (… {len(value)})" if len(value) > _SHOWN else ""
        if depth or all(not isinstance(inner, dict) for inner in value):
            return ", ".join(entries) + more
        return "".join(f"\n- {entry}" for entry in entries) + more
    if isinstance(value, bool):
        return table("phrases")[scene.language]["yes" if value else "no"]
    return table("phrases")[scene.language]["none"] if value is None else _cut(str(value), 2000)


def _say(scene: Scene, key: str, **values: str) -> str:
    said = table("phrases")[scene.language][key]
    return (typeset(said) if scene.language == "fr" else said).format(**values).replace(": \n", ":\n")


def _short(value: Any) -> str:
    return _cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), 60)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
