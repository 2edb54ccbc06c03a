"""The base of the code editor that shows a document: lines, colours, marks, the gutter, zoom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.editing.matching_tags import tags_of_condition_at
from editor_app.text import Severity, Span, line_at
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.positions import QT_START
from editor_app.window.kit.theme.current import current_theme, on_theme, set_font
from editor_app.window.kit.theme.theme import SMALLEST
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.direction.row_places import Aim, Goal, caret_x, composing_x, moved_by_key
from editor_app.window.text.document.document import LONGEST_EDITABLE, EditorDocument
from editor_app.window.text.folding import Folding, paint_folded
from editor_app.window.text.lines.even_lines import Margins
from editor_app.window.text.lines.line_direction import runs_left, span_of
from editor_app.window.text.painting.chips import Chips
from editor_app.window.text.painting.code_font import LARGEST, zoomed_code
from editor_app.window.text.painting.gutter import Gutter, GutterLine
from editor_app.window.text.painting.highlighter import Highlighter
from editor_app.window.text.painting.marks import (
    ProblemMarks,
    Squiggles,
    is_in_line,
    marks_by_line,
    worst_by_line,
)
from editor_app.window.text.painting.picture import Picture
from editor_app.window.text.painting.scroll_marks import ScrollMarks
from editor_app.window.text.surface import TextSurface

_MORE_BLOCKS = 6
_LEFT = 2.0  # pixels between the gutter and the text
_PAST_END = 3  # a third of the view's height may stay empty below the last line
_CODE_PAUSE_MS = 250  # fenced code is read as a whole in pauses of typing
_PAUSE_MS = 60  # finding a condition's other tags reads all tags, too much for every key


class TextView(TextSurface):
    """Shows one document; all places in its public methods are offsets of the document's text."""

    contents: EditorDocument
    zoom_changed = Signal(int)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        """Show `document`."""
        super().__init__(document, document.layout, parent)
        self.analysis: Analysis | None = None
        self.marks = ProblemMarks()
        self._zoom = 0
        self._has_room = False
        self._partners: tuple[Span, ...] = ()
        self._revision = document.revision  # that the marks were moved along to
        self._current_block = self._ruler = 0
        self._goal: Goal | None = None  # where Up and Down try to keep the cursor
        self._partners_later = single_shot(self, _PAUSE_MS, self._show_partners)
        self.setCursorWidth(2)
        if len(document.text) > LONGEST_EDITABLE:
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        document.edited.connect(self._follow_edit)
        document.filled_anew.connect(self._go_to_start)
        font = current_theme().font("code")
        self._code_later = single_shot(self, _CODE_PAUSE_MS, self._read_code)
        self.folding = Folding(document)
        self.folding.changed.connect(self._follow_folding)
        self.chips = Chips(current_theme(), font)
        self._highlighter = Highlighter(document, self.marks, self.chips, self._code_later.start)
        self._scroll_marks = ScrollMarks(self, self.marks)
        self.gutter = Gutter(font, self._gutter_lines, self)
        self.folding.offered.connect(self.gutter.update)
        with document.layout.changed_at_once():
            self.begin(document.text_document)
            connect(
                (self.blockCountChanged, self._follow_line_count),
                (self.cursorPositionChanged, self._follow_current_line),
                (self.selectionChanged, self._update_all),
            )
            on_theme(self, self._take_sizes)

    def _go_to_start(self) -> None:
        """Go to the start of a text whose beginning was just inserted, which moved the cursor behind it."""
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_analysis(self, analysis: Analysis) -> None:
        """Show tags and problems; an analysis of another text than the current one is ignored."""
        if analysis.source != self.contents.text:
            return
        if analysis is self.analysis and self.marks.are_current:
            self._colour_visible()
            return
        self._move_marks()
        before = self._visible_marks()
        self.analysis = analysis
        self.marks.show(analysis.diagnostics)
        self._highlighter.show_tags(analysis)
        self._colour_visible()
        self._partners_later.start()
        self.folding.read(analysis)
        self._scroll_marks.follow_problems()
        if self._visible_marks() != before:
            self._update_all()

    def _take_sizes(self) -> None:
        theme = current_theme()
        font, line_height, lift = zoomed_code(theme, self._zoom)
        layout = self.contents.layout
        with layout.changed_at_once():
            layout.line_height, layout.lift = line_height, lift
            layout.margins = Margins(_LEFT, theme.px(16), theme.px(8), layout.margins.below)
            set_font(self, font)
            self.document().setDefaultFont(font)
            self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
            self._squiggles = Squiggles()
            self.chips = Chips(theme, font)
            self._highlighter.set_look(self.chips)
            self.gutter.set_look(font, line_height)
            self._follow_line_count()
            self._relayout()

    def zoom(self, steps: int) -> None:
        """Make the text larger by `steps` pixels, or smaller."""
        natural = current_theme().font("code").pixelSize()
        self.set_zoom(min(max(self._zoom + steps, SMALLEST - natural), LARGEST - natural))

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        if zoom != self._zoom:
            self._zoom = zoom
            self._take_sizes()
            self.zoom_changed.emit(zoom)

    def set_word_wrap(self, wraps: bool) -> None:
        """Break lines at the right edge, or scroll."""
        super().set_word_wrap(wraps and len(self.contents.text) <= LONGEST_EDITABLE)
        self._relayout()
        self.visible_blocks()  # lays these out, to measure their widths
        if self._has_room:
            self.ensureCursorVisible()

    def set_ruler(self, column: int) -> None:
        """Draw a line behind a column, or none with 0."""
        self._ruler = column
        self.viewport().update()

    def set_suffix_of_file(self, suffix_of_file: Callable[[], str]) -> None:
        """Colour a text that is of no kind as data by the end of its file's name."""
        self._highlighter.suffix_of_file = suffix_of_file

    def set_least_line_count(self, count: int) -> None:
        """Make the gutter at least as wide as for so many lines, so that several texts begin at one edge."""
        self.gutter.least_count = count
        self._follow_line_count()

    @property
    def knows_fixes(self) -> bool:
        """Whether the fixes of the shown problems fit the current text, which is not read-only."""
        return self.marks.are_current and self.contents.read_only_because is None

    def cursor_offset(self) -> int:
        """Return the offset of the cursor."""
        return self.contents.bridge.offset(self.textCursor().position())

    def line_span_at(self, offset: int) -> Span:
        """Return the span of the line of `offset`, without its newline."""
        return line_at(self.contents.text, offset)

    def rect_of(self, span: Span) -> QRect:
        """Return the rectangle on the screen of `span` in its first row."""
        rect = self.rect_in_view(span)
        return QRect(self.viewport().mapToGlobal(rect.topLeft()), rect.size())

    def rect_in_view(self, span: Span) -> QRect:
        """Return the rectangle in the viewport of `span` in its first row."""
        bridge = self.contents.bridge
        start, behind = bridge.position(span.start), bridge.position(span.end, before_break=True)
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        rect = self.cursorRect(cursor)
        cursor.setPosition(behind)
        end = self.cursorRect(cursor)
        block = self.document().findBlock(start)
        if runs_left(block.layout()):
            at, x = start - block.position(), self.contentOffset().x()
            row_end = span_of(block.layout().lineForTextPosition(at))[1]
            last = min(behind - block.position(), row_end)
            extents = list(self.row_extents(block, at, last, has_right_to_left=True))
            rect.setLeft(round(x + min(left for _, left, _ in extents)))
            rect.setRight(round(x + max(right for _, _, right in extents)))
        elif end.top() == rect.top():
            rect.setRight(max(end.left(), rect.left() + 1))
        return rect

    def caret_row(self) -> QRect:
        """Return the rectangle on the screen of the cursor's row, from edge to edge of the view."""
        middle = self.cursorRect().center().y()
        corner = self.viewport().mapToGlobal(QPoint(0, middle - self.even.line_height // 2))
        return QRect(corner.x(), corner.y(), self.viewport().width(), self.even.line_height)

    def _gutter_lines(self, top: float, bottom: float) -> list[GutterLine]:
        lines, current = self.visible_blocks(top, bottom), self._current_block
        worst = worst_by_line(lines, self.marks)
        return [
            GutterLine(line, severity, line.block.blockNumber() == current, self.folding.at(line.end))
            for line, severity in zip(lines, worst, strict=True)
        ]

    def paint_below(self, picture: Picture) -> None:
        """Paint the ground of the line with the cursor, and the ruler."""
        for line in picture.lines if picture.cursor is not None else ():
            if line.block.blockNumber() == self._current_block:
                rect = QRectF(0, line.top, self.viewport().width(), line.height)
                picture.painter.fillRect(rect, current_theme().color("cur"))
        if self._ruler and picture.cursor is not None:
            column = QFontMetricsF(self.font()).horizontalAdvance(" ") * self._ruler
            x, clip = round(picture.left + self.even.margins.left + column), picture.clip
            picture.painter.fillRect(QRectF(x, clip.top(), 1, clip.height()), current_theme().color("line"))

    def paint_above(self, picture: Picture) -> None:
        """Paint a frame round each tag of the condition at the cursor, and the lines under problems."""
        if self.contents.has_held_changes:
            return
        painter = picture.painter
        paint_folded(picture, self.folding.hidden_below)
        if self._partners:
            painter.setPen(current_theme().color("cond"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        for line, marks in zip(picture.lines, marks_by_line(picture.lines, self.marks), strict=True):
            for start, end in self._partners:
                if not is_in_line(Span(start, end), line):
                    continue
                places = self.place(line, start), self.place(line, end)
                for row, left, right in self.row_extents(
                    line.block, *places, has_right_to_left=line.has_right_to_left
                ):
                    x, top = picture.left + left - 0.5, round(line.y + row.y()) - 0.5
                    painter.drawRect(QRectF(x, top, right - left, round(row.height())))
            if marks:
                placed = [
                    (mark, self.place(line, mark.span.start), self.place(line, mark.span.end))
                    for mark in marks
                ]
                first, last = self.seen(line, picture.clip.top(), picture.clip.bottom())
                in_sight = [item for item in placed if item[1] <= last and item[2] >= first]
                self._squiggles.paint(picture, line, in_sight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor; Up and Down lead to what is drawn above and below it."""
        move = moved_by_key(event, self.textCursor(), self._clicked, self._goal, self.parts_of)
        if move is None:
            super().keyPressEvent(event)
            return
        self.setTextCursor(move.cursor)
        if self.textCursor().position() == move.cursor.position():
            self._clicked, self._goal = move.character, move.goal
        self.ensureCursorVisible()
        self.viewport().update()

    def inputMethodQuery(self, query: Qt.InputMethodQuery, argument: object = None) -> object:
        """Tell an input method where the cursor is drawn, which Qt does not know in all lines."""
        if query == Qt.InputMethodQuery.ImCurrentSelection:  # Qt's own answer cannot come through Python
            return self.textCursor().selectedText().replace("\u2029", "\n")
        ask = super().inputMethodQuery
        answer: object = ask(query) if argument is None else ask(query, argument)
        if query != Qt.InputMethodQuery.ImCursorRectangle or not isinstance(answer, QRect | QRectF):
            return answer
        block = self.textCursor().block()
        if not runs_left(block.layout()):
            return answer
        if block.layout().preeditAreaText():
            x = composing_x(block, self.getPaintContext().cursorPosition, self.parts_of)
        else:
            x = caret_x(self.textCursor(), self._clicked, self.parts_of)
        answer.moveLeft(round(self.contentOffset().x() + x))
        return answer

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break lines at the new width; a caret that was in sight stays there where the height shrinks."""
        shrinks = event.size().height() < event.oldSize().height()
        was_seen = shrinks and QRect(QPoint(), event.oldSize()).contains(self.cursorRect())
        self._has_room, self._goal = True, None  # right-to-left lines move with the edge
        self._tell_room_below()
        super().resizeEvent(event)
        inside = self.contentsRect()
        top = inside.top() + self.viewportMargins().top()
        self.gutter.setGeometry(inside.left(), top, self.gutter.sizeHint().width(), inside.height())
        self._colour_visible()
        if was_seen:
            self.ensureCursorVisible()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Colour the blocks that came into sight."""
        super().scrollContentsBy(dx, dy)
        self._colour_visible()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, or zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom((event.angleDelta().y() > 0) - (event.angleDelta().y() < 0))
            event.accept()
        else:
            super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when the window becomes active or inactive, enabled or disabled."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.ActivationChange, QEvent.Type.EnabledChange}:
            self.viewport().update()

    def _show_drop_at(self, aim: Aim | None) -> None:
        """Draw the cursor of the drop place beside the character under the mouse; None ends that."""
        self._clicked = aim.beside.character if aim is not None else None
        self.viewport().update()

    def _forget_click(self) -> None:
        self._clicked = self._goal = None

    def _visible_marks(self) -> list[tuple[Span, Severity]]:
        if not len(self.marks):
            return []
        bridge, first = self.contents.bridge, self.firstVisibleBlock()
        last = self.document().findBlockByNumber(first.blockNumber() + self._visible_count())
        start = bridge.offset(first.position())
        end = bridge.offset(last.position()) if last.isValid() else len(self.contents.text)
        return [(mark.span, mark.problem.severity) for mark in self.marks.between(start, end)]

    def _visible_count(self) -> int:
        return self.viewport().height() // self.even.line_height + 2

    def _colour_visible(self) -> None:
        if self.contents.has_held_changes or not self.isVisible():
            return  # a hidden view is coloured when it is shown
        wraps = self.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
        rows = self._visible_count() + _MORE_BLOCKS
        if wraps:
            self._highlighter.colour(self.firstVisibleBlock(), rows, max(self.viewport().width(), 1))
        else:
            self._highlighter.colour(self.firstVisibleBlock(), rows)

    def _read_code(self) -> None:
        self._highlighter.read_code()
        self._colour_visible()

    def _follow_edit(self) -> None:
        self._partners, self._clicked, self._goal = (), None, None
        if self._revision != self.contents.revision:  # else the analysis of this text was shown already
            self._move_marks()
            self._colour_visible()

    def _move_marks(self) -> None:
        """Move colours and marks along with the last edit, whose analysis may come before its signal."""
        edit = self.contents.last_edit
        if edit is not None and self._revision != self.contents.revision:
            self._revision = self.contents.revision
            self.marks.follow(edit)
            self._highlighter.follow(edit)

    def _follow_update(self, rect: QRect, dy: int) -> None:
        super()._follow_update(rect, dy)
        if dy:
            self.gutter.scroll(0, dy)
        else:
            self.gutter.update(0, rect.y(), self.gutter.width(), rect.height())

    def _follow_line_count(self) -> None:
        self.gutter.count = self.blockCount()
        width = self.gutter.sizeHint().width()
        margins = self.viewportMargins()
        if margins.left() != width:
            self.setViewportMargins(width, margins.top(), 0, 0)
            self.gutter.resize(width, self.gutter.height())

    def _follow_current_line(self) -> None:
        number = self.textCursor().blockNumber()
        if not self.textCursor().block().isVisible():
            self.folding.reveal(self.cursor_offset())
        self._partners_later.start()
        if number != self._current_block:
            self._current_block = number
            self._update_all()

    def _show_partners(self) -> None:
        """Frame all tags of the condition one of whose tags the cursor touches."""
        partners: tuple[Span, ...] = ()
        if self.analysis is not None and self.marks.are_current:
            partners = tags_of_condition_at(self.analysis, self.cursor_offset())
        if partners != self._partners:
            self._partners = partners
            self._update_all()

    def _follow_folding(self, sentence: str) -> None:
        """Put a caret that was folded away at the end of the line that stays, and draw all anew."""
        block = self.textCursor().block()
        if not block.isVisible():
            while block.previous().isValid() and not block.isVisible():
                block = block.previous()
            cursor = self.textCursor()
            cursor.setPosition(block.position() + block.length() - 1)
            self.setTextCursor(cursor)
        self._colour_visible()
        self._update_all()
        if sentence:
            announce(self, sentence)

    def _update_all(self) -> None:
        self.viewport().update()
        self.gutter.update()

    def _tell_room_below(self) -> None:
        layout = self.contents.layout
        layout.margins = layout.margins._replace(below=self.viewport().height() // _PAST_END)

    def _relayout(self) -> None:
        """Lay everything out again, which Qt does only for what is marked as changed."""
        self._goal = None
        self._tell_room_below()
        self.contents.layout.measure_anew()
        self.document().markContentsDirty(QT_START, self.document().characterCount())
        self._colour_visible()
        self._update_all()
