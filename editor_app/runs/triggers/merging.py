"""The triggers of a run: the built-in ones, overridden by those of a file, and the file’s own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from editor_app.runs.model.scenario import Trigger, TriggerEntry, TriggerSet
from editor_app.runs.model.session import Rearm, Signal
from editor_app.runs.triggers.built_in import BUILT_IN

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
