"""Scenarios as text: the steps in the file itself, or, where they are many, in JSON Lines beside it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

from editor_app.library.files.reading import quoted
from editor_app.runs.model.scenario import (
    READ_FILE,
    ContinuePolicy,
    FileReference,
    Item,
    Ramp,
    RunSettings,
    Scenario,
    Start,
    StepLimit,
    Todo,
    ToolCall,
)
from editor_app.runs.reading.linked_files import TRIGGERS_NAME
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.structured.spelling import spell, spell_key
from editor_app.text import Sentence, Span

MOST_INLINE: Final = 64 * 1024
"""The most bytes of a scenario that has its steps in itself."""


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """The text of a scenario, and that of the file with its steps, None where it has them itself."""

    text: str
    steps_text: str | None = None


def write_scenario(scenario: Scenario, steps_name: str) -> WrittenScenario:
    """Return the texts of a scenario; `steps_name` is what the file of steps beside it would be called."""
    items = scenario.steps.items
    head = "".join(_head(scenario))
    if _size_of(items) <= MOST_INLINE:
        text = head + "steps:\n" + "".join(map(_block, items)) + "".join(_expected(scenario))
        if len(text.encode()) <= MOST_INLINE:
            return WrittenScenario(text)
    lines = "".join(json.dumps(_plain(step_data(item)), ensure_ascii=False) + "\n" for item in items)
    named = f"steps: {{file: {spell(steps_name, flow=True)}}}\n"
    return WrittenScenario(head + named + "".join(_expected(scenario)), lines)


def step_data(step: Item) -> Mapping[str, Any]:
    """Return a step or a ramp as data, as it stands in a file; figures are exact."""
    data: dict[str, Any] = {}
    if isinstance(step, Ramp):
        inner: dict[str, Any] = {"steps": step.steps, "from": step.first, "to": step.last}
        if step.tools != READ_FILE:
            inner["tools"] = [_tool_data(call) for call in step.tools]
        return {"ramp": inner} if step.user is None else {"user": step.user, "ramp": inner}
    if step.compact is not None:
        data["compact"] = {"summary": step.compact}
    if step.user is not None:
        data["user"] = step.user
    if step.text is not None:
        data["text"] = step.text
    if step.tools:
        data["tools"] = [_tool_data(call) for call in step.tools]
    if step.measures.todos is not None:
        data["todos"] = todos_data(step.measures.todos)
    if step.total is not None:
        data["usage"] = {"total": step.total}
    figures = {"cpu": step.measures.cpu, "memory": step.measures.memory}
    data |= {name: figure for name, figure in figures.items() if figure is not None}
    if step.finish is not None:
        data["finish"] = str(step.finish)
    return data


def _tool_data(call: ToolCall) -> Mapping[str, Any]:
    data: dict[str, Any] = {"name": call.name}
    if call.arguments:
        data["args"] = call.arguments
    if call.error is not None:
        data["error"] = call.error
    elif call.result != "":
        data["result"] = call.result
    if call.id is not None:
        data["id"] = call.id
    return data


def _size_of(items: Iterable[Item]) -> int:
    """Return at least how many characters the steps have; counting ends where these are too many."""
    size = 0
    for item in items:
        texts = (item.user,) if isinstance(item, Ramp) else (item.user, item.text, item.compact)
        size += 10 + sum(len(text) for text in texts if text)
        size += sum(len(call.name) + len(call.result or "") for call in item.tools)
        if size > MOST_INLINE:
            break
    return size


def _head(scenario: Scenario) -> Iterator[str]:
    yield "format: 1\n"
    if isinstance(scenario.system, str):
        yield f"system:\n  text: {spell(scenario.system, 2)}\n"
    for key, value in keys_before_steps(scenario).items():
        yield f"{key}: {spell(value) if isinstance(value, str) else _flow(value)}\n"


def _expected(scenario: Scenario) -> Iterator[str]:
    if scenario.expect:
        yield "expect:\n"
        yield from (f"  - {spell(expectation.text, flow=True)}\n" for expectation in scenario.expect)


def _block(step: Item) -> str:
    """Write a step as an item of a list, texts of several lines below their keys."""
    lines = [*_entries(step_data(step), 4)] or ["{}"]
    return "  - " + "\n    ".join(lines) + "\n"


def _entries(data: Mapping[str, Any], indent: int) -> Iterator[str]:
    for key, value in data.items():
        if key == "tools":
            yield "tools:"
            for call in value:
                first, *rest = _entries(call, indent + 4)
                yield f"  - {first}"
                yield from (f"    {line}" for line in rest)
        elif key == "args" or not isinstance(value, str):
            yield f"{key}: {_flow(value)}"
        else:
            yield f"{key}: {spell(value, indent)}"


def _flow(value: object) -> str:
    """Write data in brackets, as YAML and JSON both read it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{spell_key(str(key))}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return spell(value, flow=True)
    if isinstance(value, Decimal):
        return format(value, "f")
    written = json.dumps(value)
    is_power = isinstance(value, float) and "e" in written and "." not in written
    return written.replace("e", ".0e") if is_power else written  # YAML needs the point


