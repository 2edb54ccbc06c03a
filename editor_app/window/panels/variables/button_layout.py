"""Flow layout of the button groups, with an overflow button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class GroupSize(NamedTuple):
    """The width of a group's label and those of its buttons, in pixels."""

    label_width: int
    button_widths: tuple[int, ...]


class BarRoom(NamedTuple):
    """The space of the bar: inner width, gaps, minimum width of a label that begins a row, number of rows.

    `more_width` is that of the “more” button, which is left free in the last row where buttons are hidden.
    """

    width: int
    gap: int = 4
    label_gap: int = 8
    group_gap: int = 12
    label_column: int = 48
    rows: int = 3
    more_width: int = 0


class PillPlace(NamedTuple):
    """A row, from 0, and an x in it."""

    row: int
    x: int


class Arrangement(NamedTuple):
    """The places of labels and buttons by group, None for hidden ones; `more` is the “more” button's."""

    labels: tuple[PillPlace | None, ...]
    buttons: tuple[tuple[PillPlace | None, ...], ...]
    more: PillPlace | None
    rows: int


def arrange(groups: Sequence[GroupSize], room: BarRoom) -> Arrangement:
    """Place the groups, each in one row if it fits, and hide the buttons that need too many rows."""
    whole = _flow(groups, room)
    return whole if whole.rows <= room.rows else _cut(whole, groups, room)


def _flow(groups: Sequence[GroupSize], room: BarRoom) -> Arrangement:
    labels: list[PillPlace | None] = []
    buttons: list[tuple[PillPlace | None, ...]] = []
    row, x = 0, 0
    for label, sizes in groups:
        body = sum(sizes) + room.gap * max(0, len(sizes) - 1)
        start = x + room.group_gap if x else 0
        if x and start + label + room.label_gap + body > room.width:
            row, x, start = row + 1, 0, 0
        labels.append(PillPlace(row, start))
        indent = max(label, room.label_column) + room.label_gap if label else 0
        x = start + (indent if not start else label + room.label_gap)
        placed: list[PillPlace | None] = []
        for index, size in enumerate(sizes):
            if index and x + size > room.width:
                row, x = row + 1, indent
            placed.append(PillPlace(row, x))
            x += size + room.gap
        x -= room.gap
        buttons.append(tuple(placed))
    return Arrangement(tuple(labels), tuple(buttons), None, row + 1)


def _cut(whole: Arrangement, groups: Sequence[GroupSize], room: BarRoom) -> Arrangement:
    """Hide buttons from the first one that leaves no space for the “more” button in the last row."""
    last = room.rows - 1
    limit = room.width - room.more_width - room.gap
    hiding, end = False, 0
    labels: list[PillPlace | None] = []
    buttons: list[tuple[PillPlace | None, ...]] = []
    for label, places, size in zip(whole.labels, whole.buttons, groups, strict=True):
        shown: list[PillPlace | None] = []
        for place, width in zip(places, size.button_widths, strict=True):
            hiding = (
                hiding or place is None or place.row > last or (place.row == last and place.x + width > limit)
            )
            shown.append(None if hiding else place)
            if not hiding and place is not None and place.row == last:
                end = place.x + width + room.gap
        labels.append(label if any(shown) else None)
        buttons.append(tuple(shown))
    return Arrangement(tuple(labels), tuple(buttons), PillPlace(last, end), room.rows)
