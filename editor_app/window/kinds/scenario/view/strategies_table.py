"""Strategies side by side: per trigger the step at which it reached the model under each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from editor_app.runs import Reached, ReachedRow, RunResult, Strategy
from editor_app.window.style.icons import icon
from editor_app.window.style.plain_text import one_line
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.row_tree import Index

STRATEGY_TITLES: Final = {
    Strategy.MESSAGE_ONLY: "Message-only",
    Strategy.HINTS: "Hints",
    Strategy.MULTI_STEP: "Multi-step",
    Strategy.HYBRID: "Hybrid",
}
_FIRST: Final = "Reached the model before"
_LEAST: Final = 108
_STRATEGIES: Final = tuple(Strategy)


class StrategiesModel(QAbstractTableModel):
    """Triggers as rows, strategies as columns."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.theme = theme
        self.rows: tuple[ReachedRow, ...] = ()
        self._hints: dict[str, int] = {}

    def show(self, rows: tuple[ReachedRow, ...], results: Mapping[Strategy, RunResult]) -> None:
        """Show other rows; those whose trigger reached the model under none are left out."""
        self.beginResetModel()
        self.rows = tuple(row for row in rows if any(_is_told(one) for one in row.reached.values()))
        self._hints = {}
        hinted = results.get(Strategy.HINTS)
        for step in hinted.steps if hinted is not None else ():
            for hint in step.hints:
                self._hints.setdefault(hint.trigger, step.number)
        self.endResetModel()

    def step_at(self, index: Index) -> int | None:
        """Return the step that a cell names, None where it names none."""
        if index.column() == 0 or not 0 <= index.row() < len(self.rows):
            return None
        return self.rows[index.row()].reached[_STRATEGIES[index.column() - 1]].step

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many triggers there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many columns there are."""
        return 0 if parent.isValid() else 1 + len(STRATEGY_TITLES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell and the icon before them."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if index.column() == 0:
            if role == Qt.ItemDataRole.DecorationRole:
                return icon("message-square-text", self.theme, "soft")
            return one_line(row.trigger) if role == Qt.ItemDataRole.DisplayRole else None
        strategy = _STRATEGIES[index.column() - 1]
        reached = row.reached[strategy]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return self._words(row.trigger, strategy, reached)
        if role == Qt.ItemDataRole.DecorationRole:
            name, ink = ("circle-check", "ok") if reached.step is not None else ("circle-slash-2", "warn")
            return icon(name, self.theme, ink)
        if role == Qt.ItemDataRole.ForegroundRole and reached.step is None:
            return self.theme.color("warn")
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the name of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return _FIRST if section == 0 else STRATEGY_TITLES[_STRATEGIES[section - 1]]

    def _words(self, trigger: str, strategy: Strategy, reached: Reached) -> str:
        hint = self._hints.get(trigger) if strategy is Strategy.HINTS and reached.step is None else None
        return reached.words if hint is None else f"{reached.words}, hint {hint}"


class StrategiesTable(QTableView):
    """The table; `step_chosen` has the strategy and the step of the cell that became current."""

    step_chosen = Signal(str, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.strategies = StrategiesModel(theme, self)
        self.setModel(self.strategies)
        self.setAccessibleName("Strategies side by side")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        heads = self.horizontalHeader()
        heads.setHighlightSections(False)
        self.selectionModel().currentChanged.connect(lambda index, _before: self._announce(index))
        self.apply_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room among the strategies, or scroll to the side where there is too little."""
        super().resizeEvent(event)
        self._fit()

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self.strategies.theme = theme
        self.verticalHeader().setDefaultSectionSize(theme.px(26))
        self.viewport().update()

    def _fit(self) -> None:
        heads, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        shares = (self.viewport().width() - self.sizeHintForColumn(0)) // len(STRATEGY_TITLES)
        is_wide = shares >= self.strategies.theme.px(_LEAST)
        heads.setSectionResizeMode(modes.Stretch if is_wide else modes.ResizeToContents)
        heads.setSectionResizeMode(0, modes.ResizeToContents)

    def _announce(self, index: QModelIndex) -> None:
        step = self.strategies.step_at(index)
        if step is not None:
            self.step_chosen.emit(_STRATEGIES[index.column() - 1].value, step)


def _is_told(reached: Reached) -> bool:
    return reached.step is not None or reached.is_next
