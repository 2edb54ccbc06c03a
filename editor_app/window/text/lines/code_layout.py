"""A text layout with lines of one height, which QPlainTextEdit's own cannot give, and its font at a zoom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout

from editor_app.window.kit.positions import QT_START
from editor_app.window.kit.theme.theme import SMALLEST, Theme
from editor_app.window.text.lines.line_direction import align_by_direction, runs_left

LARGEST = 40


class CodeFont(NamedTuple):
    """A font with the height of its lines."""

    font: QFont
    line_height: int

    @property
    def lift(self) -> float:
        """How many pixels below the top of a line its text begins."""
        return lift_of(self.line_height, self.font)


def zoomed_code(theme: Theme, zoom: int) -> CodeFont:
    """Return the theme's code font, `zoom` pixels larger than usual."""
    font = theme.font("code")
    natural = font.pixelSize()
    font.setPixelSize(min(max(natural + zoom, SMALLEST), LARGEST))
    return CodeFont(font, round(theme.line_height("code") * font.pixelSize() / natural))


def lift_of(line_height: int, font: QFont) -> float:
    """Return how many pixels below the top of a line the text of `font` begins, in the middle of it."""
    return float(max(1, (line_height - round(QFontMetricsF(font).height())) // 2))


_ENDLESS = float(1 << 24)
_NEAR = 0.1  # pixels
_FIRST_WIDTH = 700.0  # until a view sets its own: with a narrow one, a long line would have hundreds of rows


class CodeLayout(QPlainTextDocumentLayout):
    """Lays out each block in lines of `line_height`, with room above the first and below the last.

    Qt lays a changed block out by itself, with its lines at the font's own
    height from 0 on; its first line is then not in its place,
    and the block is laid out again.
    """

    def __init__(self, document: QTextDocument) -> None:
        """Begin with a default line height and width, until a view sets its own."""
        super().__init__(document)
        self.line_height = 21
        self.padding = 8
        self.room_below = 0
        self._last = 0
        document.blockCountChanged.connect(self._follow_count)
        self.left = 2.0
        self.right = 16.0
        self._width = _FIRST_WIDTH
        self._wraps = True
        self._widest = 0.0
        self.lift = 2.0
        """How many pixels below the top of a line its text begins."""
        self._follows_changes = False
        self._is_waiting = False
        self._is_behind = False
        self._measure()

    def set_line_height(self, height: int, font: QFont) -> None:
        """Give every line `height` pixels, with the text of `font` in its middle."""
        self.line_height = height
        self._measure()
        self.lift = lift_of(height, font)

    def set_width(self, width: float) -> None:
        """Set the width at which lines are broken, if they are."""
        self._width = width
        self._measure()

    def set_wraps(self, wraps: bool) -> None:
        """Break lines at the width, or never."""
        if wraps != self._wraps:
            self._wraps = wraps
            self.measure_anew()

    def measure_anew(self) -> None:
        """Forget how wide the widest line is, before all lines are laid out again."""
        self._widest = 0.0
        self._measure()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the block's rectangle at (0, 0), laid out if needed; Qt asks a hundred times a key."""
        if not block.isValid():
            return QRectF()
        layout = block.layout()
        count = layout.lineCount()
        top = 0 if block.position() > QT_START else self.padding
        if not count or layout.lineAt(0).y() != top + self.lift:
            count = self._lay_out(block, top)
        if not self._wraps and runs_left(layout):
            self._move_to_edge(layout)
        below = self.room_below if block.blockNumber() == self._last else 0
        if count == 1 and not top and not below:
            return self._row
        return QRectF(0, 0, self._shown_width, top + count * self.line_height + below)

    def documentSize(self) -> QSizeF:
        """Return the width in pixels and the height in lines, as QPlainTextEdit wants it."""
        last = self.document().lastBlock()
        return QSizeF(self._shown_width, last.firstLineNumber() + last.lineCount())

    def documentChanged(self, start: int, _removed: int, added: int) -> None:
        """Lay out what changed; `removed` is ignored, as removed text is in no block any more."""
        if self._is_waiting or not self._follows_changes:
            self._is_behind = True
        else:
            super().documentChanged(start, 0, max(added, 1))

    def follow_changes(self) -> None:
        """Lay out from now on, for a view; before there is one, nothing is laid out."""
        self._follows_changes = True
        self._catch_up()

    @contextmanager
    def changed_at_once(self) -> Iterator[None]:
        """Lay out changes once, when the context ends: making a view changes the whole layout many times."""
        if self._is_waiting:
            yield
            return
        self._is_waiting = True
        try:
            yield
        finally:
            self._is_waiting = False
            self._catch_up()

    def _catch_up(self) -> None:
        """Lay out everything if a change was not followed."""
        if self._is_behind and self._follows_changes and not self._is_waiting:
            self._is_behind = False
            super().documentChanged(0, 0, cast("int", self.document().characterCount()))

    def _lay_out(self, block: QTextBlock, top: float) -> int:
        layout = block.layout()
        layout.setTextOption(self.document().defaultTextOption())
        align_by_direction(layout, block.text(), has_edge=self._wraps)
        width = max(self._width - self.left - self.right, 40.0) if self._wraps else _ENDLESS
        y = top + self.lift
        widest = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(self.left, y))
            y += self.line_height
            if not self._wraps:
                widest = max(widest, line.naturalTextWidth() + self.left + self.right)
        layout.endLayout()
        count = layout.lineCount()
        if block.lineCount() != count or widest > self._widest:
            block.setLineCount(count)
            self._widest = max(widest, self._widest)
            self._measure()
            self.documentSizeChanged.emit(self.documentSize())
            if not self._wraps:
                self.requestUpdate()  # the edge of right-to-left lines has moved
            if not layout.lineCount():  # a view that heard of it scrolled to the block and coloured it
                return self._lay_out(block, top)
        return count

    def _move_to_edge(self, layout: QTextLayout) -> None:
        """Align unbroken right-to-left lines at one edge, that of the widest line."""
        edge = self._shown_width - self.right
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            x = max(edge - line.naturalTextWidth(), self.left)
            if abs(line.x() - x) > _NEAR:
                line.setPosition(QPointF(x, line.y()))

    def _follow_count(self, count: int) -> None:
        self._last = count - 1

    def _measure(self) -> None:
        self._shown_width = max(self._widest, self._width)
        self._row = QRectF(0, 0, self._shown_width, self.line_height)
