"""The strip beside the scroll bar of a text that shows where its hits and problems are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from editor_app.text import Severity
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.text.painting.marks import ProblemMarks
from editor_app.window.text.surface import TextSurface

_TICK = (8, 3)
_CURRENT_TICK = (12, 5)
_PROBLEM = 7
_WIDTH = 14


class ScrollMarks(QWidget):
    """Marks left of the scroll bar: a tick where hits are in the whole of a text, a shape where problems are.

    A tick stands for as many lines as it is high.
    """

    def __init__(self, surface: TextSurface, problems: ProblemMarks | None = None) -> None:
        """Lie over the right edge of the view; `problems` are those of the text, where it has some."""
        super().__init__(surface)
        self._surface, self._problems = surface, problems
        self._worst: dict[int, Severity] = {}  # by the heights at which problems are
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        surface.viewport().installEventFilter(self)
        self._place()

    def take_away(self) -> None:
        """Be gone from the view."""
        self._surface.viewport().removeEventFilter(self)
        self.setParent(None)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the edge when the view gets another size."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        view, width = self._surface.viewport().geometry(), current_theme().px(_WIDTH)
        self.setGeometry(view.right() + 1 - width, view.top(), width, view.height())
        self.raise_()
        is_in_another = self._surface.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVisible(self._problems is None or not is_in_another)  # a part of a view has no scroll bar
        self.follow_problems()

    def follow_problems(self) -> None:
        """Draw the problems where they are now, if that is elsewhere: what is behind is drawn anew, too."""
        worst: dict[int, Severity] = {}
        document, bridge = self._surface.document(), self._surface.contents.bridge
        marks = self._problems.between(0, len(self._surface.contents.text)) if self._problems else []
        for span, problem in sorted(marks, key=lambda mark: -mark.problem.severity.rank):
            line = document.findBlock(bridge.position(span.start)).blockNumber()
            worst[self._top(line)] = problem.severity
        if worst != self._worst:
            self._worst = worst
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ticks, problems over them, and the current hit on top."""
        surface, theme, right = self._surface, current_theme(), self.width() - 1
        hits = surface.hits
        width, tall = map(theme.px, _TICK)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for top in self._tops(tall) if hits.spans else ():
                painter.fillRect(QRect(right - width, top, width, tall), theme.color("acc"))
            half = theme.px(_PROBLEM) / 2
            for top, severity in self._worst.items():
                y = min(max(top + tall / 2, half), self.height() - half)  # whole at both ends
                _paint_problem(painter, severity, QPointF(right - width / 2, y))
            if (current := surface.current_hit) >= 0:
                width, tall = map(theme.px, _CURRENT_TICK)
                at = surface.contents.bridge.position(hits.span_now(current).start)
                top = self._top(surface.document().findBlock(at).blockNumber()) - 1
                painter.setBrush(theme.color("paper"))
                painter.setPen(theme.color("ink"))
                painter.drawRect(QRectF(right - width, top, width - 1, tall).translated(0.5, 0.5))

    def _tops(self, tall: int) -> Iterator[int]:
        """Yield where the ticks are; each is so many pixels high."""
        document, hits = self._surface.document(), self._surface.hits
        offset, count = self._surface.contents.bridge.offset, document.blockCount()
        lines = sorted(
            {top * self._lines // self.height() for top in range(0, self.height(), tall)} | {count}
        )
        for line, behind in pairwise(line for line in lines if line <= count):
            last = document.findBlockByNumber(behind)
            end = offset(last.position()) if last.isValid() else len(self._surface.contents.text) + 1
            if hits.at_or_after(offset(document.findBlockByNumber(line).position())) < hits.at_or_after(end):
                yield self._top(line)

    @property
    def _lines(self) -> int:
        """The lines that there are, or that fit into the view."""
        rows = self._surface.viewport().height() // max(self._surface.even.line_height, 1)
        return max(self._surface.document().blockCount(), rows, 1)

    def _top(self, line: int) -> int:
        return line * self.height() // self._lines


def _paint_problem(painter: QPainter, severity: Severity, middle: QPointF) -> None:
    """Draw a ring for an error, a triangle for a warning and a dot for a note."""
    theme = current_theme()
    color, side = theme.color(SEVERITY_ICONS[severity][1]), theme.px(_PROBLEM)
    room = QRectF(0, 0, side, side)
    room.moveCenter(middle)
    painter.setPen(QPen(color, 1.5) if severity is Severity.ERROR else Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("paper") if severity is Severity.ERROR else color)
    if severity is Severity.WARNING:
        above = QPointF(room.center().x(), room.top())
        painter.drawPolygon(QPolygonF([room.bottomLeft(), above, room.bottomRight()]))
    else:
        inset = 1.0 if severity is Severity.ERROR else side / 4
        painter.drawEllipse(room.adjusted(inset, inset, -inset, -inset))
