"""The lists of a run: its steps, those of its chart as a table, and the strategies side by side.

The steps are all of them, by what happens between them, or by phases. Per trigger, the last table has the
step at which it reached the model under each strategy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from editor_app.runs.loop.results import FirstFirings, Grouping, RunResult
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import Strategy
from editor_app.text import Sentence, listed
from editor_app.window.kinds.scenario.chart_data import ChartData
from editor_app.window.kinds.scenario.run_rows import RowKey, RowKind, RunRow, RunRows
from editor_app.window.kit.rows.content import (
    Icon,
    Part,
    RowContent,
    RowPainting,
    Words,
    paint_content,
    paint_row,
)
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.models import Index, RowType
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import RowTree, select_on_focus
from editor_app.window.kit.theme.current import current_theme, on_theme, set_font
from editor_app.window.kit.words.plain_text import number_in_words, one_line

_TWISTY: Final = 14
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


class StepsList(RowTree[RunRow]):
    """Shows the rows of a run."""

    hides_rows = False

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a run."""
        super().__init__(
            RowType(self._content, paint=self._paint), Sentence("window-scenario.steps-title"), parent
        )
        self._result: RunResult | None = None
        self._rows: RunRows | None = None
        self._grouping = Grouping.BOUNDARIES
        self._unfolded: set[RowKey] = set()  # the keys of the rows that show what is in them
        self.find_link = lambda row, _rect, place: (
            row if row.is_open is not None and place.x() < row_style().px(SIDE + _TWISTY + 4) else None
        )
        self.link_chosen.connect(self._toggle)
        self.entered_row.connect(self._toggle)

    def show_run(self, result: RunResult | None, step: int) -> None:
        """Show the steps of a run, with one of them chosen."""
        self._result = result
        self._show_rows()
        self.show_step(step)

    def group_by(self, grouping: Grouping, step: int) -> None:
        """Group the steps in another way."""
        self._grouping = grouping
        self.show_run(self._result, step)
        self.scrollTo(self.currentIndex())

    def show_step(self, step: int) -> None:
        """Choose the row of a step."""
        row = self.current_row
        if row is not None and row.step == step and row.kind is not RowKind.GROUP:
            return
        number = self._rows.number_of(step) if self._rows is not None else -1
        if number >= 0 and number != self.currentIndex().row():
            self.show_current(number, reveal=True)

    def fold_all(self) -> None:
        """Fold every row, which is seen once a run is shown again."""
        self._unfolded.clear()

    def _show_rows(self) -> None:
        """Show the rows anew, with the same row current and the same rows in view."""
        row, result = self.current_row, self._result
        self._rows = RunRows(result, self._grouping, self._unfolded) if result is not None else None
        scrolled = self.verticalScrollBar().value()
        self.show_rows(self._rows or ())
        self.show_current(self._rows.number_of_row(row) if row is not None and self._rows is not None else -1)
        self.verticalScrollBar().setValue(scrolled)

    def _toggle(self, row: RunRow) -> None:
        if row.is_open is not None:
            self._unfolded ^= {row.key}
            self._show_rows()

    def _paint(self, at: RowPainting, row: RunRow) -> None:
        if row.kind in {RowKind.MESSAGE, RowKind.COMPACTION} and not at.is_selected:
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
        steps = Words(row.numbers, "soft", "number", room=64, as_wide_as=widest, is_right=True)
        head: Part = Words(row.label, "soft", "small", room=76)
        if not row.label:
            name, role = _ICONS[row.kind]
            head = Icon("pencil-line" if row.has_text else name, role, 14, 8)
        font, cut = "code" if row.kind is RowKind.TOOL else "body", Qt.TextElideMode.ElideRight
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


STRATEGY_TITLES: Final = {
    Strategy.MESSAGE_ONLY: Sentence("window-scenario.message-only"),
    Strategy.HINTS: Sentence("window-scenario.hints-strategy"),
    Strategy.MULTI_STEP: Sentence("window-scenario.multi-step"),
    Strategy.HYBRID: Sentence("window-scenario.hybrid"),
}


