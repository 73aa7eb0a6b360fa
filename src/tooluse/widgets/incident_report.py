"""An incident as it was played -> what is shown of it: plain data for the front end and for the fallback.

The form: {"id", "title", "seen": prose, "cures": [[id, prose]], "class": None | {"right", "text": prose},
"played": {"verdict", "word", "title": prose, "why": prose, "counts", "facts": [[name, text]], "rows": [row]},
"said"}. A row is {"number", "who", "what": prose, "stop"}: one step of the exchange.
"""

from typing import Any

from tooluse import incidents
from tooluse.french import typeset
from tooluse.incidents import Incident, Played
from tooluse.widgets.json_text import short
from tooluse.widgets.labels import label
from tooluse.widgets.present import present
from tooluse.widgets.prose import plain, segments
from tooluse.widgets.recordings import recordings
from tooluse.widgets.steps import conversational, steps

Shown = dict[str, Any]
_WIDE = 300  # characters of one line


def report(name: str, guess: str, cure: str) -> Shown:
    """What one incident shows after a guess of its class, and with a cure; both may be empty."""
    one = incidents.incident(name)
    played = incidents.play(name, cure or None)
    judged = judged_class(one, guess) if guess else None
    told = played_shown(one, played)
    return {
        "id": name,
        "title": one.title,
        "seen": segments(one.seen),
        "cures": [[key, segments(incidents.remedies()[key].name)] for key in one.cures],
        "class": judged,
        "played": told,
        "said": plain(judged["text"]) if judged and not cure else f"{plain(told['title'])} : {told['word']}",
    }


def judged_class(one: Incident, guess: str) -> Shown:
    """Whether that is the class. If not, what the class taken means: the right one is not given away."""
    known = incidents.classes()
    if guess not in known:
        raise ValueError(typeset(f"Pas de classe « {guess} ». Classes connues : {', '.join(known)}."))
    word = known[guess]
    if guess != one.kind:
        means = word.means[0].lower() + word.means[1:]
        wrong = label("class_wrong", name=word.name.capitalize(), means=means)
        return {"right": False, "text": segments(f"{wrong} {label('class_ask_again')}")}
    named = word.exam if one.exam is None else one.exam
    exam = label("exam_word", word=named) if named else label("exam_no_word")
    return {"right": True, "text": segments(f"{label('class_right', name=word.name)} {one.why} {exam}")}


def played_shown(one: Incident, played: Played) -> Shown:
    """One run: its verdict, what was executed and read, its steps."""
    cure = played.cure
    title = label("replayed", name=incidents.remedies()[cure].name) if cure else label("played_broken")
    return {
        "verdict": played.verdict,
        "word": label(f"verdict_{played.verdict}"),
        "title": segments(title),
        "why": segments(one.cures[cure]) if cure else [],
        "counts": counts(played),
        "facts": facts(played),
        "rows": rows(played.calls),
    }


def counts(played: Played) -> str:
    made = len(played.calls)
    if played.cure is None:
        return label("requests_played", count=made)
    return label("requests_before", count=made, before=len(incidents.play(played.incident).calls))


def facts(played: Played) -> list[list[str]]:
    """What the code executed, what the user reads, what stopped it."""
    done = "; ".join(f"{name}({short(given, _WIDE)})" for name, given in played.executed)
    told = [
        [label("executed"), done or label("executed_nothing")],
        [label("user_reads"), (played.said or label("user_reads_nothing"))[:_WIDE]],
    ]
    return [*told, [label("stopped_by"), played.ended[:_WIDE]]] if played.ended else told


def shown_steps(source: Any) -> list[Shown]:
    """The steps of the flow debugger, without questions."""
    exchanges = conversational(recordings(source))
    return [{**step, "question": None} for step in present(steps(exchanges), exchanges)]


def rows(source: Any) -> list[Shown]:
    return [
        {"number": step["number"], "who": step["who"], "what": step["title"], "stop": step["stop"]}
        for step in shown_steps(source)
    ]
