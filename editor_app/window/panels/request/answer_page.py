"""The page of an answer: how far it is, its text, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence, Span
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import on_theme, spaced
from editor_app.window.kit.words.labels import ElidedLabel, ReadableLabel
from editor_app.window.panels.request.request_view import AnswerState, AnswerView
from editor_app.window.text.reading_pane import ReadingPane

MOST_LINES: Final = 100_000
"""The lines of a text that are shown, each some memory to Qt; a copy has all."""

_MOST_OF_CALL: Final = 40_000  # characters
_LINK_EDGE: Final = 5
_PADDING: Final = 12
_ICONS: Final = {
    AnswerState.RUNNING: ("circle-dashed", "acc"),
    AnswerState.ENDED: ("circle-check", "ok"),
    AnswerState.CUT: ("triangle-alert", "warn"),
    AnswerState.CANCELLED: ("circle-slash-2", "soft"),
    AnswerState.FAILED: ("circle-alert", "err"),
}


class AnswerText(ReadingPane):
    """Shows a text that grows and follows its end, unless somebody scrolled up."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__("body")
        self._is_at_end = True
        self.document().setDocumentMargin(_PADDING)
        self.setAccessibleName(Sentence("window-request.answer"))
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._note_place)
        bar.rangeChanged.connect(self._follow_end)
        self._looks: Sequence[tuple[Span, str, str]] = ()
        self.contents.filled.connect(self._dress)
        on_theme(self, self._take_sizes)

    def show_text(self, text: str, looks: Sequence[tuple[Span, str, str]] = ()) -> None:
        """Show a text, of which some spans are in other fonts and colours, by their names."""
        if text != self.contents.text:
            self._dress(is_plain=True)  # else what is added would look the same
            self._looks = tuple(looks)
            self.contents.show(text)
            self._dress()

    def _take_sizes(self) -> None:
        super()._take_sizes()
        self._dress()

    def _dress(self, *, is_plain: bool = False) -> None:
        """Give the spans their looks once the whole text is there, or take them away."""
        for span, font, role in self._looks if self.contents.is_filled else ():
            look, cursor = QTextCharFormat(), QTextCursor(self.document())
            if not is_plain:
                look.setFont(self.theme.font(font))
                look.setForeground(self.theme.color(role))
            cursor.setPosition(self.contents.position(span.start))
            cursor.setPosition(self.contents.position(span.end), QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(look)

    def _note_place(self, value: int) -> None:
        self._is_at_end = value >= self.verticalScrollBar().maximum()

    def _follow_end(self, _least: int, most: int) -> None:
        if self._is_at_end:
            self.verticalScrollBar().setValue(most)


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
        self.text = AnswerText()
        self.note = spaced(ElidedLabel("", "soft"), margins=(12, 2, 12, 2))
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
        self._view = view
        self.status.setText(view.status)
        self._sign.show_icon(*_ICONS[view.state])
        if self.cancel.hasFocus() and not view.is_running:
            self.text.setFocus()
        self.cancel.setVisible(view.is_running)
        problem = view.error or view.remark
        self.error.set_look("error" if view.error else "soft")
        if self.error.text() != problem:
            self.error.say(problem)
        self.key.setVisible(view.asks_key)
        self._problem.setVisible(bool(problem))
        is_whole = view.text.count("\n") < MOST_LINES
        text = view.text if is_whole else "\n".join(view.text.split("\n", MOST_LINES)[:MOST_LINES])
        looks: list[tuple[Span, str, str]] = []
        for call in view.calls:
            heading = Sentence("window-request.call-not-run", name=call.name[:200])
            call_text = f"{heading}\n{call.arguments[:_MOST_OF_CALL]}"
            text = "\n\n".join(filter(None, (text.strip("\n"), call_text)))
            start, end = len(text) - len(call_text), len(text)
            behind = start + len(heading)
            looks += [(Span(start, behind), "small", "soft"), (Span(behind, end), "code small", "ink")]
        self.text.show_text(text, looks)
        self.note.setText(Sentence("window-request.lines-shown", count=MOST_LINES))
        self.note.setVisible(not is_whole)
        self.copy.setVisible(bool(view.text or view.calls))
        has_message = bool(view.text.strip()) and not view.is_running
        self.add.setVisible(self.offers_adding and has_message)
        self.place.setText(view.place)

    def _cancel(self) -> None:
        if self._view is not None and self._view.is_running:
            self.cancel_requested.emit()
