"""The heading over a message: its number, role, state, problems and the button of its menu."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter

from editor_app.text import Sentence
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kinds.chat.message_rows import MessageRow
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import one_line

_ICON: Final = 16
_SMALL_ICON: Final = 14
_BUTTON: Final = 26
_GAP: Final = 8
_REACH: Final = 6  # pixels from a separator within which the pointer means the place between messages
NEW_MESSAGE: Final = Sentence("window-chat.new-message")


class Part(Enum):
    """The parts of the surface that answer the pointer."""

    ROLE = auto()
    MORE = auto()
    NEW = auto()
    HEADING = auto()
    TEXT = auto()


class Spot(NamedTuple):
    """What is under the pointer: a part of the message at a place, or the place before it."""

    place: int
    part: Part


class Headings:
    """Draws headings, separators and the last row, and says what is under a point of them."""

    def __init__(self, look: ConversationLook) -> None:
        """Take sizes and colours."""
        self._look = look
        self._text_left = look.text_left

    def role_rect(self, item: MessageRow, heading: QRect) -> QRect:
        """Return the rectangle of the role and of the sign that it can be changed."""
        return self._role_and_counts(item, heading)[0]

    def more_rect(self, heading: QRect) -> QRect:
        """Return the rectangle of the button of the menu."""
        side = self._look.theme.px(_BUTTON)
        top = heading.top() + (heading.height() - side) // 2
        return QRect(heading.right() + 1 - self._look.theme.px(6) - side, top, side, side)

    def last_rect(self, row: QRect) -> QRect:
        """Return the clickable rectangle of the last row, “New message”."""
        look = self._look
        words = look.rows.metrics["body"].horizontalAdvance(NEW_MESSAGE)
        left = look.numbers_right - look.theme.px(_ICON)
        return QRect(left, row.top(), self._text_left + words - left, row.height())

    def spot(self, item: MessageRow, index: int, heading: QRect, point: QPoint) -> Spot:
        """Return what is under a point of a heading."""
        if self.more_rect(heading).contains(point):
            return Spot(index, Part.MORE)
        if self.role_rect(item, heading).contains(point):
            return Spot(index, Part.ROLE)
        if point.y() < heading.top() + self._look.theme.px(_REACH):
            return Spot(index, Part.NEW)
        return Spot(index, Part.HEADING)

    def paint(
        self,
        painter: QPainter,
        item: MessageRow,
        heading: QRect,
        *,
        is_first: bool,
        is_current: bool,
        under_pointer: Part | None,
    ) -> None:
        """Draw a heading; `under_pointer` is the part of this message that the pointer is over."""
        look, theme, rows = self._look, self._look.theme, self._look.rows
        if not is_first:
            painter.fillRect(QRect(0, heading.top(), heading.width(), 1), theme.color("line"))
        if is_current:
            bar = QRect(0, heading.top() + 1, 2, heading.height() - 1)
            painter.fillRect(bar, theme.color("acc"))
        number = QRect(0, heading.top(), look.numbers_right, heading.height())
        elide = Qt.TextElideMode.ElideNone
        rows.text(painter, number, item.number, "faint", "number", right=True, elide=elide)
        role, shown_counts = self._role_and_counts(item, heading)
        words = role.adjusted(0, 0, -self._signs_width(item), 0)
        ink = "err" if item.counts.errors or not item.role else "ink"
        right = role.left() + rows.text(painter, words, one_line(item.role_in_words), ink, "strong")
        if item.is_unsaved:
            right = rows.dot(painter, heading, right)
        if under_pointer is Part.ROLE:
            rows.icon(painter, heading, right + theme.px(4), "chevron-down", "acc", _SMALL_ICON)
        more = self.more_rect(heading)
        if is_current or under_pointer is not None:
            hovered = under_pointer is Part.MORE
            left = more.left() + (more.width() - theme.px(_ICON)) // 2
            rows.icon(painter, heading, left, "ellipsis", "ink" if hovered else "soft")
        counts = QRect(more.left() - theme.px(_GAP), heading.top(), 0, heading.height())
        rows.counts(painter, counts, shown_counts)
        if under_pointer is Part.NEW:  # the line and the plus where a new message would go
            side = theme.px(_ICON)
            left = look.numbers_right - side
            painter.fillRect(QRect(0, heading.top(), heading.width(), 2), theme.color("acc"))
            place = QRect(0, heading.top() - side // 2, heading.width(), side)
            painter.fillRect(QRect(left - 2, place.top() + 1, side + 4, side), theme.color("paper"))
            rows.icon(painter, place, left, "plus", "acc")

    def paint_last(self, painter: QPainter, row: QRect, *, hovered: bool) -> None:
        """Draw the last row, which adds a message at the end."""
        theme, rows, side = self._look.theme, self._look.rows, self._look.theme.px(_ICON)
        painter.fillRect(QRect(0, row.top(), row.width(), 1), theme.color("line"))
        role = "acc" if hovered else "soft"
        rows.icon(painter, row, self._look.numbers_right - side, "plus", role)
        words = row.adjusted(self._text_left, 0, 0, 0)
        rows.text(painter, words, NEW_MESSAGE, role)

    def _role_and_counts(self, item: MessageRow, heading: QRect) -> tuple[QRect, Counts]:
        """Return the place of the role, and the counts of problems, only the worst where it has no room."""
        look, counts, signs = self._look, item.counts, self._signs_width(item)
        wanted = look.rows.metrics["strong"].horizontalAdvance(one_line(item.role_in_words)) + 1 + signs
        most = self.more_rect(heading).left() - look.theme.px(2 * _GAP) - self._text_left
        if wanted > most - look.rows.counts_width(counts):
            counts = counts.worst()
        room = most - look.rows.counts_width(counts)
        width = max(min(wanted, room), signs + look.theme.px(_SMALL_ICON))
        return QRect(self._text_left, heading.top(), width, heading.height()), counts

    def _signs_width(self, item: MessageRow) -> int:
        """Return the room behind a role: for the dot of unsaved text, and the sign that it can be changed."""
        dot = self._look.rows.dot_width() if item.is_unsaved else 0
        return self._look.theme.px(4 + _SMALL_ICON) + dot
