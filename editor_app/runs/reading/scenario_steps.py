"""Reading the steps of a scenario: what the model and its tools do in each, and ramps of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from editor_app.runs.model.scenario import READ_FILE, Item, Ramp, ScenarioStep, ToolCall
from editor_app.runs.model.session import FinishReason
from editor_app.runs.reading.fields import FieldReader, Range
from editor_app.runs.reading.scenario_settings import PERCENT_OF_SHARE, SHARE, TOKENS, read_todos
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, boolean, integer
from editor_app.system_messages.reading.problems import CheckedValue, removal_fix
from editor_app.text import Severity

STEP_KEYS: Final = ("user", "text", "tools", "usage", "cpu", "memory", "todos", "finish", "compact")
RAMP_ITEM_KEYS: Final = ("user", "ramp")
RAMP_KEYS: Final = ("steps", "from", "to", "tools")
TOOL_KEYS: Final = ("name", "args", "result", "error", "id")
USAGE_KEYS: Final = ("total",)
COMPACT_KEYS: Final = ("summary",)
MOST_STEPS: Final = 100_000
"""The most steps of a scenario, those of ramps counted."""

MOST_RAMP: Final = 10_000
MOST_TOOLS: Final = 1000
"""The most calls of tools in one step."""

OUR_OPENING_TAG: Final = "<system_message"
FOREIGN_TAG: Final = "foreign-system-message"
"""The code of the warning of a text that holds our own tag."""

_A_STEP: Final = "a step: a mapping with what the model does, such as ‘text’ and ‘tools’"


def read_items(fields: FieldReader, items: Iterable[CheckedValue]) -> Iterator[Item]:
    """Yield the steps and ramps that a list has, as far as they can be read."""
    count = 0
    for item in items:
        step = read_item(fields, item)
        if step is None:
            continue
        count += step.steps if isinstance(step, Ramp) else 1
        if count > MOST_STEPS:
            message = f"There are more than {MOST_STEPS:,} steps; those from here on are not read."
            fields.note("too-many", item.span, item.path, message)
            return
        yield step


def read_item(fields: FieldReader, item: CheckedValue) -> Item | None:
    """Return one step or ramp; None where it is neither."""
    inner = fields.inner_of(item, _A_STEP)
    if inner is None:
        return None
    if "ramp" in inner:
        return _ramp(inner)
    inner.check_keys(STEP_KEYS, "A step")
    return ScenarioStep(
        user=_said(inner, "user"),
        text=inner.string("text"),
        tools=_tools(inner) or (),
        total=_total(inner),
        cpu=inner.figure("cpu", SHARE, PERCENT_OF_SHARE),
        memory=inner.figure("memory", SHARE, PERCENT_OF_SHARE),
        todos=read_todos(inner),
        finish=inner.word("finish", FinishReason, "a reason to end a step"),
        compact=_summary(inner),
        origin=item.node.span,
    )


def json_value(node: Node) -> object:
    """Return what a value says as JSON data; dates and the like as they are spelled."""
    if isinstance(node, MappingNode):
        return {key.value or "": json_value(value) for key, value in node.all_entries()}
    if isinstance(node, SequenceNode):
        return [json_value(item) for item in node.items]
    return _scalar(node)


def _scalar(node: ScalarNode) -> object:
    if node.value is None:
        return None
    if node.tag == "bool":
        return boolean(node)
    if node.tag == "int":
        number = integer(node)
        return node.value if number is None else number
    if node.tag == "float":
        try:
            value = float(node.value.replace("_", ""))
        except ValueError:
            return node.value
        return value if value - value == 0 else node.value
    return node.value


def _said(fields: FieldReader, key: str) -> str | None:
    """Return a text that the model reads, and warn of what it cannot tell from our messages."""
    text = fields.string(key)
    if text is not None:
        warn_of_tag(fields, fields.part(key), text)
    return text


def warn_of_tag(fields: FieldReader, part: CheckedValue | None, text: str) -> None:
    """Warn of a text that holds our own tag."""
    if OUR_OPENING_TAG in text and part is not None:
        message = foreign_tag_message(part.path)
        fields.note(FOREIGN_TAG, part.span, part.path, message, severity=Severity.WARNING)


def foreign_tag_message(path: str) -> str:
    """Return the sentence that warns of our own tag in the text at a path."""
    return f"‘{path}’ holds ‘{OUR_OPENING_TAG}’: the model cannot tell it from the messages of triggers."


def _ramp(fields: FieldReader) -> Ramp | None:
    fields.check_keys(RAMP_ITEM_KEYS, "A ramp")
    inner = fields.inner("ramp", "a mapping with ‘steps’, ‘from’ and ‘to’")
    if inner is None:
        if fields.part("ramp") is None:
            message = f"‘{fields.path}ramp’ has no value; it has ‘steps’, ‘from’ and ‘to’."
            fields.note("wrong-type", fields.span("ramp"), f"{fields.path}ramp", message)
        return None
    inner.check_keys(RAMP_KEYS, "A ramp")
    for key in RAMP_KEYS[:3]:
        if key not in inner:
            inner.missing(key, RAMP_KEYS)
    steps = inner.whole("steps", Range(1, MOST_RAMP))
    first, last = inner.whole("from", TOKENS), inner.whole("to", TOKENS)
    tools, user = _tools(inner), _said(fields, "user")
    if steps is None or first is None or last is None:
        return None
    return Ramp(steps, first, last, READ_FILE if tools is None else tools, user, fields.mapping.span)


def _tools(fields: FieldReader) -> tuple[ToolCall, ...] | None:
    if fields.part("tools") is None:
        return None
    items = fields.items("tools", "a list of calls of tools", MOST_TOOLS)
    calls = (_tool(fields, item) for item in items)
    return tuple(call for call in calls if call is not None)


def _tool(fields: FieldReader, item: CheckedValue) -> ToolCall | None:
    inner = fields.inner_of(item, "a call of a tool: a mapping with ‘name’")
    if inner is None:
        return None
    inner.check_keys(TOOL_KEYS, "A call of a tool")
    if "name" not in inner:
        inner.missing("name", TOOL_KEYS)
    name = inner.name("name", "the name of a tool")
    arguments = inner.inner("args", "a mapping of the tool’s arguments")
    result = (
        _said(inner, "result") if inner.part("result") is not None else "" if "result" not in inner else None
    )
    error = inner.string("error")
    if "result" in inner and error is not None:
        message = f"‘{inner.path[:-1]}’ has a result and an error; a call of a tool has one of them."
        fixes = removal_fix(inner.text, inner.mapping, "result")
        inner.note("contradiction", inner.span("error"), f"{inner.path}error", message, fixes)
    data = {} if arguments is None else json_value(arguments.mapping)
    assert isinstance(data, dict)
    id_ = inner.name("id", "the id of a call") if "id" in inner else None
    return ToolCall(name or "", data, None if error is not None else result, error, id_)


def _total(fields: FieldReader) -> int | None:
    inner = fields.inner("usage", "a mapping with ‘total’")
    if inner is None:
        return None
    inner.check_keys(USAGE_KEYS, "A usage")
    if "total" not in inner:
        inner.missing("total", USAGE_KEYS)
    return inner.whole("total", TOKENS)


def _summary(fields: FieldReader) -> str | None:
    inner = fields.inner("compact", "a mapping with ‘summary’")
    if inner is None:
        return None
    inner.check_keys(COMPACT_KEYS, "A compaction")
    if "summary" not in inner:
        inner.missing("summary", COMPACT_KEYS)
    return inner.name("summary", "the summary that the model gets")
