"""One run of an incident: a client of the offline API, what the code executed, how it ended."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tooluse.config import settings
from tooluse.mock import MockClaude
from tooluse.mock.models import ScriptedModel

AGAIN = ("retry_same", "wait")  # cures that send a refused request a second time
MOST_TURNS = 4


class Run:
    """What a scene works with. `cure` is None for the fault itself; `client.calls` holds the exchanges."""

    def __init__(self, scene: Any, cure: str | None = None) -> None:
        model = scene.model if hasattr(scene.model, "answer") else ScriptedModel([scene.model], repeat=True)
        self.client = MockClaude(model, max_retries=0)  # every attempt is to be seen
        self.scene, self.cure = scene, cure
        self.executed: list[tuple[str, dict[str, Any]]] = []
        self.ended = ""  # why it stopped before the end
        self.said: str | None = None  # what the user reads

    def request(self, messages: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """The body of a request, changed as the cure says."""
        usual = {"model": settings().model, "max_tokens": 500, "tools": self.tools()}
        wider = {"max_tokens": 4000} if self.cure == "more_tokens" else {}
        return usual | self.scene.options | wider | more | {"messages": messages}

    def tools(self) -> list[dict[str, Any]]:
        """The definitions, strict or described anew where that is the cure."""
        if self.cure == "constrain":
            return [{**one, "strict": True} for one in self.scene.tools]
        if self.cure == "rewrite_description":
            told = self.scene.told
            return [{**one, "description": f"{one['description']} {told}"} for one in self.scene.tools]
        return self.scene.tools

    def create(self, messages: list[dict[str, Any]], **more: Any) -> Any:
        """The reply, or None where the API refused; a cure that retries sends the same request once more."""
        request = self.request(messages, **more)
        for _ in range(2 if self.cure in AGAIN else 1):
            try:
                return self.client.messages.create(**request)
            except Exception:
                if not self.client.calls or self.client.calls[-1].status == 200:
                    raise
                self.ended = self.client.calls[-1].response["error"]["message"]
        return None

    def ask(self) -> list[dict[str, Any]]:
        return [user(self.scene.question)]

    def execute(self, block: Any, **changed: Any) -> Any:
        """Run the tool that a block asks for; its input is remembered once the function has returned."""
        given = {**block.input, **changed}
        output = self.scene.registry[block.name](**given)
        self.executed.append((block.name, given))
        return output

    def finish(self, reply: Any) -> None:
        """The text of a last reply goes to the user."""
        self.said = "".join(block.text for block in reply.content if block.type == "text")
        self.ended = "" if reply.stop_reason == "end_turn" else f"stop_reason: {reply.stop_reason}"

    def crash(self, error: Exception) -> None:
        self.ended = f"{type(error).__name__}: {error}"

    @property
    def repaired(self) -> bool:
        """The user has an answer, and exactly what was meant was executed."""
        return bool(self.said) and not self.ended and self.executed == list(self.scene.expected)


def loop(run: Run, results: Callable[[Any], Iterable[dict[str, Any]]], **more: Any) -> None:
    """The agentic loop, capped; `results` makes the tool_result blocks of one reply."""
    messages = run.ask()
    for _ in range(MOST_TURNS):
        reply = run.create(messages, **more)
        if reply is None:
            return None
        if reply.stop_reason != "tool_use":
            return run.finish(reply)
        try:
            made = list(results(reply))
        except Exception as error:
            return run.crash(error)
        messages += [{"role": "assistant", "content": reply.content}, user(made)]
    run.ended = f"plafond : {MOST_TURNS} requêtes"
    return None


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def calls_in(reply: Any) -> list[Any]:
    return [block for block in reply.content if block.type == "tool_use"]


def result(block: Any, output: Any, **more: Any) -> dict[str, Any]:
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": text, **more}


def error(block: Any, text: str) -> dict[str, Any]:
    return result(block, text, is_error=True)