_DEFAULT: Final = RunSettings().strategy


def comparison_sentence(rows: Sequence[FirstFirings]) -> str:
    """Return which strategies reach the model with the messages of all triggers in `rows`."""
    if not rows:
        return Sentence("window-scenario.no-trigger-fires")
    counts = {key: sum(row.by_strategy[key].step is not None for row in rows) for key in Strategy}
    most = max(counts.values())
    best = [strategy for strategy in STRATEGY_TITLES if counts[strategy] == most]
    if most == len(rows) and best == [_DEFAULT]:
        return Sentence("window-scenario.only-default", count=most, strategy=STRATEGY_TITLES[_DEFAULT])
    names = [_with_default(strategy) for strategy in best]
    if most == len(rows):
        return Sentence("window-scenario.reached-with-all", count=most, strategies=names)
    return Sentence("window-scenario.reached-with-most", count=len(rows), most=most, strategies=names)


def _with_default(strategy: Strategy) -> str:
    title = STRATEGY_TITLES[strategy]
    return Sentence("window-scenario.the-default", strategy=title) if strategy is _DEFAULT else title


_ROW: Final = 26
HEADS: Final = (
    Sentence("window-scenario.step-head"),
    Sentence("window-scenario.tokens-head"),
    Sentence("window-scenario.context"),
    Sentence("window-scenario.before-it"),
)


class ChartTable(RowTable[int]):
    """The table, whose rows are the steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without steps."""
        super().__init__(Sentence("window-scenario.context-as-table"), self._content, parent)
        self._data = ChartData()
        self.cells.right_columns = frozenset(range(len(HEADS) - 1))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        heads = self.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heads.setStretchLastSection(True)
        heads.setHighlightSections(False)
        self.cells.show((), HEADS)
        on_theme(self, self._take_sizes)

    def show_data(self, data: ChartData, step: int) -> None:
        """Show another chart with a step chosen."""
        if data != self._data:
            self._data = data
            self.show_rows(range(len(data.tokens)), HEADS)
        self.show_step(step)

    def show_step(self, step: int) -> None:
        """Choose the row of a step."""
        if self.currentIndex().row() != step:
            self.show_cell(step, 0)

    def _take_sizes(self) -> None:
        """Apply the sizes of `theme`; cells begin and end where the names of their columns do."""
        theme = current_theme()
        side, ring = theme.px(5), theme.colors["acc"]
        focus = f"QTableView::item:focus {{ padding: 0 {side - 1}px; border: 1px solid {ring} }}"
        self.setStyleSheet(f"QTableView::item {{ padding: 0 {side}px }} {focus}")
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        set_font(self, theme.font("body number"))
        for column, width in enumerate((56, 88, 72)):
            self.setColumnWidth(column, theme.px(width))

    def _content(self, step: int, column: int) -> RowContent:
        tokens = self._data.tokens[step]
        columns = (
            str(step),
            "" if tokens is None else number_in_words(tokens),
            self._data.percent(step) if self._data.limit else "",
            listed([mark.label for mark in self._data.marks_at(step)]),
        )
        return RowContent(columns[column])


_STRATEGIES: Final = tuple(Strategy)
_HEADS: Final = (Sentence("window-scenario.reached-before"), *STRATEGY_TITLES.values())


