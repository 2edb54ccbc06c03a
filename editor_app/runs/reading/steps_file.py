"""Reading the steps of a scenario from JSON Lines: a step a line, with every problem at its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from editor_app.runs.model.scenario import Item, Ramp
from editor_app.runs.reading.fields import FieldReader
from editor_app.runs.reading.plain_steps import plain_step
from editor_app.runs.reading.scenario_steps import (
    FOREIGN_TAG,
    MOST_STEPS,
    OUR_OPENING_TAG,
    foreign_tag_message,
    read_item,
)
from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.nodes import MappingNode, Syntax
from editor_app.structured.reading import read_json
from editor_app.system_messages.reading.problems import CheckedValue, Effort, Text
from editor_app.text import MOST_PROBLEMS, Diagnostic, Severity, Span, in_file_order

SUFFIX: Final = ".steps.jsonl"
MOST_BYTES: Final = 256 * 1024 * 1024
"""The largest file of steps that is read."""

MOST_BYTES_AT_ONCE: Final = 8_000_000
"""The largest one that is read while somebody waits for it."""

_MOST_SHOWN: Final = 80
_FIRST_LINES: Final = 3_000
_SLICE: Final = 500


@dataclass(frozen=True, slots=True)
class StepsReading:
    """The steps of a file that could be read, and its problems."""

    items: tuple[Item, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether a line could not be read as a step."""
        return any(one.severity is Severity.ERROR for one in self.diagnostics)


def read_steps(source: str) -> StepsReading:
    """Read a file of steps; blank lines are passed over."""
    *_, reading = steps_in_slices(source)
    assert reading is not None
    return reading


def read_first_steps(source: str) -> StepsReading:
    """Read the first lines of a file of steps."""
    return read_steps("\n".join(source.split("\n", _FIRST_LINES)[:_FIRST_LINES]))


def steps_in_slices(source: str) -> Iterator[StepsReading | None]:
    """Read a file of steps; yield None after some lines each, and last what they are."""
    problems: list[Diagnostic] = []
    items: list[Item] = []
    text = Text(source, Syntax.JSON, Effort())
    text.effort.may_fix = len(source) <= MOST_CHARACTERS
    for number, item in enumerate(_items(text, problems), 1):
        if item is not None:
            items.append(item)
        if number % _SLICE == 0:
            yield None
    yield StepsReading(tuple(items), in_file_order(problems))


def _items(text: Text, problems: list[Diagnostic]) -> Iterator[Item | None]:
    """Yield the step of each line, None for one that is blank or wrong."""
    count = 0
    for number, span in enumerate(_lines(text.source), 1):
        line = span.of(text.source)
        if not line.strip():
            yield None
            continue
        text.effort.may_fix &= len(problems) <= MOST_PROBLEMS
        is_long = span.length > MOST_CHARACTERS
        item = plain_step(line, span, may_hold_our_tag=is_long) or _read_line(text, number, span, problems)
        if item is None:
            yield None
            continue
        if is_long:
            problems += _warnings_of_tags(item, span)
        count += item.steps if isinstance(item, Ramp) else 1
        if count > MOST_STEPS:
            left = text.source.count("\n", span.start, len(text.source.rstrip("\n"))) + 1
            message = (
                f"There are more than {MOST_STEPS:,} steps; line {number:,} and those below are not read "
                f"({left:,} left)."
            )
            problems.append(_problem("too-many", span, number, message))
            return
        yield item


def _lines(source: str) -> Iterator[Span]:
    at = 0
    while at < len(source):
        end = source.find("\n", at)
        end = len(source) if end < 0 else end
        yield Span(at, end)
        at = end + 1


def _read_line(text: Text, number: int, span: Span, problems: list[Diagnostic]) -> Item | None:
    """Read a line with places; what is wrong in it is a problem there."""
    if span.length > MOST_CHARACTERS:
        message = "This is no step that can be read, and too long to say where. Make it shorter."
        problems.append(_problem("json-limit", span, number, message))
        return None
    node, found = read_json(text.source, span)
    problems += found
    if node is None:
        return None
    own: list[Diagnostic] = []
    if isinstance(node, MappingNode):
        fields = FieldReader(text, node, "", own)
        item = read_item(fields, CheckedValue(text, "", None, node))
    else:
        item = None
        own.append(_problem("wrong-type", span, number, "This is no step; write a mapping."))
    problems += own
    return item


def _warnings_of_tags(item: Item, span: Span) -> Iterator[Diagnostic]:
    """Yield that the step of a line that is too long for places holds our own tag."""
    results = (call.result for call in item.tools)
    texts = {"user": item.user, **{f"tools[{index}].result": text for index, text in enumerate(results)}}
    for path, text in texts.items():
        if text is not None and OUR_OPENING_TAG in text:
            args = {"field": path, "path": path}
            message = foreign_tag_message(path)
            yield Diagnostic(FOREIGN_TAG, Severity.WARNING, _shown(span), message, args)


def _problem(code: str, span: Span, number: int, message: str) -> Diagnostic:
    field = f"line {number:,}"
    return Diagnostic(code, Severity.ERROR, _shown(span), message, {"field": field, "path": field})


def _shown(span: Span) -> Span:
    return Span(span.start, min(span.end, span.start + _MOST_SHOWN))
