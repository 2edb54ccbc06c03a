"""Moving the focus between the panels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from editor_app.window.kit.application import application
from editor_app.window.kit.focus.tab_order import first_stop


def focus_next(panels: Sequence[QWidget], step: int = 1) -> None:
    """Focus the next panel that is shown and accepts the focus, or the previous one with a `step` of -1.

    A panel inside another comes before that in `panels`.
    """
    shown = [panel for panel in panels if panel.isVisible()]
    focus = QApplication.focusWidget()
    holders = [index for index, panel in enumerate(shown) if focus and is_inside(focus, panel)]
    first = holders[0] + step if holders else 0
    for number in range(len(shown)):
        panel = shown[(first + number * step) % len(shown)]
        proxy = panel.focusProxy()
        stop = proxy if proxy is not None and proxy.isVisible() else first_stop(panel)
        if stop is not None:  # a panel without Tab stops would keep the focus
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            return


def is_inside(widget: QWidget, panel: QWidget) -> bool:
    """Whether `widget` is `panel` or inside it."""
    return widget is panel or panel.isAncestorOf(widget)


class FocusWithin(QObject):
    """Tracks whether the focus is in a panel; an open menu does not count as leaving it."""

    changed = Signal()

    def __init__(self, panel: QWidget) -> None:
        """Watch `panel`."""
        super().__init__(panel)
        self._panel = panel
        focus = QApplication.focusWidget()
        self.is_within = focus is not None and is_inside(focus, panel)
        application().focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or isinstance(now, (QMenu, QMenuBar)):
            return
        is_within = is_inside(now, self._panel)
        if is_within is not self.is_within:
            self.is_within = is_within
            self.changed.emit()
