"""Reading a scenario file: the steps, what they are played with, what is expected, and every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final, NamedTuple

from editor_app.runs.expectations.forms import Meaning, Misread, read_expectation, trigger_span
from editor_app.runs.model.scenario import ExpectedText, FileReference, Scenario, Steps
from editor_app.runs.reading.fields import FieldReader, has_errors
from editor_app.runs.reading.file_head import file_fields, is_newer
from editor_app.runs.reading.scenario_settings import (
    note_stricter_servers,
    read_model,
    read_settings,
    read_start,
    read_todos,
)
from editor_app.runs.reading.scenario_steps import MOST_STEPS, read_items
from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, read_as, short_value
from editor_app.structured.scalar_places import scalar_map
from editor_app.system_messages.reading.problems import CheckedValue
from editor_app.text import Diagnostic, Edit, Fix, Span, in_file_order

SCENARIO_KEYS: Final = (
    *("format", "system", "chat", "model", "provider", "triggers", "context_limit", "max_steps"),
    *("strategy", "continue", "count", "tokenizer", "deliver", "hints_every", "todos", "start"),
    *("steps", "expect"),
)
SYSTEM_KEYS: Final = ("text",)
STEPS_KEYS: Final = ("file",)
MOST_EXPECTED: Final = 1000
_MOST_UNREAD: Final = 500  # characters shown of what is no line of text
NOWHERE: Final = Span(0, 0)
_PUT_STEPS_ELSEWHERE: Final = (
    "Put the steps into a file of their own, one a line as JSON: ‘steps: {file: NAME.steps.jsonl}’."
)


class Expected(NamedTuple):
    """An expectation as it is written, its place, what it means, and where the id of its trigger stands."""

    text: str
    span: Span
    meaning: Meaning
    trigger_span: Span | None = None


@dataclass(frozen=True, slots=True)
class ScenarioReading:
    """What a scenario file says, and all its problems.

    With `steps_file`, the steps are in that file, and `scenario` has none yet. `expected` are the
    expectations that could be read. `can_play` says that no error keeps the scenario from being played:
    those in expectations do not. `steps_span` is where the steps stand.
    """

    scenario: Scenario = field(default_factory=Scenario)
    steps_file: FileReference | None = None
    expected: tuple[Expected, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    can_play: bool = False
    is_newer: bool = False
    steps_span: Span = NOWHERE


def read_scenario(source: str, syntax: Syntax) -> ScenarioReading:
    """Read a scenario file; any text gives a reading, and no other file is looked at."""
    problems: list[Diagnostic] = []
    fields = file_fields(source, syntax, "The file must have ‘format: 1’ and the list ‘steps’.", problems)
    if fields is None:
        if len(source) > MOST_CHARACTERS:
            problems = [replace(one, message=f"{one.message} {_PUT_STEPS_ELSEWHERE}") for one in problems]
        return ScenarioReading(diagnostics=in_file_order(problems))
    if is_newer(fields):
        return ScenarioReading(diagnostics=in_file_order(problems), is_newer=True)
    fields.check_keys(SCENARIO_KEYS, "A scenario")
    steps_file, steps = _steps(fields)
    system, system_text = _system(fields)
    model = read_model(fields)
    todos, start = read_todos(fields) or (), read_start(fields)
    chat, triggers = read_reference(fields, "chat"), read_reference(fields, "triggers")
    settings = read_settings(fields, model)
    note_stricter_servers(fields, model, settings.deliver)
    if steps_file is None and chat is None:
        check_first_step(fields, steps)
    can_play = not has_errors(problems)
    expected = tuple(_expected(fields))
    scenario = Scenario(
        steps=steps,
        settings=settings,
        system=system,
        system_text=system_text,
        chat=chat,
        triggers=triggers,
        model=model,
        todos=todos,
        start=start,
        expect=tuple(ExpectedText(one.text, one.span) for one in expected),  # none is passed over
    )
    return ScenarioReading(
        scenario,
        steps_file,
        tuple(one for one in expected if isinstance(one, Expected)),
        in_file_order(problems),
        can_play,
        steps_span=fields.value_span("steps"),
    )


def check_first_step(fields: FieldReader, steps: Steps) -> None:
    """Report that no user message begins the run; steps of which none could be read are reported already."""
    if not steps.items or steps.items[0].user is not None:
        return
    span = steps.items[0].origin or fields.value_span("steps")
    first = Span(span.start, min(span.end, span.start + len(span.of(fields.text.source).partition("\n")[0])))
    fields.note("no-user-message", first, "steps[0].user", NO_USER_MESSAGE)


def read_reference(fields: FieldReader, key: str) -> FileReference | None:
    """Return the path behind a key."""
    part = fields.part(key)
    if part is None:
        return None
    path = fields.name(key, "the path of a file, from this one’s folder")
    return None if path is None else _reference(fields, part, path)


def _reference(fields: FieldReader, part: CheckedValue, path: str) -> FileReference | None:
    if "\0" in path or "\n" in path:
        message = f"‘{part.path}’ is no path that a file can have."
        fields.note("invalid-path", part.span, part.path, message)
        return None
    if PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive or path.startswith("~"):
        message = f"‘{part.path}’ is ‘{short_value(path)}’; it must be a path from this file’s folder."
        fields.note("invalid-path", part.span, part.path, message)
        return None
    return FileReference(path, part.span)


def _system(fields: FieldReader) -> tuple[FileReference | None, str | None]:
    part = fields.part("system")
    if part is None:
        return None, None
    if not isinstance(part.node, MappingNode):
        return read_reference(fields, "system"), None
    inner = FieldReader(fields.text, part.node, f"{part.path}.", fields.problems)
    inner.check_keys(SYSTEM_KEYS, "A system text")
    if "text" not in inner:
        inner.missing("text", SYSTEM_KEYS)
    return None, inner.string("text")


def _steps(fields: FieldReader) -> tuple[FileReference | None, Steps]:
    part = fields.part("steps")
    if part is None:
        if "steps" in fields:
            fields.note("no-steps", fields.span("steps"), "steps", _NO_STEPS)
        else:
            fields.missing("steps", SCENARIO_KEYS)
        return None, Steps()
    if isinstance(part.node, MappingNode) and part.node.get("file") is not None:
        inner = FieldReader(fields.text, part.node, f"{part.path}.", fields.problems)
        inner.check_keys(STEPS_KEYS, "‘steps’")
        return read_reference(inner, "file"), Steps()
    if isinstance(part.node, SequenceNode) and not part.node.items:
        fields.note("no-steps", part.span, "steps", _NO_STEPS)
    wanted = "a list of steps, or a mapping with the ‘file’ that has them"
    return None, Steps(tuple(read_items(fields, fields.items_of(part, wanted, MOST_STEPS))))


def _expected(fields: FieldReader) -> Iterator[Expected | ExpectedText]:
    """Yield the expectations; one that cannot be read is a problem, and its text alone."""
    for item in fields.items("expect", "a list of expectations, each a line of text", MOST_EXPECTED):
        found = _sentence(fields, item)
        if found is None:
            words = item.span.of(fields.text.source)[:_MOST_UNREAD].split()
            yield ExpectedText(" ".join(words), item.span)
            continue
        text, place_of = found
        meaning = read_expectation(text)
        if not isinstance(meaning, Misread):
            trigger = trigger_span(text, meaning)
            yield Expected(text, item.span, meaning, None if trigger is None else place_of(trigger))
            continue
        span = place_of(meaning.span)
        fixes: tuple[Fix, ...] = ()
        if meaning.better is not None and span.of(fields.text.source) == meaning.span.of(text):
            fixes = (Fix(f"Change to ‘{meaning.better}’", (Edit(span, meaning.better),)),)
        fields.note("invalid-expectation", span, item.path, meaning.message, fixes)
        yield ExpectedText(text, item.span)


def _sentence(fields: FieldReader, item: CheckedValue) -> tuple[str, Callable[[Span], Span]] | None:
    """Return an expectation as one line, and where a part of it stands in the file.

    What YAML reads as a mapping of one key, as ‘present after compaction: ID’, is the line that it is.
    """
    source, node = fields.text.source, item.node
    if isinstance(node, ScalarNode):
        if node.value is None:
            fields.note("invalid-expectation", item.span, item.path, "An expectation is blank; write one.")
            return None
        places = scalar_map(source, node)
        return node.value, places.source_span if places.is_exact else lambda _: item.span
    if isinstance(node, MappingNode) and len(node.entries) == 1 and not node.merged and not node.flow:
        value = node.entries[0][1]
        line = node.span.of(source)
        if isinstance(value, ScalarNode) and "\n" not in line:
            return line, lambda span: span.shifted(node.span.start)
    message = f"‘{item.path}’ is {read_as(node)}; it must be a line of text. Put it in quotes."
    fields.note("wrong-type", item.span, item.path, message)
    return None


NO_USER_MESSAGE: Final = (
    "The first step has no ‘user’; say what the user writes, or name a chat that ends with it."
)
_NO_STEPS: Final = "‘steps’ is empty; a run needs a step, the first with what the user writes."