class StrategiesTable(RowTable[FirstFirings]):
    """Triggers as rows, strategies as columns: when each reached the model, and a hint that was not sent.

    `step_chosen` has the step of the cell that became current.
    """

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(Sentence("window-scenario.strategies-side-by-side"), self._content, parent)
        self.strategy = Strategy.HYBRID
        self._hints: dict[str, int] = {}
        self.setItemDelegate(RowDelegate(self, self._paint, self._size))
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.setHorizontalHeader(_Heads(self))
        self.cell_changed.connect(self._announce)
        on_theme(self, self._take_sizes)

    def show_reached(
        self, rows: tuple[FirstFirings, ...], results: Mapping[Strategy, RunResult], strategy: Strategy
    ) -> None:
        """Show other rows; those whose trigger reached the model under none are left out.

        The name of the run’s own `strategy` stands out.
        """
        self.strategy = strategy
        self._hints = {}
        hinted = results.get(Strategy.HINTS)
        for step in hinted.steps if hinted is not None else ():
            for hint in step.hints:
                self._hints.setdefault(hint.trigger, step.number)
        reached = (
            row
            for row in rows
            if any(first.step is not None or first.is_next for first in row.by_strategy.values())
        )
        self.show_rows(tuple(reached), _HEADS)
        modes = QHeaderView.ResizeMode
        self.horizontalHeader().setSectionResizeMode(modes.Stretch)
        self.horizontalHeader().setSectionResizeMode(0, modes.ResizeToContents)

    def is_own(self, column: int) -> bool:
        """Whether a column is that of the run’s own strategy."""
        return column > 0 and _STRATEGIES[column - 1] is self.strategy

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current cell, or else the first."""
        super().focusInEvent(event)
        select_on_focus(self, event)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self.horizontalHeader().setMinimumSectionSize(px(96))
        self.horizontalHeader().setMaximumSectionSize(px(240))
        self.verticalHeader().setDefaultSectionSize(px(_ROW))

    def _content(self, row: FirstFirings, column: int) -> RowContent:
        """Return when a trigger reached the model, with a hint that a user saw where it got nothing."""
        if column == 0:
            return RowContent(row.trigger, row.trigger)
        strategy = _STRATEGIES[column - 1]
        first, whole, detail = row.by_strategy[strategy], row.by_strategy[strategy].words, None
        name, role, ink = ("circle-slash-2", "warn", "warn")
        if first.step is not None:
            name, role, ink = ("circle-check", "ok", "ink")
        elif strategy is Strategy.HINTS and row.trigger in self._hints:
            step = str(self._hints[row.trigger])
            whole = Sentence("window-scenario.never-but-hint", when=first.words, step=step)
            detail = Words(Sentence("window-scenario.hint-at", step=step), "soft", gap=6)
        words = Sentence("window-scenario.next-user-message") if first.is_next else first.words
        main = Words(words, ink, elide=Qt.TextElideMode.ElideRight)
        return RowContent(whole, whole, main=main, detail=detail, lead=(Icon(name, role, 14),))

    def _size(self, index: Index) -> QSize:
        px = row_style().px
        return QSize(row_style().metrics["body"].horizontalAdvance(str(index.data())) + px(24), px(_ROW))

    def _paint(self, at: RowPainting, index: Index) -> None:
        row = self.row_at(index)
        assert row is not None
        at.background()
        content, px = self._content(row, index.column()), at.style.px
        paint_content(at, content, at.rect.left() + px(SIDE), px(4), on_tint=at.is_selected)

    def _announce(self, row: FirstFirings, column: int) -> None:
        step = row.by_strategy[_STRATEGIES[column - 1]].step if column > 0 else None
        if step is not None:
            self.step_chosen.emit(step)


class _Heads(QHeaderView):
    """The names of the columns above their words; that of the run’s own strategy stands out."""

    def __init__(self, table: StrategiesTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table, highlightSections=False)
        self._table = table

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a name."""
        style = row_style()
        painter.fillRect(rect, style.theme.color("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), style.theme.color("line"))
        font, role = ("small strong", "ink") if self._table.is_own(section) else ("small", "soft")
        place = rect.adjusted(style.px(SIDE), 0, -style.px(4), 0)
        style.text(painter, place, _HEADS[section], role, font, elide=Qt.TextElideMode.ElideRight)
