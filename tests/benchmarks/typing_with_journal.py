"""What the journal of unsaved text adds to a keystroke in the whole window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Row
from window import SIZES, _text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
TURNS = 60
KEYS = 12  # in one turn: so many that the journal's thread writes during it
TARGET = 1.03


def rows() -> Iterator[Row]:
    """Type into a prompt of each size, in turns with and without a journal of its edits."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from PySide6.QtTest import QTest

    from editor_app.clock import local_now, utc_now
    from editor_app.library import JournalDocument, open_journal
    from editor_app.text import Span, TextFormat
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
    for number, (size, length) in enumerate(SIZES.items()):
        file = driver.open(f"a{length}.md")
        middle = file.text.index("Write", len(file.text) // 2)
        driver.editor.go_to(Span(middle, middle))
        document = driver.editor.contents
        journal = open_journal(
            place / ".journal",
            place,
            now=utc_now(),
            clock=utc_now,
            on_trouble=lambda sentence: print(sentence),
        )
        path = place / f"a{length}.md"
        journal.begin(JournalDocument(number, path, path.name, file.text, "", TextFormat()))

        def with_journal(edit, number=number, journal=journal) -> None:
            journal.edited(number, (edit,))

        QTest.qWait(600)
        without, having = [], []
        for turn in range(TURNS):
            is_first = turn % 2
            for has_journal in (is_first, not is_first):
                if has_journal:
                    document.edited.connect(with_journal)
                (having if has_journal else without).append(_turn(app, driver.editor))
                if has_journal:
                    document.edited.disconnect(with_journal)
                    journal.flush(10)
        journal.close(is_clean=True)
        yield Row("keystroke with the journal", size, median(having), "without", median(without), TARGET)
    driver.close()


def _turn(app, editor) -> float:
    """Return the mean time of a key, typed without a pause until everything is painted."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    times = []
    for _ in range(KEYS):
        started = perf_counter()
        QTest.keyClick(editor, Qt.Key.Key_X)
        app.processEvents()
        times.append(perf_counter() - started)
    return mean(times)