def _plain(value: object) -> object:
    """Return data that JSON has words for: figures as numbers, which are the same for up to 15 digits."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def keys_before_steps(scenario: Scenario) -> Mapping[str, Any]:
    """Return the keys that stand before the steps, the system text written in the file apart."""
    data: dict[str, Any] = {}
    for key in ("system", "chat", "triggers"):
        reference = getattr(scenario, key)
        if isinstance(reference, FileReference):
            data[key] = reference.path
    data |= _settings(scenario.settings, RunSettings())
    if scenario.start.measures.todos:
        data["todos"] = todos_data(scenario.start.measures.todos)
    start = _start(scenario.start)
    return {**data, "start": start} if start else data


def todos_data(todos: Iterable[Todo]) -> list[Mapping[str, str]]:
    """Return todos as a scenario has them."""
    return [{"content": todo.content, "status": todo.status} for todo in todos]


def _settings(settings: RunSettings, default: RunSettings) -> Iterator[tuple[str, Any]]:
    """Yield the settings that are not the default."""
    for key in ("provider", "strategy", "count", "tokenizer", "deliver"):
        value = getattr(settings, key)
        if value != getattr(default, key):
            yield key, str(value)
    for key in ("context_limit", "hints_every"):
        if getattr(settings, key) != getattr(default, key):
            yield key, getattr(settings, key)
    if settings.max_steps != default.max_steps:
        yield "max_steps", _limit(settings.max_steps)
    if settings.go_on != default.go_on:
        yield "continue", _policy(settings.go_on)


def _limit(limit: StepLimit) -> int | Mapping[str, int]:
    if not limit.per_todo and limit.most is None:
        return limit.least
    data = {"least": limit.least, "per_todo": limit.per_todo}
    return data if limit.most is None else {**data, "most": limit.most}


def _policy(policy: ContinuePolicy) -> str | Mapping[str, Any]:
    if policy.after is None:
        return "any-tool-call"
    return {"after": list(policy.after), "at_least": policy.at_least}


def _start(start: Start) -> Mapping[str, Any]:
    figures = {"total": start.total, "cpu": start.measures.cpu, "memory": start.measures.memory}
    data = {name: figure for name, figure in figures.items() if figure is not None}
    return {**data, "flags": dict(start.flags)} if start.flags else data


_NO_SIGNS: Final = frozenset('/\\:*?"<>|')
_MOST_NAME: Final = 200
_ENDS: Final = (".yaml", ".yml")
_FIRST: Final = "What the user asks for."
_TEXT: Final = f"""\
# What the model and its tools do, step by step. Ctrl+Space offers what can stand at a place.

format: 1
context_limit: 200000
steps:
  - user: {_FIRST}
    text: What the model says before it calls a tool.
    tools:
      - name: read_file
        result: What the tool answers.
    usage: {{total: 12000}}
  # Forty steps like those, while the context fills up.
  - ramp: {{steps: 40, from: 16000, to: 172000}}
  - text: What the model says at last.
expect:
  - fires context-warning-80
  - stops with finished
"""


class NewText(NamedTuple):
    """The text of a new scenario, and the span in it that is to be written first."""

    text: str
    first: Span


def new_scenario_text() -> NewText:
    """Return a short scenario that can be played, and in which the warning of a full context fires."""
    start = _TEXT.index(_FIRST)
    return NewText(_TEXT, Span(start, start + len(_FIRST)))


def scenario_file_name(name: str) -> str:
    """Return the name of a scenario's file for a name that was typed: without an end it is a `.yaml`."""
    name = name.strip()
    return name if not name or name.lower().endswith(_ENDS) else f"{name}.yaml"


def scenario_name_problem(folder: Path, name: str) -> str:
    """Return why no new scenario in a folder can have a name, "" where one can."""
    name = scenario_file_name(name)
    if not name or name.startswith(".") or not name.isprintable() or _NO_SIGNS & set(name):
        return Sentence("runs.bad-file-name", name=quoted(name))
    if len(os.fsencode(name)) > _MOST_NAME:
        return Sentence("runs.name-too-long")
    if Path(name).stem.lower() == Path(TRIGGERS_NAME).stem:
        return Sentence("analysis.is-triggers-file", name=name)
    taken = (
        candidate for candidate in (name, Path(name).stem + SUFFIX) if os.path.lexists(folder / candidate)
    )
    existing = next(taken, None)
    return Sentence("library.name-taken", name=quoted(existing)) if existing else ""
