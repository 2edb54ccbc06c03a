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

    from editor_app.library import open_library
    from editor_app.text import Span
    from editor_app.window.app import Folders, Workbench
    from editor_app.window.running import collect_garbage_seldom
    from editor_app.window.theme_choice import ThemeChoice

    for length in SIZES.values():
        (place / f"a{length}.md").write_text(_text(length).replace("name: a", f"name: a{length}"))
    theme = ThemeChoice(app, "light", 1.0)
    workbench = Workbench(open_library(place)[0], Folders(place / ".state", place / ".config"), theme)
    workbench.window.resize(1440, 900)
    workbench.start([place / f"a{length}.md" for length in SIZES.values()])
    workbench.library.finish_checking()
    collect_garbage_seldom()
    bare = QPlainTextEdit()
    bare.resize(706, 600)
    bare.show()
    for size, length in SIZES.items():
        file = workbench.commands.files.open(place / f"a{length}.md")
        middle = file.text.index("Write", len(file.text) // 2)
        file.set_values({"title": "A title", "url": "https://example.org"}, None)
        workbench.current.editor.go_to(Span(middle, middle))
        bare.setPlainText(file.text)
        cursor = bare.textCursor()
        cursor.setPosition(middle)
        bare.setTextCursor(cursor)
        _rest(app)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            for editor, times in ((workbench.current.editor, ours), (bare, theirs)):
                started = perf_counter()
                QTest.keyClick(editor, Qt.Key.Key_X)
                app.processEvents()
                times.append(perf_counter() - started)
        yield Row("keystroke, whole window", size, median(ours), "bare QPlainTextEdit", median(theirs))
        target = 1.0 if size == "100 KB" else None
        yield Row("keystroke, whole window", size, median(ours), "a frame of 16 ms", FRAME, target)
    workbench.window.may_close = lambda: True
    workbench.window.close()
    workbench.close()


def _rest(app) -> None:
    from PySide6.QtTest import QTest

    QTest.qWait(600)
    app.processEvents()
