"""The lanes of the strategies on the axis of the chart, and the legend of its shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.session import Strategy
from editor_app.text import Sentence
from editor_app.window.kinds.scenario.chart_data import (
    ChartData,
    ChartMark,
    LegendEntry,
    legend_of,
    marks_of,
)
from editor_app.window.kinds.scenario.view.chart import is_above, paint_mark
from editor_app.window.kinds.scenario.view.chart_places import ChartPlaces
from editor_app.window.kinds.scenario.view.tables import STRATEGY_TITLES
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
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
        set_plain_tooltip(self, Sentence("window-scenario.list", parts=parts))
        self.updateGeometry()
        self.update()

    @property
    def least_width(self) -> int:
        """The width of all entries in brief words, in pixels."""
        return self._width_of_all(entry.brief for entry in self.entries)

    def sizeHint(self) -> QSize:
        """Return the room that all entries take."""
        width = self._width_of_all(entry.words for entry in self.entries)
        return QSize(width, row_style().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return no width: the owner leaves the legend out where it has no room."""
        return QSize(0, row_style().px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries, in brief words if need be, as far as they fit whole."""
        style, left = row_style(), 0
        is_brief = self.sizeHint().width() > self.width()
        with QPainter(self) as painter:
            for entry in self.entries:
                words = entry.brief if is_brief else entry.words
                width = self._width(words)
                if left + width > self.width():
                    break
                centre = QPointF(left + style.px(_SHAPE) / 2, self.height() / 2)
                paint_mark(painter, centre, entry.shape, style.theme)
                place = QRect(left, 0, width + 1, self.height()).adjusted(style.px(_SHAPE + _GAP), 0, 0, 0)
                style.text(painter, place, words, "soft", "small")
                left += width + style.px(_BETWEEN)

    def _width_of_all(self, words: Iterable[str]) -> int:
        widths = [self._width(entry) for entry in words]
        return sum(widths) + row_style().px(_BETWEEN) * max(0, len(widths) - 1)

    def _width(self, words: str) -> int:
        return row_style().px(_SHAPE + _GAP) + row_style().metrics["small"].horizontalAdvance(words) + 1


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
        sized(self, height=_LANE * len(STRATEGY_TITLES) + 8 + _LEGEND)
        on_theme(self, self._place_legend)

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
        self.legend.show_entries(legend_of(chart.thresholds, chain.from_iterable(self.marks.values())))
        self._place_legend()
        self.update()

    def show_step(self, step: int) -> None:
        """Mark a step."""
        self._step = step
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the legend below the lanes."""
        super().resizeEvent(event)
        self._place_legend()

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
            painter.setFont(theme.font("small strong" if strategy is self._strategy else "small"))
            painter.setPen(theme.color("ink"))
            painter.drawText(label, int(Qt.AlignmentFlag.AlignVCenter), title)
            for mark in sorted(marks, key=is_above):
                paint_mark(painter, QPointF(places.scale.x_of(mark.step), middle), mark.shape, theme)
        if self._chart.tokens:
            painter.setPen(QPen(theme.color("ink"), 1, Qt.PenStyle.DashLine))
            x = round(places.scale.x_of(self._step))
            painter.drawLine(x, 0, x, self.height() - theme.px(_LEGEND))
        painter.end()

    def _place_legend(self) -> None:
        theme = current_theme()
        left = ChartPlaces(self.rect(), self._chart, theme, has_lanes=True).plot.left()
        width = self.legend.sizeHint().width()
        if left + width > self.width() - theme.px(12):
            left = theme.px(12)
        room = min(width, self.width() - left)
        self.legend.setGeometry(left, self.height() - theme.px(_LEGEND), room, theme.px(_LEGEND - 4))
