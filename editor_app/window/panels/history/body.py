"""The list of versions beside the difference between two of them, or above it where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.history.toolbar import HistoryToolbar
from editor_app.window.panels.history.version_list import VersionList
from editor_app.window.text.difference.compare_view import CompareView

_LIST, _WIDE_LIST = 255, 280
_WIDE_FROM = 1100
_BELOW_FROM = 560  # in a narrower panel the difference is below the list
_LIST_SHARE = 0.4
_MOST = 16_777_215


class HistoryBody(QWidget):
    """Shows versions and a difference; the panel connects its parts and fills them."""

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(parent)
        self._left = QWidget(self)
        self._line = QFrame(self)
        self._right = QWidget(self)
        self.tree = VersionList(self._left)
        self.compared = CompareView(self._right)
        self.toolbar = HistoryToolbar(self.compared.switch, self._right)
        self.sentences = spaced(ReadableLabel("", "soft", self._left), margins=(12, 4, 12, 4))
        self._line.setProperty("look", "line")
        self.sentences.hide()
        column(self._left, (self.tree, 1), self.sentences)
        column(self._right, self.toolbar, (self.compared, 1))
        self._row = row(self, self._left, self._line, (self._right, 1))

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
