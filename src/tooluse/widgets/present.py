"""Steps -> what is shown: French sentences, lines of JSON, notes. Widget and HTML fallback read the same.

A shown step: {number, kind, phase, absent: [phase], actor, who, arrow: "right"|"left"|"here", label, title,
sentence, stop, where, calls, json: {title, sections}, remarks, notes, question}; texts are segments,
`question` has the form of data/questions.
"""

import json
from typing import Any

from tooluse.widgets import lines, phases, predictions, story, violations
from tooluse.widgets.labels import counted, label
from tooluse.widgets.paths import dotted
from tooluse.widgets.prose import segments
from tooluse.widgets.recordings import Recording
from tooluse.widgets.steps import Step, last_message, results_in, tools_in

Shown = dict[str, Any]

_ARROWS = {"code": "right", "model": "left", "api": "left"}


def present(found: list[Step], exchanges: list[Recording], *, stops: bool = True) -> list[Shown]:
    """One shown step a step; `exchanges` are those that the steps came from, in the same order.

    Without `stops`, no question is about stop_reason.
    """
    judged = [violations.notes(item) for item in exchanges]
    asked = predictions.questions(found, stops=stops)
    absent = phases.absent(found)
    several = len({step["conversation"] for step in found}) > 1
    shown = []
    for step, question, missing in zip(found, asked, absent, strict=True):
        notes = judged[step["exchange"] - 1] if step["kind"] in _REQUESTS else []
        shown.append({**_shown(step, notes, several), "absent": missing, "question": question})
    return shown


_REQUESTS = ("request", "results", "resume")


def _shown(step: Step, notes: list[violations.Note], several: bool) -> Shown:
    here = step["kind"] in ("execution", "unanswered")
    short, title, sentence = _story(step)
    stop = step["stop"]
    return {
        "number": step["number"],
        "kind": step["kind"],
        "phase": step["phase"],
        "actor": step["actor"],
        "who": label(step["actor"]),
        "arrow": "here" if here else _ARROWS[step["actor"]],
        "label": segments(short),
        "title": segments(title),
        "sentence": segments(sentence),
        "stop": stop or "",
        "where": _where(step, several),
        "calls": [_call(call) for call in step["calls"]] if here else [],
        "json": None if step["document"] is None else _json(step, notes),
        "remarks": [segments(remark) for remark in _remarks(step)],
        "noted": label("noted_many" if len(notes) > 1 else "noted_one", count=len(notes)) if notes else "",
        "notes": [_note(note) for note in notes],
    }


def _story(step: Step) -> tuple[str, str, str]:
    if step["kind"] == "reply":
        texts = story.STOPS.get(step["stop"] or "", story.STOPS[""])
    elif step["kind"] == "error" and not _at_fault(step["status"]):
        texts = story.STEPS["error_server"]
    elif step["kind"] == "request" and not tools_in(step["document"]):
        texts = story.STEPS["request_plain"]
    else:
        texts = story.STEPS[step["kind"]]
    fields = _fields(step)
    short, title, sentence = (text.format(**fields) for text in texts)
    return short, title, sentence


def _at_fault(status: int) -> bool:
    """The request is wrong, rather than early (429) or unlucky (5xx, an error inside a stream)."""
    return 400 <= status < 500 and status != 429


def _fields(step: Step) -> dict[str, Any]:
    document = step["document"] if isinstance(step["document"], dict) else {}
    error = document.get("error") if isinstance(document.get("error"), dict) else {}
    last = last_message(document)
    mine = [call for call in step["calls"] if not call["server"]]
    return {
        "tools": counted(len(tools_in(document)), "tool"),
        "results": len(results_in(last)),
        "role": _word(last.get("role")),
        "status": step["status"] if step["status"] >= 400 else "pendant le flux",
        "error_type": _word(error.get("type")),
        "calls": counted(len(mine), "tool"),
        "ran": _ran(mine),
        "names": ", ".join(dict.fromkeys(f"`{_word(call['name'])}`" for call in mine)),
    }


def _ran(calls: list[dict[str, Any]]) -> str:
    """« 2 outils », or « 1 outil sur 2 » where some have no result."""
    done = sum(call["state"] != "missing" for call in calls)
    return counted(done, "tool") + ("" if done == len(calls) else f" sur {len(calls)}")


def _word(value: Any) -> str:
    """Untrusted text inside a code span: no backtick, and short."""
    return str(value).replace("`", "ʼ").replace("\n", " ")[:64]


def _where(step: Step, several: bool) -> str:
    parts = [label("conversation", number=step["conversation"])] if several else []
    parts.append(label("turn_of", turn=step["turn"], turns=step["turns"]))
    return " · ".join(parts)


def _call(call: dict[str, Any]) -> dict[str, Any]:
    given = call["input"] if isinstance(call["input"], dict) else {"…": call["input"]}
    arguments = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
    result = call["result"]
    text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    return {
        "id": str(call["id"]),
        "call": f"{call['name']}({arguments})",
        "state": call["state"],
        "state_text": label(call["state"]),
        "result": "" if result is None else text,
    }


def _json(step: Step, notes: list[violations.Note]) -> dict[str, Any]:
    found = lines.sections(step["document"], step["marks"], violations.by_path(notes), fold=step["compared"])
    return {
        "title": _json_title(step),
        "sections": [{**section, "fold": _fold(section)} for section in found],
    }


def _json_title(step: Step) -> str:
    if step["kind"] in _REQUESTS:
        return label("request_rebuilt" if step["rebuilt"] else "request_json")
    if step["rebuilt"]:
        return label("reply_rebuilt")
    streamed = step["streamed"] and step["kind"] == "reply"
    return label("reply_streamed" if streamed else "reply_json", status=step["status"])


def _fold(section: lines.Section) -> str:
    """The summary of a folded section, "" for an open one."""
    fold, size = section["fold"], counted(len(section["lines"]), "line")
    if not fold.startswith("messages."):
        return fold and label("fold", name=fold, lines=size)
    first, _, last = fold.replace("messages.", "").partition("/")
    if last:
        return label("fold_messages", first=first, last=last, lines=size)
    return label("fold_message", first=first, lines=size)


def _remarks(step: Step) -> list[str]:
    remarks = []
    if step["inferred"]:
        remarks.append(story.INFERRED)
    if step["kind"] == "error" and isinstance(step["document"].get("error"), dict):
        remarks.append(f"« {step['document']['error'].get('message')} »")
    if step["removed"]:
        names = ", ".join(f"`{_word(dotted(path))}`" for path in step["removed"][:6])
        remarks.append(label("removed", paths=names))
    if step["retried"]:
        remarks.insert(0, label("retried"))
    if step["compared"] and not step["marks"] and not step["removed"]:
        remarks.append(label("same"))
    return remarks


def _note(note: violations.Note) -> dict[str, Any]:
    return {
        "rule": note["rule"],
        "severity": note["severity"],
        "word": label(f"violation_{note['severity']}"),
        "path": note["path"],
        "message": note["message"],
        "meaning": segments(note["meaning"]),
        "remedy": segments(note["remedy"]),
        "lesson": label("lesson", lesson=note["lesson"]) if note["lesson"] else "",
    }
