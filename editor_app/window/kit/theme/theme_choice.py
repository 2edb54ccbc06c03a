"""The theme the user chose, applied to the application and kept in sync with the system's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from editor_app.window.kit.theme.current import use_theme
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme import (
    Fonts,
    Theme,
    load_theme,
    palette,
    style_sheet,
    text_scale,
    with_high_contrast,
)

CHOICES: Final = ("system", "light", "dark")

_SCHEMES: Final = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


class ThemeChoice(QObject):
    """Applies the theme to the application; `theme_changed` has the new theme."""

    theme_changed = Signal(object)

    def __init__(
        self,
        app: QApplication,
        choice: str = "system",
        scale: float | None = None,
        *,
        fonts: Fonts = Fonts(),  # noqa: B008  frozen
        with_first_window: bool = False,
    ) -> None:
        """Apply `choice` now, or when the first window is made; an unknown choice is "system".

        The style sheet is never removed again: Qt 6.11 sometimes crashes when another is set after that.
        """
        super().__init__(app)
        self._app = app
        self._waits = with_first_window
        self._scale, self._fonts = scale, fonts
        self.choice = choice if choice in CHOICES else "system"
        menu_style()
        if self.choice != "system":
            app.styleHints().setColorScheme(_SCHEMES[self.choice])  # for window frames that the system draws
        self.theme = self._wanted()
        use_theme(self.theme, self._dress)
        app.styleHints().colorSchemeChanged.connect(self._follow)
        app.applicationStateChanged.connect(self._follow_size)
        hints = getattr(app.styleHints(), "accessibility", None)  # Qt 6.10 and later
        if hints is not None:
            hints().contrastPreferenceChanged.connect(self._refresh)

    def choose(self, choice: str) -> None:
        """Use "system", "light" or "dark" from now on."""
        if choice != self.choice:
            self.choice = choice
            self._app.styleHints().setColorScheme(_SCHEMES[choice])
            self._refresh()

    @property
    def size(self) -> int:
        """The size of words and controls in percent, 0 for that of the system's text."""
        return round(self._scale * 100) if self._scale is not None else 0

    def choose_size(self, percent: int) -> None:
        """Use this percentage of the usual size from now on, or with 0 the size of the system's text."""
        self._scale = percent / 100 if percent else None
        self._refresh()

    def choose_fonts(self, fonts: Fonts) -> None:
        """Use these fonts from now on."""
        self._fonts = fonts
        self._refresh()

    @contextmanager
    def dressed_when_made(self) -> Iterator[None]:
        """Apply a style sheet that waits at the end of this context, once to all widgets made within it.

        Under a style sheet, Qt applies it to widgets again each time they get another parent.
        """
        try:
            yield
        finally:
            if self._waits:
                self._waits = False
                self._put_on_sheet()

    def _follow(self) -> None:
        if self.choice == "system":
            self._refresh()

    def _follow_size(self) -> None:
        """Take the size of the system's text again: no signal tells that somebody changed it."""
        if self._scale is None and text_scale() != self.theme.scale:
            self._refresh()

    def _refresh(self) -> None:
        theme = self._wanted()
        if _look(theme) != _look(self.theme):
            self.theme = theme
            use_theme(theme, self._dress)
            self.theme_changed.emit(theme)

    def _wanted(self) -> Theme:
        hints = self._app.styleHints()
        dark = self.choice == "dark"
        if self.choice == "system":
            dark = hints.colorScheme() == Qt.ColorScheme.Dark
        theme = load_theme("dark" if dark else "light", self._scale, self._fonts)
        access = getattr(hints, "accessibility", None)  # Qt 6.10 and later
        wants_contrast = access and access().contrastPreference() == Qt.ContrastPreference.HighContrast
        return with_high_contrast(theme) if wants_contrast else theme

    def _dress(self) -> None:
        self._app.setPalette(palette(self.theme))
        self._app.setFont(self.theme.font("body"))
        if not self._waits:
            self._put_on_sheet()

    def _put_on_sheet(self) -> None:
        """Give the application the style sheet of the theme.

        By itself, Qt styles each widget as many times as it is deep in others: once for each that has a rule
        known. So the rules are forgotten first, and then each widget is styled once.
        """
        sheet, before = style_sheet(self.theme), self._app.styleSheet()
        if sheet == before:
            return
        style = self._app.style()
        if before:
            style.unpolish(self._app)
        self._app.setStyleSheet(sheet)
        if before:
            style.polish(self._app)
            for top in self._app.topLevelWidgets():
                if top.parent() is None:
                    _style(top, style)


_look: Final = attrgetter("colors", "scale", "ui_families", "mono_families", "code_size")
"""Returns what a theme looks like, for comparison."""


def _style(widget: QWidget, style: QStyle) -> None:
    """Style a widget and all in it, as Qt does after a change of the style sheet."""
    style.polish(widget)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
    for child in widget.children():
        if isinstance(child, QWidget):
            _style(child, style)
