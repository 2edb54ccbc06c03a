"""Stability: how long a prefix of a text stays the same when it is made again, by who makes it and when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from editor_app.text import Sentence, Span
from editor_app.variables.catalog import Volatility


class Rebuilt(StrEnum):
    """When a text is made: every turn, once until compaction, or per conversation."""

    EVERY_TURN = "every-turn"
    ONCE = "once"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Stability:
    """How many characters at the start stay the same, and the first tag whose value can change.

    `broken_by` is that tag, `block` the index of its block in a system message, `output` its offset in the
    text, and `source` its span in the file of a text without blocks; all but `output` are None where nothing
    changes. `changes_daily` is the first tag before that offset whose value changes from day to day.
    """

    rebuilt: Rebuilt
    characters: int
    broken_by: str | None
    block: int | None
    output: int
    sentence: str
    changes_daily: str | None = None
    source: Span | None = None


class Break(NamedTuple):
    """Where a text stops being the same: the offset, the tag, its block, and its span in the file."""

    output: int
    tag: str
    block: int | None = None
    source: Span | None = None


def how_stable(
    length: int,
    volatility: Mapping[str, Volatility],
    first_break: Callable[[Collection[str]], Break | None],
) -> tuple[Stability, ...]:
    """Return the stability of a text of `length` characters for each member of `Rebuilt`.

    `volatility` has the variables of the text, and `first_break` returns the first place that depends on one
    of some of them.
    """

    def broken_by(*changing: Volatility) -> Break | None:
        names = {name for name, kind in volatility.items() if kind in changing}
        return first_break(names) if names else None

    turn, day = broken_by(Volatility.TURN), broken_by(Volatility.DAY)
    shared = broken_by(Volatility.TURN, Volatility.DAY, Volatility.CONVERSATION)
    daily = day.tag if day is not None and (turn is None or day.output < turn.output) else None
    return (
        _stability(Rebuilt.EVERY_TURN, length, turn, daily),
        _stability(Rebuilt.ONCE, length, None),
        _stability(Rebuilt.SHARED, length, shared),
    )


def _stability(
    rebuilt: Rebuilt, length: int, first_break: Break | None, daily: str | None = None
) -> Stability:
    extent = Sentence("variables.same-to-the-end", daily=daily or "none")
    if first_break is not None:
        extent = Sentence("variables.same-up-to", tag=first_break.tag, daily=daily or "none")
    kind = {Rebuilt.ONCE: "once", Rebuilt.EVERY_TURN: "turn", Rebuilt.SHARED: "shared"}[rebuilt]
    sentence = Sentence("variables.stability", rebuilt=kind, extent=extent)
    if first_break is None:
        return Stability(rebuilt, length, None, None, length, sentence, daily)
    output, tag, block, source = first_break
    return Stability(rebuilt, output, tag, block, output, sentence, daily, source)
