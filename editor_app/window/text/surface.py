"""The surface that shows a text: the mouse, exact copying, and its lines as they are laid out (`LaidLines`).

The editor and every pane to read stand on it. Qt does not know where it draws a character of a line from
right to left, and its rows are only as high as their letters, so the mouse is led to the row that it is over.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from editor_app.window.kit.form.fields import TextField
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.text.direction.row_moves import Aim, aim_in, cursor_as_aimed, moved_to
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.laid_lines import LaidLines
from editor_app.window.text.lines.even_lines import EvenLines
from editor_app.window.text.lines.line_direction import Sight, runs_left


class TextSurface(TextField, LaidLines):
    """Shows a text in lines of one height; places in the public methods are offsets of the exact text."""

    def __init__(self, contents: EditorDocument | ShownText, even: EvenLines, parent: QWidget | None) -> None:
        """Show nothing before `begin`; `contents` and its layout `even` are those of the document of then."""
        super().__init__(parent)
        self.contents = contents
        self.even = even
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def begin(self, document: QTextDocument) -> None:
        """Show `document`, whose layout is `even`."""
        self.even.follow_changes()
        self.setDocument(document)
        self.updateRequest.connect(self._follow_update)

    def sight(self) -> Sight:
        """Return what is in view, from left to right, in the coordinates of a line's layout."""
        left = -self.contentOffset().x()
        return Sight(left, left + self.viewport().width())

    def view_height(self) -> int:
        """Return the height of the view."""
        return self.viewport().height()

    def selected_text(self) -> str:
        """Return the exact text that is selected."""
        cursor = self.textCursor()
        return self.contents.part(cursor.selectionStart(), cursor.selectionEnd())

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

    # The mouse ----------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the cursor."""
        moved, aim = self._in_row(event)
        super().mousePressEvent(moved)
        self._apply_aim(aim, moved)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select."""
        moved, aim = self._in_row(event)
        super().mouseMoveEvent(moved)
        self._apply_aim(aim, moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End selecting."""
        moved, aim = self._in_row(event)
        super().mouseReleaseEvent(moved)
        self._apply_aim(aim, moved)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        super().mouseDoubleClickEvent(self._in_row(event)[0])

    def _in_row(self, event: QMouseEvent) -> tuple[QMouseEvent, Aim | None]:
        """Return the event, moved to where Qt finds the position it means, and its aim."""
        place, aim = self.aim_at(event.position())
        return (event if place == event.position() else moved_to(event, place)), aim

    def aim_at(self, place: QPointF) -> tuple[QPointF, Aim | None]:
        """Return the point to tell Qt for a point of the viewport, and the aim.

        It is in the middle of the row's height: Qt's rows are only as high as their letters. In a
        right-to-left line its x is that of the aim; in others there is no aim.
        """
        found = self.row_at(place)
        if found is None:
            return place, None
        line, row = found
        x, aim, left = place.x(), None, self.contentOffset().x()
        if runs_left(line.block.layout()):
            aim = aim_in(line.block, row, x - left, self.parts_of)
            x = left + aim.x
        return QPointF(x, line.y + row.y() + row.height() / 2), aim

    def _apply_aim(self, aim: Aim | None, event: QMouseEvent) -> bool:
        """Put the cursor at the position that the mouse means; return whether the event was about that."""
        if aim is None or not (event.buttons() | event.button()) & Qt.MouseButton.LeftButton:
            return False
        cursor = cursor_as_aimed(self.textCursor(), aim, event)
        if cursor is not None:
            self.setTextCursor(cursor)
        return True

    def _follow_update(self, rect: QRect, dy: int) -> None:
        """Draw the whole row of the cursor anew: in a right-to-left line it is not where Qt assumes."""
        block = self.textCursor().block()  # none while all of a text is replaced
        if not dy and self.even.has_right_to_left and block.isValid() and runs_left(block.layout()):
            self.viewport().update(0, rect.y(), self.viewport().width(), rect.height())
