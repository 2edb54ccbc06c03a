"""What a keystroke costs in the whole window, with every panel, until everything is painted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Row
from window import SIZES, _text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FRAME = 0.016
ROUNDS = 40


def rows() -> Iterator[Row]:
    """Type into the middle of a prompt of each size, in turn with a bare editor that holds the same."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    assert isinstance(app, QApplication)
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QPlainTextEdit

    from editor_app.clock import local_now
    from editor_app.text import Span
    from editor_app.window.driver import open_window
    from editor_app.window.startup.running import collect_garbage_seldom

    for length in SIZES.values():
        (place / f"a{length}.md").write_text(_text(length).replace("name: a", f"name: a{length}"))
    driver = open_window(
        place,
        state_dir=place / ".state",
        config_dir=place / ".config",
        clock=local_now,
        files=[f"a{length}.md" for length in SIZES.values()],
    )
    collect_garbage_seldom()
    bare = QPlainTextEdit()
    bare.resize(706, 600)
    bare.show()
    for size, length in SIZES.items():
        file = driver.open(f"a{length}.md")
        middle = file.text.index("Write", len(file.text) // 2)
        file.set_values({"title": "A title", "url": "https://example.org"}, None)
        driver.editor.go_to(Span(middle, middle))
        bare.setPlainText(file.text)
        cursor = bare.textCursor()
        cursor.setPosition(middle)
        bare.setTextCursor(cursor)
        _rest(app)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            for editor, times in ((driver.editor, ours), (bare, theirs)):
                started = perf_counter()
                QTest.keyClick(editor, Qt.Key.Key_X)
                app.processEvents()
                times.append(perf_counter() - started)
        yield Row("keystroke, whole window", size, median(ours), "bare QPlainTextEdit", median(theirs))
        target = 1.0 if size == "100 KB" else None
        yield Row("keystroke, whole window", size, median(ours), "a frame of 16 ms", FRAME, target)
    driver.close()


def _rest(app) -> None:
    from PySide6.QtTest import QTest

    QTest.qWait(600)
    app.processEvents()
