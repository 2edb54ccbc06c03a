"""A lane for each strategy on the axis of the chart, with what reached the model and what was only a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor_app.runs import RunResult, Strategy, TriggerSet
from editor_app.window.kinds.scenario.chart_data import ChartData, ChartMark, marks_of, thresholds_of
from editor_app.window.kinds.scenario.view.chart_paint import ChartPlaces, paint_mark
from editor_app.window.kinds.scenario.view.strategies_table import STRATEGY_TITLES
from editor_app.window.style.theme import Theme

_LANE: Final = 24


class StrategyLanes(QWidget):
    """Shows the marks of every strategy below the chart, at the x of their steps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._chart = ChartData()
        self._step = 0
        self.marks: Mapping[Strategy, tuple[ChartMark, ...]] = {}
        self.setAccessibleName("Strategies on the axis of the chart")
        self.setFixedHeight(self.sizeHint().height())

    def show_results(
        self, chart: ChartData, results: Mapping[Strategy, RunResult], triggers: TriggerSet
    ) -> None:
        """Show the marks of each strategy's run."""
        self._chart = chart
        thresholds = thresholds_of(triggers)
        self.marks = {strategy: marks_of(result, thresholds) for strategy, result in results.items()}
        self.update()

    def show_step(self, step: int) -> None:
        """Mark a step."""
        self._step = step
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self._theme = theme
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all lanes."""
        return QSize(self._theme.px(400), self._theme.px(_LANE * len(STRATEGY_TITLES) + 8))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lanes."""
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("paper"))
        places = ChartPlaces(self.rect(), self._chart, theme, has_lanes=True)
        plot, height = places.plot, theme.px(_LANE)
        painter.setFont(theme.font("small"))
        for number, (strategy, title) in enumerate(STRATEGY_TITLES.items()):
            top = number * height
            middle = top + height // 2 + theme.px(4)
            painter.fillRect(plot.left(), middle, plot.width(), 1, theme.color("line"))
            marks = self.marks.get(strategy, ())
            label = QRect(theme.px(12), middle - height // 2, plot.left() - theme.px(16), height)
            painter.setPen(theme.color("ink"))
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(label, flags, title)
            for mark in marks:
                paint_mark(painter, QPointF(places.x_of(mark.step), middle), mark.shape, theme)
        if self._chart.tokens:
            painter.setPen(QPen(theme.color("ink"), 1, Qt.PenStyle.DashLine))
            x = round(places.x_of(self._step))
            painter.drawLine(x, 0, x, self.height())
        painter.end()
