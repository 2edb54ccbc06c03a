"""Cut, copy, paste and their like on whatever has the focus."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QApplication

_METHODS: Final = {
    "cut": "cut",
    "copy": "copy",
    "paste": "paste",
    "select_all": "selectAll",
}


def edit_focused(action_id: str) -> bool:
    """Do "cut", "copy", "paste" or "select_all" on the focused widget; return whether it can."""
    method = getattr(QApplication.focusWidget(), _METHODS[action_id], None)
    if method is None:
        return False
    method()
    return True
