"""A check: each trigger of a level is asked once, in order, and those that fire say something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from editor_app.runs.model.records import Firing
from editor_app.runs.model.triggers import Trigger, TriggerSet
from editor_app.runs.model.words import Level, Rearm
from editor_app.runs.triggers.conditions import has_recovered, holds
from editor_app.runs.triggers.situation import Situation
from editor_app.runs.triggers.variables import TRIGGER_CATALOG, run_values
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import Template, parse
from editor_app.variables.catalog import types_of

_is_tag = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_KNOWN_TYPES: Final = frozenset(types_of(TRIGGER_CATALOG))
_NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})

Keep = Callable[[Firing], str | None]
"""Stores what fired; gives why it could not be stored, None where it was."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of earlier firings: the flags, and at which step each trigger with `every` fired last."""

    flags: Mapping[str, bool] = field(default_factory=dict)
    fired_at: Mapping[str, int] = field(default_factory=dict)

    def rearmed(self, triggers: TriggerSet) -> tuple[Memory, Mapping[str, bool]]:
        """Return the memory after a compaction, and the flags that it cleared."""
        names = (one.flag for one in triggers.triggers if one.rearm is Rearm.COMPACTION)
        cleared = {name: False for name in names if self.flags.get(name)}
        return (Memory({**self.flags, **cleared}, self.fired_at), cleared) if cleared else (self, cleared)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check gave: the messages that were stored, the flags it set or cleared, and what went wrong."""

    fired: tuple[Firing, ...] = ()
    flag_updates: Mapping[str, bool] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)
    notes: tuple[str, ...] = ()


class Wording(NamedTuple):
    """What a trigger says: the id it fires under, and its tag and text as rendered."""

    id: str
    tag: str
    text: str


def check_triggers(
    triggers: Iterable[Trigger],
    situation: Situation,
    memory: Memory,
    *,
    asked: Level,
    stored: Level | None = None,
    values: Mapping[str, str] = _NO_VALUES,
    keep: Keep | None = None,
) -> Checked:
    """Return what fires of the triggers of a level, which are given in the order they are asked.

    All are asked with the figures and flags as they are at the start; `keep` stores each message that fires,
    then the flags are set. `asked` chooses the triggers (BOTH asks every level), `stored` is the level of the
    messages. What renders blank or has no usable tag stores nothing and sets no flag.
    """
    level = stored or (Level.STEP if asked is Level.STEP else Level.MESSAGE)
    fired: list[Firing] = []
    notes: list[str] = []
    updates: dict[str, bool] = {}
    fired_at: dict[str, int] = {}
    known: Mapping[str, str] | None = None
    for trigger in triggers:
        if not trigger.enabled or not trigger.level.takes_part(asked):
            continue
        is_recovery = fires_as_recovery(trigger, situation, memory)
        if is_recovery is None:
            continue
        known = {**values, **run_values(situation)} if known is None else known
        said = wording(trigger, known, is_recovery=is_recovery)
        firing = Firing(said.id, level, said.tag, said.text)
        refusal = unusable(said) or (keep(firing) if keep is not None else None)
        if refusal is not None:
            notes.append(refusal)
            continue
        fired.append(firing)
        _remember(trigger, situation, updates, fired_at, is_recovery=is_recovery)
    if not (updates or fired_at):
        return Checked(tuple(fired), updates, memory, tuple(notes))
    kept = Memory({**memory.flags, **updates}, {**memory.fired_at, **fired_at})
    return Checked(tuple(fired), updates, kept, tuple(notes))


def wording(trigger: Trigger, values: Mapping[str, str], *, is_recovery: bool = False) -> Wording:
    """Return what a trigger says with values, without the newlines at the two ends of its text."""
    said = trigger.recovery if is_recovery and trigger.recovery is not None else trigger
    text = render(_parsed(said.text), values, known_types=_KNOWN_TYPES).text.strip("\n")
    tag = render(_parsed(said.tag), values, known_types=_KNOWN_TYPES).text
    return Wording(said.id, tag, text)


def fires_as_recovery(trigger: Trigger, situation: Situation, memory: Memory) -> bool | None:
    """Return whether a trigger fires as its recovery; None where it does not fire."""
    is_set = memory.flags.get(trigger.flag, False)
    if trigger.recovery is not None and is_set:
        return True if has_recovered(trigger, situation) else None
    if is_set and trigger.once:
        return None
    if trigger.every is not None:
        last = memory.fired_at.get(trigger.id)
        if last is not None and situation.step - last < trigger.every:
            return None
    return False if holds(trigger, situation) else None


def unusable(said: Wording) -> str | None:
    """Return in a sentence why a message can't be sent; None where it can."""
    if not said.text.strip():
        return f"‘{said.id}’ fired, and its text is blank: nothing is sent. Its variables may have no value."
    if not _is_tag(said.tag):
        return (
            f"‘{said.id}’ fired, and its tag ‘{said.tag[:80]}’ is none: nothing is sent. A tag has 1 to 64 "
            "of A-Z, a-z, 0-9, _ and -."
        )
    return None


def _remember(
    trigger: Trigger,
    situation: Situation,
    updates: dict[str, bool],
    fired_at: dict[str, int],
    *,
    is_recovery: bool,
) -> None:
    if trigger.recovery is not None:
        updates[trigger.flag] = not is_recovery
    elif trigger.every is not None:
        fired_at[trigger.id] = situation.step
    elif trigger.once:
        updates[trigger.flag] = True


@lru_cache(maxsize=512)
def _parsed(source: str) -> Template:
    return parse(source, Dialect.BRACKETS)
