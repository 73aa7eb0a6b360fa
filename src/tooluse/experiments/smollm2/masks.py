"""SmolLM2 under masks, with what it wanted to write at each step."""

from pathlib import Path
from typing import Any

import numpy as np

from tooluse.experiments import masks
from tooluse.experiments.smollm2.decode import Decoder
from tooluse.experiments.smollm2.network import softmax
from tooluse.experiments.smollm2.prompt import ending, sha256, turn
from tooluse.experiments.smollm2.runner import TIGHT, Say, decoder, header, save

NAME = "masks"
_SHOWN = 12


def record(path: Path, say: Say = lambda line: None) -> dict[str, Any]:
    """Ask all the questions, and write what came of them."""
    model, trials = decoder(), []
    for scene in masks.scenes():
        trials.append(run(model, scene))
        say(f"{scene} {len(trials)}/{len(masks.scenes())}")
    save(path, header(NAME), trials)
    return {**header(NAME), "trials": trials}


def run(model: Decoder, scene: str) -> dict[str, Any]:
    """One trial of the record."""
    return {"condition": NAME, "id": scene} | ask(model, scene, masks.scenes()[scene]["schema"])


def ask(model: Decoder, scene: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The question of a scene asked free, then under the mask of a schema; ValueError if that is none."""
    asked, most = masks.scenes()[scene], masks.plan()["max_tokens"]
    prompt = turn("system", asked["system"]) + ending(asked["user"])
    free = model.generate(prompt, max_tokens=most)
    found = {"prompt_sha256": sha256(prompt), "free": model.decode(free.tokens)}
    return found | _masked(model, prompt, schema, most)


def _masked(model: Decoder, prompt: str, schema: dict[str, Any], most: int) -> dict[str, Any]:
    matcher, tokens, steps, tight, stop = model.matcher(schema), [], [], {}, "max_tokens"
    logits, cache = model.network(model.encode(prompt))
    while len(tokens) < most:
        allowed = np.frombuffer(matcher.compute_logit_bias(), np.uint8)[: len(logits)] > 0
        kept = np.where(allowed, logits, np.float32(-np.inf))
        token = int(kept.argmax())
        if token == model.end:
            stop = "end"
            break
        steps.append(_step(model, tokens, logits, allowed, token))
        best = np.partition(kept[allowed], -2)[-2:] if allowed.sum() > 1 else None
        if best is not None and best[1] - best[0] < TIGHT:
            tight[str(len(tokens))] = round(float(best[1] - best[0]), 4)
        tokens.append(token)
        matcher.consume_token(token)
        if matcher.is_stopped() or matcher.is_accepting():
            stop = "end"
            break
        logits, cache = model.network([token], cache)
    told = {"text": model.decode(tokens), "tokens": tokens, "tight": tight, "stop": stop}
    return told | {"vocabulary": len(logits), "steps": steps}


def _step(
    model: Decoder, tokens: list[int], logits: np.ndarray, allowed: np.ndarray, chosen: int
) -> dict[str, Any]:
    chances = softmax(logits)
    ranked = np.argsort(-logits)
    best = [token for token in ranked if allowed[token]][: _SHOWN // 3]
    near = {chosen, *map(int, best), *map(int, ranked[: _SHOWN - len(best) - 1])}
    shown = sorted(near, key=lambda token: -logits[token])
    return {
        "written": model.decode(tokens),
        "allowed": int(allowed.sum()),
        "removed": round(float(chances[~allowed].sum()), 6),
        "wanted": model.decode([int(ranked[0])]),
        "chosen": model.decode([chosen]),
        "candidates": [[model.decode([t]), round(float(chances[t]), 6), int(allowed[t])] for t in shown],
    }
