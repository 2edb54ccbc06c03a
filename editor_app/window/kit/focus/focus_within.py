"""Whether the focus is in a panel, for keys and actions with another meaning there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from editor_app.window.kit.focus.panel_focus import is_inside


class FocusWithin(QObject):
    """Tracks whether the focus is in a panel; an open menu does not count as leaving it."""

    changed = Signal()

    def __init__(self, panel: QWidget) -> None:
        """Watch `panel`."""
        super().__init__(panel)
        self._panel = panel
        focus = QApplication.focusWidget()
        self.is_within = focus is not None and is_inside(focus, panel)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or isinstance(now, (QMenu, QMenuBar)):
            return
        is_within = is_inside(now, self._panel)
        if is_within is not self.is_within:
            self.is_within = is_within
            self.changed.emit()
