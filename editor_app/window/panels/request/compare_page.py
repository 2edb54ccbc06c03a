"""The comparison of a request with another body: where the cache first reads another text, and the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from editor_app.requests.body_text import request_text
from editor_app.requests.comparing import compare_request
from editor_app.requests.parts import Request
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.popups import below, round_menu
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.request.view import CONVERSATIONS, Comparison, RequestView
from editor_app.window.panels.request.words import difference_words
from editor_app.window.text.difference.compare_view import CompareView

FILE, CLIPBOARD, CONVERSATION, LAST_COPY = "file", "clipboard", "conversation", "last-copy"
_SOURCES: Final = (
    (FILE, "A body from a file…"),
    (CLIPBOARD, "The body in the clipboard"),
    (CONVERSATION, "The stored prompt of a conversation…"),
    (LAST_COPY, "The last copy"),
)


class _Other(NamedTuple):
    """The other body, what it is called, and its text in lines, None where it has none."""

    body: object
    name: str
    text: str | None


class ComparePage(QWidget):
    """Shows how a request differs from another body, and offers to compare it with others."""

    menu_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a comparison."""
        super().__init__(parent)
        self._other: _Other | None = None
        self._head = QWidget(self)
        self.sentence = ReadableLabel("", "small", self._head)
        self.link = link_button("Compare with…", self._head, self.menu_requested.emit)
        self._head_column = QVBoxLayout(self._head)
        self._head_column.addWidget(self.sentence)
        self._head_column.addWidget(self.link)
        self.difference = CompareView(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.difference, 1)
        self.sentence.hide()
        self.difference.say("Nothing compared yet", "Choose above what to compare this request with.")
        on_theme(self, self._restyle)

    def take_other(self, body: object, name: str) -> None:
        """Compare with another body, which is called `name`, from now on."""
        text = _text_of(body)
        self._other = _Other(body, name, _in_lines(text) if text is not None else None)

    def show_view(self, view: RequestView) -> None:
        """Show what a request is compared with of itself, else the changes from the other body."""
        self.link.setVisible(view.compared is None)
        if view.compared is not None:
            self._show_comparison(view.compared())
        elif view.request is not None:
            self.show_request(view.request)

    def _show_comparison(self, found: Comparison) -> None:
        self.sentence.say(found.sentence)
        self.sentence.setVisible(bool(found.before))
        if found.before:
            self.difference.compare(_in_lines(found.before), _in_lines(found.after), found.names)
        else:
            self.difference.say("Nothing to compare with", found.sentence)

    def show_request(self, request: Request) -> None:
        """Show the changes from the other body to that of a request."""
        other = self._other
        if other is None:
            return
        if other.text is None:
            self.sentence.say(
                f"{other.name[:1].upper()}{other.name[1:]} is nested too deeply to be compared."
            )
            self.sentence.show()
            self.difference.say("No comparison", "Choose another body above.")
            return
        self.sentence.say(_sentence(request, other))
        self.sentence.show()
        ours = _in_lines(request_text(request.body))
        self.difference.compare(other.text, ours, (other.name, "this request"))

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        self._head_column.setContentsMargins(px(8), px(6), px(8), px(6))
        self._head_column.setSpacing(px(2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the head and the line below it."""
        painter = QPainter(self)
        painter.fillRect(self._head.geometry(), current_theme().color("panel"))
        painter.fillRect(0, self._head.height() - 1, self.width(), 1, current_theme().color("line"))
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


def _in_lines(text: str) -> str:
    """Return the text of a body broken behind each newline of its strings too.

    A message is one string: unbroken, the smallest change would show all of it as changed.
    """
    backslash, newline = "\\\\", "\\n"  # as JSON writes them
    return backslash.join(part.replace(newline, f"{newline}\n") for part in text.split(backslash))


def _text_of(body: object) -> str | None:
    try:
        return request_text(body)
    except (RecursionError, TypeError, ValueError):  # no JSON, or nested too deeply to be written
        return None


def _sentence(request: Request, other: _Other) -> str:
    key = CONVERSATIONS[request.provider]
    if not isinstance(other.body, Mapping) or key not in other.body:
        return f"There is no ‘{key}’ in {other.name}: it is not the body of a request to the same API."
    return difference_words(compare_request(request, other.body), other.name)
