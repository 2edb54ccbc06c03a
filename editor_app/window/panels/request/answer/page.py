"""The page of an answer: how far it is, its text, and what can be done with it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import pixmap
from editor_app.window.kit.words.labels import ElidedLabel, ReadableLabel
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.panels.request.answer.text import MOST_LINES, AnswerText
from editor_app.window.panels.request.answer.view import AnswerState, AnswerView

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
        self._offers_adding = False
        self.setAccessibleName("Answer")
        self._top = Bar(parent=self, height=28, line_below=True)
        self._icon = QLabel(self._top)
        self.status = ElidedLabel("", "soft", parent=self._top)
        self.cancel = link_button("Cancel", self._top, self.cancel_requested.emit)
        self._problem = QWidget(self)
        self.error = ReadableLabel("", "error", self._problem)
        self.key = link_button("Give a key…", self._problem, self.key_requested.emit)
        self.text = AnswerText(self)
        self.note = ElidedLabel("", "soft", parent=self)
        self._bottom = Bar(parent=self, height=28, line_above=True)
        self.copy = link_button("Copy answer", self._bottom, self.copy_requested.emit)
        self.add = link_button("Add as message", self._bottom, self.add_requested.emit)
        self.place = ElidedLabel("", "soft", parent=self._bottom)
        self._build()
        keep_key(self.text, "Esc", self._cancel)
        keep_key(self.cancel, "Esc", self._cancel)
        self.setFocusProxy(self.text)
        on_theme(self, self._restyle)

    def offer_adding(self) -> None:
        """Offer to make a message of an answer."""
        self._offers_adding = True

    def show_view(self, view: AnswerView) -> None:
        """Show an answer, or what came of it since."""
        before, self._view = self._view, view
        self.status.setText(view.status)
        if before is None or (before.state, before.of) != (view.state, view.of):
            self._show_icon()
        if self.cancel.hasFocus() and not view.is_running:
            self.text.setFocus()
        self.cancel.setVisible(view.is_running)
        self.error.set_look("error" if view.error else "soft")
        if (self.error.text(), view.error or view.remark) != ("", ""):
            self.error.say(view.error or view.remark)
        self.key.setVisible(view.asks_key)
        self._problem.setVisible(bool(view.error or view.remark))
        self.text.show_view(view)
        self.note.setText(f"The first {number_in_words(MOST_LINES)} lines; a copy has all.")
        self.note.setVisible(not self.text.is_whole)
        self.copy.setVisible(bool(view.text or view.calls))
        has_message = bool(view.text.strip()) and not view.is_running
        self.add.setVisible(self._offers_adding and has_message)
        self.place.setText(view.place)

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        beside = _PADDING - _LINK_EDGE + 1  # a label that can be selected is indented
        self._problem_column.setContentsMargins(px(beside), px(6), px(_PADDING), px(6))
        self._key_row.setContentsMargins(px(_PADDING - beside - 1), 0, 0, 0)
        self.note.setContentsMargins(px(12), px(2), px(12), px(2))
        margins = self._bottom.row.contentsMargins()
        margins.setLeft(margins.left() - px(_LINK_EDGE))
        self._bottom.row.setContentsMargins(margins)
        self._show_icon()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the error, and the line below it."""
        if self._problem.isHidden():
            return
        painter = QPainter(self)
        area = self._problem.geometry()
        painter.fillRect(area, current_theme().color("panel"))
        painter.fillRect(area.x(), area.bottom(), area.width(), 1, current_theme().color("line"))
        painter.end()

    def _build(self) -> None:
        self._top.row.addWidget(self._icon)
        self._top.row.addSpacing(current_theme().px(2))
        self._top.row.addWidget(self.status, 1)
        self._top.row.addWidget(self.cancel)
        self._problem_column = QVBoxLayout(self._problem)
        self._problem_column.setSpacing(current_theme().px(2))
        self._problem_column.addWidget(self.error)
        self._key_row = QHBoxLayout()
        self._key_row.addWidget(self.key)
        self._key_row.addStretch(1)
        self._problem_column.addLayout(self._key_row)
        self.key.setProperty("stands", "below text")
        for link in (self.copy, self.add):
            self._bottom.row.addWidget(link)
        self._bottom.row.addWidget(self.place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._top, self._problem, self.text, self.note, self._bottom):
            column.addWidget(part)
        column.setStretchFactor(self.text, 1)
        self._problem.hide()
        self.note.hide()

    def _show_icon(self) -> None:
        if self._view is None:
            return
        name, role = _ICONS[self._view.state]
        side = current_theme().px(_ICON)
        self._icon.setPixmap(pixmap(name, role, side, self.devicePixelRatioF()))

    def _cancel(self) -> None:
        if self._view is not None and self._view.is_running:
            self.cancel_requested.emit()
