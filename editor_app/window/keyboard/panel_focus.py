"""The focus among the panels: in which it is, and on to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.window.keyboard.tab_order import first_stop


def focus_next(panels: Sequence[QWidget], step: int = 1) -> None:
    """Put the focus into the next panel that is shown and takes it, or the previous one with -1.

    A panel that stands in another comes before it in `panels`.
    """
    shown = [panel for panel in panels if panel.isVisible()]
    here = QApplication.focusWidget()
    holds = [index for index, panel in enumerate(shown) if here and is_inside(here, panel)]
    first = holds[0] + step if holds else 0
    for number in range(len(shown)):
        if _focus_into(shown[(first + number * step) % len(shown)]):
            return


def is_inside(widget: QWidget, panel: QWidget) -> bool:
    """Whether `widget` is `panel` or stands in it."""
    return widget is panel or panel.isAncestorOf(widget)


def _focus_into(panel: QWidget) -> bool:
    """Focus a panel's proxy, or else its first stop; say False where it has none."""
    proxy = panel.focusProxy()
    stop = proxy if proxy is not None and proxy.isVisible() else first_stop(panel)
    if stop is None:
        return False  # a panel that takes no keys would keep the focus
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    return True
