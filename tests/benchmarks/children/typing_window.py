"""Type into the tabs of a window without a pause, telling of each key before it comes, until killed.

Arguments: a folder with the library and the place of the state, and the seconds from key to key. A key is
told of in a line of its tab, its number there and when it came, in nanoseconds; a line "ready" comes first.
"""

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from editor_app.clock import local_now
from editor_app.text import Span
from editor_app.window.driver import application, open_window

KEYS_IN_A_ROW = 12
_LONGEST = 300  # a window that nobody ends ends itself


def main(place: Path, pause: float) -> None:
    """Type until killed, or the display is gone."""
    signal.alarm(_LONGEST)
    names = sorted(path.name for path in (place / "library").iterdir())
    driver = open_window(
        place / "library",
        state_dir=place / "state",
        config_dir=place / "config",
        clock=local_now,
        files=names,
        is_checked=False,
    )
    typed = dict.fromkeys(names, 0)
    keys = count()

    def type_one() -> None:
        key = next(keys)
        name = names[key // KEYS_IN_A_ROW % len(names)]
        if key % KEYS_IN_A_ROW == 0:
            end = len(driver.open(name).text)
            driver.editor.go_to(Span(end, end))
        _tell(f"{name} {typed[name]} {time.monotonic_ns()}")
        typed[name] += 1
        QTest.keyClick(driver.editor, Qt.Key.Key_X)

    timer = QTimer(interval=round(pause * 1000))
    timer.timeout.connect(type_one)
    timer.start()
    _tell("ready")
    application().exec()
    os._exit(0)  # the display is gone: nothing is left to be done in order


def _tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


main(Path(sys.argv[1]), float(sys.argv[2]))
