"""A check: each trigger of a level is asked once, in order, and those that fire say something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from editor_app.runs.model.records import Firing, Situation
from editor_app.runs.model.scenario import Trigger, TriggerSet
from editor_app.runs.model.session import Level, Rearm, Signal
from editor_app.runs.triggers.built_in import TRIGGER_CATALOG, run_values
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import Template, parse
from editor_app.text import Sentence
from editor_app.variables.catalog import types_of


def holds(trigger: Trigger, situation: Situation) -> bool:
    """Whether a trigger's signal holds; without a figure it does not."""
    signal = trigger.signal
    if signal is Signal.FIRST_MESSAGE:
        return situation.user_messages == 0
    if signal is Signal.COMPACTION:
        return situation.is_compacted
    at = trigger.at
    if at is None:
        return False
    if signal.is_percent:
        return bool(reaches(signal, at, situation))
    if signal is Signal.STEPS:
        return situation.turn_steps >= at
    if signal is Signal.STEPS_LEFT:
        return situation.steps_left <= at
    last = situation.last_calls.get(trigger.tool or "", -1)
    return situation.turn_steps >= at and last < situation.turn_steps - at


def has_recovered(trigger: Trigger, situation: Situation) -> bool:
    """Whether the figure of a trigger is below what its recovery asks for; without a figure it is not."""
    recovery = trigger.recovery
    at = None if recovery is None else recovery.below if recovery.below is not None else trigger.at
    if at is None or not trigger.signal.is_percent:
        return False
    return reaches(trigger.signal, at, situation) is False


def reaches(signal: Signal, at: Decimal, situation: Situation) -> bool | None:
    """Whether a figure is at least `at` percent, compared exactly; None without a figure or a limit."""
    over, under = _ratio(at)
    figures = situation.figures
    if signal is Signal.CONTEXT:
        limit = situation.figures.limit
        if not limit:
            return None
        if situation.figures.tokens is None and situation.uncounted is not None:
            least, most = (tokens * 100 * under >= over * limit for tokens in situation.uncounted.between)
            if least == most:  # counting could not change the answer
                return least
        tokens = situation.tokens
        return None if tokens is None else tokens * 100 * under >= over * limit
    share = figures.cpu if signal is Signal.CPU else figures.memory
    if share is None:
        return None
    top, bottom = _ratio(share)
    return top * 100 * under >= over * bottom


@lru_cache(maxsize=1024)
def _ratio(number: Decimal) -> tuple[int, int]:
    return number.as_integer_ratio()


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
        names = (trigger.flag for trigger in triggers.triggers if trigger.rearm is Rearm.COMPACTION)
        cleared = {name: False for name in names if self.flags.get(name)}
        return (Memory({**self.flags, **cleared}, self.fired_at), cleared) if cleared else (self, cleared)


@dataclass(frozen=True, slots=True)
class TriggerCheck:
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
    check: Level,
    stored: Level | None = None,
    values: Mapping[str, str] = _NO_VALUES,
    keep: Keep | None = None,
) -> TriggerCheck:
    """Return what fires of the triggers of a level, which are given in the order they are asked.

    All are asked with the figures and flags as they are at the start; `keep` stores each message that fires,
    then the flags are set. `check` chooses the triggers (BOTH asks every level), `stored` is the level of the
    messages. What renders blank or has no usable tag stores nothing and sets no flag.
    """
    level = stored or (Level.STEP if check is Level.STEP else Level.MESSAGE)
    fired: list[Firing] = []
    notes: list[str] = []
    updates: dict[str, bool] = {}
    fired_at: dict[str, int] = {}
    known: Mapping[str, str] | None = None
    for trigger in triggers:
        if not trigger.enabled or not trigger.level.takes_part(check):
            continue
        is_recovery = fires_as_recovery(trigger, situation, memory)
        if is_recovery is None:
            continue
        known = {**values, **run_values(situation)} if known is None else known
        words = wording(trigger, known, is_recovery=is_recovery)
        firing = Firing(words.id, level, words.tag, words.text)
        refusal = unusable(words) or (keep(firing) if keep is not None else None)
        if refusal is not None:
            notes.append(refusal)
            continue
        fired.append(firing)
        _remember(trigger, situation, updates, fired_at, is_recovery=is_recovery)
    if not (updates or fired_at):
        return TriggerCheck(tuple(fired), updates, memory, tuple(notes))
    remembered = Memory({**memory.flags, **updates}, {**memory.fired_at, **fired_at})
    return TriggerCheck(tuple(fired), updates, remembered, tuple(notes))


def wording(trigger: Trigger, values: Mapping[str, str], *, is_recovery: bool = False) -> Wording:
    """Return what a trigger says with values, without the newlines at the two ends of its text."""
    speaker = trigger.recovery if is_recovery and trigger.recovery is not None else trigger
    text = render(_parsed(speaker.text), values, known_types=_KNOWN_TYPES).text.strip("\n")
    tag = render(_parsed(speaker.tag), values, known_types=_KNOWN_TYPES).text
    return Wording(speaker.id, tag, text)


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


