"""The room that a screen has for windows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME: Final = QSize(8, 40)
"""Pixels that a window manager adds around a window, by estimate."""


def screen_room(window: QWidget) -> QSize:
    """Return the largest size with which a window fits on its screen."""
    return window.screen().availableSize() - FRAME
