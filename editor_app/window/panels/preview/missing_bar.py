"""The bar above the preview that names required variables without a value."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.window.style.icons import pixmap
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.hover_card import link_button
from editor_app.window.widgets.sections import Bar
from editor_app.window.widgets.words import ElidedLabel

_MOST_NAMED = 4


class MissingBar(Bar):
    """Names variables, with a link to give the first a value; hidden where none is missing."""

    edit_value_requested = Signal(str)
    _sign: QLabel | None = None  # a bar gets its first theme before its content exists

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without names."""
        super().__init__(theme, parent, height=30, line_below=True)
        self._first = ""
        self._sign = QLabel(self)
        self.words = ElidedLabel("", "small", parent=self)
        self.link = link_button("Give a value", self, lambda: self.edit_value_requested.emit(self._first))
        self.row.addWidget(self._sign)
        self.row.addWidget(self.words, 1)
        self.row.addWidget(self.link)
        self.apply_theme(theme)

    def show_names(self, names: tuple[str, ...]) -> None:
        """Show the names of required variables without a value; hide the bar without any."""
        self.setVisible(bool(names))
        if names:
            self._first = names[0]
            quoted = [f"‘{name}’" for name in names[:_MOST_NAMED]]
            rest = len(names) - len(quoted)
            parts = [*quoted, f"{rest} more"] if rest else quoted
            who = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
            verb = "are" if len(names) > 1 else "is"
            self.words.setText(f"{who} {verb} required and not given.")

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        super().apply_theme(theme)
        if self._sign is not None:
            ratio = self.devicePixelRatioF()
            self._sign.setPixmap(pixmap("triangle-alert", theme, "warn", theme.px(14), ratio))
