"""Hand-made exchanges: the smallest that show each thing. No mock server, no SDK."""

from dataclasses import dataclass, field
from typing import Any

MODEL = "claude-sonnet-5"
TOOLS = [
    {
        "name": "get_weather",
        "description": "Donne la météo actuelle d'une ville.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Nom de la ville"}},
            "required": ["city"],
        },
    }
]
ASK = {"role": "user", "content": "Quel temps fait-il à Lyon ?"}


@dataclass
class Exchange:
    """What client.calls holds, seen from outside."""

    request: Any
    response: dict | None
    status: int = 200
    path: str = "/v1/messages"
    streamed: bool = False
    number: int = 1
    headers: dict = field(default_factory=dict)


def request(*messages: dict, **more: Any) -> dict:
    return {"model": MODEL, "max_tokens": 1024, "tools": TOOLS, "messages": list(messages), **more}


def reply(*content: dict, stop: str = "end_turn") -> dict:
    return {
        "id": "msg_01",
        "type": "message",
        "role": "assistant",
        "content": list(content),
        "stop_reason": stop,
    }


def text(words: str) -> dict:
    return {"type": "text", "text": words}


def asked(ident: str, name: str = "get_weather", **given: Any) -> dict:
    return {"type": "tool_use", "id": ident, "name": name, "input": given}


def result(ident: str, content: Any, **more: Any) -> dict:
    return {"type": "tool_result", "tool_use_id": ident, "content": content, **more}


def turn(response: dict, *results: dict) -> list[dict]:
    """The two messages that answer a reply which asks for tools."""
    return [{"role": "assistant", "content": response["content"]}, {"role": "user", "content": list(results)}]


def recorded(sent: dict, response: dict | None, status: int = 200) -> dict:
    return {"request": sent, "response": response, "status": status}


def refusal(message: str, kind: str = "invalid_request_error") -> dict:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_01"}


def one_call() -> list[dict]:
    """The five steps."""
    wants = reply(text("Je vérifie."), asked("toolu_1", city="Lyon"), stop="tool_use")
    return [
        recorded(request(ASK), wants),
        recorded(request(ASK, *turn(wants, result("toolu_1", "18 °C"))), reply(text("Il fait 18 °C."))),
    ]


def loop(turns: int = 3) -> list[dict]:
    """A loop of `turns` replies, the last of which ends it."""
    messages, found = [ASK], []
    for number in range(1, turns):
        wants = reply(asked(f"toolu_{number}", city="Lyon"), stop="tool_use")
        found.append(recorded(request(*messages), wants))
        messages = [*messages, *turn(wants, result(f"toolu_{number}", "18 °C"))]
    return [*found, recorded(request(*messages), reply(text("Voilà.")))]


def parallel() -> list[dict]:
    """Two calls in one turn; the second fails."""
    wants = reply(asked("toolu_1", city="Lyon"), asked("toolu_2", city="Brest"), stop="tool_use")
    results = (result("toolu_1", "18 °C"), result("toolu_2", "Ville inconnue", is_error=True))
    return [
        recorded(request(ASK), wants),
        recorded(request(ASK, *turn(wants, *results)), reply(text("Voilà."))),
    ]


def refused() -> list[dict]:
    """An invented id, the API's refusal, then the same request put right."""
    first, second = one_call()
    wrong = request(ASK, *turn(first["response"], result("toolu_X", "18 °C")))
    message = "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_X."
    return [first, recorded(wrong, refusal(message), 400), second]
