"""Timers of Qt with their interval.

PySide6 finds the setter of `QTimer(interval=…)` by making the first letter a capital as the locale does, and
under a Turkish one there is none by that name. So no property that begins with an i is given as a keyword.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, milliseconds: int) -> QTimer:
    """Return a timer that times out once, so long after each start."""
    timer = repeating(parent, milliseconds)
    timer.setSingleShot(True)
    return timer


def repeating(parent: QObject, milliseconds: int) -> QTimer:
    """Return a timer that, once started, times out again and again."""
    timer = QTimer(parent)
    timer.setInterval(milliseconds)
    return timer
