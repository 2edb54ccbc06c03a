"""The row of tools that kinds of file add to the preview's header."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from editor_app.window.kit.theme.current import spaced


class HeaderTools(QWidget):
    """A row of widgets, which show and hide themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._row = spaced(QHBoxLayout(self), spacing=8)

    def add(self, widgets: Iterable[QWidget]) -> None:
        """Add widgets to the row."""
        for widget in widgets:
            self._row.addWidget(widget)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Repaint the area that a wider row covered: else its first icon would remain there."""
        super().moveEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            parent.update()
