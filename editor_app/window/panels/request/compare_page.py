"""The comparison of a request with another body: where the cache first reads another text, and the lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from editor_app.requests import BodyDifference
from editor_app.window.panels.request.words import difference_words
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.difference.compare_view import CompareView
from editor_app.window.widgets.hover_card import link_button
from editor_app.window.widgets.popups import below, round_menu
from editor_app.window.widgets.words import ReadableLabel

FILE, CLIPBOARD, CONVERSATION, LAST_COPY = "file", "clipboard", "conversation", "last-copy"
_SOURCES: Final = (
    (FILE, "A body from a file…"),
    (CLIPBOARD, "The body in the clipboard"),
    (CONVERSATION, "The stored prompt of a conversation…"),
    (LAST_COPY, "The last copy"),
)


class ComparePage(QWidget):
    """Shows how a request differs from another body, and offers to compare it with others."""

    menu_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without a comparison."""
        super().__init__(parent)
        self._theme = theme
        self.is_filled = False
        self._head = QWidget(self)
        self.sentence = ReadableLabel("", "small", self._head)
        self.link = link_button("Compare with…", self._head, self.menu_requested.emit)
        self._head_column = QVBoxLayout(self._head)
        self._head_column.addWidget(self.sentence)
        self._head_column.addWidget(self.link)
        self.difference = CompareView(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.difference, 1)
        self.clear()
        self.apply_theme(theme)

    def show_difference(self, before: str, after: str, name: str, found: BodyDifference | None) -> None:
        """Show the changes from the text of another body to that of the request."""
        self.is_filled = True
        self.sentence.say(difference_words(found, name))
        self.sentence.show()
        self.difference.compare(before, after, (name, "this request"))

    def clear(self) -> None:
        """Say that nothing is compared yet."""
        self.is_filled = False
        self.sentence.say("")
        self.sentence.hide()
        self.difference.say("Nothing compared yet", "Choose above what to compare this request with.")

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self._theme = theme
        px = theme.px
        self._head_column.setContentsMargins(px(8), px(6), px(8), px(6))
        self._head_column.setSpacing(px(2))
        self.difference.apply_theme(theme)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the head and the line below it."""
        painter = QPainter(self)
        painter.fillRect(self._head.geometry(), self._theme.color("panel"))
        painter.fillRect(0, self._head.height() - 1, self.width(), 1, self._theme.color("line"))
        painter.end()


def compare_menu(parent: QWidget, chosen: Callable[[str], object], *, has_last_copy: bool) -> QMenu:
    """Return the menu of what a request can be compared with."""
    menu = round_menu(QMenu("Compare with…", parent))
    for key, words in _SOURCES:
        action = menu.addAction(words)
        action.setEnabled(key != LAST_COPY or has_last_copy)
        action.triggered.connect(partial(_choose, chosen, key))
    return menu


def show_below(menu: QMenu, button: QWidget) -> None:
    """Show a menu below a button, and delete it when it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(below(button))


def _choose(chosen: Callable[[str], object], key: str, _checked: bool = False) -> None:
    chosen(key)
