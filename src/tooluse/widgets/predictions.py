"""The question asked before a step is shown, and its answer, both derived from the step itself.

What may be asked depends only on what the learner can already know (a reply and a refusal are asked about in
the same words), and rotates with the number of steps of that sort seen so far.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tooluse.widgets import story
from tooluse.widgets.steps import Step, last_message

Question = dict[str, Any]

_STOPS = ("tool_use", "end_turn", "max_tokens")


def questions(found: list[Step]) -> Iterator[Question | None]:
    """One question a step, in the form of data/questions."""
    seen: Counter[str] = Counter()
    for step in found:
        sort = _SORTS[step["kind"]]
        askers = _ASKERS[sort]
        turned = [askers[(seen[sort] + shift) % len(askers)] for shift in range(len(askers))]
        seen[sort] += 1
        yield next(filter(None, (ask(step) for ask in turned)), None)


def _who(step: Step) -> Question:
    why = story.WHY_WHO[step["kind"]]
    prompt = story.PROMPTS["who"].format(number=step["number"])
    return _question(prompt, story.WHO, step["actor"], why)


def _executes(step: Step) -> Question:
    name = step["calls"][0]["name"] if step["calls"] else "?"
    prompt = story.PROMPTS["executes"].format(name=name.replace("`", ""))
    return _question(prompt, story.WHO, step["actor"], story.WHY_WHO[step["kind"]])


def _first_role(step: Step) -> Question | None:
    role = last_message(step["document"]).get("role")
    options = {name: f"`{name}`" for name in ("user", "assistant", "system")}
    if role not in options:
        return None
    return _question(story.PROMPTS["first_role"], options, role, story.WHY_ROLE[role])


def _role(step: Step) -> Question | None:
    """A wrong role is a mistake of the code; nobody can be asked to foresee it."""
    if last_message(step["document"]).get("role") != "user":
        return None
    options = {name: f"`{name}`" for name in ("tool", "user", "assistant")}
    return _question(story.PROMPTS["role"], options, "user", story.WHY_ROLE["user"])


def _stop(step: Step) -> Question | None:
    unknown = step["kind"] == "reply" and step["stop"] not in story.WHY_STOP
    if unknown or step["inferred"] or step["kind"] == "silence":
        return None
    words = [*_STOPS]
    if step["stop"] and step["stop"] not in words:
        words[-1] = step["stop"]
    options = {word: f"`{word}`" for word in words} | {"": story.NO_STOP}
    if not step["stop"]:
        return _question(story.PROMPTS["stop"], options, "", story.WHY_NO_STOP)
    return _question(story.PROMPTS["stop"], options, step["stop"], story.WHY_STOP[step["stop"]])


def _count(step: Step) -> Question | None:
    """Asked of an execution: how many results must follow."""
    count = len(step["calls"])
    options = {str(number): str(number) for number in sorted({0, 1, count, count + 1})}
    return _question(story.PROMPTS["count"], options, str(count), story.WHY_COUNT.format(count=count))


_SORTS = {
    "request": "opening",
    "resume": "opening",
    "results": "results",
    "execution": "execution",
    "unanswered": "execution",
    "reply": "answer",
    "error": "answer",
    "silence": "answer",
}
_ASKERS: dict[str, list[Callable[[Step], Question | None]]] = {
    "opening": [_who, _first_role],
    "results": [_role, _who],
    "execution": [_executes, _count],
    "answer": [_stop, _stop, _who],
}


def _question(prompt: str, options: dict[str, str], answer: str, why: str) -> Question:
    choices = [{"text": text, "right": name == answer, "explanation": why} for name, text in options.items()]
    return {"prompt": prompt, "choices": choices}
