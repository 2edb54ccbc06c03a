"""Files of steps: a step a line, with every problem at its line, however long the file or a line is."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.runs.model.scenario import Measures, Ramp, ScenarioStep, Todo, ToolCall
from editor_app.runs.reading import steps_file
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.steps_file import plain_step, read_steps
from editor_app.structured.nodes import Syntax
from editor_app.text import Span, decode


def lines_of(source: str) -> list[str]:
    return [
        f"{source.count(chr(10), 0, one.span.start) + 1}: {one.code} {one.message}"
        for one in read_steps(source).diagnostics
    ]


def test_a_step_a_line() -> None:
    source = (
        '{"user": "a", "cpu": 0.290, "todos": [{"content": "x", "status": "pending"}]}\n\n'
        '{"tools": [{"name": "b", "args": {"c": [1.5, null]}, "result": null}], "usage": {"total": 7}}\n'
        '{"ramp": {"steps": 3, "from": 1, "to": 5}}'
    )
    found = read_steps(source)
    assert not found.diagnostics
    first, second, ramp = found.items
    assert isinstance(first, ScenarioStep)
    assert isinstance(second, ScenarioStep)
    assert (first.user, first.measures) == ("a", Measures(Decimal("0.29"), todos=(Todo("x", "pending"),)))
    assert second.tools == (ToolCall("b", {"c": [1.5, None]}, None),)
    assert second.total == 7
    assert isinstance(ramp, Ramp)
    assert [item.origin.of(source) for item in found.items if item.origin] == source.replace(
        "\n\n", "\n"
    ).split("\n")


def test_each_problem_is_at_its_line() -> None:
    source = (
        '{"user": "a"}\n{"usr": "b", "cpu": 85}\n\nnot json\n[1]\n{"text": 1,}\n{"text": "a", "text": "b"}\n'
    )
    assert lines_of(source) == [
        "2: unknown-key ‘usr’ is not a field here. Did you mean ‘user’?",
        "2: out-of-range ‘cpu’ is 85; it must be a number from 0 to 1. Did you mean ‘0.85’?",
        "4: json-syntax " + read_steps("not json").diagnostics[0].message,
        "5: wrong-type This is not a step. Write a mapping.",
        "6: json-syntax " + read_steps('{"text": 1,}').diagnostics[0].message,
        "7: duplicate-key " + read_steps('{"text": "a", "text": "b"}').diagnostics[0].message,
    ]
    assert read_steps(source).has_errors


def test_a_long_line_that_is_no_step_is_a_problem() -> None:
    source = '{"user": "a"}\n{"text": "' + "x" * 1_000_000 + '"\n'
    assert lines_of(source) == [
        "2: json-limit This can’t be read as a step, and is too long to say where. Make it shorter."
    ]
    assert not lines_of(source.replace('x"\n', 'x"}\n'))


LONG = "x" * 1_000_000
UNREADABLE = "1: json-limit This can’t be read as a step, and is too long to say where. Make it shorter."
OURS = (
    "1: foreign-system-message ‘tools[0].result’ holds ‘<system_message’, which the model takes for the "
    "messages of triggers."
)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (LONG, []),
        ("[{" * 500_001, []),
        ("é\n\u2028\U0001f600" + LONG, []),
        (LONG + "<system_message", [OURS]),
        ("\ud83d" + LONG, [UNREADABLE]),
    ],
    ids=["plain", "brackets", "escapes", "our-tag", "half-a-character"],
)
def test_the_result_of_a_long_line_is_read_whatever_is_in_it(result: str, told: list[str]) -> None:
    line = json.dumps({"user": "a", "tools": [{"name": "b", "result": result}]})
    assert lines_of(line) == told
    assert [item.tools for item in read_steps(line).items] == (
        [] if told == [UNREADABLE] else [(ToolCall("b", {}, result),)]
    )


@pytest.mark.parametrize("levels", [64, 65])
def test_a_line_is_read_quickly_as_deep_as_with_places(levels: int) -> None:
    inner = (levels - 4) * "[" + (levels - 4) * "]"
    line = '{"user": "a", "tools": [{"name": "b", "args": {"c": ' + inner + "}}]}"
    assert (plain_step(line, Span(0, len(line))) is not None) == (levels == 64)
    assert read_steps(line).has_errors == (levels == 65)
    assert read_steps(line.replace('"a"', '"<system_message"')).has_errors == (levels == 65)


def test_many_lines() -> None:
    line = '{"tools": [{"name": "read_file", "result": "x"}]}\n'
    assert len(read_steps('{"user": "a"}\n' + line * 20_000).items) == 20_001
    wrong = read_steps(line.replace("tools", "tool") * 5000)
    assert len(wrong.diagnostics) == 1001  # the last counts the others


KEYS = st.sampled_from(
    ["user", "text", "tools", "usage", "cpu", "memory", "todos", "finish", "compact", "ramp"]
)
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.floats()
    | st.sampled_from(["", "a", "stop", "pending"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["name", "args", "result", "error", "total", "content", "status", "summary"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
TOOLS = st.lists(
    st.fixed_dictionaries(
        {"name": st.text(max_size=3)}, optional={"args": DATA, "result": DATA, "error": DATA}
    ),
    max_size=2,
)
STEPS = st.dictionaries(KEYS, DATA, max_size=3) | st.fixed_dictionaries(
    {},
    optional={
        "user": st.text(max_size=5),
        "tools": TOOLS,
        "usage": st.fixed_dictionaries({"total": st.integers(-1, 10**10)}),
        "cpu": st.decimals(0, 1, places=3).map(float) | st.just(0.1234567890123456789),
        "finish": st.sampled_from(["stop", "tool-calls", "halt"]),
        "todos": st.just([{"content": "a", "status": "pending"}]),
        "compact": st.fixed_dictionaries({"summary": st.text(max_size=3)}),
    },
)


@given(STEPS)
def test_a_line_read_quickly_says_what_it_says_in_a_scenario(step: dict[str, object]) -> None:
    line = json.dumps(step)
    quick = plain_step(line, Span(0, len(line)))
    whole = read_scenario(f'{{"chat": "c", "steps": [{line}]}}', Syntax.JSON)
    if quick is None:
        assert (
            read_steps(line).has_errors != whole.can_play
            or step.keys() & {"ramp"}
            or whole.diagnostics
            or "\\u" in line
        )
    else:
        assert whole.can_play
        (item,) = whole.scenario.steps.items
        assert isinstance(item, ScenarioStep)
        assert {name: getattr(item, name) for name in item.__slots__ if name != "origin"} == {
            name: getattr(quick, name) for name in quick.__slots__ if name != "origin"
        }


@given(st.text() | st.binary().map(lambda data: decode(data).text) | st.lists(STEPS).map(json.dumps))
def test_any_text_gives_a_reading(source: str) -> None:
    found = read_steps(source)
    assert found.items or found.diagnostics or not source.strip()


def test_of_very_many_steps_the_first_are_read_and_the_others_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert steps_file.MOST_STEPS == 100_000
    monkeypatch.setattr(steps_file, "MOST_STEPS", 100)
    found = read_steps('{"text": "a"}\n' * 103)
    assert len(found.items) == 100
    (problem,) = found.diagnostics
    assert problem.code == "too-many"
    assert problem.message.endswith("line 101 and those below (3) are not read.")
