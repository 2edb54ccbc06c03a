"""The lanes of the strategies on the axis of the chart, and the legend of its shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.session import Strategy
from editor_app.text import Sentence, listed
from editor_app.window.kinds.scenario.chart_data import (
    ChartData,
    ChartMark,
    ChartPlaces,
    LegendEntry,
    legend_of,
    marks_of,
)
from editor_app.window.kinds.scenario.view.chart import is_above, paint_mark
from editor_app.window.kinds.scenario.view.tables import STRATEGY_TITLES
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.words.labels import set_plain_tooltip

_SHAPE: Final = 14
_GAP: Final = 5
_BETWEEN: Final = 14
_HEIGHT: Final = 24


class ChartLegend(QWidget):
    """Shows `entries` in one line; its tooltip has all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent, accessibleName=Sentence("window-scenario.legend"))
        self.entries: tuple[LegendEntry, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: Sequence[LegendEntry]) -> None:
        """Show other entries."""
        if tuple(entries) == self.entries:
            return
        self.entries = tuple(entries)
        parts = [
            Sentence("window-scenario.legend-entry", shape=entry.shape.value, words=entry.words)
            for entry in self.entries
        ]
        set_plain_tooltip(self, listed(parts))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room that all entries take."""
        widths = [self._width(entry) + row_style().px(_BETWEEN) for entry in self.entries]
        return QSize(max(0, sum(widths) - row_style().px(_BETWEEN)), row_style().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return no width: the owner leaves the legend out where it has no room."""
        return QSize(0, row_style().px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries, as far as they fit whole."""
        style, left = row_style(), 0
        with QPainter(self) as painter:
            for entry in self.entries:
                width = self._width(entry)
                if left + width > self.width():
                    break
                centre = QPointF(left + style.px(_SHAPE) / 2, self.height() / 2)
                paint_mark(painter, centre, entry.shape, style.theme)
                place = QRect(left, 0, width + 1, self.height()).adjusted(style.px(_SHAPE + _GAP), 0, 0, 0)
                style.text(painter, place, entry.words, "soft", "small")
                left += width + style.px(_BETWEEN)

    def _width(self, entry: LegendEntry) -> int:
        return row_style().px(_SHAPE + _GAP) + row_style().metrics["small"].horizontalAdvance(entry.words) + 1


_LANE: Final = 24
_LEGEND: Final = 28


class StrategyLanes(QWidget):
    """Shows the marks of every strategy below the chart, at the x of their steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent, accessibleName=Sentence("window-scenario.strategies-on-axis"))
        self._chart = ChartData()
        self._step = 0
        self._strategy = Strategy.HYBRID
        self.legend = ChartLegend(self)
        self.marks: Mapping[Strategy, tuple[ChartMark, ...]] = {}
        column(self, ..., row(None, self.legend, ..., margins=(12, 0, 12, 4)))
        sized(self, height=_LANE * len(STRATEGY_TITLES) + 8 + _LEGEND)

    def show_results(
        self,
        chart: ChartData,
        results: Mapping[Strategy, RunResult],
        strategy: Strategy,
    ) -> None:
        """Show the marks of each strategy's run; the name of the run's own `strategy` stands out."""
        self._chart = chart
        self._strategy = strategy
        self.marks = {strategy: marks_of(result, chart.thresholds) for strategy, result in results.items()}
        marks = chain.from_iterable(self.marks.values())
        self.legend.show_entries(legend_of(chart.thresholds, marks, is_wide=True))
        self.update()

    def show_step(self, step: int) -> None:
        """Mark a step."""
        self._step = step
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lanes."""
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("paper"))
        places = ChartPlaces(self.rect(), self._chart, theme, has_lanes=True)
        plot, height = places.plot, theme.px(_LANE)
        for number, (strategy, title) in enumerate(STRATEGY_TITLES.items()):
            top = number * height
            middle = top + height // 2 + theme.px(4)
            painter.fillRect(plot.left(), middle, plot.width(), 1, theme.color("line"))
            marks = self.marks.get(strategy, ())
            label = QRect(theme.px(12), middle - height // 2, plot.left() - theme.px(16), height)
            font = "small strong" if strategy is self._strategy else "small"
            row_style().text(painter, label, title, font=font, elide=Qt.TextElideMode.ElideRight)
            for mark in sorted(marks, key=is_above):
                paint_mark(painter, QPointF(places.x_of(mark.step), middle), mark.shape, theme)
        if self._chart.tokens:
            painter.setPen(QPen(theme.color("ink"), 1, Qt.PenStyle.DashLine))
            x = round(places.x_of(self._step))
            painter.drawLine(x, 0, x, self.height() - theme.px(_LEGEND))
        painter.end()
