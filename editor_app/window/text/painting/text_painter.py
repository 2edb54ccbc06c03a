"""Painting the visible text: Qt's own painting loses syntax colours in a selection and leaves gaps in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPen,
    QRegion,
    QTextCharFormat,
    QTextLayout,
)

from editor_app.window.kit.positions import QtPosition, format_range
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.direction.isolated_tags import IsolatedPart
from editor_app.window.text.direction.row_places import Beside, caret_in
from editor_app.window.text.laid_lines import LaidLines, VisibleLine
from editor_app.window.text.lines.line_direction import runs_left
from editor_app.window.text.painting.marks import Mark, SquigglePainter

_NEWLINE_WIDTH = 5.0
_LEAST_MARK = 7.0


class TextPainter:
    """Draws one block at a time: background, selection, text, marks, cursor."""

    def __init__(self, lines: LaidLines) -> None:
        """Take colours and fonts of the theme, and the places from `lines`."""
        theme = current_theme()
        self._lines = lines
        self._line_height = lines.even.line_height
        self._colors = {
            role: theme.color(role) for role in ("paper", "cur", "textsel", "ontextsel", "ink", "cond")
        }
        self._squiggles = SquigglePainter()
        self._selected_squiggles = SquigglePainter("ontextsel")
        self._selected, self._selected_hidden = QTextCharFormat(), QTextCharFormat()
        for made in (self._selected, self._selected_hidden):
            made.setBackground(self._colors["textsel"])
        self._selected.setForeground(self._colors["ontextsel"])

    def ground(self, painter: QPainter, rect: QRectF) -> None:
        """Fill with the colour of paper, before all else of a picture."""
        painter.fillRect(rect, self._colors["paper"])

    def current_line(self, painter: QPainter, line: VisibleLine, width: float) -> None:
        """Draw the background of the line with the cursor."""
        painter.fillRect(QRectF(0, line.top, width, line.height), self._colors["cur"])

    def selection(
        self,
        painter: QPainter,
        line: VisibleLine,
        x: float,
        start: QtPosition,
        end: QtPosition,
        *,
        within: QRectF,
    ) -> None:
        """Draw the background of [start, end) in rows `within`; one past the block includes the newline."""
        layout = line.block.layout()
        length = line.block.length() - 1
        is_from_right = runs_left(layout)
        first, last = self._lines.seen(line, within.top(), within.bottom())
        if start > last or end < first:
            return
        for row, left, right in self._lines.rooms(line.block, max(start, first), min(end, length, last)):
            if end > length and row.lineNumber() == layout.lineCount() - 1:
                if not is_from_right:
                    right += _NEWLINE_WIDTH  # noqa: PLW2901  only this row's
                elif left <= row.naturalTextRect().left() + 1:
                    left -= _NEWLINE_WIDTH  # noqa: PLW2901  only this row's
            top = line.top + row.lineNumber() * self._line_height
            painter.fillRect(QRectF(x + left, top, right - left, self._line_height), self._colors["textsel"])

    def words(
        self,
        painter: QPainter,
        line: VisibleLine,
        x: float,
        clip: QRectF,
        selected: tuple[QtPosition, QtPosition] | None,
    ) -> None:
        """Draw the text in its formats; in a selection, with the selection's colours."""
        painter.setPen(self._colors["ink"])
        layout = line.block.layout()
        selections = list(self._selections(layout, *selected)) if selected is not None else []
        seen = self._lines.seen(line, clip.top(), clip.bottom())
        at, parts = QPointF(x, line.y), self._lines.parts_of(line.block, *seen)
        if parts:
            painter.save()
            painter.setClipRegion(_without(clip, parts, at), Qt.ClipOperation.IntersectClip)
        layout.draw(painter, at, selections, clip)
        if parts:
            painter.restore()
        for part in parts:
            part.draw(painter, at, selected, self._selected)

    def _selections(
        self, layout: QTextLayout, start: QtPosition, end: QtPosition
    ) -> Iterator[QTextLayout.FormatRange]:
        """Yield the formats of a selection, in which hidden text stays hidden."""
        for item in layout.formats():
            hidden_start, hidden_end = max(item.start, start), min(item.start + item.length, end)
            if hidden_start < hidden_end and item.format.foreground().color().alpha() == 0:
                yield format_range(start, hidden_start, self._selected)
                yield format_range(hidden_start, hidden_end, self._selected_hidden)
                start = hidden_end
        yield format_range(start, end, self._selected)

    def frames(
        self, painter: QPainter, line: VisibleLine, x: float, spans: Iterable[tuple[QtPosition, QtPosition]]
    ) -> None:
        """Draw a frame round each of the spans (positions in the block), the tags of one condition."""
        painter.setPen(QPen(self._colors["cond"], 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for start, end in spans:
            for row, left, right in self._lines.rooms(line.block, start, end):
                top = line.y + row.y()
                painter.drawRect(QRectF(x + left - 0.5, round(top) - 0.5, right - left, round(row.height())))

    def squiggles(
        self,
        painter: QPainter,
        line: VisibleLine,
        x: float,
        marks: Sequence[tuple[Mark, QtPosition, QtPosition]],
        selected: tuple[QtPosition, QtPosition] | None = None,
    ) -> None:
        """Draw the line under each mark; the worst last, so that it stays on top."""
        selected_rooms: dict[int, QRectF] = {}  # by row
        if selected is not None and marks:
            first = max(selected[0], min(start for _, start, _ in marks))
            last = min(selected[1], max(end for _, _, end in marks))
            for row, left, right in self._lines.rooms(line.block, first, last) if first < last else ():
                top = line.top + row.lineNumber() * self._line_height
                room = QRectF(x + left, top, right - left, self._line_height)
                selected_rooms[row.lineNumber()] = room.united(selected_rooms.get(row.lineNumber(), room))
        for mark, start, end in sorted(marks, key=lambda item: -item[0].problem.severity.rank):
            for row, left, right in self._lines.rooms(line.block, start, end):
                bottom = round(line.y + row.y() + row.height()) + 1
                right = max(right, left + _LEAST_MARK)  # noqa: PLW2901  the mark of an empty span is visible, too
                severity = mark.problem.severity
                self._squiggles.draw(painter, severity, x + left, x + right, bottom)
                if row.lineNumber() in selected_rooms:
                    painter.save()
                    painter.setClipRect(selected_rooms[row.lineNumber()])
                    self._selected_squiggles.draw(painter, severity, x + left, x + right, bottom)
                    painter.restore()

    def cursor(
        self,
        painter: QPainter,
        line: VisibleLine,
        x: float,
        position: QtPosition,
        width: int,
        character: QtPosition | None = None,
    ) -> None:
        """Draw the cursor at a position in the block, as high as a line's text.

        In a right-to-left line it is drawn beside `character`, if that is next to the position.
        """
        if runs_left(line.block.layout()):
            parts = self._lines.parts_of(line.block, position, position)
            at, row = caret_in(line.block, Beside(position, character), parts)
            painter.fillRect(QRectF(x + at, line.y + row.y(), width, row.height()), self._colors["ink"])
            return
        painter.setPen(self._colors["ink"])
        line.block.layout().drawCursor(painter, QPointF(x, line.y), position, width)


def _without(clip: QRectF, parts: Sequence[IsolatedPart], at: QPointF) -> QRegion:
    """Return the region of `clip` without the `parts` of a block, which are not drawn by Qt's layout."""
    region = QRegion(clip.toAlignedRect())
    for part in parts:
        region -= part.pixels(at)
    return region
