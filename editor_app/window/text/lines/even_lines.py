"""A text layout with lines of equal height, and rows between them for what is drawn there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextDocument, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QPlainTextDocumentLayout

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.lines.line_direction import align_by_direction, runs_left

_SPACES: Final = (b" \0", b"\t\0")


class WideGaps(NamedTuple):
    """The gaps of a block: their widths by the place, in Qt's units, of the character each is behind.

    To Qt such a gap is a wide space, which at the end of a line may hang out of it.
    """

    widths: Mapping[QtPosition, float]
    text: str


def break_before_gaps(layout: QTextLayout, gaps: WideGaps, metrics: QFontMetricsF) -> bool:
    """Lay a text out again where a gap hangs out of its line; return whether one did.

    Such a line ends before its last word, which goes to the next line with the gap, if it fits in there.
    """
    units = gaps.text.encode("utf-16-le", "surrogatepass")
    lines = (layout.lineAt(index) for index in range(layout.lineCount()))
    if not any(_width_before(line, gaps.widths, units, metrics) for line in lines):
        return False
    width = max(layout.lineAt(index).width() for index in range(layout.lineCount()))
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        shorter = _width_before(line, gaps.widths, units, metrics)
        if shorter:
            line.setLineWidth(shorter)
    layout.endLayout()
    return True


def _width_before(
    line: QTextLine, widths: Mapping[QtPosition, float], units: bytes, metrics: QFontMetricsF
) -> float:
    """Return the width of a line up to its last word, if that has a gap behind it without room; else 0."""
    start, last = line.textStart(), line.textStart() + line.textLength() - 1
    if last not in widths or not _is_space(units, last):
        return 0.0
    end = last
    while end > start and _is_space(units, end - 1):
        end -= 1
    word = end
    while word > start and not _is_space(units, word - 1):
        word -= 1
    if word == start:
        return 0.0
    begin, x = _x(line, start), _x(line, last)
    gap = metrics.horizontalAdvance(" ") + widths[last]
    behind = _joined(units, last + 1, metrics)
    for needed in (gap + behind, gap):
        if x - begin + needed > line.width() and x - _x(line, word) + needed <= line.width():
            return _x(line, word) - begin
    return 0.0


def _joined(units: bytes, place: QtPosition, metrics: QFontMetricsF) -> float:
    """Return the width of what follows a gap without a space between."""
    begin = end = 2 * cast("int", place)  # into UTF-16, not a Python string
    while end < len(units) and units[end : end + 2] not in _SPACES:
        end += 2
    return metrics.horizontalAdvance(units[begin:end].decode("utf-16-le", "replace"))


def _is_space(units: bytes, place: QtPosition) -> bool:
    at = 2 * cast("int", place)  # into UTF-16, not a Python string
    return units[at : at + 2] in _SPACES


def _x(line: QTextLine, place: QtPosition) -> float:
    return cast("tuple[float, int]", line.cursorToX(place))[0]


_ENDLESS = float(1 << 20)
_NEAR = 0.01  # pixels


class BlockRoom(NamedTuple):
    """Free rows above and below a block's lines, and how far its first line is indented.

    `behind` stays free at the left of all lines of a right-to-left block, for what is drawn at its end, and
    `lead` so many pixels above all else.
    """

    above: int = 0
    below: int = 0
    indent: int = 0
    behind: int = 0
    lead: int = 0


class EvenLines(QPlainTextDocumentLayout):
    """Qt's plain text layout, with lines moved after each time that Qt laid a block out."""

    def __init__(
        self,
        document: QTextDocument,
        room: Callable[[QTextBlock], BlockRoom] | None = None,
        gaps: Callable[[QTextBlock], WideGaps | None] | None = None,
    ) -> None:
        """Call `room` for the rows that a block needs, `gaps` for gaps to keep whole."""
        super().__init__(document)
        self._gaps = gaps or (lambda _block: None)
        self._room = room or (lambda _block: BlockRoom())
        self.line_height = 20
        self._across = 0.0  # the visible width of unwrapped lines, in pixels
        self.documentSizeChanged.connect(self._follow_size)

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the block's rectangle from (0, 0), after moving its lines to their places.

        Qt may ask about an invalid block: the one at the top of a view whose text has just become shorter.
        """
        rect = super().blockBoundingRect(block)
        if not block.isValid():
            return rect
        layout = block.layout()
        count = layout.lineCount()
        if not count:
            return rect
        room, height = self._room(block), self.line_height
        margin = self.document().documentMargin()
        first = layout.lineAt(0)
        behind = room.behind
        left = margin + room.indent + behind
        top = room.lead + room.above * height + (height - first.height()) / 2
        is_unbroken = layout.textOption().wrapMode() == QTextOption.WrapMode.NoWrap
        is_done = is_unbroken and runs_left(layout)
        if is_done:
            left = self._left_from_edge(first)
        if abs(first.x() - left) > _NEAR or abs(first.y() - top) > _NEAR:
            has_edge = not is_unbroken and first.width() < _ENDLESS
            if not is_done and align_by_direction(layout, block.text(), has_edge=has_edge):
                across = first.width() + max(first.x() - margin, 0.0)
                if is_unbroken:
                    self._across = across + 2 * margin
                count = _lay_out_again(layout, _ENDLESS if is_unbroken else max(across - behind, 1.0))
                block.setLineCount(count)
                first = layout.lineAt(0)
            gaps = None if is_unbroken else self._gaps(block)
            metrics = QFontMetricsF(self.document().defaultFont())
            if gaps is not None and break_before_gaps(layout, gaps, metrics):
                count = layout.lineCount()
                block.setLineCount(count)
                first = layout.lineAt(0)
            from_edge = is_unbroken and runs_left(layout)
            first.setPosition(QPointF(self._left_from_edge(first) if from_edge else left, top))
            for index in range(1, count):
                line = layout.lineAt(index)
                x = self._left_from_edge(line) if from_edge else margin + behind
                y = room.lead + (room.above + index) * height + (height - line.height()) / 2
                line.setPosition(QPointF(x, y))
        rect.setHeight(room.lead + (room.above + count + room.below) * height)
        if not block.next().isValid():
            rect.setHeight(rect.height() + margin)
        return rect

    def _follow_size(self) -> None:
        """Lay right-to-left lines out again at an edge that has moved."""
        if self.document().defaultTextOption().wrapMode() == QTextOption.WrapMode.NoWrap:
            self.requestUpdate()

    def _left_from_edge(self, line: QTextLine) -> float:
        """Return the x of an unwrapped right-to-left line; all of these begin at the same edge."""
        edge = max(self.documentSize().width(), self._across) - self.document().documentMargin()
        return edge - line.naturalTextWidth()


def _lay_out_again(layout: QTextLayout, width: float) -> int:
    """Break a text into lines again after a change of its direction; return the number of lines."""
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    return layout.lineCount()
