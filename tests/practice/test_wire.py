"""What crosses between tests and student code, and how."""

import datetime

import anthropic
import pytest

from tooluse import MockClaude, ScriptedModel, failures, message, reply, settings, tool_use
from tooluse.practice import Failure, LocalStudent, plain


def student(**names):
    return LocalStudent(names)


DATA = [
    None,
    True,
    0,
    -1.5,
    "é \ud800",
    2**63,
    10**5000,
    [1, [2, {"a": None}]],
    (1, 2),
    {1, 2},
    frozenset({"a"}),
    {"$mine": 0},
    {1: "un", None: "rien", (1, 2): "deux"},
    b"\x00\xff",
    datetime.date(2026, 11, 30),
    datetime.datetime(2026, 11, 30, 12, 5),
]


@pytest.mark.parametrize("value", DATA, ids=lambda value: type(value).__name__)
def test_data_arrives_and_returns_as_it_was(value):
    outcome = student(same=lambda value: value).call("same", value)
    assert outcome.value == value
    assert type(outcome.value) is type(value)


def test_sdk_objects_arrive_as_sdk_objects():
    response = message(reply("Je regarde.", tool_use("get_weather", city="Lyon")))
    seen = []
    outcome = student(look=lambda given: seen.append(given) or given.content).call("look", response)
    assert isinstance(seen[0], anthropic.types.Message) and seen[0] is not response
    assert isinstance(outcome.value[1], anthropic.types.ToolUseBlock)
    assert plain(outcome.value) == plain(response.content)


def test_the_student_gets_copies_and_what_became_of_them_is_seen():
    messages = [{"role": "user", "content": "a"}]
    outcome = student(spoil=lambda given: given.append(1)).call("spoil", messages)
    assert messages == [{"role": "user", "content": "a"}]
    assert outcome.args_after == [[{"role": "user", "content": "a"}, 1]]


def test_functions_of_the_test_can_be_called_and_their_exceptions_arrive():
    calls = []

    def weather(city, unit="C"):
        calls.append((city, unit))
        raise KeyError(city)

    def run(registry):
        try:
            registry["weather"]("Lyon", unit="F")
        except KeyError as error:
            return ["KeyError", error.args[0]]

    outcome = student(run=run).call("run", {"weather": weather})
    assert calls == [("Lyon", "F")]
    assert outcome.value == ["KeyError", "'Lyon'"]


def test_an_exception_that_is_not_builtin_keeps_its_name():
    class QuotaExceeded(Exception):
        pass

    def tool():
        raise QuotaExceeded("trop")

    def run(tool):
        try:
            tool()
        except Exception as error:
            return type(error).__name__

    assert student(run=run).call("run", tool).value == "QuotaExceeded"


def test_a_client_arrives_as_a_real_client_and_its_calls_stay_here():
    client = MockClaude(ScriptedModel([reply("Bonjour."), reply("suite")]))
    model = settings().model

    def talk(client, model):
        first = client.messages.create(
            model=model, max_tokens=9, messages=[{"role": "user", "content": "Salut"}]
        )
        with client.messages.stream(
            model=model, max_tokens=9, messages=[{"role": "user", "content": "Encore"}]
        ) as stream:
            return [isinstance(client, type(client)), first.content[0].text, stream.get_final_text()]

    assert student(talk=talk).call("talk", client, model=model).value == [True, "Bonjour.", "suite"]
    assert [call.request["messages"][0]["content"] for call in client.calls] == ["Salut", "Encore"]


def test_the_api_refuses_the_student_as_it_would():
    def talk(client, model):
        client.messages.create(model=model, max_tokens=9, messages=[])

    outcome = student(talk=talk).call("talk", MockClaude(ScriptedModel([])), settings().model)
    assert outcome.exception.type == "BadRequestError"


def test_running_out_of_script_reaches_the_student():
    def talk(client, model):
        client.messages.create(model=model, max_tokens=9, messages=[{"role": "user", "content": "a"}])

    outcome = student(talk=talk).call("talk", MockClaude(ScriptedModel([])), settings().model)
    assert outcome.exception.type == "ScriptError"


