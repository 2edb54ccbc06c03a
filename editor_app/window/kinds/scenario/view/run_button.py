"""The button that runs a scenario at its endpoint, in words that fit."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import menu_words, repolish, set_plain_tooltip

_MOST: int = 44


class RunButton(QPushButton):
    """Says where it runs, or that it runs again; the owner chooses one of its `wordings` by their widths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden: a scripted scenario needs no such button."""
        super().__init__(parent)
        self._host = self._model = ""
        self._has_run = False
        self.setAutoDefault(True)
        self.setProperty("look", "primary")
        self.hide()
        with_icon(self, "play", "onacc")

    @property
    def wordings(self) -> tuple[str, ...]:
        """The words it can have, the longest first."""
        if self._has_run:
            return (f"Run again at {self._host}", "Run again", "Run")
        return (f"Run at {self._host} · {self._model}", f"Run at {self._host}", "Run")

    def show_endpoint(self, host: str, model: str, *, has_run: bool, can_run: bool, why_not: str) -> None:
        """Say where it runs; `why_not` is the tooltip while it cannot."""
        self._host, self._model, self._has_run = menu_words(host, _MOST), menu_words(model, _MOST), has_run
        look = "" if has_run else "primary"
        if self.property("look") != look:
            self.setProperty("look", look)
            repolish(self)
        self.setEnabled(can_run)
        words = f"{'Run again' if has_run else 'Run'} at {host} · {model}" if host else "Run"
        self.setAccessibleName(words)
        set_plain_tooltip(self, words if can_run else why_not)
        with_icon(self, *(("refresh-cw", "ink") if has_run else ("play", "onacc")))

    def width_of(self, words: str) -> int:
        """Return the width it has with some words."""
        return self.fontMetrics().horizontalAdvance(words.replace("&&", "&")) + current_theme().px(52)

    def say(self, words: str) -> None:
        """Show one of the wordings."""
        if self.text() != words:
            self.setText(words)
