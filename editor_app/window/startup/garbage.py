"""Python's garbage collection while a window is open."""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject

from editor_app.window.kit.work.timers import repeating

_LOOK_MS: Final = 1_000


class CollectsGarbageHere(QObject):
    """Collects garbage in the thread of the window alone, from time to time.

    Python collects in whichever thread happens to allocate: in one that waits for files or git, this would
    delete widgets outside of the window's thread, which Qt does not survive.
    """

    def __init__(self, parent: QObject) -> None:
        """Turn automatic collection off until `stop`."""
        super().__init__(parent)
        gc.disable()
        self._look = repeating(self, _LOOK_MS, collect_if_due)
        self._look.start()

    def stop(self) -> None:
        """Let Python collect by itself again."""
        self._look.stop()
        gc.enable()


def collect_if_due() -> None:
    """Collect what is garbage if as much was allocated as Python's own thresholds say."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [generation for generation in range(3) if counts[generation] > thresholds[generation]]
    if due and due[0] == 0:
        gc.collect(due[-1])
