"""What stands in the preview's header: what some kinds of file have there, in a row."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from editor_app.window.style.theme import Theme


class HeaderTools(QWidget):
    """A row of the widgets it is given, which show and hide themselves."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Be empty."""
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.apply_theme(theme)

    def add(self, widgets: Iterable[QWidget]) -> None:
        """Take more widgets."""
        for widget in widgets:
            self._row.addWidget(widget)

    def apply_theme(self, theme: Theme) -> None:
        """Take the sizes of `theme`."""
        self._row.setSpacing(theme.px(8))

    def moveEvent(self, event: QMoveEvent) -> None:
        """Have what was under a wider row painted anew: else its first sign would stay there."""
        super().moveEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            parent.update()