def unusable(wording: Wording) -> str | None:
    """Return in a sentence why a message can't be sent; None where it can."""
    if not wording.text.strip():
        return Sentence("runs.fired-blank", id=wording.id)
    if not _is_tag(wording.tag):
        return Sentence("runs.fired-with-bad-tag", id=wording.id, tag=wording.tag[:80])
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


@dataclass(frozen=True, slots=True)
class TriggerTrial:
    """Whether a trigger fires, and in a sentence why; `wording` is what it would say, None if it is silent.

    A trigger that fires and has nothing to send (`is_sent` false) says why in `why`.
    """

    fires: bool
    why: str
    wording: Wording | None = None
    is_sent: bool = False
    flag_updates: Mapping[str, bool] = field(default_factory=dict)


def try_trigger(
    trigger: Trigger, situation: Situation, memory: Memory, values: Mapping[str, str] | None = None
) -> TriggerTrial:
    """Return what a trigger does in a situation; `values` are those of variables besides the figures."""
    if not trigger.enabled:
        return TriggerTrial(fires=False, why=Sentence("runs.switched-off"))
    is_recovery = fires_as_recovery(trigger, situation, memory)
    if is_recovery is None:
        return TriggerTrial(fires=False, why=_why_silent(trigger, situation, memory))
    words = wording(trigger, {**(values or {}), **run_values(situation)}, is_recovery=is_recovery)
    why = _figure(trigger, situation, below=is_recovery)
    if is_recovery:
        why = Sentence("runs.flag-cleared", why=why, flag=trigger.flag)
    problem = unusable(words)
    if problem is not None:
        return TriggerTrial(fires=True, why=problem, wording=words)
    updates = {} if trigger.every is not None else {trigger.flag: not is_recovery}
    has_flag = trigger.once or trigger.recovery is not None
    return TriggerTrial(
        fires=True, why=why, wording=words, is_sent=True, flag_updates=updates if has_flag else {}
    )


def _why_silent(trigger: Trigger, situation: Situation, memory: Memory) -> str:
    is_set = memory.flags.get(trigger.flag, False)
    if trigger.recovery is not None and is_set:
        if has_recovered(trigger, situation):
            return ""
        return Sentence("runs.fired-and", flag=trigger.flag, figure=_figure(trigger, situation))
    if not holds(trigger, situation):
        return _figure(trigger, situation)
    if is_set and trigger.once:
        return Sentence("runs.fired-already", flag=trigger.flag)
    last = memory.fired_at.get(trigger.id, 0)
    return Sentence("runs.fired-ago", count=situation.step - last, every=str(trigger.every))


def _figure(trigger: Trigger, situation: Situation, *, below: bool = False) -> str:
    """Return in a sentence what the signal is, beside what the trigger asks for."""
    signal, at = trigger.signal, trigger.at
    if signal is Signal.FIRST_MESSAGE:
        first = situation.user_messages == 0
        return Sentence("runs.no-message-yet") if first else Sentence("runs.not-first-message")
    if signal is Signal.COMPACTION:
        return Sentence("runs.compacted-since", compacted="yes" if situation.is_compacted else "no")
    if at is None:
        return Sentence("runs.at-is-not-set")
    if signal.is_percent:
        recovery = trigger.recovery
        wanted = recovery.below if below and recovery is not None and recovery.below is not None else at
        return _percent_sentence(signal, situation, wanted)
    if signal is Signal.STEPS:
        return Sentence("runs.steps-taken", count=situation.turn_steps, at=str(at))
    if signal is Signal.STEPS_LEFT:
        return Sentence("runs.steps-left", count=situation.steps_left, at=str(at))
    last = situation.last_calls.get(trigger.tool or "")
    tool, taken = trigger.tool or "", situation.turn_steps
    if last is None:
        return Sentence("runs.tool-not-called", tool=tool, count=taken, at=str(at))
    return Sentence("runs.tool-called-ago", tool=tool, count=taken - last, at=str(at))


def _percent_sentence(signal: Signal, situation: Situation, at: Decimal) -> str:
    figures = situation.figures
    if signal is Signal.CONTEXT:
        tokens = situation.tokens
        if tokens is None or not figures.limit:
            return Sentence("runs.context-without-limit")
        over, under = tokens * 100, figures.limit
    else:
        share = figures.cpu if signal is Signal.CPU else figures.memory
        if share is None:
            return Sentence("runs.signal-without-figure", signal=signal)
        over, under = share.as_integer_ratio()
        over *= 100
    exact = Decimal(over) / Decimal(under)
    shown = f"{exact.quantize(Decimal('0.01')).normalize():f}"
    top, bottom = at.as_integer_ratio()
    side = "over" if over * bottom >= top * under else "below"
    return Sentence("runs.signal-is-at", signal=signal, share=shown, side=side, at=f"{at:f}")
