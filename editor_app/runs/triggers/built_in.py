"""The triggers that every run has, and those of a run: overridden by those of its file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any, Final

from editor_app.runs.model.scenario import Recovery, Trigger, TriggerEntry, TriggerSet
from editor_app.runs.model.session import Level, Rearm, Signal

_EIGHTY, _NINETY = Decimal(80), Decimal(90)

_CONTEXT_90 = Trigger(
    "context-warning-90",
    Signal.CONTEXT,
    "context-critical",
    "The context is [context:percent] % full: [context:tokens] of [context:limit] tokens. Finish what you "
    "are doing now, write down what is left, and start nothing new.",
    description="The context is nearly full",
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
    description="The context fills up",
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
    description="The open tasks, before the first message",
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
        description=f"{shown} use is high, and normal again",
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
    description="What to mind after a compaction",
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
    found = {one.id: one for one in built_in}
    for entry in entries:
        base = found.get(entry.id)
        made = overridden(base, entry) if base is not None else new_trigger(entry)
        if made is not None:
            found[entry.id] = made
    return TriggerSet(tuple(sorted(found.values(), key=lambda one: one.order)))


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
    given: dict[str, Any] = {
        field.name: value for field in fields(entry) if (value := getattr(entry, field.name)) is not None
    }
    if any(name in given for name in _REPEATS):
        given = {"once": False, "every": None, "recovery": None, **given}
    signal = given.get("signal")
    if signal is not None and signal is not trigger.signal and "at" not in given:
        given["at"] = None
    return replace(trigger, **given)
