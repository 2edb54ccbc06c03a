"""Reading the steps of a scenario: what the model and its tools do in each, and ramps of many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from editor_app.runs.model.scenario import READ_FILE, Item, Measures, Ramp, ScenarioStep, ToolCall
from editor_app.runs.model.session import FinishReason
from editor_app.runs.reading.scenario_settings import TODOS, TOKEN_COUNT, USAGE_SHARE
from editor_app.structured.fields.checked_values import CheckedValue, problem, removal_fix
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import (
    SPELLED,
    TEXT,
    list_of,
    name_type,
    record_type,
    whole_type,
    word_type,
)
from editor_app.structured.json_values import json_value
from editor_app.text import Sentence, Severity

MOST_STEPS: Final = 100_000
"""The most steps of a scenario, those of ramps counted."""

MOST_TOOLS: Final = 1000
"""The most calls of tools in one step."""

OUR_OPENING_TAG: Final = "<system_message"
FOREIGN_TAG: Final = "foreign-system-message"
"""The code of the warning of a text that holds our own tag."""

_A_STEP: Final = Sentence("runs.step-forms")


def read_items(fields: FieldReader, part: CheckedValue) -> Iterator[Item]:
    """Yield the steps and ramps that a list has, as far as they can be read."""
    wanted = Sentence("runs.steps-forms")
    count = 0
    for inner in fields.mappings(part, wanted, _A_STEP, MOST_STEPS):
        step = read_item(inner)
        if step is None:
            continue
        count += step.steps if isinstance(step, Ramp) else 1
        if count > MOST_STEPS:
            message = Sentence("runs.too-many-steps", most=MOST_STEPS)
            fields.problems.append(problem("too-many", inner.mapping.span, inner.path[:-1], message))
            return
        yield step


def read_item(fields: FieldReader) -> Item | None:
    """Return one step or ramp; None for a ramp without its figures."""
    if "ramp" in fields.parts:
        ramp_values = fields.read(RAMP)
        ramp, user = ramp_values["ramp"], ramp_values["user"]
        if ramp is None or None in (ramp["steps"], ramp["from"], ramp["to"]):
            return None
        tools = READ_FILE if ramp["tools"] is None else ramp["tools"]
        return Ramp(ramp["steps"], ramp["from"], ramp["to"], tools, user, fields.mapping.span)
    values = fields.read(STEP)
    return ScenarioStep(
        user=values["user"],
        text=values["text"],
        tools=values["tools"],
        total=values["usage"]["total"],
        measures=Measures(values["cpu"], values["memory"], values["todos"]),
        finish=values["finish"],
        compact=values["compact"]["summary"],
        origin=fields.mapping.span,
    )


def _said(fields: FieldReader, part: CheckedValue) -> str | None:
    """Return a text that the model reads, and warn of what it cannot tell from our messages."""
    text = fields.string(part)
    if text is not None and OUR_OPENING_TAG in text:
        message = foreign_tag_message(part.path)
        fields.problems.append(problem(FOREIGN_TAG, part.span, part.path, message, severity=Severity.WARNING))
    return text


def foreign_tag_message(path: str) -> str:
    """Return the sentence that warns of our own tag in the text at a path."""
    return Sentence("runs.foreign-tag", path=path, tag=OUR_OPENING_TAG)


def _figures(fields: FieldReader, part: CheckedValue) -> dict[str, Any] | None:
    if part.is_null:
        message = Sentence("runs.ramp-without-value", path=part.path)
        fields.problems.append(problem("wrong-type", fields.span("ramp"), part.path, message))
    return fields.record(part, Sentence("runs.ramp-forms"), _FIGURES)


def _tools(fields: FieldReader, part: CheckedValue) -> tuple[ToolCall, ...] | None:
    if part.is_null:
        return None
    form = Sentence("runs.call-forms")
    return tuple(map(_tool, fields.mappings(part, Sentence("runs.list-of-calls"), form, MOST_TOOLS)))


def _tool(fields: FieldReader) -> ToolCall:
    values = fields.read(TOOL)
    error = values["error"]
    has_result = "result" in fields.parts
    if has_result and error is not None:
        message = Sentence("runs.result-and-error", path=fields.path[:-1])
        fixes = removal_fix(fields.text, fields.mapping, "result")
        fields.problems.append(
            problem("contradiction", fields.span("error"), f"{fields.path}error", message, fixes)
        )
    result = values["result"] if has_result or error is not None else ""
    return ToolCall(
        values["name"], values["args"], None if error is not None else result, error, values["id"]
    )


def _arguments(fields: FieldReader, part: CheckedValue) -> object:
    inner = fields.inner(part, Sentence("runs.mapping-of-arguments"))
    return {} if inner is None else json_value(inner.mapping)


TOOL: Final = Table(
    "A call of a tool",
    (
        Field("name", "which tool is called", name_type("the name of a tool"), "", ""),
        Field("args", "what it is called with", FieldType(_arguments, {"type": "object"}), default={}),
        Field(
            "result",
            "what it gives back",
            FieldType(_said, {"type": [*SPELLED, "null"]}),
            more="Empty without it; null leaves the call unanswered.",
        ),
        Field("error", "the error in place of a result", TEXT),
        Field(
            "id",
            "the id of the call, where it is not made of the step’s number",
            name_type("the id of a call"),
        ),
    ),
)
_TOOLS: Final = FieldType(_tools, list_of(TOOL))
_USAGE: Final = Table(
    "A usage",
    (Field("total", "all tokens, those of input and output", TOKEN_COUNT, "", more="Results count too."),),
)
_COMPACT: Final = Table(
    "A compaction",
    (Field("summary", "what the model has of all before", name_type("the summary that the model gets"), ""),),
)
_FIGURES: Final = Table(
    "A ramp",
    (
        Field("steps", "how many steps", whole_type(Range(1, 10_000)), ""),
        Field("from", "the tokens at its first step", TOKEN_COUNT, ""),
        Field("to", "the tokens at its last step", TOKEN_COUNT, ""),
        Field("tools", "the tools that each step calls", _TOOLS, more="A call of read_file without it."),
    ),
)
_USER: Final = Field(
    "user", "what the user writes before the step", FieldType(_said, TEXT.schema), more="It begins a turn."
)
STEP: Final = Table(
    "A step",
    (
        _USER,
        Field("text", "what the model says", TEXT),
        Field("tools", "the tools that it calls", _TOOLS, default=()),
        Field(
            "usage",
            "the tokens that the model reports",
            record_type("a mapping with ‘total’", _USAGE),
            default={"total": None},
        ),
        Field("cpu", "the CPU in use from here on, from 0 to 1", USAGE_SHARE),
        Field("memory", "the memory in use from here on, from 0 to 1", USAGE_SHARE),
        Field("todos", "the tasks as they are now", TODOS),
        Field("finish", "why the model ends the step", word_type(FinishReason, "a reason to end a step")),
        Field(
            "compact",
            "a compaction before the step",
            record_type("a mapping with ‘summary’", _COMPACT),
            default={"summary": None},
        ),
    ),
)
RAMP: Final = Table(
    "A ramp",
    (
        _USER,
        Field(
            "ramp",
            "many steps in which the context grows evenly",
            FieldType(_figures, _FIGURES),
            "",
        ),
    ),
)
