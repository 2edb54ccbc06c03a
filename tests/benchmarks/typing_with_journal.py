"""What the journal of unsaved text adds to a keystroke in the whole window.

Measured is the processor's time of the whole process: that of the journal's thread counts, too, though
another core may take it, and a busy machine changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from measure import Row
from window import _text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SIZES = {"4 KB": 4_000, "100 KB": 100_000}
TURNS = 40
KEYS = 20  # in one turn; then the journal's thread has written them, too
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
            on_trouble=print,
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
                used = process_time()
                _type(app, driver.editor)
                if has_journal:
                    journal.flush(10)
                    document.edited.disconnect(with_journal)
                (having if has_journal else without).append((process_time() - used) / KEYS)
        journal.close(is_clean=True)
        yield Row("keystroke with the journal, CPU", size, median(having), "without", median(without), TARGET)
    driver.close()


def _type(app, editor) -> None:
    """Type without a pause, each key until everything is painted."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    for _ in range(KEYS):
        QTest.keyClick(editor, Qt.Key.Key_X)
        app.processEvents()
