"""TP05: its references and its data against the catalogue of rules, and how its tests read descriptions."""

from dataclasses import asdict
from typing import Any

import pytest

from autograder.hidden._tp05_modes import MODES, REFUSING, TOOLS, needs, unforced
from autograder.layout import here
from autograder.sources import read
from tooluse import MockClaude, ScriptedModel, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.lint.verdicts import lint
from tooluse.mock.models import server_tool_use
from tooluse.practice import Failure, LocalStudent
from tooluse.practice.checks.tp05 import CHOICES, REASONS, asking, check_reading
from tooluse.practice.choosing import OPTION, another_model, falls_back, forbids, refusal
from tooluse.practice.routing import NOTEBOOK, WHEN, check_escape, check_sent, cornered, routed, service
from tooluse.rules import profile
from tooluse.rules.profiles import model_ids

PROFILES = [asdict(profile(id)) for id in model_ids()]


def reference(task: str) -> dict[str, Any]:
    """The names that the solution of a task defines."""
    source = here().root / "solutions" / "tp05.py"
    (cell,) = (c for c in read(source, source.name) if c.kind == "code" and c.meta.get("task") == task)
    namespace: dict = {}
    exec(cell.source, namespace)
    return namespace


def test_every_case_has_an_answer_of_the_permitted_words():
    assert [str(case) for case in MODES] == list(read_json("tp", "tp05_cases.json"))
    assert {mode for mode, _ in MODES.values()} == set(CHOICES)
    assert {reason for _, reason in MODES.values()} == set(REASONS)


def test_the_definitions_of_the_notebook_are_good_ones_and_fit_strict():
    tools = read_json("tp", "tp05_tools.json")
    assert [*lint(tools["office"]), *lint(tools["services"])] == []
    strict = [{**tool, "strict": True} for tool in [*tools["office"], *TOOLS]]
    assert refusal(asking(tools=strict)) is None


@pytest.mark.parametrize("of", PROFILES, ids=lambda of: of["id"])
def test_the_reference_of_q2_is_accepted_by_every_model(of):
    parameters = reference("q2")["parameters"]
    for need in (*needs(), *unforced()):
        request = {"model": of["id"], "max_tokens": 100, "messages": asking()["messages"]}
        made = parameters(need, of)
        assert refusal({**request, **made}) is None
        assert (made["tool_choice"]["type"] == need["mode"]) is not falls_back(need, of)


def test_forcing_is_what_the_api_refuses_where_the_fallback_is_due():
    for of in REFUSING:
        found = refusal(asking(model=of["id"], tool_choice={"type": "any"}))
        assert found is not None and "not supported for this model" in found.message


