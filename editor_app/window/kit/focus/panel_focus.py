"""Moving the focus between the panels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.window.kit.focus.tab_order import first_stop


def focus_next(panels: Sequence[QWidget], step: int = 1) -> None:
    """Focus the next panel that is shown and accepts the focus, or the previous one with a `step` of -1.

    A panel inside another comes before that in `panels`.
    """
    shown = [panel for panel in panels if panel.isVisible()]
    here = QApplication.focusWidget()
    holds = [index for index, panel in enumerate(shown) if here and is_inside(here, panel)]
    first = holds[0] + step if holds else 0
    for number in range(len(shown)):
        if _focus_into(shown[(first + number * step) % len(shown)]):
            return


def is_inside(widget: QWidget, panel: QWidget) -> bool:
    """Whether `widget` is `panel` or inside it."""
    return widget is panel or panel.isAncestorOf(widget)


def _focus_into(panel: QWidget) -> bool:
    """Focus a panel's focus proxy, or else its first Tab stop; return False if it has none."""
    proxy = panel.focusProxy()
    stop = proxy if proxy is not None and proxy.isVisible() else first_stop(panel)
    if stop is None:
        return False  # a panel without Tab stops would keep the focus
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    return True
