"""The focus among the panels: in which it is, and on to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def focus_next(panels: Sequence[QWidget], step: int = 1) -> None:
    """Put the focus into the next panel that is shown and takes it, or the previous one with -1."""
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
    """Focus a panel, or the first widget in it that takes the focus; say False where none does."""
    reason = Qt.FocusReason.TabFocusReason
    proxy = panel.focusProxy()
    if proxy is not None and proxy.isVisible():
        proxy.setFocus(reason)
        return True
    for widget in (panel, *panel.findChildren(QWidget)):  # a panel that takes no keys would keep the focus
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            widget.setFocus(reason)
            return True
    return False
