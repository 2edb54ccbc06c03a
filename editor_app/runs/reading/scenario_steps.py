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
            problem(
                "contradiction",
                fields.span("error"),
                f"{fields.path}error",
                message,
                fixes,
            )
        )
    result = values["result"] if has_result or error is not None else ""
    return ToolCall(
        values["name"], values["args"], None if error is not None else result, error, values["id"]
    )


def _arguments(fields: FieldReader, part: CheckedValue) -> object:
    inner = fields.inner(part, Sentence("runs.mapping-of-arguments"))
    return {} if inner is None else json_value(inner.mapping)


TOOL: Final = Table(
    Sentence("runs.subject-a-call-of-a-tool"),
    (
        Field(
            "name",
            Sentence("runs.field-tool-name"),
            name_type(Sentence("runs.the-name-of-a-tool")),
            "",
            "",
        ),
        Field(
            "args",
            Sentence("runs.field-args"),
            FieldType(_arguments, {"type": "object"}),
            default={},
        ),
        Field(
            "result",
            Sentence("runs.field-result"),
            FieldType(_said, {"type": [*SPELLED, "null"]}),
            more=Sentence("runs.field-result-more"),
        ),
        Field("error", Sentence("runs.field-error"), TEXT),
        Field(
            "id",
            Sentence("runs.field-call-id"),
            name_type(Sentence("runs.the-id-of-a-call")),
        ),
    ),
)
_TOOLS: Final = FieldType(_tools, list_of(TOOL))
_USAGE: Final = Table(
    Sentence("runs.subject-a-usage"),
    (
        Field(
            "total",
            Sentence("runs.field-usage-total"),
            TOKEN_COUNT,
            "",
            more=Sentence("runs.results-count-too"),
        ),
    ),
)
_COMPACT: Final = Table(
    Sentence("runs.subject-a-compaction"),
    (
        Field(
            "summary",
            Sentence("runs.field-summary"),
            name_type(Sentence("runs.summary-noun")),
            "",
        ),
    ),
)
_FIGURES: Final = Table(
    Sentence("runs.subject-a-ramp"),
    (
        Field("steps", Sentence("runs.how-many-steps"), whole_type(Range(1, 10_000)), ""),
        Field("from", Sentence("runs.field-from"), TOKEN_COUNT, ""),
        Field("to", Sentence("runs.field-to"), TOKEN_COUNT, ""),
        Field(
            "tools",
            Sentence("runs.field-ramp-tools"),
            _TOOLS,
            more=Sentence("runs.field-ramp-tools-more"),
        ),
    ),
)
_USER: Final = Field(
    "user",
    Sentence("runs.field-user"),
    FieldType(_said, TEXT.schema),
    more=Sentence("runs.field-user-more"),
)
STEP: Final = Table(
    Sentence("runs.subject-a-step"),
    (
        _USER,
        Field("text", Sentence("runs.field-text"), TEXT),
        Field("tools", Sentence("runs.field-tools"), _TOOLS, default=()),
        Field(
            "usage",
            Sentence("runs.field-usage"),
            record_type(Sentence("runs.usage-forms"), _USAGE),
            default={"total": None},
        ),
        Field("cpu", Sentence("runs.field-cpu"), USAGE_SHARE),
        Field("memory", Sentence("runs.field-memory"), USAGE_SHARE),
        Field("todos", Sentence("runs.field-todos-now"), TODOS),
        Field(
            "finish",
            Sentence("runs.field-finish"),
            word_type(FinishReason, Sentence("runs.finish-noun")),
        ),
        Field(
            "compact",
            Sentence("runs.field-compaction"),
            record_type(Sentence("runs.compaction-forms"), _COMPACT),
            default={"summary": None},
        ),
    ),
)
RAMP: Final = Table(
    Sentence("runs.subject-a-ramp"),
    (
        _USER,
        Field(
            "ramp",
            Sentence("runs.field-ramp"),
            FieldType(_figures, _FIGURES),
            "",
        ),
    ),
)
