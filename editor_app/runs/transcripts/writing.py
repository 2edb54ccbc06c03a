"""Scenarios as text: the steps in the file itself, or, where they are many, in JSON Lines beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from editor_app.runs.model.scenario import ScenarioStep, ToolCall
from editor_app.structured import spell, spell_key

MOST_INLINE: Final = 64 * 1024
"""The most bytes of a scenario that has its steps in itself."""


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """The text of a scenario, and that of the file with its steps, None where it has them itself."""

    text: str
    steps_text: str | None = None


def write_scenario(
    steps: Sequence[ScenarioStep],
    steps_name: str,
    *,
    system: str = "",
    settings: Mapping[str, Any] | None = None,
) -> WrittenScenario:
    """Return the texts of a scenario; `steps_name` is what the file of steps beside it would be called.

    `settings` are its other keys, with JSON data.
    """
    head = "".join(_head(system, settings or {}))
    inline = None
    if _size_of(steps) <= MOST_INLINE:
        inline = head + "steps:\n" + "".join(map(_block, steps))
    if inline is not None and len(inline.encode()) <= MOST_INLINE:
        return WrittenScenario(inline)
    lines = "".join(json.dumps(step_data(step), ensure_ascii=False) + "\n" for step in steps)
    return WrittenScenario(f"{head}steps: {{file: {spell(steps_name, flow=True)}}}\n", lines)


def step_data(step: ScenarioStep) -> Mapping[str, Any]:
    """Return a step as JSON data, as it stands in a file."""
    data: dict[str, Any] = {}
    if step.compact is not None:
        data["compact"] = {"summary": step.compact}
    if step.user is not None:
        data["user"] = step.user
    if step.text is not None:
        data["text"] = step.text
    if step.tools:
        data["tools"] = [_tool_data(call) for call in step.tools]
    if step.todos is not None:
        data["todos"] = [{"content": todo.content, "status": todo.status} for todo in step.todos]
    if step.total is not None:
        data["usage"] = {"total": step.total}
    for name, figure in (("cpu", step.cpu), ("memory", step.memory)):
        if figure is not None:
            data[name] = float(figure)
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
    return data


def _size_of(steps: Iterable[ScenarioStep]) -> int:
    """Return at least how many characters the steps have; counting ends where these are too many."""
    size = 0
    for step in steps:
        size += 10 + sum(len(text) for text in (step.user, step.text, step.compact) if text)
        size += sum(len(call.name) + len(call.result or "") for call in step.tools)
        if size > MOST_INLINE:
            break
    return size


def _head(system: str, settings: Mapping[str, Any]) -> Iterator[str]:
    yield "format: 1\n"
    if system:
        yield f"system:\n  text: {spell(system, 2)}\n"
    for key, value in settings.items():
        yield f"{key}: {spell(value) if isinstance(value, str) else json.dumps(value)}\n"


def _block(step: ScenarioStep) -> str:
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
        return _quoted(value)
    written = json.dumps(value)
    is_power = isinstance(value, float) and "e" in written and "." not in written
    return written.replace("e", ".0e") if is_power else written  # YAML needs the point


def _quoted(text: str) -> str:
    return spell(text, flow=True)
