"""The real runs, condition by condition: they show where they are, and go on where they stopped."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from tooluse.experiments import tool_count, vols24
from tooluse.experiments.smollm2 import GROUP, WEIGHTS, prompt, weights
from tooluse.experiments.smollm2.decode import Decoder, Generation
from tooluse.experiments.smollm2.prompt import CONDITIONS

# In logits. Two machines add up the same numbers in different orders; where the best token is ahead of the
# next by less than this, they may choose differently, and from there on write different texts.
TIGHT = 0.02
TOOLS = "tools-"
Say = Callable[[str], None]
NOTE = (
    "`seconds` dépend de la machine. `tight` : places où le token choisi devance le suivant de moins de "
    f"{TIGHT} logit ; une autre machine peut y choisir l'autre. "
    "`removed` : probabilité que chaque masque retire. "
    "`wanted` : ce que le modèle voulait écrire là où le masque l'en a empêché."
)


class Task(NamedTuple):
    """What the 24 prompts of a condition share, and what the mask is made from."""

    shared: str
    schema: dict[str, Any] | None


def decoder() -> Decoder:
    """The model, loaded: some seconds."""
    return Decoder(weights.load())


def prepare(name: str) -> Task:
    """The task of a condition of either experiment: "rich-masked", "tools-10"."""
    if name.startswith(TOOLS):
        tools = tool_count.catalogue(int(name.removeprefix(TOOLS)), "en")
        return Task(prompt.turn("system", prompt.system_text(tools)), prompt.choice_schema(tools))
    return Task(prompt.beginning(CONDITIONS[name]), CONDITIONS[name].schema)


def names(experiment: str) -> list[str]:
    """The conditions of an experiment, in the order in which they run."""
    if experiment == "tool-count":
        return [f"{TOOLS}{count}" for count in tool_count.counts()]
    return list(CONDITIONS)


def run(model: Decoder, name: str, ids: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
    """The trials of one condition, as the record holds them."""
    task, wanted = prepare(name), set(ids) if ids is not None else None
    length, cache = model.read(task.shared)
    for asked in vols24.requests("en"):
        if wanted is None or asked.id in wanted:
            end, began = prompt.ending(asked.text), time.perf_counter()
            said = model.generate(end, cache, task.schema, prompt.frozen()["max_tokens"])
            seconds = time.perf_counter() - began
            head = {"condition": name, "id": asked.id, "prompt_sha256": prompt.sha256(task.shared + end)}
            head["prompt_tokens"] = length + len(model.encode(end))
            yield head | told(model, said) | {"seconds": round(seconds, 1)}


def told(model: Decoder, said: Generation) -> dict[str, Any]:
    """A generation in plain data."""
    found: dict[str, Any] = {"text": model.decode(said.tokens), "tokens": said.tokens}
    tight = {str(at): round(gap, 4) for at, gap in enumerate(said.gaps) if gap < TIGHT}
    found |= {"tight": tight} if tight else {}
    if said.removed:
        found["removed"] = [round(share, 3) for share in said.removed]
        found["wanted"] = {
            str(at): model.decode([token]) for at, token in enumerate(said.wanted) if token is not None
        }
    return found


def record(experiment: str, path: Path, say: Say = lambda line: None) -> dict[str, Any]:
    """Run all that the file does not hold yet, and write it after each trial."""
    kept = json.loads(path.read_text(encoding="utf-8"))["trials"] if path.is_file() else []
    done = {(one["condition"], one["id"]) for one in kept}
    everything = [one.id for one in vols24.requests()]
    model, head = None, header(experiment)
    for name in names(experiment):
        left = [one for one in everything if (name, one) not in done]
        if left:
            model = model or decoder()
            for trial in run(model, name, left):
                kept.append(trial)
                save(path, head, kept)
                say(f"{name} {trial['id']} {len(kept)}/{len(names(experiment)) * len(everything)}")
    return {**head, "trials": kept}


def header(experiment: str) -> dict[str, Any]:
    """What a reader must know of the run to repeat it."""
    return {
        "model": "SmolLM2-135M-Instruct, Q4_1, calculé en float32 par NumPy",
        "decoding": "glouton : à chaque pas, le token le plus probable",
        "command": f"tooluse experiment {experiment} --model smollm2",
        "versions": {name: version(name) for name in (*GROUP, WEIGHTS)},
        "note": NOTE,
    }


def save(path: Path, head: dict[str, Any], trials: list[dict[str, Any]]) -> None:
    """One trial a line, so that two runs can be compared by eye; never half a file."""
    lines = ",\n    ".join(json.dumps(trial, ensure_ascii=False) for trial in trials)
    above = json.dumps(head, ensure_ascii=False, indent=2)[:-2]
    beside = path.with_suffix(".tmp")
    beside.write_text(f'{above},\n  "trials": [\n    {lines}\n  ]\n}}\n', encoding="utf-8")
    beside.replace(path)
