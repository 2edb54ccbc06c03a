"""The chart of a run as a table: a row for each step with its tokens and what fires."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from editor_app.window.kinds.scenario.chart_data import ChartData
from editor_app.window.kit.rows.content import RowContent
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import number_in_words

_PADDING: Final = 5
HEADS: Final = ("Step", "Tokens", "Context", "Before it")


class ChartTable(RowTable[int]):
    """The table, whose rows are the steps; `step_chosen` has the step of the row that became current."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without steps."""
        super().__init__("Context before each step, as a table", self._content, parent)
        self._data = ChartData()
        self._labels: dict[int, list[str]] = {}
        self.cells.right_columns = frozenset(range(len(HEADS) - 1))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        heads = self.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heads.setStretchLastSection(True)
        heads.setHighlightSections(False)
        self.cell_changed.connect(lambda step, _column: self.step_chosen.emit(step))
        self.cells.show((), HEADS)
        on_theme(self, self._take_sizes)

    def show_data(self, data: ChartData, step: int) -> None:
        """Show another chart with a step chosen."""
        if data != self._data:
            self._data, self._labels = data, {}
            for mark in data.marks:
                self._labels.setdefault(mark.step, []).append(mark.label)
            self.show_rows(range(len(data.tokens)), HEADS)
        self.show_step(step)

    def show_step(self, step: int) -> None:
        """Choose the row of a step."""
        if self.currentIndex().row() != step:
            self.show_cell(step, 0)

    def _take_sizes(self) -> None:
        """Apply the sizes of `theme`; cells begin and end where the names of their columns do."""
        theme = current_theme()
        side, ring = theme.px(_PADDING), theme.colors["acc"]
        focus = f"QTableView::item:focus {{ padding: 0 {side - 1}px; border: 1px solid {ring} }}"
        self.setStyleSheet(f"QTableView::item {{ padding: 0 {side}px }} {focus}")
        self.verticalHeader().setDefaultSectionSize(theme.px(26))
        self.setFont(theme.font("body number"))
        for column, width in enumerate((56, 88, 72)):
            self.setColumnWidth(column, theme.px(width))

    def _content(self, step: int, column: int) -> RowContent:
        tokens = self._data.tokens[step]
        columns = (
            str(step),
            "" if tokens is None else number_in_words(tokens),
            self._data.percent(step) if self._data.limit else "",
            ", ".join(self._labels.get(step, ())),
        )
        return RowContent(columns[column])
