"""The triggers of a run: those that every run has, overridden by its file, and the variables of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any, Final

from editor_app.runs.model.records import Situation
from editor_app.runs.model.scenario import Recovery, Todo, Trigger, TriggerEntry, TriggerSet
from editor_app.runs.model.session import Level, Rearm, Signal
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Sentence
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog, CatalogEntry, Volatility, types_of


def _entry(key: str, description: str, example: str) -> CatalogEntry:
    type_, _, name = key.partition(":")
    return CatalogEntry(type_, name, description, Volatility.TURN, example=example)


RUN_CATALOG: Final[Catalog] = (
    _entry("context:percent", Sentence("runs.variable-context-percent"), "83"),
    _entry("context:tokens", Sentence("runs.variable-context-tokens"), "166000"),
    _entry("context:limit", Sentence("runs.variable-context-limit"), "200000"),
    _entry("resource:memory", Sentence("runs.variable-resource-memory"), "41"),
    _entry("resource:cpu", Sentence("runs.variable-resource-cpu"), "72"),
    _entry(
        "todo:list",
        Sentence("runs.variable-todo-open"),
        "1. [pending] Write the parser",
    ),
    _entry("todo:count", Sentence("runs.variable-todo-count"), "3"),
    _entry("step:index", Sentence("runs.variable-step-index"), "12"),
    _entry("step:left", Sentence("runs.variable-step-left"), "88"),
)
"""What only trigger texts can name."""

TRIGGER_CATALOG: Final[Catalog] = (*TEMPLATE_CATALOG, *RUN_CATALOG)
"""What trigger texts and tags can name."""


def run_values(situation: Situation) -> Mapping[str, str]:
    """Return the values of the figures; what has no figure is not in it."""
    figures = situation.figures
    opened = open_todos(figures.todos)
    tokens = situation.tokens
    figures_by_name = {
        "context:percent": None if tokens is None or not figures.limit else tokens * 100 // figures.limit,
        "context:tokens": tokens,
        "context:limit": figures.limit,
        "resource:memory": percent(figures.memory),
        "resource:cpu": percent(figures.cpu),
        "todo:list": todo_lines(opened) if opened else None,
        "todo:count": len(opened),
        "step:index": situation.step,
        "step:left": max(situation.steps_left, 0),
    }
    return {key: str(value) for key, value in figures_by_name.items() if value is not None}


def variables_named(triggers: Iterable[Trigger]) -> tuple[str, ...]:
    """Return the variables that texts and tags of triggers name besides the figures of a run, each once."""
    types = types_of(RUN_CATALOG)
    owners = (owner for trigger in triggers for owner in (trigger, trigger.recovery) if owner is not None)
    texts = (text for owner in owners for text in (owner.tag, owner.text))
    names = (name for text in texts for name in parse(text, Dialect.BRACKETS).names)
    return tuple(dict.fromkeys(name for name in names if name.partition(":")[0] not in types))


def percent(share: Decimal | None) -> int | None:
    """Return a share of 1 as percent, rounded down."""
    if share is None:
        return None
    over, under = share.as_integer_ratio()
    return over * 100 // under


def open_todos(todos: Iterable[Todo]) -> tuple[Todo, ...]:
    """Return those that are not completed."""
    return tuple(todo for todo in todos if todo.is_open)


def todo_lines(todos: Iterable[Todo]) -> str:
    """Return todos as text, a numbered line each: `1. [in_progress] Write the parser`."""
    return "\n".join(f"{number}. [{todo.status}] {todo.content}" for number, todo in enumerate(todos, 1))


_EIGHTY, _NINETY = Decimal(80), Decimal(90)

_CONTEXT_90 = Trigger(
    "context-warning-90",
    Signal.CONTEXT,
    "context-critical",
    "The context is [context:percent] % full: [context:tokens] of [context:limit] tokens. Finish what you "
    "are doing now, write down what is left, and start nothing new.",
    description=Sentence("runs.trigger-context-full"),
    order=0,
    at=_NINETY,
    flag="contextWarning90",
    is_built_in=True,
)
_CONTEXT_80 = Trigger(
    "context-warning-80",
    Signal.CONTEXT,
    "context-warning",
    "The context is [context:percent] % full: [context:tokens] of [context:limit] tokens. Read only what you "
    "need from here on, and bring the current task to an end.",
    description=Sentence("runs.trigger-fills-up"),
    order=1,
    at=_EIGHTY,
    flag="contextWarning80",
    is_built_in=True,
)
_SESSION_START = Trigger(
    "session-start-todos",
    Signal.FIRST_MESSAGE,
    "[if todo:list]session-start-todos[else]session-start-reminder[endif]",
    "[if todo:list]These tasks are still open:\n\n[todo:list]\n\nGo on with them, or ask whether they still "
    "matter.[else]There are no open tasks. If the work takes several steps, write a list of tasks first, and "
    "keep it up to date.[endif]",
    description=Sentence("runs.trigger-open-tasks"),
    order=2,
    level=Level.MESSAGE,
    flag="sessionStartTodoShown",
    rearm=Rearm.NEVER,
    is_built_in=True,
)


def _resource(order: int, name: str, signal: Signal, shown: str, advice: str) -> Trigger:
    recovered = Recovery(
        f"resource-recovered-{name}",
        f"resource-recovered-{name}",
        f"{shown} use is back to [resource:{name}] %. You can work as usual again.",
    )
    return Trigger(
        f"resource-warning-{name}",
        signal,
        f"resource-warning-{name}",
        f"{shown} use is at [resource:{name}] %. {advice}",
        description=Sentence("runs.trigger-use", shown=shown),
        order=order,
        at=_EIGHTY,
        once=False,
        recovery=recovered,
        flag=f"{name}Warning",
        is_built_in=True,
    )


_AFTER_COMPACT = Trigger(
    "after-compact",
    Signal.COMPACTION,
    "after-compact",
    "The conversation so far was replaced by a summary. Read files again before you change them[if todo:list]"
    ", and go on with these tasks:\n\n[todo:list][else].[endif]",
    description=Sentence("runs.trigger-after-compaction"),
    order=5,
    once=False,
    flag="after-compact",
    is_built_in=True,
)

BUILT_IN: Final = (
    _CONTEXT_90,
    _CONTEXT_80,
    _SESSION_START,
    _resource(3, "cpu", Signal.CPU, "CPU", "Run one command at a time, and no long ones."),
    _resource(4, "memory", Signal.MEMORY, "Memory", "Work on smaller pieces, and start nothing large."),
    _AFTER_COMPACT,
)
"""The built-in triggers, in the order they are asked."""


_REPEATS = ("once", "every", "recovery")


def trigger_set(entries: Iterable[TriggerEntry] = (), built_in: Iterable[Trigger] = BUILT_IN) -> TriggerSet:
    """Return the triggers of a run in the order they are asked: by `order`, then as they stand.

    An entry with the id of a built-in one overrides that key by key; one of `once`, `every` and `recovery`
    ends the others. Of two entries with one id the last counts.
    """
    by_id = {trigger.id: trigger for trigger in built_in}
    for entry in entries:
        base = by_id.get(entry.id)
        made = overridden(base, entry) if base is not None else new_trigger(entry)
        if made is not None:
            by_id[entry.id] = made
    return TriggerSet(tuple(sorted(by_id.values(), key=lambda trigger: trigger.order)))


def new_trigger(entry: TriggerEntry) -> Trigger | None:
    """Return a trigger of its own with the defaults filled in; None where signal or text is missing."""
    if entry.signal is None or entry.text is None:
        return None
    is_compaction = entry.signal is Signal.COMPACTION
    rearm = Rearm.NEVER if entry.signal is Signal.FIRST_MESSAGE else Rearm.COMPACTION
    plain = Trigger(
        entry.id, entry.signal, entry.id, entry.text, once=not is_compaction, flag=entry.id, rearm=rearm
    )
    return overridden(plain, entry)


def overridden(trigger: Trigger, entry: TriggerEntry) -> Trigger:
    """Return a trigger with what an entry says instead."""
    changes: dict[str, Any] = {
        field.name: value for field in fields(entry) if (value := getattr(entry, field.name)) is not None
    }
    if any(name in changes for name in _REPEATS):
        changes = {"once": False, "every": None, "recovery": None, **changes}
    signal = changes.get("signal")
    if signal is not None and signal is not trigger.signal and "at" not in changes:
        changes["at"] = None
    return replace(trigger, **changes)
