"""What the journal of unsaved text adds to a keystroke in the whole window.

Two windows are typed into in turns, one as the program opens it and one that keeps no journal. Measured is
the processor's time of the window's thread at a usual key, and with the journal the time of other threads for
each key is added, though another core may take it. So a busy machine changes little.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time, thread_time
from unittest.mock import Mock

from measure import Row
from window import _text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SIZES = {"4 KB": 4_000, "100 KB": 100_000}
TURNS = 20
KEYS = 10  # in one turn
TARGET = 1.03


def rows() -> Iterator[Row]:
    """Type into a prompt of each size, in turns in a window with a journal and in one without."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from editor_app.window.startup.running import collect_garbage_seldom

    collect_garbage_seldom()
    for size, length in SIZES.items():
        windows = {kept: _window(place, length, has_journal=kept) for kept in (False, True)}
        keys: dict[bool, list[float]] = {False: [], True: []}
        others = dict.fromkeys(keys, 0.0)
        for driver in windows.values():
            _type(app, driver.editor)  # the first key begins the document in the journal
        for turn in range(TURNS):
            for has_journal in (bool(turn % 2), not turn % 2):
                driver = windows[has_journal]
                driver.window.activateWindow()
                driver.editor.setFocus()
                others_before = process_time() - thread_time()
                keys[has_journal] += _type(app, driver.editor)
                if has_journal:
                    _flush(driver)
                others[has_journal] += process_time() - thread_time() - others_before
        for driver in windows.values():
            driver.close()
        added = max(0.0, others[True] - others[False]) / (TURNS * KEYS)
        ours = median(keys[True]) + added
        yield Row("keystroke with the journal, CPU", size, ours, "without", median(keys[False]), TARGET)


def _window(place: Path, length: int, *, has_journal: bool):
    """Open a window on a library of its own, as the program does or without a journal, in its prompt."""
    from PySide6.QtTest import QTest

    from editor_app.clock import local_now
    from editor_app.text import Span
    from editor_app.window.driver import open_window
    from editor_app.window.session.keeping import Journals

    library = place / f"{length}-{has_journal}"
    library.mkdir()
    (library / "a.md").write_text(_text(length))
    no_writer = Mock(seconds_at_work=0.0, flush=lambda _seconds: False)
    driver = open_window(
        library,
        state_dir=place / f"state-{library.name}",
        config_dir=place / "config",
        clock=local_now,
        files=["a.md"],
        **({} if has_journal else {"journals": Journals(lambda _on_trouble: no_writer, lambda: ((), ()))}),
    )
    file = driver.open("a.md")
    middle = file.text.index("Write", len(file.text) // 2)
    driver.editor.go_to(Span(middle, middle))
    QTest.qWait(600)
    return driver


def _flush(driver) -> None:
    """Wait until all that was typed is on the disk, so that the writer's time is counted for these keys."""
    assert driver.workbench.session.journaling._writer.flush(10), "the journal is not written"


def _type(app, editor) -> list[float]:
    """Type without a pause, each key until everything is painted; return the time of each."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    times = []
    for _ in range(KEYS):
        used = thread_time()
        QTest.keyClick(editor, Qt.Key.Key_X)
        app.processEvents()
        times.append(thread_time() - used)
    return times
