"""Strategies side by side: per trigger the step at which it reached the model under each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from editor_app.runs.loop.comparing import Reached, ReachedRow
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.session import Strategy
from editor_app.window.kinds.scenario.strategy_words import STRATEGY_TITLES
from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.models import Index
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import come_to_row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import one_line

_FIRST: Final = "Reached the model before"
_NAMES: Final = 112
_USUAL: Final = 124
_LEAST: Final = 88
_ROW: Final = 26
_ICON: Final = 14
_GAP: Final = 6
_BRIEF: Final = ("next user message", "next message")
_STRATEGIES: Final = tuple(Strategy)
_HEADS: Final = (_FIRST, *(STRATEGY_TITLES[one] for one in _STRATEGIES))


class StrategiesTable(RowTable[ReachedRow]):
    """Triggers as rows, strategies as columns: when each reached the model, and a hint that was not sent.

    `step_chosen` has the strategy and the step of the cell that became current.
    """

    step_chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("Strategies side by side", self._content, parent)
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
        self, rows: tuple[ReachedRow, ...], results: Mapping[Strategy, RunResult], strategy: Strategy
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
        self.show_rows(tuple(row for row in rows if any(map(_is_told, row.reached.values()))), _HEADS)
        self._fit()

    def is_own(self, column: int) -> bool:
        """Whether a column is that of the run’s own strategy."""
        return column > 0 and _STRATEGIES[column - 1] is self.strategy

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current cell, or else the first."""
        super().focusInEvent(event)
        come_to_row(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room among the strategies, or scroll to the side where there is too little."""
        super().resizeEvent(event)
        self._fit()

    def _take_sizes(self) -> None:
        theme = current_theme()
        self.horizontalHeader().setMinimumSectionSize(theme.px(48))
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))

    def _content(self, row: ReachedRow, column: int) -> RowContent:
        if column == 0:
            return RowContent(row.trigger, row.trigger)
        words, hint = row.reached[_STRATEGIES[column - 1]].words, self._hint(row, column)
        said = words if hint is None else f"{words}, hint {hint}"
        return RowContent(said, said)

    def _hint(self, row: ReachedRow, column: int) -> int | None:
        """Return the step of the hint that a user saw where the model got nothing."""
        strategy = _STRATEGIES[column - 1]
        is_hint = strategy is Strategy.HINTS and row.reached[strategy].step is None
        return self._hints.get(row.trigger) if is_hint else None

    def _size(self, index: Index) -> QSize:
        style = row_style()
        width = style.metrics["body"].horizontalAdvance(str(index.data())) + 2 * style.px(SIDE)
        return QSize(width + (style.px(_ICON + _GAP) if index.column() else 0), style.px(_ROW))

    def _paint(self, at: RowPainting, index: Index) -> None:
        style, painter, rect = at.style, at.painter, at.rect
        row = self.row_at(index)
        assert row is not None
        at.background()
        left = rect.left() + style.px(SIDE)
        if index.column() == 0:
            style.text(painter, at.between(left, rect.right() + 1 - style.px(SIDE)), one_line(row.trigger))
            return
        reached = row.reached[_STRATEGIES[index.column() - 1]]
        is_there = reached.step is not None
        name, role = ("circle-check", "ok") if is_there else ("circle-slash-2", "warn")
        left = style.icon(painter, rect, left, name, role, _ICON) + style.px(_GAP)
        place = at.between(left, rect.right() + 1 - style.px(4))
        metrics = style.metrics["body"]
        wordings = (reached.words, *(_BRIEF if reached.is_next else ()))
        fitting = (one for one in wordings if metrics.horizontalAdvance(one) <= place.width())
        words, cut = next(fitting, wordings[-1]), Qt.TextElideMode.ElideRight
        taken = style.text(painter, place, words, "ink" if is_there else "warn", elide=cut)
        hint = self._hint(row, index.column())
        if hint is not None:
            place.setLeft(place.left() + taken + style.px(_GAP))
            seen = f"hint {hint}"
            if metrics.horizontalAdvance(seen) <= place.width():
                style.text(painter, place, seen, "soft")
            else:
                style.icon(painter, rect, place.left(), "eye", "soft", _ICON)

    def _fit(self) -> None:
        heads, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        px, width = row_style().px, self.viewport().width()
        shares = (width - px(_NAMES)) // len(STRATEGY_TITLES)
        is_wide = shares >= px(_LEAST)
        heads.setSectionResizeMode(modes.Stretch if is_wide else modes.ResizeToContents)
        heads.setSectionResizeMode(0, modes.Fixed)
        names = self._names_width()
        usual = px(_USUAL) * len(STRATEGY_TITLES)
        heads.resizeSection(0, min(names, max(px(_NAMES), width - usual)) if is_wide else names)

    def _names_width(self) -> int:
        """Return the width that shows all names of triggers, and the name of their column."""
        style = row_style()
        widths = [style.metrics["body"].horizontalAdvance(one_line(row.trigger)) for row in self.rows]
        return max([style.metrics["small"].horizontalAdvance(_FIRST), *widths]) + 2 * style.px(SIDE) + 1

    def _announce(self, row: ReachedRow, column: int) -> None:
        step = row.reached[_STRATEGIES[column - 1]].step if column > 0 else None
        if step is not None:
            self.step_chosen.emit(_STRATEGIES[column - 1].value, step)


class _Heads(QHeaderView):
    """The names of the columns above their words; that of the run’s own strategy stands out."""

    def __init__(self, table: StrategiesTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a name."""
        style = row_style()
        painter.fillRect(rect, style.theme.color("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), style.theme.color("line"))
        is_own = self._table.is_own(section)
        words = _HEADS[section]
        font, role = ("small strong", "ink") if is_own else ("small", "soft")
        place = rect.adjusted(style.px(SIDE), 0, -style.px(4), 0)
        style.text(painter, place, words, role, font, elide=Qt.TextElideMode.ElideRight)


def _is_told(reached: Reached) -> bool:
    return reached.step is not None or reached.is_next
