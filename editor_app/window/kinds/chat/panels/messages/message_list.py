"""The list of messages: rows of two lines, which can be dragged to another place."""

from __future__ import annotations

import os
from collections.abc import Hashable
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kinds.chat.message_rows import NO_TEXT, MessageRow, place_of_gap
from editor_app.window.kit.rows.content import (
    FADED,
    Dot,
    Part,
    ProblemCounts,
    RowContent,
    RowPainting,
    Trail,
    Words,
    paint_content,
)
from editor_app.window.kit.rows.dragging import DraggableRows, Drop
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.words.plain_text import one_line

_MIME: Final = "application/x-foreword-message"
_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
_ROW: Final = 44
_PADDING: Final = 3
_LINE: Final = 19
_NUMBER: Final = 20
_GAP: Final = 8
_CUT: Final = Qt.TextElideMode.ElideRight


class MessageList(DraggableRows[MessageRow]):
    """Shows number, role, problems and tokens, and below them the first words.

    The message in front is the one at `in_front`; `digits` is the length of the longest number. The place of
    a drop is the one that the message is to have.
    """

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        type_ = RowType(
            lambda row: RowContent(f"{row.role_in_words} {row.words}", lambda: row.tooltip, row.in_words),
            key=attrgetter("path"),
            height=_ROW,
            paint=self._paint,
            flags=lambda _row: _FLAGS,
            dragged=(_MIME, lambda row: os.fsencode(row.path)),
        )
        super().__init__(
            type_, Sentence("window-chat.messages"), parent, read_key=lambda data: Path(os.fsdecode(data))
        )
        self.in_front: Path | None = None
        self.digits = 1
        self.allow_moves(allowed=True)

    def allow_moves(self, *, allowed: bool) -> None:
        """Let rows be dragged, or not, since some are hidden."""
        self.setDragEnabled(allowed)
        self.setAcceptDrops(allowed)

    def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
        """Return the place between others that is nearest to a point, with a line there."""
        index, nearest = self.index_of(key), self.indexAt(position)
        gap = len(self.rows) if position.y() >= 0 else 0  # the number of rows above the nearest line
        if nearest.isValid():
            gap = nearest.row() + (position.y() > self.visualRect(nearest).center().y())
        place = place_of_gap(index.row(), gap) if index.isValid() and self.dragEnabled() else None
        if place is None:
            return None
        before = self.visualRect(self.index_of(self.rows[gap - 1].path)) if gap > 0 else QRect(0, 0, 0, 0)
        left, y = row_style().px(8), max(2, before.bottom() + 1)
        return Drop(place, QRect(QPoint(left, y), QPoint(self.viewport().width() - left + 8, y)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let keys begin at the first row where none is current, without choosing it."""
        self._is_showing = True
        super().focusInEvent(event)
        self._is_showing = False

    def _paint(self, at: RowPainting, row: MessageRow) -> None:
        style, rect = at.style, at.rect
        is_in_front = row.path == self.in_front
        on_tint = is_in_front or at.is_selected
        at.background(is_marked=is_in_front)
        side, top, height = style.px(SIDE), rect.top() + style.px(_PADDING), style.px(_LINE)
        first = at._replace(rect=QRect(rect.left(), top, rect.width(), height))
        content = self._first_line(row)
        paint_content(first, content, rect.left() + side, side, on_tint=on_tint)
        number = content.lead[0]
        assert isinstance(number, Words)
        left = rect.left() + side + number.width(style) + style.px(_GAP)
        words = one_line(row.words)
        role = "soft" if words else FADED
        second = first._replace(rect=QRect(rect.left(), top + height, rect.width(), height))
        below = RowContent("", main=Words(words or NO_TEXT, role, elide=_CUT))
        paint_content(second, below, left, side, on_tint=on_tint)

    def _first_line(self, row: MessageRow) -> RowContent:
        """Return number, role, problems and tokens; the dot is that of unsaved changes."""
        role = "ink" if row.has_known_role else "err"
        number = Words(
            row.number, FADED, "number", room=_NUMBER, as_wide_as="0" * self.digits, is_right=True, gap=_GAP
        )

        def trail(style: RowStyle, room: int) -> Trail:
            """Return tokens and problems; where there is little room, only the worst are counted."""
            parts: list[Part] = []
            if tokens := row.tokens_in_words:
                parts.append(Words(tokens, "soft", "number", gap=_GAP))
                room -= style.metrics["number"].horizontalAdvance(tokens) + style.px(_GAP)
            if row.counts.total:
                room -= style.metrics["strong"].horizontalAdvance(one_line(row.role_in_words))
                is_whole = style.counts_width(row.counts) + style.px(_GAP) <= room
                parts.append(ProblemCounts(row.counts if is_whole else row.counts.worst(), gap=_GAP))
            return tuple(parts)

        main = Words(row.role_in_words, role, "strong", _CUT)
        return RowContent(
            "", main=main, lead=(number,), trail=trail, detail=Dot() if row.is_unsaved else None
        )
