"""The chart of a run as a table: a row for each step with its tokens and what fires."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from editor_app.window.kinds.scenario.chart_data import ChartData
from editor_app.window.kit.rows.row_tree import Index
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import number_in_words

_PADDING: Final = 5
HEADS: Final = ("Step", "Tokens", "Context", "Before it")


class ChartTableModel(QAbstractTableModel):
    """The steps of a chart as rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without steps."""
        super().__init__(parent)
        self.data_shown = ChartData()
        self._labels: dict[int, str] = {}

    def show(self, data: ChartData) -> None:
        """Show another chart."""
        self.beginResetModel()
        self.data_shown = data
        labels: dict[int, list[str]] = {}
        for mark in data.marks:
            labels.setdefault(mark.step, []).append(mark.label)
        self._labels = {step: ", ".join(words) for step, words in labels.items()}
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many steps there are."""
        return 0 if parent.isValid() else len(self.data_shown.tokens)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() < len(HEADS) - 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        step, data = index.row(), self.data_shown
        tokens = data.tokens[step]
        shown = (
            str(step),
            "" if tokens is None else number_in_words(tokens),
            data.percent(step) if data.limit else "",
            self._labels.get(step, ""),
        )
        return shown[index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the name of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == len(HEADS) - 1 else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        is_head = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return HEADS[section] if is_head else None


class ChartTable(QTableView):
    """The table; `step_chosen` has the step of the row that became current."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without steps."""
        super().__init__(parent)
        self.steps = ChartTableModel(self)
        self._is_following = False
        self.setModel(self.steps)
        self.setAccessibleName("Context before each step, as a table")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        heads = self.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heads.setStretchLastSection(True)
        heads.setHighlightSections(False)
        self.selectionModel().currentChanged.connect(lambda index, _before: self._announce(index.row()))
        on_theme(self, self._restyle)

    def show_data(self, data: ChartData, step: int) -> None:
        """Show another chart with a step chosen."""
        self._is_following = True
        if data != self.steps.data_shown:
            self.steps.show(data)
        self._is_following = False
        self.show_step(step)

    def show_step(self, step: int) -> None:
        """Choose the row of a step."""
        if self.currentIndex().row() == step:
            return
        self._is_following = True
        self.setCurrentIndex(self.steps.index(step, 0))
        self._is_following = False

    def _restyle(self) -> None:
        """Apply the sizes of `theme`; cells begin and end where the names of their columns do."""
        theme = current_theme()
        side, ring = theme.px(_PADDING), theme.colors["acc"]
        focus = f"QTableView::item:focus {{ padding: 0 {side - 1}px; border: 1px solid {ring} }}"
        self.setStyleSheet(f"QTableView::item {{ padding: 0 {side}px }} {focus}")
        self.verticalHeader().setDefaultSectionSize(theme.px(26))
        self.setFont(theme.number_font("body"))
        for column, width in enumerate((56, 88, 72)):
            self.setColumnWidth(column, theme.px(width))

    def _announce(self, step: int) -> None:
        if step >= 0 and not self._is_following:
            self.step_chosen.emit(step)
