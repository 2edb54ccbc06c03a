"""Timers of Qt with an interval.

    self._later = single_shot(self, 300, self._show)  # milliseconds
    field.textEdited.connect(self._later.start)  # shows once the typing pauses

PySide6 finds the setter of `QTimer(interval=…)` by capitalising the first letter as the locale does; under a
Turkish locale there is no such setter. So no property that begins with an i is set by keyword.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, milliseconds: int, act: Callable[[], object] | None = None) -> QTimer:
    """Return a timer that times out once, `milliseconds` after each start, and calls `act` then."""
    timer = repeating(parent, milliseconds, act)
    timer.setSingleShot(True)
    return timer


def repeating(parent: QObject, milliseconds: int, act: Callable[[], object] | None = None) -> QTimer:
    """Return a timer that times out every `milliseconds` once it is started, and calls `act` then."""
    timer = QTimer(parent)
    timer.setInterval(milliseconds)
    if act is not None:
        timer.timeout.connect(act)
    return timer
