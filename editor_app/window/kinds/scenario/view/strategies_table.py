"""Strategies side by side: per trigger the step at which it reached the model under each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from editor_app.runs import Reached, ReachedRow, RunResult, Strategy
from editor_app.window.kinds.scenario.strategy_words import STRATEGY_TITLES
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.row_tree import Index, come_to_row
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
_WORDS: Final = frozenset(
    {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}
)
_STRATEGIES: Final = tuple(Strategy)


class StrategiesModel(QAbstractTableModel):
    """Triggers as rows, strategies as columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[ReachedRow, ...] = ()
        self.strategy = Strategy.HYBRID
        self._hints: dict[str, int] = {}

    def show(
        self, rows: tuple[ReachedRow, ...], results: Mapping[Strategy, RunResult], strategy: Strategy
    ) -> None:
        """Show other rows; those whose trigger reached the model under none are left out.

        The name of the run’s own `strategy` stands out.
        """
        self.beginResetModel()
        self.strategy = strategy
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

    def is_own(self, column: int) -> bool:
        """Whether a column is that of the run’s own strategy."""
        return column > 0 and _STRATEGIES[column - 1] is self.strategy

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many triggers there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many columns there are."""
        return 0 if parent.isValid() else 1 + len(STRATEGY_TITLES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if index.column() == 0:
            return one_line(row.trigger) if role in _WORDS else None
        if role not in _WORDS:
            return None
        hint = self.hint_at(index)
        words = row.reached[_STRATEGIES[index.column() - 1]].words
        return words if hint is None else f"{words}, hint {hint}"

    def hint_at(self, index: Index) -> int | None:
        """Return the step of the hint that a user saw where the model got nothing."""
        if index.column() == 0 or not 0 <= index.row() < len(self.rows):
            return None
        row, strategy = self.rows[index.row()], _STRATEGIES[index.column() - 1]
        is_hint = strategy is Strategy.HINTS and row.reached[strategy].step is None
        return self._hints.get(row.trigger) if is_hint else None

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


class _Heads(QHeaderView):
    """The names of the columns above their words; that of the run’s own strategy stands out."""

    def __init__(self, table: StrategiesTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a name."""
        style, model = row_style(), self._table.strategies
        painter.fillRect(rect, style.theme.color("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), style.theme.color("line"))
        is_own = model.is_own(section)
        words = str(model.headerData(section, Qt.Orientation.Horizontal))
        font, role = ("small strong", "ink") if is_own else ("small", "soft")
        place = rect.adjusted(style.px(SIDE), 0, -style.px(4), 0)
        style.text(painter, place, words, role, font, elide=Qt.TextElideMode.ElideRight)


class _CellDelegate(QStyledItemDelegate):
    """Paints a trigger, or when it reached the model: with an icon, and softly a hint that was not sent."""

    def __init__(self, table: StrategiesTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a cell with all its words."""
        style, model = row_style(), self._table.strategies
        words = model.data(index)
        width = style.metrics["body"].horizontalAdvance(str(words)) + 2 * style.px(SIDE)
        return QSize(width + (style.px(_ICON + _GAP) if index.column() else 0), style.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell."""
        style, model = row_style(), self._table.strategies
        rect = option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        style.background(painter, rect, selected=is_selected, focused=self._table.hasFocus())
        left = rect.left() + style.px(SIDE)
        if index.column() == 0:
            place = QRect(left, rect.top(), rect.right() + 1 - left - style.px(SIDE), rect.height())
            style.text(painter, place, str(model.data(index)))
            return
        elide = Qt.TextElideMode.ElideRight
        reached = model.rows[index.row()].reached[_STRATEGIES[index.column() - 1]]
        is_there = reached.step is not None
        name, role = ("circle-check", "ok") if is_there else ("circle-slash-2", "warn")
        left = style.icon(painter, rect, left, name, role, _ICON) + style.px(_GAP)
        place = QRect(left, rect.top(), max(0, rect.right() + 1 - left - style.px(4)), rect.height())
        metrics = style.metrics["body"]
        wordings = (reached.words, *(_BRIEF if reached.is_next else ()))
        fitting = (one for one in wordings if metrics.horizontalAdvance(one) <= place.width())
        words = next(fitting, wordings[-1])
        taken = style.text(painter, place, words, "ink" if is_there else "warn", elide=elide)
        hint = model.hint_at(index)
        if hint is not None:
            place.setLeft(place.left() + taken + style.px(_GAP))
            seen = f"hint {hint}"
            if metrics.horizontalAdvance(seen) <= place.width():
                style.text(painter, place, seen, "soft")
            else:
                style.icon(painter, rect, place.left(), "eye", "soft", _ICON)


class StrategiesTable(QTableView):
    """The table; `step_chosen` has the strategy and the step of the cell that became current."""

    step_chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.strategies = StrategiesModel(self)
        self.setModel(self.strategies)
        self.setItemDelegate(_CellDelegate(self))
        self.setAccessibleName("Strategies side by side")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.setHorizontalHeader(_Heads(self))
        self.strategies.modelReset.connect(self._fit)
        self.selectionModel().currentChanged.connect(lambda index, _before: self._announce(index))
        on_theme(self, self._restyle)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current cell, or else the first."""
        super().focusInEvent(event)
        come_to_row(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room among the strategies, or scroll to the side where there is too little."""
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        theme = current_theme()
        self.horizontalHeader().setMinimumSectionSize(theme.px(48))
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))

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
        widths = [
            style.metrics["body"].horizontalAdvance(one_line(row.trigger)) for row in self.strategies.rows
        ]
        return max([style.metrics["small"].horizontalAdvance(_FIRST), *widths]) + 2 * style.px(SIDE) + 1

    def _announce(self, index: QModelIndex) -> None:
        step = self.strategies.step_at(index)
        if step is not None:
            self.step_chosen.emit(_STRATEGIES[index.column() - 1].value, step)


def _is_told(reached: Reached) -> bool:
    return reached.step is not None or reached.is_next
