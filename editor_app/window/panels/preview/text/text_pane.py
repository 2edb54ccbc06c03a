"""A read-only text pane that maps offsets of the exact text to places on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QTextBlock,
    QTextLine,
)
from PySide6.QtWidgets import QWidget

from editor_app.text import Span
from editor_app.window.kit.positions import QT_START, QtPosition
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.panels.preview.text.marks import ModelTextMarks
from editor_app.window.panels.preview.text.part_paint import paint_part
from editor_app.window.text.direction.isolated_tags import IsolatedPart, RowParts, edges_among, rooms_in_row
from editor_app.window.text.direction.row_moves import Aim, aim_in, cursor_as_aimed, moved_to
from editor_app.window.text.direction.row_places import Beside, character_at, span_of, x_beside
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.lines.even_lines import BlockRoom, WideGaps
from editor_app.window.text.lines.line_direction import (
    Sight,
    edges_of,
    has_right_to_left,
    runs_left,
    runs_right_to_left,
    start_of_character,
)
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.reading_pane import ReadingPane

SIGN: Final = 16
_LABEL_GAP: Final = 4
_WIDEST_SIGN: Final = 256
_MARGIN: Final = 10
_SIDE: Final = 6
_TAB: Final = 4
_NO_ROOM: Final = BlockRoom()


class VisibleParagraph(NamedTuple):
    """A visible block: its top, the rows around its lines, and the offsets where it begins and ends."""

    block: QTextBlock
    top: float
    room: BlockRoom
    start: int
    end: int


class TextPane(ReadingPane):
    """A read-only pane of plain text with lines of equal height, and rows between them for marks."""

    _marks: ModelTextMarks | None = None  # asked for while the pane is made

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("body", parent, room=self.room, gaps=self._gaps_of_labels)
        self._rooms: dict[int, BlockRoom] = {}
        self._painted: RowParts | None = None  # set during one paint event
        self._painted_blocks: tuple[VisibleParagraph, ...] | None = None  # the same
        self.document().setDocumentMargin(_MARGIN)
        self.shown = ShownText(self.document())
        self.shown.filled.connect(self._rooms.clear)
        self.updateRequest.connect(self._follow_update)
        self.setViewportMargins(_SIDE, 0, _SIDE, 0)
        on_theme(self, self._take_sizes)

    def _take_sizes(self) -> None:
        theme = self.theme
        self._rooms.clear()
        ink, edge, ground = (theme.color(role) for role in ("soft", "edge", "panel"))
        self.chips = Chips(theme.font("code small"), ink=ink, edge=edge, ground=ground)
        super()._take_sizes()
        self.setTabStopDistance(2 * _TAB * self.fontMetrics().horizontalAdvance(" "))

    @property
    def caret_offset(self) -> int:
        """The offset of the caret in the exact text."""
        return self.shown.offset(self.textCursor().position())

    @property
    def marks(self) -> ModelTextMarks | None:
        """The marks drawn on the text, None if there are none."""
        return self._marks

    def set_marks(self, marks: ModelTextMarks | None) -> None:
        """Draw `marks` on the text from now on; None draws none."""
        self._marks = marks
        self._rooms.clear()

    def show_exactly(self, text: str) -> None:
        """Show `text`; the marks for it are set afterwards."""
        self._rooms.clear()
        edit = self.shown.show(text)
        if self._marks is not None and edit is not None:
            self._marks.follow(edit, len(text))
        self._rooms.clear()

    def room(self, block: QTextBlock) -> BlockRoom:
        """Return the rows and gaps that the marks of a block need."""
        if self._marks is None:
            return _NO_ROOM
        room = self._rooms.get(block.blockNumber())
        if room is None:
            room = self._rooms[block.blockNumber()] = self._needed(block, self._marks)
        return room

    def _needed(self, block: QTextBlock, marks: ModelTextMarks) -> BlockRoom:
        start, end = self.offsets(block)
        rows = marks.rows(start, end)
        runs_left = runs_right_to_left(block.text())
        place = end if runs_left else start  # in lines from right to left, the first gap is beside a letter
        signs = marks.signs(place, place)
        if not rows and not signs:
            return _NO_ROOM
        below = sum(1 for _, row in rows if row.below)
        room = self.sign_width(block, place) if signs else 0
        return BlockRoom(len(rows) - below, below, *((0, room) if runs_left else (room, 0)))

    def _gaps_of_labels(self, block: QTextBlock) -> WideGaps | None:
        """Return the gaps behind characters of a block with a named sign, None without any."""
        if self._marks is None:
            return None
        start, end = self.offsets(block)
        offsets = [offset for offset, sign in self._marks.signs(start, end) if sign.label]
        if not offsets or has_right_to_left(block.text()):
            return None
        places = {self.shown.position(offset) - block.position() - 1: offset for offset in offsets}
        return WideGaps({at: self.sign_width(block, offset) for at, offset in places.items()}, block.text())

    def offsets(self, block: QTextBlock) -> tuple[int, int]:
        """Return the offsets in the exact text where a block begins and ends."""
        start = block.position()
        return self.shown.offset(start), self.shown.offset(start + block.length() - 1)

    def visible_blocks(self) -> Iterable[VisibleParagraph]:
        """Return the visible blocks from the top."""
        if self._painted is None:
            return self._find_visible()
        if self._painted_blocks is None:
            self._painted_blocks = tuple(self._find_visible())
        return self._painted_blocks

    def _find_visible(self) -> Iterator[VisibleParagraph]:
        block = self.firstVisibleBlock()
        if not block.isValid():
            return
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        bottom = self.viewport().height()
        while block.isValid() and top <= bottom:
            height = self.blockBoundingRect(block).height()
            yield VisibleParagraph(block, top, self.room(block), *self.offsets(block))
            top += height
            block = block.next()

    def reveal(self, span: Span) -> None:
        """Scroll to the beginning of a part of the text, unless it is visible already."""
        block = self.document().findBlock(self.shown.position(span.start))
        end = self.document().findBlock(self.shown.position(span.end)).blockNumber()
        first, last = self.firstVisibleBlock().blockNumber(), -1
        for visible in self.visible_blocks():
            last = visible.block.blockNumber()
        begins, ends = first <= block.blockNumber() < last, end < last
        if not begins or (not ends and block.blockNumber() > first + 1):
            bar = self.verticalScrollBar()
            bar.setValue(max(bar.minimum(), block.firstLineNumber() - 1))

    def bring_into_view(self, offset: int) -> None:
        """Scroll just as far as the line of `offset` becomes visible; the caret stays."""
        position = self.shown.position(offset)
        block = self.document().findBlock(position)
        height = self.even.line_height
        self.blockBoundingRect(block)  # makes Qt lay out the block, to count its lines
        index = max(block.layout().lineForTextPosition(position - block.position()).lineNumber(), 0)
        above = (self.room(block).above + index) * height
        top = next((visible.top + above for visible in self.visible_blocks() if visible.block == block), None)
        is_before = block.blockNumber() < self.firstVisibleBlock().blockNumber()
        if is_before or (top is not None and top < 0):
            self._begin_at(block, index)
        elif top is None or top + height > self.viewport().height():
            self._end_with(block, above + height)

    def _begin_at(self, block: QTextBlock, index: int) -> None:
        """Scroll so that a line of a block is at the top."""
        self.verticalScrollBar().setValue(block.firstLineNumber() + index)

    def _end_with(self, block: QTextBlock, height: int) -> None:
        """Scroll so that `height` of a block is at the bottom, below as much text as fits."""
        room = self.viewport().height() - height
        while room > 0 and block.previous().isValid():
            block = block.previous()
            room -= round(self.blockBoundingRect(block).height())
        rows = -(room // self.even.line_height) if room < 0 else 0
        lines = max(rows - self.room(block).above, 1) if rows else 0  # the row above belongs to the first one
        self._begin_at(block, lines)

    def place(self, visible: VisibleParagraph, offset: int) -> QtPosition:
        """Return the position of `offset` in a block, in Qt's units."""
        inside = self.shown.position(offset) - visible.block.position()
        return max(QT_START, min(inside, visible.block.length() - 1))

    def rects(self, visible: VisibleParagraph, start: int, end: int) -> Iterator[QRectF]:
        """Yield the rectangle on each line of the text between two offsets."""
        return self.rects_of_places(visible, self.place(visible, start), self.place(visible, end))

    def rects_of_places(
        self, visible: VisibleParagraph, first: QtPosition, last: QtPosition
    ) -> Iterator[QRectF]:
        """Yield the rectangle on each visible line of the text between two positions of a block."""
        shown_first, shown_last = self.places_in_view(visible)
        first, last = max(first, shown_first), min(last, shown_last)
        if first >= last:
            return
        layout, left = visible.block.layout(), self.contentOffset().x()
        index = layout.lineForTextPosition(first).lineNumber()
        has_two_ways = has_right_to_left(visible.block.text())
        parts = self.parts_of(visible.block, first, last)
        while 0 <= index < layout.lineCount() and (line := layout.lineAt(index)).textStart() < last:
            line_end = line.textStart() + line.textLength()
            start, end = max(first, line.textStart()), min(last, line_end)
            y = visible.top + self._line_top(visible, index)
            whole = [(x_of(line, start), x_of(line, end))]
            for x1, x2 in rooms_in_row(line, start, end, parts) if has_two_ways else whole:
                yield QRectF(left + min(x1, x2), y, abs(x2 - x1), self.even.line_height)
            index += 1

    def places_in_view(self, visible: VisibleParagraph) -> tuple[QtPosition, QtPosition]:
        """Return the positions where the visible lines of a block begin and end."""
        layout, height = visible.block.layout(), self.even.line_height
        count = layout.lineCount()
        top = visible.top + visible.room.above * height
        first = max(0, int(-top // height))
        last = min(count - 1, int((self.viewport().height() - top) // height))
        if first > last:
            return QT_START, QT_START
        end = layout.lineAt(last)
        return layout.lineAt(first).textStart(), end.textStart() + end.textLength()

    def place_with_gap(self, visible: VisibleParagraph, offset: int) -> QtPosition | None:
        """Return the position of the character whose gap at the right holds a sign before `offset`.

        None where there is no gap: at the beginning of a line, or at the end of one from right to left.
        """
        text, place = visible.block.text(), self.place(visible, offset)
        end = visible.block.length() - 1
        if not has_right_to_left(text):
            return place - 1 if place > QT_START else None
        runs_left = runs_right_to_left(text)
        before = self._runs_right(visible, place - 1) if place > QT_START else not runs_left
        after = self._runs_right(visible, place) if place < end else not runs_left
        if runs_left and not after:
            return place if place < end else None
        if before:
            return place - 1 if place > QT_START else None
        if not after:
            return place
        if runs_left:  # at the right of words that run from left to right
            while place + 1 < end and self._runs_right(visible, place + 1):
                place += 1
            return place
        place -= 1  # at the right of words that run from right to left, where these begin
        while place > QT_START and not self._runs_right(visible, place - 1):
            place -= 1
        return place

    def _runs_right(self, visible: VisibleParagraph, place: QtPosition) -> bool:
        self.blockBoundingRect(visible.block)  # makes Qt lay out the block, if that is outstanding
        line = visible.block.layout().lineForTextPosition(place)
        return line.isValid() and edges_of(line, place).runs_right

    def sign_width(self, block: QTextBlock, offset: int) -> int:
        """Return the width of the gap for the sign before `offset`, and for the name behind it."""
        px = self.theme.px
        label = self.sign_label(block, offset)
        if not label:
            return px(SIGN)
        metrics = QFontMetrics(self.theme.font("code small"))
        return min(px(SIGN + 3 * _LABEL_GAP) + metrics.horizontalAdvance(label), px(_WIDEST_SIGN))

    def sign_label(self, block: QTextBlock, offset: int) -> str:
        """Return the name behind the sign before `offset`; a line that runs both ways has none."""
        if self._marks is None or has_right_to_left(block.text()):
            return ""
        return next((sign.label for _, sign in self._marks.signs(offset, offset) if sign.label), "")

    def place_of_gap(self, visible: VisibleParagraph, offset: int) -> QPointF:
        """Return the top left of the gap before `offset`, in which a sign is drawn."""
        layout, left = visible.block.layout(), self.contentOffset().x()
        side = self.sign_width(visible.block, offset)
        place = self.place_with_gap(visible, offset)
        if place is not None:
            line = layout.lineForTextPosition(place)
            edges = edges_among(self.parts_of(visible.block, place, place), line, place)
            x = edges.right - side
            if side > self.theme.px(SIGN):  # the space before a wide gap may hang out of its line
                x = max(x, edges.left + self.theme.px(_LABEL_GAP))
        elif runs_right_to_left(visible.block.text()):
            line = layout.lineAt(layout.lineCount() - 1)
            x = line.naturalTextRect().left() - side
        else:
            line = layout.lineAt(0)
            x = line.x() - visible.room.indent
        return QPointF(left + x, visible.top + self._line_top(visible, line.lineNumber()))

    def place_of_tick(self, visible: VisibleParagraph, offset: int) -> QPointF:
        """Return the top of the boundary between the characters before and after `offset`."""
        layout = visible.block.layout()
        place = self.place(visible, offset)
        line = layout.lineForTextPosition(place)
        y = visible.top + self._line_top(visible, line.lineNumber())
        x = x_of(line, place)
        if place > line.textStart() and has_right_to_left(visible.block.text()):
            beside = Beside(place, start_of_character(line, place - 1))
            x = x_beside(line, beside, self.parts_of(visible.block, place, place)) or x
        return QPointF(self.contentOffset().x() + x, y)

    def offset_at(self, x: float, y: float) -> tuple[int, QRectF] | None:
        """Return the offset and rectangle of the character at a point of the viewport; None without one."""
        found = self._row_at(QPointF(x, y))
        if found is None:
            return None
        visible, line = found
        inside, words = x - self.contentOffset().x(), line.naturalTextRect()
        place: QtPosition | None = None
        if has_right_to_left(visible.block.text()):
            place = character_at(line, inside, self.parts_of(visible.block, *span_of(line)))
        elif words.left() <= inside < words.right():
            place = line.xToCursor(inside, QTextLine.CursorPosition.CursorOnCharacter)
        if place is None:
            return None
        offset = self.shown.offset(visible.block.position() + place)
        rect = next(self.rects(visible, offset, offset + 1), None)
        return (offset, rect) if rect is not None else None

    def parts_of(self, block: QTextBlock, first: QtPosition, last: QtPosition) -> list[IsolatedPart]:
        """Return the tags painted again in the rows of a right-to-left line that [first, last) touches."""
        return (self._painted or RowParts(self.font(), self._sight())).of(block, first, last)

    def _sight(self) -> Sight:
        left = -self.contentOffset().x()
        return Sight(left, left + self.viewport().width())

    @contextmanager
    def picture(self) -> Iterator[None]:
        """Cache blocks and the parts of rows within this context: no line changes in one paint event."""
        self._painted = RowParts(self.font(), self._sight())
        try:
            yield
        finally:
            self._painted = self._painted_blocks = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text; in right-to-left lines, tags are painted as they are written, unlike Qt does."""
        left, rest = self.contentOffset().x(), QRegion(event.rect())
        found = [
            (part, visible.block.position(), QPointF(left, visible.top))
            for visible in self.visible_blocks()
            for part in self.parts_of(visible.block, *self.places_in_view(visible))
        ]
        if not found:
            super().paintEvent(event)
            return
        for part, _, at in found:
            rest -= part.pixels(at)
        for rect in rest:  # type: ignore[attr-defined]  # the stubs know of no loop over a region
            super().paintEvent(QPaintEvent(rect))
        painter = QPainter(self.viewport())
        for part, start, at in found:
            paint_part(painter, self, part, start, at)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the caret."""
        moved, aim = self._aimed(event)
        super().mousePressEvent(moved)
        self._hit(aim, moved)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the selection."""
        moved, aim = self._aimed(event)
        super().mouseMoveEvent(moved)
        self._hit(aim, moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the selection."""
        moved, aim = self._aimed(event)
        super().mouseReleaseEvent(moved)
        self._hit(aim, moved)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        super().mouseDoubleClickEvent(self._aimed(event)[0])

    def _aimed(self, event: QMouseEvent) -> tuple[QMouseEvent, Aim | None]:
        """Move a mouse event in a right-to-left line to where Qt finds the character painted there."""
        found = self._row_at(event.position())
        if found is None or not runs_left(found[0].block.layout()):
            return event, None
        visible, line = found
        left = self.contentOffset().x()
        aim = aim_in(visible.block, line, event.position().x() - left, self.font(), self._sight())
        middle = visible.top + line.y() + line.height() / 2
        return moved_to(event, QPointF(left + aim.x, middle)), aim

    def _hit(self, aim: Aim | None, event: QMouseEvent) -> None:
        """Set the caret to what the mouse pointed at, if Qt's own hit test gave another position."""
        if aim is None or not (event.buttons() | event.button()) & Qt.MouseButton.LeftButton:
            return
        cursor = cursor_as_aimed(self.textCursor(), aim, event)
        if cursor is not None:
            self.setTextCursor(cursor)

    def _follow_update(self, rect: QRect, dy: int) -> None:
        if not dy and runs_left(self.textCursor().block().layout()):
            self.viewport().update(0, rect.y(), self.viewport().width(), rect.height())

    def _row_at(self, place: QPointF) -> tuple[VisibleParagraph, QTextLine] | None:
        """Return the line of text at a point of the viewport, None if none is there."""
        for visible in self.visible_blocks():
            layout = visible.block.layout()
            index = int((place.y() - visible.top) // self.even.line_height) - visible.room.above
            if 0 <= index < layout.lineCount() and place.y() >= visible.top:
                return visible, layout.lineAt(index)
        return None

    def _line_top(self, visible: VisibleParagraph, index: int) -> int:
        return (visible.room.above + index) * self.even.line_height


def x_of(line: QTextLine, place: QtPosition) -> float:
    """Return the x at which the character at `place` begins in its line."""
    return cast("tuple[float, int]", line.cursorToX(place))[0]
