"""Triggers: the messages that are sent between steps, and when."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from editor_app.runs.model.words import Level, Rearm, Signal
from editor_app.text import Span


@dataclass(frozen=True, slots=True)
class Recovery:
    """The message that says that a figure is back below `below` (None: the trigger's `at`)."""

    id: str
    tag: str
    text: str
    below: Decimal | None = None


@dataclass(frozen=True, slots=True)
class TriggerEntry:
    """A trigger as a file writes it: what is not written is None, and one with a built-in id overrides that.

    `at` is a percentage or a number of steps, by the signal. At most one of `once`, `every` and `recovery` is
    given. `origin` is the entry's place in its file.
    """

    id: str
    description: str | None = None
    enabled: bool | None = None
    order: int | None = None
    level: Level | None = None
    signal: Signal | None = None
    at: Decimal | None = None
    tool: str | None = None
    once: bool | None = None
    every: int | None = None
    recovery: Recovery | None = None
    flag: str | None = None
    rearm: Rearm | None = None
    tag: str | None = None
    text: str | None = None
    origin: Span | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger with every default filled in; `tag` and `text` are templates in the brackets dialect.

    `once` holds where neither `every` nor `recovery` is given and it was not switched off.
    """

    id: str
    signal: Signal
    tag: str
    text: str
    description: str = ""
    enabled: bool = True
    order: int = 100
    level: Level = Level.BOTH
    at: Decimal | None = None
    tool: str | None = None
    once: bool = True
    every: int | None = None
    recovery: Recovery | None = None
    flag: str = ""
    rearm: Rearm = Rearm.COMPACTION
    is_built_in: bool = False
    origin: Span | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids it fires under: its own, and that of its recovery."""
        return (self.id,) if self.recovery is None else (self.id, self.recovery.id)


@dataclass(frozen=True, slots=True)
class TriggerSet:
    """The triggers of a run in the order they are asked: by `order`, among equals the built-in ones first."""

    triggers: tuple[Trigger, ...] = ()

    @property
    def enabled(self) -> tuple[Trigger, ...]:
        """Those that are not switched off."""
        return tuple(one for one in self.triggers if one.enabled)

    def named(self, id_: str) -> Trigger | None:
        """Return the trigger that fires under an id, its recovery's included; None without one."""
        return next((one for one in self.triggers if id_ in one.ids), None)
