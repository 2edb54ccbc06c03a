"""The list of a run's steps: all of them, by what happens between them, or by phases."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from editor_app.runs.loop.results import Grouping, RunResult
from editor_app.window.kinds.scenario.rows import RowKind, RunRow, RunRows
from editor_app.window.kit.rows.content import Icon, Part, RowContent, RowPainting, Words, paint_row
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.words.plain_text import one_line

_TWISTY: Final = 14
_TWISTY_END: Final = SIDE + _TWISTY + 4
_NUMBERS: Final = 64
_LABEL: Final = 76
_ICONS: Final = {
    RowKind.GROUP: ("wrench", "soft"),
    RowKind.STEP: ("wrench", "soft"),
    RowKind.USER: ("messages-square", "soft"),
    RowKind.MESSAGE: ("message-square-text", "acc"),
    RowKind.HINT: ("eye", "soft"),
    RowKind.COMPACTION: ("minimize-2", "acc"),
    RowKind.REFUSED: ("circle-alert", "err"),
    RowKind.NOTE: ("info", "soft"),
}
_TINTED: Final = frozenset({RowKind.MESSAGE, RowKind.COMPACTION})


class StepsList(RowTree[RunRow]):
    """Shows the rows of a run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a run."""
        super().__init__(RowType(self._content, paint=self._paint), "Steps", parent)
        self._result: RunResult | None = None
        self._rows: RunRows | None = None
        self._grouping = Grouping.BOUNDARIES
        self._unfolded: set[tuple[str, int, int]] = set()
        self.find_link = lambda row, _rect, place: (
            row if row.is_open is not None and place.x() < row_style().px(_TWISTY_END) else None
        )
        self.link_chosen.connect(self._toggle)
        self.entered_row.connect(self._toggle)

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
        row = self.current_row
        if row is not None and row.step == step and row.kind is not RowKind.GROUP:
            return
        number = self._rows.number_of(step) if self._rows is not None else -1
        if number < 0 or number == self.currentIndex().row():
            return
        self.show_current(number, reveal=True)

    def fold_all(self) -> None:
        """Show the next run with everything folded."""
        self._unfolded.clear()

    def _show(self, step: int) -> None:
        """Show the rows anew, with the same row current where it is one of the step's."""
        self._show_rows()
        self.show_step(step)

    def _show_rows(self) -> None:
        row, result = self.current_row, self._result
        self._rows = RunRows(result, self._grouping, self._unfolded) if result is not None else None
        at = self.verticalScrollBar().value()
        self.show_rows(self._rows or ())
        self.show_current(self._rows.number_of_row(row) if row is not None and self._rows is not None else -1)
        self.verticalScrollBar().setValue(at)

    def _toggle(self, row: RunRow) -> None:
        if row.is_open is not None:
            self._unfolded ^= {row.key}
            self._show_rows()

    def _paint(self, at: RowPainting, row: RunRow) -> None:
        if row.kind in _TINTED and not at.is_selected:
            at.tint()
        paint_row(at, self._content(row))

    def _content(self, row: RunRow) -> RowContent:
        """Return the steps, an icon or the label of a part, the words with what is soft, and the tokens.

        The steps of all rows have the room of the widest.
        """
        twisty: Part = Words("", room=_TWISTY, gap=0)
        if row.is_open is not None:
            twisty = Icon("chevron-down" if row.is_open else "chevron-right", "soft", _TWISTY, 0)
        widest = self._rows.widest_numbers if self._rows is not None else ""
        steps = Words(row.numbers, "soft", "number", room=_NUMBERS, as_wide_as=widest, is_right=True)
        head: Part = Words(row.label, "soft", "small", room=_LABEL)
        if not row.label:
            name, role = _ICONS[row.kind]
            head = Icon("pencil-line" if row.has_text else name, role, 14, 8)
        font, cut = "code" if row.is_code else "body", Qt.TextElideMode.ElideRight
        detail = row.detail if row.label else f"· {one_line(row.detail)}"
        return RowContent(
            row.words,
            "\n".join(filter(None, (row.words, row.detail))),
            row.spoken,
            Words(row.words, font=font, elide=cut),
            Words(detail, "soft", font, cut, gap=5) if row.detail else None,
            lead=(twisty, steps, head),
            trail=(Words(row.tokens, "soft", "number", gap=12),) if row.tokens else (),
        )
