"""The question asked before a step is shown, and its answer, both derived from the step itself.

What may be asked depends only on what the learner can already know (a reply and a refusal are asked about in
the same words). A question whose answer never changes is asked of the first step of its sort: after it, the
answer stands on the screen. Which one it is depends on the first request, so that flows differ.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

from tooluse.widgets import prompts
from tooluse.widgets.steps import Step, last_message, messages_in, tools_in

Question = dict[str, Any]

_STOPS = ("tool_use", "end_turn", "max_tokens")


def questions(found: list[Step], *, stops: bool = True) -> Iterator[Question | None]:
    """At most one question a step, in the form of data/questions; without `stops`, none about stop_reason."""
    start = _seed(found)
    seen: set[str] = set()
    for step in found:
        sort = _SORTS.get(step["kind"], step["kind"])
        askers = [asker for asker in _ALWAYS.get(sort, []) if stops or asker is not _stop]
        if sort not in seen:
            first = start % len(_ONCE[sort])
            askers += [*_ONCE[sort][first:], *_ONCE[sort][:first]]
        seen.add(sort)
        yield next(filter(None, (ask(step) for ask in askers)), None)


def _seed(found: list[Step]) -> int:
    """A number that belongs to this conversation."""
    return crc32(json.dumps(found[0]["document"], sort_keys=True).encode()) if found else 0


def _who(step: Step) -> Question:
    return _question("who", step["actor"], prompts.REASONS_WHO[step["kind"]], number=step["number"])


def _nothing(_: Step) -> None:
    return None


def _executes(step: Step) -> Question:
    return _question("executes", step["actor"], prompts.REASONS_WHO[step["kind"]], name=_name(step))


def _sees(step: Step) -> Question:
    return _constant("sees", name=_name(step))


def _name(step: Step) -> str:
    return step["calls"][0]["name"].replace("`", "")


def _first_role(step: Step) -> Question | None:
    return _constant("first_role") if last_message(step["document"]).get("role") == "user" else None


def _tools(step: Step) -> Question | None:
    return _constant("tools") if tools_in(step["document"]) else None


def _memory(step: Step) -> Question | None:
    return None if step["compared"] else _constant("memory")


def _role(step: Step) -> Question | None:
    """A wrong role is a mistake of the code; nobody can be asked to foresee it."""
    return _constant("role") if last_message(step["document"]).get("role") == "user" else None


def _resends(step: Step) -> Question | None:
    return _constant("resends") if len(messages_in(step["document"])) > 2 else None


def _count(step: Step) -> Question | None:
    """How many results must follow: with one call, the step before has just said so."""
    count = len(step["calls"])
    if count < 2:
        return None
    reasons = {"1": "less", str(count): "right", str(count + 1): "more"}
    explained = {choice: prompts.COUNTS[name].format(count=count) for choice, name in reasons.items()}
    return _made(prompts.PROMPTS["count"], {choice: choice for choice in reasons}, str(count), explained)


def _stop(step: Step) -> Question | None:
    stop = step["stop"] or ""
    unknown = step["kind"] == "reply" and stop not in prompts.WHY_STOP
    if unknown or step["inferred"] or step["kind"] == "silence":
        return None
    words = [*_STOPS] if not stop or stop in _STOPS else [*_STOPS[:-1], stop]
    options = {word: f"`{word}`" for word in words} | {"": prompts.NO_STOP}
    reasons = {word: _stop_reason(word, stop) for word in options}
    return _made(prompts.PROMPTS["stop"], options, stop, reasons)


def _stop_reason(choice: str, stop: str) -> str:
    if not choice:
        return prompts.NOT_REFUSED if stop else prompts.REFUSED
    if not stop:
        return prompts.STOP_OF_NOTHING.format(stop=choice)
    text = prompts.IS_STOP if choice == stop else prompts.NOT_STOP
    return text.format(stop=choice, why=prompts.WHY_STOP[choice])


# What comes back is asked about in the same words, be it a reply or a refusal.
_SORTS = {"unanswered": "execution", "error": "reply", "silence": "reply"}
_Asker = Callable[[Step], Question | None]
_ALWAYS: dict[str, list[_Asker]] = {"execution": [_count], "reply": [_stop]}
_ONCE: dict[str, list[_Asker]] = {
    "request": [_who, _memory, _first_role, _tools],
    "resume": [_nothing],  # the pause has just said what to send
    "results": [_role, _resends],
    "execution": [_executes, _sees],
    "reply": [_who],
}


def _constant(name: str, /, **fields: Any) -> Question:
    return _question(name, prompts.ANSWERS[name], prompts.REASONS[name], **fields)


def _question(name: str, answer: str, reasons: dict[str, str], /, **fields: Any) -> Question:
    return _made(prompts.PROMPTS[name].format(**fields), prompts.CHOICES[name], answer, reasons)


def _made(prompt: str, options: dict[str, str], answer: str, reasons: dict[str, str]) -> Question:
    choices = [
        {"text": text, "right": name == answer, "explanation": reasons[name]}
        for name, text in options.items()
    ]
    return {"prompt": prompt, "choices": choices}
