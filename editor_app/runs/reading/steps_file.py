"""Reading the steps of a scenario from JSON Lines: a step a line, with every problem at its line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NoReturn

from editor_app.runs.model.scenario import Item, Measures, Ramp, ScenarioStep, Todo, ToolCall
from editor_app.runs.model.session import FinishReason
from editor_app.runs.reading.scenario_settings import MOST_TODOS, SHARE, TODO, TODO_STATUSES, TOKENS
from editor_app.runs.reading.scenario_steps import (
    FOREIGN_TAG,
    MOST_STEPS,
    MOST_TOOLS,
    OUR_OPENING_TAG,
    STEP,
    TOOL,
    foreign_tag_message,
    read_item,
)
from editor_app.structured.budget import MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.fields.checked_values import Effort, Text
from editor_app.structured.fields.reader import FieldReader
from editor_app.structured.json_reader import has_half_characters
from editor_app.structured.nodes import MappingNode, Syntax
from editor_app.structured.reading import read_json
from editor_app.text import (
    MOST_PROBLEMS,
    Diagnostic,
    Sentence,
    Severity,
    Span,
    in_file_order,
    line_at,
)

_STEP_KEYS: Final = frozenset(STEP.keys)
_TOOL_KEYS: Final = frozenset(TOOL.keys)
_TODO_KEYS: Final = frozenset(TODO.keys)


class _NeedsPlaces(ValueError):  # noqa: N818  it never leaves this file
    """The line may be wrong, or mean something else to the reader with places."""


def plain_step(line: str, origin: Span, *, may_hold_our_tag: bool = False) -> ScenarioStep | None:
    """Return the step that a line of JSON is; None where it is to be read with places.

    A line that holds our own tag is one of these, but where `may_hold_our_tag` is true.
    """
    if OUR_OPENING_TAG in line and not may_hold_our_tag:
        return None
    try:
        data = _load(line)
        may_be_deep = line.count("{") + line.count("[") > MOST_DEPTH
        if not isinstance(data, dict) or (may_be_deep and _is_deep(data)):
            return None
        if "\\u" in line and has_half_characters(data):
            return None
        return _step(data, origin)
    except (ValueError, RecursionError):
        return None


def _is_deep(data: dict[str, Any]) -> bool:
    """Whether data are nested deeper than the reader with places goes."""
    level: list[Iterable[Any]] = [data.values()]
    for _ in range(MOST_DEPTH - 1):
        inside = [value for above in level for value in above if isinstance(value, (dict, list))]
        level = [value.values() if isinstance(value, dict) else value for value in inside]
    return any(isinstance(value, (dict, list)) for above in level for value in above)


class _Figure(float):
    """A number that knows how it is spelled."""

    spelling: str

    @staticmethod
    def of(spelling: str) -> _Figure:
        """Return the number that a text spells."""
        figure = _Figure(spelling)
        if figure - figure != 0:
            raise _NeedsPlaces
        figure.spelling = spelling
        return figure


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise _NeedsPlaces
    return mapping


def _refuse(constant: str) -> NoReturn:
    raise _NeedsPlaces(constant)


_load: Final = json.JSONDecoder(
    object_pairs_hook=_mapping, parse_float=_Figure.of, parse_constant=_refuse
).decode


def _step(data: Mapping[str, Any], origin: Span) -> ScenarioStep:
    if not data.keys() <= _STEP_KEYS:
        raise _NeedsPlaces
    return ScenarioStep(
        _text(data, "user"),
        _text(data, "text"),
        tuple(map(_tool, _list(data, "tools", MOST_TOOLS))) if "tools" in data else (),
        _total(data["usage"]) if "usage" in data else None,
        Measures(
            _share(data["cpu"]) if "cpu" in data else None,
            _share(data["memory"]) if "memory" in data else None,
            tuple(map(_todo, _list(data, "todos", MOST_TODOS))) if "todos" in data else None,
        ),
        FinishReason(data["finish"]) if "finish" in data else None,
        _summary(data["compact"]) if "compact" in data else None,
        origin,
    )


def _text(data: Mapping[str, Any], key: str) -> str | None:
    text = data.get(key)
    if text is not None and type(text) is not str:
        raise _NeedsPlaces
    return text


def _list(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    value = data[key]
    if type(value) is not list or len(value) > most:
        raise _NeedsPlaces
    return value


def _tool(data: object) -> ToolCall:
    if type(data) is not dict or not data.keys() <= _TOOL_KEYS:
        raise _NeedsPlaces
    name, error, arguments = _text(data, "name"), _text(data, "error"), data.get("args", {})
    if name is None or not name.strip() or type(arguments) is not dict:
        raise _NeedsPlaces
    id_ = _text(data, "id")
    if (error is not None and "result" in data) or (id_ is not None and not id_.strip()):
        raise _NeedsPlaces
    result = _text(data, "result") if "result" in data else ""
    return ToolCall(name, arguments, None if error is not None else result, error, id_)


def _total(data: object) -> int:
    total = data.get("total") if type(data) is dict and len(data) == 1 else None
    if type(total) is not int or not TOKENS.holds(total):
        raise _NeedsPlaces
    return total


def _share(value: object) -> Decimal:
    if type(value) is int:
        number = Decimal(value)
    elif type(value) is _Figure and len(value.spelling) < 20:
        number = Decimal(value.spelling)
    else:
        raise _NeedsPlaces
    if not SHARE.holds(number):
        raise _NeedsPlaces
    return number


def _todo(data: object) -> Todo:
    if type(data) is not dict or data.keys() != _TODO_KEYS:
        raise _NeedsPlaces
    content, status = _text(data, "content"), _text(data, "status")
    if content is None or not content.strip() or status not in TODO_STATUSES:
        raise _NeedsPlaces
    return Todo(content, status)


def _summary(data: object) -> str:
    summary = data.get("summary") if type(data) is dict and len(data) == 1 else None
    if type(summary) is not str or not summary.strip():
        raise _NeedsPlaces
    return summary


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
        return any(problem.severity is Severity.ERROR for problem in self.diagnostics)


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
            message = Sentence("runs.too-many-lines", left=left, most=MOST_STEPS, line=number)
            problems.append(_problem("too-many", span, number, message))
            return
        yield item


def _lines(source: str) -> Iterator[Span]:
    at = 0
    while at < len(source):
        line = line_at(source, at)
        yield line
        at = line.end + 1


def _read_line(text: Text, number: int, span: Span, problems: list[Diagnostic]) -> Item | None:
    """Read a line with places; what is wrong in it is a problem there."""
    if span.length > MOST_CHARACTERS:
        message = Sentence("runs.step-too-long")
        problems.append(_problem("json-limit", span, number, message))
        return None
    node, json_problems = read_json(text.source, span)
    problems += json_problems
    if node is None:
        return None
    own: list[Diagnostic] = []
    if isinstance(node, MappingNode):
        item = read_item(FieldReader(text, node, "", own))
    else:
        item = None
        own.append(_problem("wrong-type", span, number, Sentence("runs.not-a-step")))
    problems += own
    return item


def _warnings_of_tags(item: Item, span: Span) -> Iterator[Diagnostic]:
    """Yield that the step of a line that is too long for places holds our own tag."""
    results = (call.result for call in item.tools)
    texts = {"user": item.user, **{f"tools[{index}].result": text for index, text in enumerate(results)}}
    for path, text in texts.items():
        if text is not None and OUR_OPENING_TAG in text:
            args = {"field": path}
            message = foreign_tag_message(path)
            yield Diagnostic(FOREIGN_TAG, Severity.WARNING, _shown(span), message, args)


def _problem(code: str, span: Span, number: int, message: str) -> Diagnostic:
    field = Sentence("runs.line-number", number=str(number))
    return Diagnostic(code, Severity.ERROR, _shown(span), message, {"field": field})


def _shown(span: Span) -> Span:
    return Span(span.start, min(span.end, span.start + _MOST_SHOWN))
