"""What a scenario has besides its steps, as the keys of its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from editor_app.runs.model.scenario import (
    ContinuePolicy,
    FileReference,
    RunSettings,
    Scenario,
    Start,
    StepLimit,
    Todo,
)


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
