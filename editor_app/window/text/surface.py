"""The surface that shows a text: painting, the mouse, exact copying, pictures of it.

The editor and every pane to read stand on it. Qt does not know where it draws a character of a line from
right to left, and its rows are only as high as their letters, so the mouse is led to the row that it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from editor_app.text import Sentence, Span
from editor_app.window.kit.form.text_fields import TextField
from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.text.direction.row_places import Aim, aim_in, cursor_as_aimed, moved_to
from editor_app.window.text.document.document import EditorDocument, select
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.laid_lines import LaidLines, VisibleLine
from editor_app.window.text.lines.even_lines import EvenLines
from editor_app.window.text.lines.line_direction import EVERYWHERE, Sight, runs_left
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.painting.marks import Hits, paint_hits
from editor_app.window.text.painting.picture import Picture

_MOST_WIDE: Final = 16_000
"""The width and the height of a picture of a text at most, in pixels of the device."""
_MOST_PIXELS: Final = 40_000_000
"""The pixels of a picture of a text at most, which take four bytes each."""


class TextSurface(TextField, LaidLines):
    """Shows a text; places in the public methods are offsets of the exact text.

    Subclasses paint their marks below and above its words, and make `chips` for labels.
    """

    chips: Chips
    copied = Signal(str)
    """A picture was copied, or could not be; the sentence says it."""

    def __init__(self, contents: EditorDocument | ShownText, even: EvenLines, parent: QWidget | None) -> None:
        """Show nothing before `begin`; `contents` and its layout `even` are those of the document of then."""
        super().__init__(parent)
        self.contents = contents
        self.even = even
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.hits = Hits()
        """What was found in the text, which is painted behind its words."""
        self._clicked: QtPosition | None = None  # the character that the cursor is drawn beside

    def begin(self, document: QTextDocument) -> None:
        """Show `document`, whose layout is `even`."""
        self.even.follow_changes()
        self.setDocument(document)
        self.updateRequest.connect(self._follow_update)
        self.cursorPositionChanged.connect(self._forget_click)

    def sight(self) -> Sight:
        """Return what is in view, from left to right, in the coordinates of a line's layout."""
        left = -self.contentOffset().x()
        return Sight(left, left + self.viewport().width())

    def visible_blocks(self, top: float = 0.0, bottom: float | None = None) -> Sequence[VisibleLine]:
        """Return the blocks between two heights of the view, those in view without any."""
        return super().visible_blocks(top, self.viewport().height() + 1 if bottom is None else bottom)

    def selected_text(self) -> str:
        """Return the exact text that is selected."""
        cursor = self.textCursor()
        return self.contents.part(cursor.selectionStart(), cursor.selectionEnd())

    def selected_span(self) -> Span:
        """Return the span of the selection, or an empty one at the cursor."""
        cursor, bridge = self.textCursor(), self.contents.bridge
        start = bridge.offset(cursor.selectionStart())
        return Span(start, bridge.offset(cursor.selectionEnd()) if cursor.hasSelection() else start)

    @property
    def selections(self) -> list[Span]:
        """What is selected, an empty span at the cursor without any."""
        return [self.selected_span()]

    def show_hits(self, hits: Hits) -> None:
        """Show what was found."""
        self.hits = hits
        self.viewport().update()

    @property
    def current_hit(self) -> int:
        """The number of the hit that is selected, -1 where none is."""
        return self.hits.number_of(self.selected_span()) if self.hits.spans else -1

    def select_span(self, span: Span) -> None:
        """Select `span` and scroll to it; what is not in Qt's document yet is not selected."""
        cursor, last = self.textCursor(), self.contents.bridge.offset(self.document().characterCount() - 1)
        select(cursor, self.contents.bridge, Span(min(span.start, last), min(span.end, last)))
        self.show_cursor(cursor)

    def show_cursor(self, cursor: QTextCursor) -> None:
        """Set the cursor; if that needs scrolling, put its line in the middle."""
        was_visible = self.viewport().rect().contains(self.cursorRect(cursor).center())
        self.setTextCursor(cursor)
        if not was_visible:
            self.centerCursor()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the exact text: Qt would turn no-break spaces into ordinary ones."""
        data = QMimeData()
        data.setText(for_qt(self.selected_text()))
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break lines at the new width."""
        self.even.set_width(self.viewport().width())
        super().resizeEvent(event)

    def set_word_wrap(self, wraps: bool) -> None:
        """Break lines at the right edge, or scroll."""
        modes = QPlainTextEdit.LineWrapMode
        self.even.set_wraps(wraps)
        self.setLineWrapMode(modes.WidgetWidth if wraps else modes.NoWrap)

    # Painting -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines that the event touches."""
        painter, clip = QPainter(self.viewport()), QRectF(event.rect())
        lines = self.visible_blocks(clip.top(), clip.bottom() + 1)
        cursor = self.textCursor()
        if self.current_hit >= 0:  # which is the selection, and has a box
            cursor.clearSelection()
        with self.picture():
            picture = Picture(self, painter, lines, clip, cursor)
            self._paint(picture)
            picture.caret(self.getPaintContext().cursorPosition, self.cursorWidth(), self._clicked)
        painter.end()

    def copy_picture(self) -> None:
        """Copy a picture of the selected lines, of all lines where nothing is selected, and say so."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            cursor.select(cursor.SelectionType.Document)
        image, left_out = self.image(cursor.selectionStart(), cursor.selectionEnd())
        if image.isNull():
            self.copied.emit(Sentence("window-text.picture-failed"))
            return
        QGuiApplication.clipboard().setImage(image)
        self.copied.emit(Sentence("window-text.picture-copied", left_out=left_out))

    def image(self, start: QtPosition, end: QtPosition) -> tuple[QImage, str]:
        """Return a picture of the lines between two positions, and a sentence on what did not fit, if any.

        Lines too many for it are left out, and lines too wide cut off. It is null without memory for it.
        """
        bar = self.horizontalScrollBar()
        scrolled = bar.value()
        bar.setValue(0)
        try:
            return self._image(start, end)
        finally:
            bar.setValue(scrolled)

    def _image(self, start: QtPosition, end: QtPosition) -> tuple[QImage, str]:
        document, margins, ratio = self.document(), self.even.margins, self.devicePixelRatioF()
        first, last = document.findBlock(start), document.findBlock(end)
        margin = document.documentMargin() + margins.above  # on all sides
        y = margin if first.previous().isValid() else document.documentMargin()
        lines = self.lines_from(first, y, 0.0, _MOST_WIDE / ratio)
        lines = [line for line in lines if line.block.blockNumber() <= last.blockNumber()]
        bottom = lines[-1].bottom
        if not lines[-1].block.next().isValid():
            bottom -= margins.below + document.documentMargin()
        shift = margins.above - margins.left
        whole_width = self.even.documentSize().width() + shift
        width = min(whole_width, _MOST_WIDE / ratio)
        height = min(_MOST_WIDE, _MOST_PIXELS / (width * ratio)) / ratio
        left_out: list[str] = []
        below = 0.0  # what stays empty although the next row reaches into it
        if bottom + margin > height:
            (lines, bottom), below = self._whole_rows(lines, height - margin), margin
            number = self.contents.text.count("\n", 0, lines[-1].start) + 1
            left_out.append(Sentence("window-text.picture-ends", line=number))
        if width < whole_width:
            left_out.append(Sentence("window-text.picture-cut"))
        size = QSizeF(width, bottom + margin)
        image = QImage((size * ratio).toSize(), QImage.Format.Format_RGB32)
        if not image.isNull():
            image.setDevicePixelRatio(ratio)
            image.fill(self.palette().base().color())
            clip = QRectF(QPointF(-shift, 0), size)
            with self.picture(EVERYWHERE), QPainter(image) as painter:
                painter.translate(shift, 0)
                painter.setClipRect(clip.adjusted(0, 0, 0, -below))
                self._paint(Picture(self, painter, lines, clip, None))
        return image, " ".join(left_out)

    def _whole_rows(self, lines: list[VisibleLine], height: float) -> tuple[list[VisibleLine], float]:
        """Return the lines with a row that ends above `height`, and where the last such row ends."""
        row = self.even.line_height
        lines = [line for line in lines if line.top + row <= height] or lines[:1]
        end = lines[-1]
        return lines, end.top + min(end.height, max(1, (height - end.top) // row) * row)

    def paint_below(self, picture: Picture) -> None:
        """Paint the marks below the words, such as grounds."""

    def paint_above(self, picture: Picture) -> None:
        """Paint the marks above the words."""

    def _paint(self, picture: Picture) -> None:
        self.paint_below(picture)
        if self.document().isEmpty():
            margin = int(self.document().documentMargin())
            room = self.viewport().rect().adjusted(margin, margin, 0, 0)
            picture.painter.setPen(self.palette().placeholderText().color())
            picture.painter.drawText(room, Qt.TextFlag.TextWordWrap, self.placeholderText())
        paint_hits(picture, self.hits, self.current_hit)
        extras = self.extraSelections()
        for line in picture.lines:
            for extra in extras:
                picture.ground(line, extra.cursor, extra.format.background())
            picture.words(line, self.chips)
        self.paint_above(picture)

    # The mouse ----------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the cursor; the buttons that go back and forward are the window's."""
        if event.button() in {Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton}:
            event.ignore()
        else:
            self._lead(event, super().mousePressEvent)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select."""
        self._lead(event, super().mouseMoveEvent)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End selecting."""
        self._lead(event, super().mouseReleaseEvent)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        super().mouseDoubleClickEvent(moved_to(event, self.aim_at(event.position())[0]))

    def put_cursor_for_menu(self, event: QContextMenuEvent) -> None:
        """Put the cursor where the mouse asks for a menu, unless that is in a selection."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            place = self.cursor_at(self.viewport().mapFromGlobal(event.globalPos()))
            offset = self.contents.bridge.offset(place.position())
            if not any(span.start <= offset <= span.end for span in self.selections if span.length):
                self.setTextCursor(place)

    def cursor_at(self, place: QPoint) -> QTextCursor:
        """Return a cursor beside the character at a point of the viewport."""
        return self.cursorForPosition(self.aim_at(QPointF(place))[0].toPoint())

    def aim_at(self, place: QPointF) -> tuple[QPointF, Aim | None]:
        """Return the point to tell Qt for a point of the viewport, and the aim.

        It is in the middle of the row's height: Qt's rows are only as high as their letters. In a
        right-to-left line its x is that of the aim; in others there is no aim.
        """
        line_and_row = self.row_at(place)
        if line_and_row is None:
            return place, None
        line, row = line_and_row
        x, aim, left = place.x(), None, self.contentOffset().x()
        if runs_left(line.block.layout()):
            aim = aim_in(line.block, row, x - left, self.parts_of)
            x = left + aim.x
        return QPointF(x, line.y + row.y() + row.height() / 2), aim

    def _lead(self, event: QMouseEvent, pass_on: Callable[[QMouseEvent], None]) -> None:
        """Pass an event on where Qt finds the position it means, and put the cursor there in any case."""
        place, aim = self.aim_at(event.position())
        moved = event if place == event.position() else moved_to(event, place)
        pass_on(moved)
        if aim is None or not (event.buttons() | event.button()) & Qt.MouseButton.LeftButton:
            return
        cursor = cursor_as_aimed(self.textCursor(), aim, moved)
        if cursor is not None:
            self.setTextCursor(cursor)
        is_there = self.textCursor().position() == aim.beside.position
        self._clicked = aim.beside.character if is_there else None
        self.viewport().update()

    def _forget_click(self) -> None:
        self._clicked = None

    def _follow_update(self, rect: QRect, dy: int) -> None:
        """Draw the whole row of the cursor anew: in a right-to-left line it is not where Qt assumes."""
        block = self.textCursor().block()  # none while all of a text is replaced
        if not dy and self.even.has_right_to_left and block.isValid() and runs_left(block.layout()):
            self.viewport().update(0, rect.y(), self.viewport().width(), rect.height())
