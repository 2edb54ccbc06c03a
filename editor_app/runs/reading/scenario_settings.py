"""Reading how a scenario is played: strategy, policies, limits, model and the figures it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from editor_app.requests.parts import Provider
from editor_app.runs.model.scenario import (
    HINTS_EVERY,
    ContinuePolicy,
    ModelChoice,
    RunSettings,
    Start,
    StepLimit,
    Todo,
)
from editor_app.runs.model.session import PROVIDERS, Counting, Deliver, Policy, Strategy, Tokenizer
from editor_app.runs.reading.fields import FieldReader, Range
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, boolean, short_value
from editor_app.system_messages.reading.problems import CheckedValue
from editor_app.text import Severity, nearest

TOKENS: Final = Range(0, 1_000_000_000)
SHARE: Final = Range(0, 1)
"""The range of cpu and memory."""

PERCENT_OF_SHARE: Final = Decimal("0.01")
MOST_TODOS: Final = 1000
TODO_KEYS: Final = ("content", "status")
TODO_STATUSES: Final = ("pending", "in_progress", "completed", "cancelled")
START_KEYS: Final = ("total", "cpu", "memory", "flags")
LIMIT_KEYS: Final = ("least", "per_todo", "most")
POLICY_KEYS: Final = ("after", "at_least")
MODEL_KEYS: Final = ("endpoint", "name", "tools")
MODEL_TOOLS: Final = ("read_file", "list_files", "search")
"""The tools that a model of an endpoint can be given."""

SCRIPTED: Final = "scripted"
_CONTEXT: Final = Range(1, 1_000_000_000)
_MAX_STEPS: Final = Range(1, 1_000_000)
_PER_TODO: Final = Range(0, 1_000_000)
_CALLS: Final = Range(1, 1_000)
_STRICTER: Final[Mapping[Deliver, str]] = {
    Deliver.USER: (
        "Between steps, ‘deliver: user’ sends a message of the user after tool results, which the chat "
        "templates of Mistral refuse. ‘deliver: tool-result’ suits these and those of Qwen."
    ),
    Deliver.SYSTEM: (
        "‘deliver: system’ sends system messages later than the first, which the chat templates of Qwen 3 "
        "refuse. ‘deliver: tool-result’ suits these and those of Mistral."
    ),
}


class _ProviderName(StrEnum):
    """The providers whose requests a run is checked for."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"


assert tuple(map(str, _ProviderName)) == tuple(map(str, PROVIDERS))


def read_settings(fields: FieldReader, model: ModelChoice) -> RunSettings:
    """Return the settings of a scenario; what is wrong or not there has its default."""
    defaults = RunSettings()
    provider = fields.word("provider", _ProviderName, "a provider")
    return RunSettings(
        strategy=fields.word("strategy", Strategy, "a strategy") or defaults.strategy,
        go_on=_policy(fields) or defaults.go_on,
        max_steps=_max_steps(fields) or defaults.max_steps,
        count=fields.word("count", Counting, "a way of counting") or defaults.count,
        tokenizer=fields.word("tokenizer", Tokenizer, "a tokenizer"),
        deliver=fields.word("deliver", Deliver, "a way to deliver") or defaults.deliver,
        hints_every=fields.whole("hints_every", Range(1, 10_000)) or HINTS_EVERY,
        provider=Provider(provider) if provider is not None else defaults.provider,
        context_limit=fields.whole("context_limit", _CONTEXT),
        model=model.name,
    )


def _policy(fields: FieldReader) -> ContinuePolicy | None:
    part = fields.part("continue")
    if part is None:
        return None
    if not isinstance(part.node, MappingNode):
        policy = fields.word_of(part, Policy, "a policy")
        return None if policy is None else ContinuePolicy.named(policy)
    inner = FieldReader(fields.text, part.node, f"{part.path}.", fields.problems)
    inner.check_keys(POLICY_KEYS, "A policy")
    names = inner.names("after", "a list of the tools after which the run goes on")
    if names is None:
        inner.missing("after", POLICY_KEYS, "[Write]")
    elif not names:
        message = f"‘{part.path}.after’ is empty, so that no call of a tool goes on. Name a tool."
        inner.note("empty-field", inner.value_span("after"), f"{part.path}.after", message)
    return ContinuePolicy(names or (), inner.whole("at_least", _CALLS) or 1)


def _max_steps(fields: FieldReader) -> StepLimit | None:
    part = fields.part("max_steps")
    if part is None:
        return None
    if not isinstance(part.node, MappingNode):
        most = fields.whole_of(part, _MAX_STEPS)
        return None if most is None else StepLimit(most)
    inner = FieldReader(fields.text, part.node, f"{part.path}.", fields.problems)
    inner.check_keys(LIMIT_KEYS, "A limit of steps")
    if "least" not in inner:
        inner.missing("least", LIMIT_KEYS, "20")
    least, most = inner.whole("least", _MAX_STEPS), inner.whole("most", _MAX_STEPS)
    high = inner.part("most")
    if least is not None and most is not None and most < least and high is not None:
        message = f"‘{high.path}’ is {most}; it must not be below ‘least’, {least}."
        inner.note("out-of-range", high.span, high.path, message, high.change(str(least)))
    return StepLimit(least or 1, inner.whole("per_todo", _PER_TODO) or 0, most)