def test_the_copies_of_q6_are_accepted_and_leave_a_chain_possible():
    at_most_one, exactly_one = (reference("q6")[name] for name in ("at_most_one", "exactly_one"))
    for choice in ({"type": "auto"}, {"type": "any"}, {"type": "tool", "name": "search_client"}):
        for made in (at_most_one(asking(tool_choice=choice)), exactly_one(asking(tool_choice=choice))):
            assert refusal(made) is None and made["tool_choice"][OPTION] is True
    script = [reply(tool_use("search_client", id="toolu_1", name="Roc")), reply(tool_use("list_contracts"))]
    client = MockClaude(ScriptedModel(script))
    first = client.messages.create(**at_most_one(asking()))
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "C-12"}
    turns = {"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}
    assert client.messages.create(**at_most_one(asking(*turns))).stop_reason == "tool_use"


@pytest.mark.parametrize(
    "told",
    [
        "À appeler quand la demande ne relève d'aucun autre outil.",
        "Pose une question au client si sa demande est vague.",
        "Dernier recours : la demande est hors sujet.",
        "Réservé aux demandes floues ou ambiguës.",
        "Use this when no other tool fits.",
        "Pour toute demande qui n'est ni une facture ni une panne.",
    ],
)
def test_any_wording_of_when_will_do(told):
    assert WHEN.search(told)


NAMES = ["list_quotes", "get_quote-2"]


@pytest.mark.parametrize(
    "said",
    [
        "N'appelez pas l'outil list_quotes.",
        "N’appelez surtout pas `get_quote-2`.",
        "Vous êtes bref. N'appelez aucun outil.",
        "Ne pas utiliser list_quotes.",
        "Vous ne devez jamais appeler d'outil.",
        "Do not call list_quotes.",
        "Never use any of your tools.",
    ],
)
def test_an_order_that_forbids_the_call_is_seen(said):
    assert forbids(said, NAMES)


@pytest.mark.parametrize(
    "said",
    [
        "Ne répondez jamais sans passer par list_quotes.",
        "Ne réponds jamais sans appeler l'un de tes outils.",
        "N'appelez que list_quotes.",
        "N'appelez aucun autre outil que list_quotes.",
        "N'oubliez pas d'appeler l'outil list_quotes.",
        "N'utilisez pas votre mémoire : appelez un outil.",
        "N'utilisez pas vos connaissances, mais l'outil list_quotes.",
        "N'appelez pas l'outil deux fois.",
        "Do not answer without calling list_quotes.",
        "Do not call any tool other than list_quotes.",
        "Do not use free text; call the tool list_quotes.",
    ],
)
def test_an_order_to_call_in_the_negative_is_none_that_forbids(said):
    assert not forbids(said, NAMES)


def test_the_notebooks_own_services_in_a_request_are_told_from_those_of_an_earlier_call():
    def sending(*tools):
        def route(client, question, services, model):
            ask = {"name": "ask_clarification", "input_schema": {"type": "object"}}
            sent = [*(one["tool"] for one in services.values()), ask, *tools]
            messages = [{"role": "user", "content": question}]
            client.messages.create(
                model=model, max_tokens=9, tools=sent, tool_choice={"type": "any"}, messages=messages
            )

        return routed(LocalStudent({"route": route}), cornered, SERVICES)

    with pytest.raises(Failure, match="FIGE — "):
        check_sent(sending(NOTEBOOK[1]))
    with pytest.raises(Failure, match="ALIAS — "):
        check_sent(sending(service("send_to_sales", str)["tool"]))


@pytest.mark.filterwarnings("ignore:Pydantic serializer")
@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"mood": "calme"}, "FORME"),
        ({"mood": "feinte"}, "SERVEUR"),
        ('{"mood": "vive"}', "AUTRE"),
        (None, "UN-SEUL"),
    ],
)
def test_a_reading_is_told_by_the_block_it_took(value, code):
    said = reply(
        server_tool_use("record", mood="feinte"),
        tool_use("other", mood="calme"),
        tool_use("record", mood="vive"),
    )
    student = LocalStudent({"read_forced": lambda response, name: ("call", value)})
    with pytest.raises(Failure, match=f"{code} — "):
        check_reading(student, said, ("call", {"mood": "vive"}), "UN-SEUL")


def router(description: str, **schema: Any) -> Any:
    """A router whose way out has this description, and this schema on top of a good one."""
    form = {
        "type": "object",
        "properties": {"question": {"type": "string"}},
        "required": ["question"],
        **schema,
    }
    ask = {"name": "ask_clarification", "description": description, "input_schema": form}

    def route(client, question, services, model):
        tools = [*(one["tool"] for one in services.values()), ask]
        messages = [{"role": "user", "content": question}]
        said = client.messages.create(
            model=model, max_tokens=100, tools=tools, tool_choice={"type": "any"}, messages=messages
        )
        return {"action": "clarify", "question": said.content[0].input["question"]}

    return LocalStudent({"route": route})


SERVICES = {"send_to_billing": service("send_to_billing", lambda request: "F-311")}


@pytest.mark.parametrize(
    ("description", "schema", "code"),
    [
        ("Demande une précision.", {}, "DOC"),
        ("", {}, "DOC"),
        ("Permet de demander une précision au client d'Ardoise.", {}, "DOC"),
        ("À appeler quand rien d'autre ne convient.", {"required": []}, "REQUIS"),
    ],
)
def test_a_way_out_without_when_or_question_is_told(description, schema, code):
    held = routed(router(description, **schema), cornered, SERVICES)
    check_sent(held)
    with pytest.raises(Failure, match=f"{code} — "):
        check_escape(held)


def test_a_model_with_its_back_to_the_wall_takes_what_there_is():
    request = {"tools": [SERVICES["send_to_billing"]["tool"]], "tool_choice": {"type": "any"}}
    assert cornered(request).content[0]["name"] == "send_to_billing"
    assert cornered({**request, "tool_choice": {"type": "auto"}}).stop_reason == "end_turn"


def test_the_other_model_of_the_tests_accepts_to_be_forced():
    assert profile(another_model()).forced_tool_choice and another_model() != settings().model
