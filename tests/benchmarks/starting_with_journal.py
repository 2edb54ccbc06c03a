"""How much longer the window takes to be there when a journal just below the limits was left.

Windows are opened in turns on two libraries, one with a journal of a single key and one with a journal of
single keys that has nearly as many records as are read. Measured is the processor's time of the window's
thread until the window is shown and its first tab is there; the rest of the journal is read after that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time

from measure import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROUNDS = 5
TARGET = 2.0


def rows() -> Iterator[Row]:
    """Open windows in turns; each finds the journal as it was left."""
    from PySide6.QtWidgets import QApplication

    from editor_app.library.journal.reading import MOST_RECORDS
    from editor_app.library.journal.writing import MOST_WEIGHT
    from editor_app.window.startup.running import collect_garbage_seldom

    app = QApplication.instance() or QApplication(["benchmarks"])
    collect_garbage_seldom()
    sizes = {"1 key": 1, f"{MOST_WEIGHT:,} keys": MOST_WEIGHT, f"{MOST_RECORDS - 9:,} keys": MOST_RECORDS - 9}
    with TemporaryDirectory() as place:
        for size, keys in sizes.items():
            _leave_journal(Path(place, size), keys)
        times: dict[str, list[float]] = {size: [] for size in sizes}
        for _ in range(ROUNDS):
            for size in sizes:
                times[size].append(_start(app, Path(place, size)))
        least, *larger = sizes
        for size in larger:
            theirs = median(times[least])
            yield Row("start with a journal, CPU", size, median(times[size]), least, theirs, TARGET)


def _leave_journal(place: Path, keys: int) -> None:
    """Make a library with a prompt, and the journal of an ended process with so many keys in it."""
    from editor_app.clock import local_now
    from editor_app.library.journal.framing import frame
    from editor_app.library.journal.records import EditStep, JournalDocument, edited_payload
    from editor_app.library.journal.writing import open_journal
    from editor_app.text import Edit, Span, TextFormat

    library = place / "library"
    library.mkdir(parents=True)
    (library / "a.md").write_text("Write a text.\n")
    writer = open_journal(
        place / "left", library, now=local_now(), clock=local_now, on_trouble=lambda _sentence: None
    )
    writer.begin(JournalDocument(1, None, "Untitled 1", "", None, TextFormat()))
    writer.close(is_clean=False)
    with writer.path.open("ab") as file:
        for key in range(keys):
            step = EditStep(joins=False, edits=(Edit(Span(key, key), "x"),))
            file.write(frame(edited_payload(1, key + 1, [step], 1_772_625_605.0)))


def _start(app, place: Path) -> float:
    """Open a window on that library; return the time until it is there."""
    from editor_app.clock import local_now
    from editor_app.window.driver import open_window

    rmtree(place / "state", ignore_errors=True)
    copytree(place / "left", place / "state")
    used = thread_time()
    driver = open_window(
        place / "library",
        state_dir=place / "state",
        config_dir=place / "config",
        clock=local_now,
        files=["a.md"],
    )
    used = thread_time() - used
    driver.close()
    app.processEvents()
    return used
