"""A small popup that asks for one line of text.

    TextPopup("Model", model, "no model", self.model_button).ask(self._take_model)

It stands beside the button; `_take_model` returns what is wrong with a text, None if it was taken.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.words.labels import PlainLabel, repolish

Accept = Callable[[str], str | None]
"""Accepts the typed text and returns None, or returns what is wrong with it."""


class TextPopup(PopupFrame):
    """Asks beside a widget; Enter accepts the text, Esc or a click elsewhere cancels."""

    def __init__(self, label: str, text: str, empty_means: str, beside: QWidget) -> None:
        """Ask for `label`, starting with `text`; `empty_means` is the placeholder."""
        super().__init__(beside)
        self._beside = beside
        self._accept: Accept = lambda _text: None
        self._problem = PlainLabel("", "error", self)
        self._problem.setWordWrap(True)
        self._problem.hide()
        self.field = LineField(text, self)
        self.field.setPlaceholderText(empty_means)
        self.field.setAccessibleName(label)
        self.field.returnPressed.connect(self._take)
        self.field.selectAll()
        parts = PlainLabel(label, "strong", self), self.field, self._problem
        column(self, *parts, margins=(12, 8, 12, 12), spacing=4)
        sized(self, width=240)

    def ask(self, accept: Accept) -> None:
        """Show the popup; `accept` gets the text and returns what is wrong with it, None for nothing."""
        self._accept = accept
        self.fit_beside(self._beside)
        self.show()
        self.field.setFocus()

    def _take(self) -> None:
        problem = self._accept(self.field.text().strip())
        if problem is None:
            self.close()
            return
        self._problem.setText(problem)
        self._problem.show()
        self.field.setProperty("problem", "true")
        repolish(self.field)
        self.fit_beside(self._beside)