def read_model(fields: FieldReader) -> ModelChoice:
    """Return which model plays: scripted, or one at an endpoint."""
    part = fields.part("model")
    if part is None or part.spelling == SCRIPTED:
        return ModelChoice()
    wanted = "‘scripted’, or a mapping with ‘endpoint’ and ‘name’"
    if not isinstance(part.node, MappingNode):
        near = part.change_text(SCRIPTED) if nearest(part.spelling, (SCRIPTED,)) else ()
        fields.wrong(part, wanted, near)
        return ModelChoice()
    inner = FieldReader(fields.text, part.node, f"{part.path}.", fields.problems)
    inner.check_keys(MODEL_KEYS, "A model")
    for key in MODEL_KEYS[:2]:
        if key not in inner:
            inner.missing(key, MODEL_KEYS)
    endpoint = inner.name("endpoint", "the address of an endpoint")
    if endpoint is not None and not _is_address(endpoint):
        message = f"‘{part.path}.endpoint’ is ‘{short_value(endpoint)}’; {_address_rule(endpoint)}."
        inner.note("invalid-address", inner.value_span("endpoint"), f"{part.path}.endpoint", message)
    return ModelChoice(endpoint or "", inner.name("name", "the model’s name"), _tools(inner))


def note_stricter_servers(fields: FieldReader, model: ModelChoice, deliver: Deliver) -> None:
    """Say which servers of open models refuse messages that are delivered so, where an endpoint is asked."""
    if model.is_scripted or deliver not in _STRICTER:
        return
    part = fields.part("deliver")
    span = fields.span("model") if part is None else part.span
    fixes = () if part is None else part.change_text(Deliver.TOOL_RESULT)
    fields.note("stricter-server", span, "deliver", _STRICTER[deliver], fixes, Severity.INFORMATION)


def _tools(fields: FieldReader) -> tuple[str, ...]:
    names = fields.names("tools", f"a list of tools: {', '.join(MODEL_TOOLS)}") or ()
    for name in names:
        if name not in MODEL_TOOLS:
            near = next(iter(nearest(name, MODEL_TOOLS)), None)
            meant = f"Did you mean ‘{near}’?" if near else f"There are {', '.join(MODEL_TOOLS)}."
            message = (
                f"‘{fields.path}tools’ names the tool ‘{short_value(name)}’, which there is not. {meant}"
            )
            fields.note("unknown-word", fields.value_span("tools"), f"{fields.path}tools", message)
    return tuple(name for name in names if name in MODEL_TOOLS)


def _address_rule(written: str) -> str:
    if written.startswith(("https://", "http://")):
        return "behind the two slashes there must be a host without spaces, such as api.example.org"
    return "it must begin with https:// or http://"


def _is_address(written: str) -> bool:
    try:
        parts = urlsplit(written)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and not set(written) & set(" \t\n")


def read_start(fields: FieldReader) -> Start:
    """Return the figures and flags before step 0."""
    inner = fields.inner("start", "a mapping with ‘total’, ‘cpu’, ‘memory’ and ‘flags’")
    if inner is None:
        return Start()
    inner.check_keys(START_KEYS, "A start")
    return Start(
        inner.whole("total", TOKENS),
        inner.figure("cpu", SHARE, PERCENT_OF_SHARE),
        inner.figure("memory", SHARE, PERCENT_OF_SHARE),
        MappingProxyType(_flags(inner)),
    )


def _flags(fields: FieldReader) -> Mapping[str, bool]:
    """Read flags: a list of those that are set, or a mapping of names to true and false."""
    part = fields.part("flags")
    if part is None:
        return {}
    if isinstance(part.node, SequenceNode):
        return dict.fromkeys(fields.names("flags", "a list of flags") or (), True)
    inner = fields.inner_of(part, "a list of the flags that are set")
    if inner is None:
        return {}
    found = {key.value or "": boolean(node) for key, node in inner.mapping.all_entries()}
    for name, value in found.items():
        if value is None:
            inner.truth(name)
            if inner.part(name) is None:
                message = f"‘{inner.path}{short_value(name)}’ has no value; it must be true or false."
                inner.note("wrong-type", inner.span(name), inner.path + name, message)
    return {name: value for name, value in found.items() if value is not None}


def read_todos(fields: FieldReader, key: str = "todos") -> tuple[Todo, ...] | None:
    """Return a list of todos; None where there is none."""
    if fields.part(key) is None:
        return None
    found = (_todo(fields, item) for item in fields.items(key, "a list of todos", MOST_TODOS))
    return tuple(todo for todo in found if todo is not None)


def _todo(fields: FieldReader, item: CheckedValue) -> Todo | None:
    if isinstance(item.node, ScalarNode):
        fields.wrong(item, "a todo: a mapping with ‘content’ and ‘status’")
        return None
    inner = fields.inner_of(item, "a todo: a mapping with ‘content’ and ‘status’")
    if inner is None:
        return None
    inner.check_keys(TODO_KEYS, "A todo")
    for key in TODO_KEYS:
        if key not in inner:
            inner.missing(key, TODO_KEYS, "pending" if key == "status" else "")
    content, status = (
        inner.name("content", "what is to be done"),
        inner.name("status", "pending or completed"),
    )
    part = inner.part("status")
    if status is not None and part is not None and status not in TODO_STATUSES:
        near = next(iter(nearest(status, TODO_STATUSES)), None)
        meant = f" Did you mean ‘{near}’?" if near else ""
        message = f"‘{part.path}’ is ‘{short_value(status)}’, which counts as open.{meant}"
        fixes = part.change_text(near) if near else ()
        inner.note("unknown-status", part.span, part.path, message, fixes, Severity.WARNING)
    return None if content is None or status is None else Todo(content, status)
