"""What a row of the library shows, and what gives way where there is little room."""

from __future__ import annotations

from typing import Final

from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.kit.rows.content import Badge, Part, ProblemCounts, Trail, Words
from editor_app.window.kit.rows.row_style import RowStyle
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.library.listing import BADGES

LEAST_NAME: Final = 44  # a few letters on both sides of an ellipsis; the tooltip has the whole name
_GAP: Final = 6
_NARROW: Final = 240  # in a narrower panel the name goes before a badge that does not warn


def trail_of(row: LibraryRow, style: RowStyle, room: int, width: int) -> Trail:
    """Return the number of messages, the badge and the problems of a file, as far as there is room.

    `room` is that of its name as well, `width` that of the whole row, both in pixels.
    """
    has_badge, whole = _find_badge_room(row, style, room, width)
    taken = _least_width(row, style, whole=whole)
    taken += style.badge_width(row.badge) + style.px(_GAP) if has_badge else 0
    count = count_in_room(row, style, room - taken)
    parts: list[Part] = []
    if count:
        parts.append(Words(count, "soft", "number", gap=_GAP))
    if has_badge:
        parts.append(Badge(row.badge, BADGES[row.badge], gap=_GAP))
    if row.counts.total:
        parts.append(ProblemCounts(row.counts if whole else row.counts.worst(), whole, gap=_GAP))
    return tuple(parts)


def count_in_room(row: LibraryRow, style: RowStyle, width: int) -> str:
    """Return the count beside a name, its number alone where more would shorten the name, or ""."""
    name = style.metrics["body"].horizontalAdvance(one_line(row.label))
    number = row.count_text.partition(" ")[0]
    for text, least in ((row.count_text, name), (number, min(name, style.px(LEAST_NAME)))):
        beside = style.metrics["number"].horizontalAdvance(text) + style.px(_GAP)
        if text and beside + least - min(name, style.px(LEAST_NAME)) <= width:
            return text
    return ""


def _find_badge_room(row: LibraryRow, style: RowStyle, room: int, width: int) -> tuple[bool, bool]:
    """Return whether the badge fits, and whether the counts fit beside it.

    Where the counts do not fit, the icon of the worst severity replaces them; the tooltip has all.
    """
    room -= style.badge_width(row.badge) + style.px(_GAP)
    is_harm = BADGES.get(row.badge) == "warn"
    cuts_name = is_harm or width >= style.px(_NARROW)
    if row.badge not in BADGES or _least_width(row, style, whole=False, cuts_name=cuts_name) > room:
        return False, True
    return True, _least_width(row, style, whole=True) <= room


def _least_width(row: LibraryRow, style: RowStyle, *, whole: bool, cuts_name: bool = True) -> int:
    """Return the width of a readable name with the counts beside it, in pixels."""
    name = style.metrics["body"].horizontalAdvance(one_line(row.label))
    counts = style.counts_width(row.counts if whole else row.counts.worst(), numbers=whole)
    least = min(name, style.px(LEAST_NAME)) if cuts_name else name
    return least + (counts + style.px(_GAP) if row.counts.total else 0)
