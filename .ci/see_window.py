"""Run a command on a display of its own, until a window is seen there; the README's first if none is given.

Ends with 1, and says why, if none is seen in a minute or the program does not end in order when told to.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from PySide6.QtGui import QGuiApplication

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 60
COLOURS_OF_A_WINDOW = 16  # an empty screen has one


def main() -> int:
    """Start display and program, look at the screen until there is more than one colour, and end both."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-nolisten",
        "tcp",
        "-screen",
        "0",
        "1440x900x24",
        "-noreset",
    ]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            os.environ |= {"DISPLAY": f":{answer.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
        try:
            started = sys.argv[1:] or ["/bin/sh", str(PROJECT / "packaging" / "run.sh")]
            with subprocess.Popen(started) as program:
                seconds = _seconds_until_seen(program)
                program.terminate()
                status = program.wait(PATIENCE_SECONDS)
        finally:
            server.terminate()
    if seconds is None:
        print(f"No window was seen in {PATIENCE_SECONDS} s; the program ended with status {status}.")
        return 1
    print(f"A window was seen after {seconds:.1f} s; told to end, the program ended with status {status}.")
    return 0 if status in {0, -signal.SIGTERM} else 1  # seen early, it may not listen to signals yet


def _seconds_until_seen(program: subprocess.Popen[bytes]) -> float | None:
    screen = QGuiApplication(sys.argv[:1]).primaryScreen()
    start = monotonic()
    while monotonic() - start < PATIENCE_SECONDS and program.poll() is None:
        picture = screen.grabWindow(0).toImage()
        columns, lines = range(0, picture.width(), 7), range(0, picture.height(), 7)
        if len({picture.pixel(x, y) for x in columns for y in lines}) >= COLOURS_OF_A_WINDOW:
            (PROJECT / "pictures").mkdir(exist_ok=True)
            picture.save(str(PROJECT / "pictures" / "first-sight.png"))
            return monotonic() - start
        sleep(0.05)
    return None


if __name__ == "__main__":
    sys.exit(main())
