"""What a keystroke costs in a window whose library another process serves, 50 requests a second."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
LONGEST_SECONDS = 0.05
REQUESTS_A_SECOND = 50
KEYS = 200
PAUSE_MS = 20
ASKING = """
import http.client, sys, time
from urllib.parse import urlsplit
from editor_app.wire.problems import to_json_line
url, token, folder, wanted = urlsplit(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
link = http.client.HTTPConnection(url.hostname, url.port)
headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
start, count = time.perf_counter(), 0
while True:
    if count % 2:
        link.request("POST", "/conversations/c-1/construct", to_json_line({"cwd": folder}), headers)
    else:
        link.request("GET", "/system-prompt", headers=headers)
    answer = link.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    count += 1
    if count == 1:
        print("asking", flush=True)
    time.sleep(max(0.0, start + count / wanted - time.perf_counter()))
"""


def rows() -> Iterator[Row]:
    """Type into the served template, with requests and without; the longest keystroke counts."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    with TemporaryDirectory() as place:
        library = Path(place) / "library"
        library.mkdir()
        os.environ["XDG_STATE_HOME"] = str(Path(place) / "state")
        os.environ["XDG_DATA_HOME"] = str(Path(place) / "data")
        text = "Run the tests before every commit, and keep the engine free of Qt.\n" * 60
        (library / "system-prompt.tmpl").write_text(text)
        yield from _rows(app, library, Path(place))


def _rows(app, library: Path, place: Path) -> Iterator[Row]:
    from editor_app.clock import local_now
    from editor_app.library.paths import state_dir
    from editor_app.window.driver import open_window
    from editor_app.window.startup.running import collect_garbage_seldom

    files = ["system-prompt.tmpl"]
    config = place / "config"
    driver = open_window(library, state_dir=state_dir(), config_dir=config, clock=local_now, files=files)
    collect_garbage_seldom()
    driver.trigger("serve")
    server, found = driver.workbench.commands.program.server, []
    server.process.started.connect(found.append)
    server.dialog.start_requested.emit(0)
    driver.wait_until(lambda: found, 120)
    server.dialog.hide()
    _keystrokes(app, driver)  # the first ones load what is loaded once
    alone = _keystrokes(app, driver)
    words = [sys.executable, "-c", ASKING, found[0].url, found[0].token, str(library), str(REQUESTS_A_SECOND)]
    asking = subprocess.Popen(words, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
    assert asking.stdout is not None
    assert asking.stdout.readline() == b"asking\n"
    served = _keystrokes(app, driver)
    assert asking.poll() is None  # it asked all the while
    asking.kill()
    asking.communicate()
    driver.close()
    what = f"{KEYS} keystrokes, {REQUESTS_A_SECOND} requests/s"
    yield Row(f"longest of {what}", "4 KB", max(served), "a twentieth of a second", LONGEST_SECONDS, 1.0)
    yield Row(f"longest of {what}", "4 KB", max(served), "without requests", max(alone))
    yield Row(f"median of {what}", "4 KB", median(served), "without requests", median(alone))


def _keystrokes(app, driver) -> list[float]:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    times = []
    for _ in range(KEYS):
        QTest.qWait(PAUSE_MS)
        started = perf_counter()
        QTest.keyClick(driver.editor, Qt.Key.Key_X)
        app.processEvents()
        times.append(perf_counter() - started)
    return times
