"""A small popup that asks for one line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, repolish

Accept = Callable[[str], str | None]
"""Accepts the typed text and returns None, or returns what is wrong with it."""

_WIDTH: Final = 240


class TextPopup(PopupFrame):
    """Asks beside a widget; Enter accepts the text, Esc or a click elsewhere cancels."""

    def __init__(self, label: str, text: str, empty_means: str, beside: QWidget) -> None:
        """Ask for `label`, starting with `text`; `empty_means` is the placeholder."""
        theme = current_theme()
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
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(4))
        for widget in (PlainLabel(label, "strong", self), self.field, self._problem):
            column.addWidget(widget)
        self.setFixedWidth(theme.px(_WIDTH))

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
