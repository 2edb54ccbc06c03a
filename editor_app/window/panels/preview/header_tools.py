"""The row of tools that kinds of file add to the preview's header."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from editor_app.window.kit.theme.current import current_theme, on_theme


class HeaderTools(QWidget):
    """A row of widgets, which show and hide themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        on_theme(self, self._restyle)

    def add(self, widgets: Iterable[QWidget]) -> None:
        """Add widgets to the row."""
        for widget in widgets:
            self._row.addWidget(widget)

    def _restyle(self) -> None:
        theme = current_theme()
        self._row.setSpacing(theme.px(8))

    def moveEvent(self, event: QMoveEvent) -> None:
        """Repaint the area that a wider row covered: else its first icon would remain there."""
        super().moveEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            parent.update()
