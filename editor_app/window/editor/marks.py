"""Marks of problems: which lines have them, and the lines drawn under the words."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor_app.text import Diagnostic, Edit, Severity, Span
from editor_app.window.editor.edits_since import EditsSince
from editor_app.window.theme import Theme

_ROLES = {Severity.ERROR: "err", Severity.WARNING: "warn", Severity.INFORMATION: "key"}
_DASH, _DASH_GAP = 6.0, 4.5
_DOT_GAP = 4.0
_WAVE, _WAVE_HEIGHT = 3.0, 1.1


class Mark(NamedTuple):
    """A problem and where it stands now."""

    span: Span
    problem: Diagnostic


class Marks:
    """The problems of the last analysis, kept in place while the text goes on changing."""

    def __init__(self) -> None:
        """Have none."""
        self._marks: tuple[Mark, ...] = ()
        self._starts: list[int] = []
        self._longest = 0
        self._since = EditsSince()

    def show(self, problems: tuple[Diagnostic, ...]) -> None:
        """Show these, in file order, of the text of now."""
        self._since.clear()
        self._marks = tuple(Mark(problem.span, problem) for problem in problems)
        self._starts = [problem.span.start for problem in problems]
        self._longest = max((problem.span.length for problem in problems), default=0)

    def follow(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._since.add(edit)

    @property
    def are_current(self) -> bool:
        """Whether they are of the text of now, so that their fixes fit."""
        return not self._since

    def __len__(self) -> int:
        return len(self._marks)

    def between(self, start: int, end: int) -> list[Mark]:
        """Return the marks that touch `start`…`end`."""
        low = self._since.then(start) - self._longest
        high = self._since.then(end)
        found = self._marks[bisect_left(self._starts, low) : bisect_left(self._starts, high + 1)]
        placed = [Mark(self._since.span_now(mark.span), mark.problem) for mark in found]
        return [mark for mark in placed if mark.span.end >= start and mark.span.start <= end]

    def at(self, offset: int) -> list[Mark]:
        """Return the marks that a cursor at `offset` stands in or at, the worst and shortest first."""
        return sorted(
            self.between(offset, offset), key=lambda mark: (mark.problem.severity.rank, mark.span.length)
        )

    def next_after(self, offset: int, *, backwards: bool = False) -> Mark | None:
        """Return the next mark in the file, or the one before; past the last comes the first again."""
        if not self._marks:
            return None
        here = self._since.then(offset)
        if backwards:
            index = bisect_left(self._starts, here) - 1
        else:
            index = bisect_left(self._starts, here + 1) % len(self._marks)
        mark = self._marks[index]
        return Mark(self._since.span_now(mark.span), mark.problem)


class SquigglePainter:
    """Draws the line under a problem: wavy for an error, dashed for a warning, dotted for information."""

    def __init__(self, theme: Theme) -> None:
        """Make the pens once."""
        self._pens: dict[Severity, QPen] = {}
        for severity, role in _ROLES.items():
            pen = QPen(theme.color(role), 1.1 if severity is Severity.ERROR else 2)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if severity is Severity.WARNING:
                pen.setDashPattern([_DASH / 2, _DASH_GAP / 2])
            elif severity is Severity.INFORMATION:
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                pen.setDashPattern([0.01, _DOT_GAP / 2])
            self._pens[severity] = pen

    def draw(self, painter: QPainter, severity: Severity, left: float, right: float, bottom: float) -> None:
        """Draw a line from `left` to `right` whose lowest point is at `bottom`."""
        painter.setPen(self._pens[severity])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if severity is Severity.ERROR:
            painter.drawPolyline(_wave(left, right, bottom - 0.5))
        else:
            inset = 1.0 if severity is Severity.INFORMATION else 0.0
            painter.drawLine(QPointF(round(left) + inset, bottom - 1), QPointF(right - inset, bottom - 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _wave(left: float, right: float, bottom: float) -> QPolygonF:
    points = QPolygonF()
    x, up = left, False
    while x < right:
        points.append(QPointF(x, bottom - (2 * _WAVE_HEIGHT if up else 0)))
        x, up = x + _WAVE, not up
    points.append(QPointF(right, bottom - (2 * _WAVE_HEIGHT if up else 0)))
    return points
