"""What holds for any answer and any call: pieces of any size, chunks of any shape, paths of any spelling."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.runs.counting import MOST_LEVELS
from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.answers import Answer, Call, EventReader
from editor_app.runs.endpoint.exchange import never
from editor_app.runs.endpoint.storing import step_of, step_text
from editor_app.runs.endpoint.tools import TOOLS, call_tool, tools_named
from editor_app.runs.model.scenario import Scenario, ScenarioStep, Steps, ToolCall
from editor_app.runs.model.session import SessionStep, StepStatus, TextPart, ToolPart
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.transcripts.writing import write_scenario
from editor_app.structured.nodes import Syntax

LINES = st.lists(
    st.sampled_from(["data: a", "data:b é", "data", ": no", "event: x", "id: 1", "", "", "data:  c", "da"]),
    max_size=12,
)


def events_of(pieces):
    reader = EventReader()
    return [event for piece in pieces for event in reader.take(piece)] + list(reader.end())


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.lists(st.integers(1, 9), min_size=1))
def test_events_are_the_same_in_pieces_of_any_size(lines, newline, sizes):
    data = newline.join(lines).encode()
    pieces, at, turn = [], 0, 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        pieces.append(data[at : at + size])
        at, turn = at + size, turn + 1
    expected, held = [], []
    for line in (*lines, "", ""):
        if line.startswith("data"):
            held.append(line.removeprefix("data").removeprefix(":").removeprefix(" "))
        elif not line and held:
            expected.append("\n".join(held))
            held = []
    assert events_of(pieces) == events_of([data]) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("choices", "delta", "message", "content", "tool_calls", "index", "id", "function"),
                    *("name", "arguments", "finish_reason", "usage", "total_tokens", "error"),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@given(st.lists(JSON | st.builds(lambda one: {"choices": [{"delta": one}]}, JSON), max_size=5))
def test_no_chunk_breaks_the_reading_of_an_answer(chunks):
    answer, taken, said = Answer(), set(), ""
    try:
        for chunk in chunks:
            assert all(isinstance(part, TextPart) for part in answer.take(json.dumps(chunk)))
    except EndpointError as error:
        said = str(error)
    assert said.isprintable()
    calls = list(answer.calls(0, taken))
    assert len({call.part.id for call in calls}) == len(calls)
    for call in calls:
        json.dumps(call.part.arguments, allow_nan=False)
    assert answer.usage is None or answer.usage >= 0


def calls_of(*pieces):
    """Return the calls of an answer whose chunks have these pieces of calls."""
    answer = Answer()
    for listed in pieces:
        assert not list(answer.take(json.dumps({"choices": [{"delta": {"tool_calls": listed}}]})))
    return list(answer.calls(0, set()))


def piece(arguments, name=None, **more):
    return {"function": {"arguments": arguments, **({"name": name} if name else {})}, **more}


A, B = ToolPart("a", "one", {"x": 1}), ToolPart("b", "two", {"y": 2})


@pytest.mark.parametrize(
    "chunks",
    [
        [[piece('{"x": 1}', "one", id="a", index=0)], [piece('{"y": 2}', "two", id="b", index=1)]],
        [[piece('{"x": 1}', "one", id="a")], [piece('{"y": 2}', "two", id="b")]],
        [[piece('{"x": 1}', "one", id="a"), piece('{"y": 2}', "two", id="b")]],
        [
            [piece('{"x"', "one", id="a")],
            [piece(": 1}")],
            [piece('{"y"', "two", id="b")],
            [piece(": 2}", id="b")],
        ],
    ],
    ids=["with numbers", "without", "in one chunk", "in pieces"],
)
def test_calls_are_told_apart_with_and_without_their_numbers(chunks):
    assert calls_of(*chunks) == [Call(A), Call(B)]


@pytest.mark.parametrize("levels", [MOST_LEVELS, MOST_LEVELS + 1, 500])
def test_arguments_are_nested_no_deeper_than_a_scenario_can_hold(levels):
    spelled = '{"a": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"
    (call,) = calls_of([piece(spelled, "one", id="a")])
    step = SessionStep("m-1-step-0", 0, 0, StepStatus.COMPLETED, (call.part,))
    assert step_of(step_text(step)) == step
    call_of_a_scenario = ToolCall(call.part.name, call.part.arguments)
    scenario = Scenario(Steps((ScenarioStep(user="Go", tools=(call_of_a_scenario,)),)))
    assert read_scenario(write_scenario(scenario, "s").text, Syntax.YAML).diagnostics == ()
    if levels > MOST_LEVELS:
        assert call.error is not None
        assert "levels" in call.error
    else:
        assert (call.error, len(call.part.arguments)) == (None, 1)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    top = tmp_path_factory.mktemp("tools").resolve()
    folder = top / "work"
    (folder / "in").mkdir(parents=True)
    (folder / "in" / "a.txt").write_text("inside\n")
    (folder / "link").symlink_to(top)
    (folder / ".ssh").mkdir()
    for name in (top / "a.txt", folder / ".ssh" / "a.txt", folder / "in" / ".env"):
        name.write_text("the far side\n")
    return folder


STEPS = st.sampled_from(
    ["in", "a.txt", "..", ".", "", "link", ".ssh", ".env", "work", "\0", "x" * 300, "~", "é"]
)


@given(
    tool=st.sampled_from(sorted(TOOLS)),
    steps=st.lists(STEPS, max_size=6),
    start=st.sampled_from(["", "/", "//", "./", "\\"]),
)
def test_no_path_leads_to_what_lies_outside(places: Path, tool, steps, start):
    path = start + "/".join(steps)
    arguments = {"path": path, **({"text": "side"} if tool == "search" else {})}
    found = call_tool(tools_named(tuple(TOOLS)), places, tool, arguments, never)
    assert "far side" not in found.text
    assert str(places.parent) not in found.text.replace(path, "")


def test_what_lies_inside_is_read(places):
    """The control."""
    tools = tools_named(tuple(TOOLS))
    for tool, arguments, text in (
        ("read_file", {"path": "in/a.txt"}, "inside\n"),
        ("list_files", {"path": "in"}, "in/a.txt"),
        ("search", {"path": ".", "text": "side"}, "in/a.txt:1: inside"),
    ):
        assert call_tool(tools, places, tool, arguments, never).text == text


@given(JSON)
def test_no_arguments_make_a_tool_fail_otherwise_than_by_a_result(places, arguments):
    given_arguments = arguments if isinstance(arguments, dict) else {"path": arguments}
    for tool in TOOLS:
        call_tool(tools_named(tuple(TOOLS)), places, tool, given_arguments, never)
