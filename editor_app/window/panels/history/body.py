"""The list of versions beside the difference between two of them, or above it where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from editor_app.window.kit.rows.row_tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.history.model import HistoryDelegate, HistoryModel
from editor_app.window.panels.history.toolbar import HistoryToolbar
from editor_app.window.text.difference.compare_view import CompareView

_LIST, _WIDE_LIST = 255, 280
_WIDE_FROM = 1100
_BELOW_FROM = 560  # in a narrower panel the difference is below the list
_LIST_SHARE = 0.4
_MOST = 16_777_215


class HistoryBody(QWidget):
    """Shows the versions of `model` and a difference; the panel connects its parts and fills them."""

    def __init__(self, model: HistoryModel, parent: QWidget) -> None:
        """Start with what the model has."""
        super().__init__(parent)
        self._left = QWidget(self)
        self._line = QFrame(self)
        self._right = QWidget(self)
        self.tree = RowTree("Versions", self._left)
        self.compared = CompareView(self._right)
        self.toolbar = HistoryToolbar(self.compared.switch, self._right)
        self.sentences = ReadableLabel("", "soft", self._left)
        self.tree.setModel(model)
        self.tree.setItemDelegate(HistoryDelegate(self.tree))
        self.tree.setUniformRowHeights(True)
        self._line.setProperty("look", "line")
        self.sentences.hide()
        column = column_in(self._left)
        column.addWidget(self.tree, 1)
        column.addWidget(self.sentences)
        column = column_in(self._right)
        column.addWidget(self.toolbar)
        column.addWidget(self.compared, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self._left)
        self._row.addWidget(self._line)
        self._row.addWidget(self._right, 1)
        on_theme(self, self._restyle)

    def say(self, sentences: Sequence[str]) -> None:
        """Show sentences below the list."""
        self.sentences.say("\n".join(sentences))
        self.sentences.setVisible(bool(sentences))

    def place(self, width: int, height: int, *, compares: bool) -> None:
        """Put the difference beside the list, or below it where the panel is narrow."""
        px = current_theme().px
        is_beside = width >= px(_BELOW_FROM)
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.LeftToRight if is_beside else directions.TopToBottom)
        list_width = px(_WIDE_LIST if width >= px(_WIDE_FROM) else _LIST)
        self._left.setMinimumWidth(list_width if is_beside else 0)
        self._left.setMaximumWidth(list_width if is_beside else _MOST)
        self._left.setMaximumHeight(_MOST if is_beside else max(round(height * _LIST_SHARE), 1))
        self._left.setMinimumHeight(0 if is_beside else round(height * _LIST_SHARE))
        self._line.setFixedSize(*((1, _MOST) if is_beside else (_MOST, 1)))
        self._line.setMinimumSize(*((1, 0) if is_beside else (0, 1)))
        self.toolbar.fit(width - list_width if is_beside else width, compares=compares)

    def _restyle(self) -> None:
        theme = current_theme()
        side = theme.px(12)
        self.sentences.setContentsMargins(side, theme.px(4), side, theme.px(4))


def column_in(widget: QWidget) -> QVBoxLayout:
    """Return a column in a widget, without margins."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column