def test_what_is_not_data_stays_a_live_reference():
    def counter():
        count = [0]

        def step(by):
            count[0] += by
            return count[0]

        return step

    handle = student(counter=counter)
    step = handle.call("counter").value
    assert handle.call(step, 2).value == 2
    assert step(3) == 5


def test_a_reference_passed_back_is_the_object_itself():
    class Box:
        pass

    handle = student(make=Box, check=lambda box: isinstance(box, Box))
    assert handle.call("check", handle.call("make").value).value is True


def test_subclasses_of_containers_are_plain_data():
    from collections import OrderedDict, namedtuple

    class Sly(list):
        def __iter__(self):
            return iter(["autre chose"])

    pair = namedtuple("pair", "left right")
    outcome = student(make=lambda: [OrderedDict(a=1), pair(1, 2), Sly([3])]).call("make")
    assert outcome.value == [{"a": 1}, (1, 2), [3]]
    assert [type(item) for item in outcome.value] == [dict, tuple, list]


def test_a_subclass_of_text_loses_its_tricks():
    class Liar(str):
        def __eq__(self, other):
            return True

        __hash__ = str.__hash__

    assert student(lie=lambda: Liar("faux")).call("lie").value != "vrai"


def test_a_value_that_contains_itself_is_an_error_of_the_student():
    def loop():
        endless = []
        endless.append(endless)
        return endless

    assert student(loop=loop).call("loop").exception.type == "RecursionError"


@pytest.mark.parametrize("stop", [SystemExit, KeyboardInterrupt])
def test_leaving_the_program_is_an_exception_like_another(stop):
    def leave():
        raise stop

    assert student(leave=leave).call("leave").exception.type == stop.__name__


def test_a_call_that_never_ends_is_ended_even_if_it_swallows_the_first_alarm():
    def forever():
        while True:
            try:
                while True:
                    pass
            except BaseException:
                if getattr(forever, "rung", False):
                    raise
                forever.rung = True

    outcome = LocalStudent({"forever": forever}, seconds=0.1).call("forever")
    assert outcome.exception.type == "TimeoutError"


def test_what_the_student_prints_is_not_shown(capsys):
    student(talk=lambda secret: print(secret)).call("talk", "une entrée cachée")
    assert "cachée" not in capsys.readouterr().out


def test_a_missing_name_says_what_to_do():
    with pytest.raises(Failure, match="`requests_in` n'existe pas"):
        student().call("requests_in")
    with pytest.raises(Failure, match="`PATH` n'existe pas"):
        student().value("PATH")


def test_a_name_that_is_no_function_is_told():
    with pytest.raises(Failure, match="n'est pas une fonction"):
        student(PATH=[1]).call("PATH")


def test_the_time_limit_is_told_in_whole_seconds():
    def sleep():
        import time

        time.sleep(5)

    outcome = LocalStudent({"sleep": sleep}, seconds=0.05).call("sleep")
    assert "plus de 1 seconde" in outcome.exception.message and "secondes" not in outcome.exception.message


def ask(client):
    return client.messages.create(model=settings().model, max_tokens=50, messages=[QUESTION])


QUESTION = {"role": "user", "content": "Lyon ?"}


def test_a_silence_reaches_the_student_as_a_time_out():
    client = MockClaude(ScriptedModel([failures.timeout(times=3)]))
    assert student(ask=ask).call("ask", client).exception.type == "APITimeoutError"
    assert [call.status for call in client.calls] == [0, 0, 0], "the SDK tried again twice"


def test_a_stream_that_breaks_reaches_the_student_broken():
    def read(client):
        with client.messages.stream(model=settings().model, max_tokens=50, messages=[QUESTION]) as stream:
            return "".join(stream.text_stream)

    client = MockClaude(ScriptedModel([reply("Il fait 18 °C à Lyon.")]))
    client.inject(failures.cut_stream(after=4))
    assert student(read=read).call("read", client).exception.type == "RemoteProtocolError"
    assert client.calls[0].streamed
