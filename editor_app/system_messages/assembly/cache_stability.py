"""Cache stability: how long a prefix of a system message stays the same when it is assembled again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from editor_app.system_messages.assembly.assembly import Assembly
from editor_app.system_messages.assembly.contents import RenderedContent
from editor_app.system_messages.assembly.source_map import Role
from editor_app.template import Branch, Rendering, SourceMap, Why
from editor_app.text import Span
from editor_app.variables import TEMPLATE_CATALOG, Catalog, Volatility, entry_for

_BLANK = " \t\n"


class Rebuilt(StrEnum):
    """When the system message is assembled: every turn, once until compaction, or per conversation."""

    EVERY_TURN = "every-turn"
    ONCE = "once"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Stability:
    """How many characters at the start stay the same, and the first tag whose value can change.

    `broken_by` is that tag, `block` the index of its block and `output` its offset in the assembled text;
    the first two are None where nothing changes. `changes_daily` is the first tag before that offset whose
    value changes from day to day.
    """

    rebuilt: Rebuilt
    characters: int
    broken_by: str | None
    block: int | None
    output: int
    sentence: str
    changes_daily: str | None = None


def stability(assembly: Assembly, catalog: Catalog = TEMPLATE_CATALOG) -> tuple[Stability, ...]:
    """Return the cache stability of an assembled system message for each member of `Rebuilt`."""
    named = {name for content in assembly.contents.values() for name in content.names}
    volatility = {name: entry.volatility for name in named if (entry := entry_for(name, catalog))}

    def first_break(*changing: Volatility) -> _Break | None:
        return _first_break(assembly, {name for name, kind in volatility.items() if kind in changing})

    turn, day = first_break(Volatility.TURN), first_break(Volatility.DAY)
    shared = first_break(Volatility.TURN, Volatility.DAY, Volatility.CONVERSATION)
    length = len(assembly.text)
    daily = day.tag if day is not None and (turn is None or day.output < turn.output) else None
    return (
        _stability(Rebuilt.EVERY_TURN, length, turn, daily),
        _stability(Rebuilt.ONCE, length, None),
        _stability(Rebuilt.SHARED, length, shared),
    )


class _Break(NamedTuple):
    output: int
    tag: str
    block: int


def _stability(rebuilt: Rebuilt, length: int, found: _Break | None, daily: str | None = None) -> Stability:
    if rebuilt is Rebuilt.ONCE:
        sentence = "Constructed once: all of it stays the same until compaction."
    else:
        who = "Rebuilt every turn" if rebuilt is Rebuilt.EVERY_TURN else "Shared between conversations"
        how_much = f"the same up to {found.tag}" if found is not None else "all of it stays the same"
        but = f", but for {daily}, which changes once a day" if daily is not None else ""
        sentence = f"{who}: {how_much}{but}."
    if found is None:
        return Stability(rebuilt, length, None, None, length, sentence, daily)
    return Stability(rebuilt, found.output, found.tag, found.block, found.output, sentence, daily)


def _first_break(assembly: Assembly, changing: set[str]) -> _Break | None:
    """Return the first place whose text depends on one of the variables `changing`, None if there is none."""
    if not changing:
        return None
    behind = 0  # the end of the last content that is there whatever the values are
    for segment, start in zip(assembly.segments, assembly.starts, strict=False):
        if segment.role is Role.CLOSING:
            behind = start + len(segment.text)
        if segment.role not in {Role.CONTENT, Role.BLANK}:
            continue
        content = assembly.contents[segment.block]
        if content.rendering is not None and not changing.isdisjoint(content.names):
            found = _break_in(content.rendering, content.kept, changing)
            if found is not None:
                return _Break(_place(content, found, start, behind, segment.role), found.tag, segment.block)
        if segment.role is Role.CONTENT:
            behind = start + len(segment.text)
    return None


class _Found(NamedTuple):
    """A break in one content: `rest_is_sure` if it has text behind the break whatever the values are."""

    offset: int
    tag: str
    rest_is_sure: bool


def _place(content: RenderedContent, found: _Found, start: int, behind: int, role: Role) -> int:
    """Return how many characters stay the same, without blanks before text that can turn blank."""
    if role is Role.BLANK:
        return behind
    before = content.text[: found.offset]
    if found.rest_is_sure:
        return start + len(before)
    return start + len(before.rstrip("\n")) if before.strip(_BLANK) else behind


def _break_in(rendering: Rendering, kept: Span, names: Collection[str]) -> _Found | None:
    own, sides = rendering.source_map, _Sides(names)
    breaks = sorted(_breaks(own, names, sides), key=lambda found: found[0])
    if not breaks:
        return None
    offset, tag = breaks[0]
    rest_is_sure = any(
        piece.why is Why.TEXT
        and piece.output.start >= offset
        and not (piece.branch and sides[piece.branch])
        and piece.output.of(rendering.text).strip(_BLANK)
        for piece in own.pieces
    )
    return _Found(min(max(offset - kept.start, 0), kept.length), tag, rest_is_sure)


def _breaks(own: SourceMap, names: Collection[str], sides: _Sides) -> Iterator[tuple[int, str]]:
    """Yield offset and tag of the first piece that can change, and of left out parts that can come back."""
    for piece in own.pieces:
        tag = sides[piece.branch] if piece.branch else ""
        if not tag and piece.name in names and piece.why is not Why.UNKNOWN:
            tag = f"[{piece.name}]"
        if tag:
            yield piece.output.start, tag
            break
    for part in own.left_out:
        tag = sides[part.branch] if part.branch else ""
        if tag:
            yield part.output, tag


class _Sides(dict[Branch, str]):
    """A side of a condition → the tag of the outermost condition around it that can change, "" for none."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, branch: Branch) -> str:
        waiting = []
        side: Branch | None = branch
        while side is not None and side not in self:
            waiting.append(side)
            side = side.outer
        tag = "" if side is None else self[side]
        for side in reversed(waiting):
            if not tag and side.condition.name in self._names:
                tag = f"[if {'!' if side.condition.negated else ''}{side.condition.name}]"
            self[side] = tag
        return tag
