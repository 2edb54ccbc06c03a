"""The page of an answer: how far it is, its text, and what can be done with it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import ElidedLabel, ReadableLabel
from editor_app.window.panels.request.answer.text import MOST_LINES, AnswerText
from editor_app.window.panels.request.request_view import AnswerState, AnswerView

_ICON: Final = 14
_LINK_EDGE: Final = 5
_PADDING: Final = 12
_ICONS: Final = {
    AnswerState.RUNNING: ("circle-dashed", "acc"),
    AnswerState.ENDED: ("circle-check", "ok"),
    AnswerState.CUT: ("triangle-alert", "warn"),
    AnswerState.CANCELLED: ("circle-slash-2", "soft"),
    AnswerState.FAILED: ("circle-alert", "err"),
}


class AnswerPage(QWidget):
    """Shows an `AnswerView`, and announces what the user asks for; Esc cancels while it is running."""

    cancel_requested = Signal()
    copy_requested = Signal()
    add_requested = Signal()
    key_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without an answer."""
        super().__init__(parent)
        self._view: AnswerView | None = None
        self.offers_adding = False
        """Whether a message can be made of an answer."""
        self.setAccessibleName(Sentence("window-request.answer"))
        self._sign = Sign()
        self.status = ElidedLabel("", "soft")
        self.cancel = link_button(Sentence("window-request.cancel"), None, self.cancel_requested.emit)
        top = Bar(self._sign, 2, (self.status, 1), self.cancel, height=28, line_below=True)
        self._problem = Ground(line_below=True)
        self.error = ReadableLabel("", "error")
        self.key = link_button(Sentence("window-request.give-key"), None, self.key_requested.emit)
        self.key.setProperty("stands", "below text")
        beside = _PADDING - _LINK_EDGE + 1  # a label that can be selected is indented
        key = row(None, self.key, ..., margins=(_PADDING - beside - 1, 0, 0, 0))
        column(self._problem, self.error, key, margins=(beside, 6, _PADDING, 6), spacing=2)
        self._problem.hide()
        self.text = AnswerText(self)
        self.note = spaced(ElidedLabel("", "soft"), margins=(12, 2, 12, 2))
        self.note.hide()
        self.copy = link_button(Sentence("window-request.copy-answer"), None, self.copy_requested.emit)
        self.add = link_button(Sentence("window-request.add-as-message"), None, self.add_requested.emit)
        self.place = ElidedLabel("", "soft")
        left = _PADDING - _LINK_EDGE
        bottom = Bar(self.copy, self.add, (self.place, 1), height=28, sides=(left, 8), line_above=True)
        column(self, top, self._problem, (self.text, 1), self.note, bottom)
        keep_key(self.text, "Esc", self._cancel)
        keep_key(self.cancel, "Esc", self._cancel)
        self.setFocusProxy(self.text)

    def show_view(self, view: AnswerView) -> None:
        """Show an answer, or what came of it since."""
        before, self._view = self._view, view
        self.status.setText(view.status)
        if before is None or (before.state, before.of) != (view.state, view.of):
            self._sign.show_icon(*_ICONS[view.state])
        if self.cancel.hasFocus() and not view.is_running:
            self.text.setFocus()
        self.cancel.setVisible(view.is_running)
        problem = view.error or view.remark
        self.error.set_look("error" if view.error else "soft")
        if (self.error.text(), problem) != ("", ""):
            self.error.say(problem)
        self.key.setVisible(view.asks_key)
        self._problem.setVisible(bool(problem))
        self.text.show_view(view)
        self.note.setText(Sentence("window-request.lines-shown", count=MOST_LINES))
        self.note.setVisible(not self.text.is_whole)
        self.copy.setVisible(bool(view.text or view.calls))
        has_message = bool(view.text.strip()) and not view.is_running
        self.add.setVisible(self.offers_adding and has_message)
        self.place.setText(view.place)

    def _cancel(self) -> None:
        if self._view is not None and self._view.is_running:
            self.cancel_requested.emit()
