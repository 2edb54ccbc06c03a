"""The list of a run's steps: all of them, by what happens between them, or by phases."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from editor_app.runs import Grouping, RunResult
from editor_app.window.kinds.scenario.rows import RowKind, RunRows
from editor_app.window.kinds.scenario.view.steps_model import TWISTY_END, StepsDelegate, StepsModel
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.row_tree import RowTree


class StepsList(RowTree):
    """Shows the rows of a run; `step_chosen` has the step of the row that became current."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a run."""
        super().__init__("Steps", parent)
        self.steps = StepsModel(self)
        self.setModel(self.steps)
        self.setItemDelegate(StepsDelegate(self))
        self.setUniformRowHeights(True)
        self._result: RunResult | None = None
        self._rows: RunRows | None = None
        self._grouping = Grouping.BOUNDARIES
        self._unfolded: set[tuple[str, int, int]] = set()
        self._is_following = False
        self.entered_row.connect(self._toggle)
        self.selectionModel().currentChanged.connect(lambda index, _before: self._announce(index))

    @property
    def grouping(self) -> Grouping:
        """How the steps are grouped."""
        return self._grouping

    def show_run(self, result: RunResult | None, step: int) -> None:
        """Show the steps of a run, with one of them chosen."""
        self._result = result
        self._show(step)

    def group_by(self, grouping: Grouping, step: int) -> None:
        """Group the steps in another way."""
        self._grouping = grouping
        self._show(step)
        self.scrollTo(self.currentIndex())

    def show_step(self, step: int) -> None:
        """Choose the row of a step."""
        row = self.steps.row_at(self.currentIndex())
        if row is not None and row.step == step and row.kind is not RowKind.GROUP:
            return
        number = self._rows.number_of(step) if self._rows is not None else -1
        if number < 0 or number == self.currentIndex().row():
            return
        self._is_following = True
        index = self.steps.index(number, 0)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self._is_following = False

    def fold_all(self) -> None:
        """Show the next run with everything folded."""
        self._unfolded.clear()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold or fold the row of a click on its twisty; elsewhere a click only chooses."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        super().mouseReleaseEvent(event)
        is_click = event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex()
        if is_click and place.x() < row_style().px(TWISTY_END):
            self._toggle(index)

    def _show(self, step: int) -> None:
        """Show the rows anew, with the same row current where it is one of the step's."""
        self._show_rows()
        self.show_step(step)

    def _show_rows(self) -> None:
        row = self.steps.row_at(self.currentIndex())
        result = self._result
        self._rows = RunRows(result, self._grouping, self._unfolded) if result is not None else None
        at = self.verticalScrollBar().value()
        self._is_following = True
        self.steps.show(self._rows)
        if row is not None and self._rows is not None:
            self.setCurrentIndex(self.steps.index(self._rows.number_of_row(row), 0))
        self._is_following = False
        self.verticalScrollBar().setValue(at)

    def _announce(self, index: QModelIndex) -> None:
        row = self.steps.row_at(index)
        if row is not None and not self._is_following:
            self.step_chosen.emit(row.step)

    def _toggle(self, index: QModelIndex) -> None:
        row = self.steps.row_at(index)
        if row is None or row.is_open is None:
            return
        self._unfolded ^= {row.key}
        self._show_rows()
