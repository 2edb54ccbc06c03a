"""Reading how a scenario is played: policies, limits, the model and the figures it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from editor_app.runs.model.scenario import ContinuePolicy, Measures, ModelChoice, Start, StepLimit, Todo
from editor_app.runs.model.session import Deliver, Policy
from editor_app.structured.fields.checked_values import CheckedValue, problem
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import (
    NAME_SCHEMA,
    TEXT,
    TRUTH,
    figure_type,
    list_of,
    name_type,
    one_of,
    whole_type,
    words_schema,
)
from editor_app.structured.nodes import SequenceNode, short_value
from editor_app.text import Sentence, Severity, meant, nearest

TOKENS: Final = Range(0, 1_000_000_000)
SHARE: Final = Range(0, 1)
"""The range of cpu and memory."""

MOST_TODOS: Final = 1000
TODO_STATUSES: Final = ("pending", "in_progress", "completed", "cancelled")
MODEL_TOOLS: Final = ("read_file", "list_files", "search")
"""The tools that a model of an endpoint can be given."""

SCRIPTED: Final = "scripted"
_STEPS: Final = whole_type(Range(1, 1_000_000))
_PERCENT_OF_SHARE: Final = Decimal("0.01")
_STRICTER: Final[Mapping[Deliver, str]] = {
    Deliver.USER: Sentence("runs.stricter-mistral"),
    Deliver.SYSTEM: Sentence("runs.stricter-qwen"),
}


def _policy(fields: FieldReader, part: CheckedValue) -> ContinuePolicy | None:
    """Return after which calls of tools a turn goes on."""
    inner = fields.inner(part)
    if inner is None:
        policy = fields.word(part, Policy, Sentence("runs.a-policy"))
        return None if policy is None else ContinuePolicy.named(policy)
    return ContinuePolicy(**inner.read(POLICY))


def _tools_that_go_on(fields: FieldReader, part: CheckedValue) -> tuple[str, ...] | None:
    names = fields.names(part, Sentence("runs.tools-that-go-on"))
    if names is None:
        fields.missing("after", POLICY, _write_alone(fields))
    elif not names:
        fields.problems.append(part.problem("empty-field", Sentence("runs.no-tool-goes-on", name=part.name)))
    return names


def _write_alone(fields: FieldReader) -> str:
    return f"[{fields.text.written('Write')}]"


def _limit(fields: FieldReader, part: CheckedValue) -> StepLimit | None:
    """Return the most steps of a turn."""
    inner = fields.inner(part)
    if inner is None:
        only = _STEPS.read(fields, part)
        return None if only is None else StepLimit(only)
    values = inner.read(LIMIT)
    least, most, high = values["least"], values["most"], inner.part("most")
    if least is not None and most is not None and most < least and high is not None:
        message = Sentence("runs.most-below-least", name=high.name, most=most, least=least)
        inner.problems.append(high.problem("out-of-range", message, high.change(str(least))))
    return StepLimit(least or 1, values["per_todo"], most)


def _model(fields: FieldReader, part: CheckedValue) -> ModelChoice:
    """Return which model plays: scripted, or one at an endpoint."""
    inner = fields.inner(part)
    if inner is not None:
        return ModelChoice(**inner.read(MODEL))
    if part.spelling != SCRIPTED and not part.is_null:
        near = part.change_text(SCRIPTED) if nearest(part.spelling, (SCRIPTED,)) else ()
        fields.wrong(part, Sentence("runs.model-forms"), near)
    return ModelChoice()


def note_stricter_servers(fields: FieldReader, model: ModelChoice, deliver: Deliver) -> None:
    """Say which servers of open models refuse messages that are delivered so, where an endpoint is asked."""
    if model.is_scripted or deliver not in _STRICTER:
        return
    part = fields.part("deliver")
    span = fields.span("model") if part is None else part.span
    fixes = () if part is None else part.change_text(Deliver.TOOL_RESULT)
    fields.problems.append(
        problem("stricter-server", span, "deliver", _STRICTER[deliver], fixes, Severity.INFORMATION)
    )


def _endpoint(fields: FieldReader, part: CheckedValue) -> str | None:
    endpoint = fields.name(part, Sentence("runs.an-address"))
    if endpoint is not None and not _is_address(endpoint):
        lacks = "host" if endpoint.startswith(("https://", "http://")) else "scheme"
        shown = short_value(endpoint)
        message = Sentence("runs.bad-address", lacks=lacks, name=part.name, address=shown)
        fields.problems.append(part.problem("invalid-address", message))
    return endpoint


def _is_address(written: str) -> bool:
    try:
        parts = urlsplit(written)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and not set(written) & set(" \t\n")


def _model_tools(fields: FieldReader, part: CheckedValue) -> tuple[str, ...]:
    names = fields.names(part, Sentence("runs.list-of-tools", tools=tuple(MODEL_TOOLS))) or ()
    for name in names:
        if name not in MODEL_TOOLS:
            known = Sentence("prompts.known-are", known=tuple(MODEL_TOOLS))
            near = nearest(name, MODEL_TOOLS)
            message = Sentence(
                "runs.unknown-tool", name=part.name, tool=short_value(name), near=meant(near, known)
            )
            fields.problems.append(part.problem("unknown-word", message))
    return tuple(name for name in names if name in MODEL_TOOLS)


def _start(fields: FieldReader, part: CheckedValue) -> Start | None:
    """Return the figures and flags before step 0."""
    values = fields.record(part, Sentence("runs.start-forms"), _START)
    if values is None:
        return None
    return Start(values["total"], Measures(values["cpu"], values["memory"]), values["flags"])


def _flags(fields: FieldReader, part: CheckedValue) -> Mapping[str, bool]:
    """Read flags: a list of those that are set, or a mapping of names to true and false."""
    if isinstance(part.node, SequenceNode):
        return MappingProxyType(dict.fromkeys(fields.names(part, Sentence("runs.list-of-flags")) or (), True))
    inner = fields.inner(part, Sentence("runs.list-of-set-flags"))
    flags: dict[str, bool] = {}
    for name, flag in inner.parts.items() if inner is not None else ():
        is_set = fields.truth(flag)
        if is_set is not None:
            flags[name] = is_set
        elif flag.is_null:
            fields.wrong(flag, Sentence("structured.true-or-false"))
    return MappingProxyType(flags)


def _todos(fields: FieldReader, part: CheckedValue) -> tuple[Todo, ...] | None:
    """Return a list of todos; None for null."""
    if part.is_null:
        return None
    items = fields.mappings(part, Sentence("runs.list-of-todos"), Sentence("runs.todo-forms"), MOST_TODOS)
    todos = (inner.read(TODO) for inner in items)
    return tuple(Todo(**values) for values in todos if None not in values.values())


def _status(fields: FieldReader, part: CheckedValue) -> str | None:
    status = fields.name(part, Sentence("runs.pending-or-completed"))
    if status is not None and status not in TODO_STATUSES:
        message = Sentence("runs.unknown-status", name=part.name, value=short_value(status), near="")
        fields.unlike(part, TODO_STATUSES, "unknown-status", message, Severity.WARNING)
    return status


TODO: Final = Table(
    Sentence("runs.subject-a-todo"),
    (
        Field(
            "content", Sentence("runs.what-is-to-be-done"), name_type(Sentence("runs.what-is-to-be-done")), ""
        ),
        Field(
            "status",
            Sentence("runs.field-status"),
            FieldType(_status, NAME_SCHEMA, dict.fromkeys(TODO_STATUSES, "")),
            "pending",
            more=Sentence("runs.field-status-more"),
        ),
    ),
)
TODOS: Final = FieldType(_todos, list_of(TODO))
TOKEN_COUNT: Final = whole_type(TOKENS)
USAGE_SHARE: Final = figure_type(SHARE, _PERCENT_OF_SHARE)
"""How much of the CPU or memory is in use."""

_FLAGS: Final = one_of(list_of(TEXT.schema), {"type": "object", "additionalProperties": TRUTH.schema})
_START: Final = Table(
    Sentence("runs.subject-a-start"),
    (
        Field("total", Sentence("runs.field-start-total"), TOKEN_COUNT),
        Field("cpu", Sentence("runs.field-start-cpu"), USAGE_SHARE),
        Field("memory", Sentence("runs.field-start-memory"), USAGE_SHARE),
        Field(
            "flags",
            Sentence("runs.field-start-flags"),
            FieldType(_flags, _FLAGS),
            default=MappingProxyType({}),
        ),
    ),
)
LIMIT: Final = Table(
    Sentence("runs.subject-a-limit-of-steps"),
    (
        Field("least", Sentence("runs.field-least"), _STEPS, lambda _: "20"),
        Field("per_todo", Sentence("runs.field-per-todo"), whole_type(Range(0, 1_000_000)), default=0),
        Field("most", Sentence("runs.field-most"), _STEPS),
    ),
)
POLICY: Final = Table(
    Sentence("runs.subject-a-policy"),
    (
        Field(
            "after",
            Sentence("runs.field-after"),
            FieldType(_tools_that_go_on, list_of(NAME_SCHEMA, minItems=1)),
            _write_alone,
            (),
        ),
        Field("at_least", Sentence("runs.field-at-least"), whole_type(Range(1, 1_000)), default=1),
    ),
)
MODEL: Final = Table(
    Sentence("runs.subject-a-model"),
    (
        Field(
            "endpoint",
            Sentence("runs.field-endpoint"),
            FieldType(_endpoint, {"type": "string", "pattern": r"^https?://[^/\s]"}),
            "",
            "",
        ),
        Field(
            "name",
            Sentence("runs.field-model-name"),
            name_type(Sentence("runs.the-models-name")),
            "",
        ),
        Field(
            "tools",
            Sentence("runs.field-model-tools"),
            FieldType(_model_tools, list_of(words_schema(MODEL_TOOLS)), dict.fromkeys(MODEL_TOOLS, "tool")),
            default=(),
        ),
    ),
)
START: Final = FieldType(_start, _START)
CONTINUE: Final = FieldType(_policy, one_of(words_schema(Policy), POLICY), Policy)
MAX_STEPS: Final = FieldType(_limit, one_of(_STEPS.schema, LIMIT))
PLAYED_BY: Final = FieldType(
    _model, one_of({"const": SCRIPTED}, MODEL), {SCRIPTED: Sentence("runs.model-scripted")}
)
