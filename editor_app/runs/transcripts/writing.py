"""Scenarios as text: the steps in the file itself, or, where they are many, in JSON Lines beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from editor_app.runs.model.scenario import READ_FILE, Item, Ramp, Scenario, ToolCall
from editor_app.runs.transcripts.scenario_keys import keys_before_steps, todos_data
from editor_app.structured.spelling import spell, spell_key

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
        return _ramp_data(step)
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


def _ramp_data(ramp: Ramp) -> Mapping[str, Any]:
    inner: dict[str, Any] = {"steps": ramp.steps, "from": ramp.first, "to": ramp.last}
    if ramp.tools != READ_FILE:
        inner["tools"] = [_tool_data(call) for call in ramp.tools]
    return {"ramp": inner} if ramp.user is None else {"user": ramp.user, "ramp": inner}


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
