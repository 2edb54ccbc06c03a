"""Reading a scenario file: the steps, what they are played with, what is expected, and every problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final, NamedTuple

from editor_app.runs.expectations.forms import Meaning, Misread, read_expectation
from editor_app.runs.model.scenario import ExpectedText, FileReference, Ramp, Scenario, ScenarioStep, Steps
from editor_app.runs.reading.fields import FieldReader, has_errors
from editor_app.runs.reading.file_head import file_fields, is_newer
from editor_app.runs.reading.scenario_settings import read_model, read_settings, read_start, read_todos
from editor_app.runs.reading.scenario_steps import MOST_STEPS, read_items
from editor_app.structured import MappingNode, ScalarNode, SequenceNode, Syntax, scalar_map
from editor_app.structured.values import short_value
from editor_app.system_messages.reading.problems import CheckedValue, first_line
from editor_app.text import Diagnostic, Edit, Fix, Span, in_file_order

SCENARIO_KEYS: Final = (
    *("format", "system", "chat", "model", "provider", "triggers", "context_limit", "max_steps"),
    *("strategy", "continue", "count", "tokenizer", "deliver", "hints_every", "todos", "start"),
    *("steps", "expect"),
)
SYSTEM_KEYS: Final = ("text",)
STEPS_KEYS: Final = ("file",)
MOST_EXPECTED: Final = 1000


class Expected(NamedTuple):
    """An expectation as it is written, its place, and what it means."""

    text: str
    span: Span
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class ScenarioReading:
    """What a scenario file says, and all its problems.

    With `steps_file`, the steps are in that file, and `scenario` has none yet. `expected` are the expectations
    that could be read. `can_play` says that no error keeps the scenario from being played: those in
    expectations do not. `steps_span` is where the steps stand.
    """

    scenario: Scenario = field(default_factory=Scenario)
    steps_file: FileReference | None = None
    expected: tuple[Expected, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    can_play: bool = False
    is_newer: bool = False
    steps_span: Span = Span(0, 0)


def read_scenario(source: str, syntax: Syntax) -> ScenarioReading:
    """Read a scenario file; any text gives a reading, and no other file is looked at."""
    problems: list[Diagnostic] = []
    fields = file_fields(source, syntax, "The file must have ‘format: 1’ and the list ‘steps’.", problems)
    if fields is None:
        return ScenarioReading(diagnostics=in_file_order(problems))
    if is_newer(fields):
        return ScenarioReading(diagnostics=in_file_order(problems), is_newer=True)
    fields.check_keys(SCENARIO_KEYS, "A scenario")
    steps_file, steps = _steps(fields)
    system, system_text = _system(fields)
    model = read_model(fields)
    scenario = Scenario(
        steps=steps,
        settings=read_settings(fields, model),
        system=system,
        system_text=system_text,
        chat=read_reference(fields, "chat"),
        triggers=read_reference(fields, "triggers"),
        model=model,
        todos=read_todos(fields) or (),
        start=read_start(fields),
    )
    if steps_file is None and scenario.chat is None:
        check_first_step(fields, steps)
    can_play = not has_errors(problems)
    expected = tuple(_expected(fields))
    return ScenarioReading(
        Scenario(
            **{name: getattr(scenario, name) for name in Scenario.__slots__ if name != "expect"},
            expect=tuple(ExpectedText(one.text, one.span) for one in expected),
        ),
        steps_file,
        expected,
        in_file_order(problems),
        can_play,
        steps_span=fields.value_span("steps"),
    )
