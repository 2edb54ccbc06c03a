"""What files made to hurt cost: `python tests/benchmarks hostile [WORDS]` prints a table of them.

For each file: the longest single event while the window opens it and while a key is typed in it, checking and
rendering it by the command line's way, beside a plain file of the same size in the same run, and how much
`check` would print. What is over its limit is marked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

LONGEST_EVENT = 0.1
MOST_TIMES_PLAIN = 40  # of what a plain file of the same size takes to check or render …
ALWAYS_ALLOWED = 0.25  # … or seconds, for small files
MOST_PRINTED = 1_000_000
_LINE = "Write what the page says, in the order it says it. Keep every figure.\n"


class Cost(NamedTuple):
    """Seconds, and bytes printed; None where there is nothing to measure."""

    opening: float
    key: float
    check: float
    plain_check: float
    render: float | None
    plain_render: float
    printed: int


def print_all(words: list[str]) -> bool:
    """Print the table of the files whose names have all of `words`; return whether all keep their limits."""
    from hostile_files import FILES
    from large_hostile_files import LARGE_FILES, write_large_library

    print(f"{'file':<52} {'KB':>6} {'open':>8} {'a key':>8} {'check':>9} {'render':>9} {'printed':>9}")
    fine = True
    app, events = _application()
    for name, file in {**LARGE_FILES, **FILES}.items():
        if all(word in name for word in words):
            with TemporaryDirectory() as place:
                fine &= _print_file(app, events, name, file, Path(place))
    if all(word in "a library of 10 000 files" for word in words):
        with TemporaryDirectory() as place:
            library = Path(place, "library")
            library.mkdir()
            write_large_library(library)
            opening, key = _in_window(app, events, library, library / "folder-000" / "notes-00000.md")
            fine &= _print_row("a library of 10 000 files", 0, {"open": opening, "key": key})
    return fine


def _print_file(app, events, name: str, file, place: Path) -> bool:
    from hostile_files import write_file

    path = write_file(place / "library", file)
    size = path.stat().st_size
    plain = place / "plain" / path.relative_to(place / "library")
    plain.parent.mkdir(parents=True, exist_ok=True)
    plain.write_text((_LINE * (size // len(_LINE) + 1))[:size])
    opening, key = _in_window(app, events, place / "library", path)
    times = {"open": opening, "key": key}
    limits: dict[str, float] = {}
    for command in ("check", "render"):
        taken, times[f"{command}ed"] = _command(command, path)
        taken_plain, _ = _command(command, plain)
        times[command] = taken
        limits[command] = max(ALWAYS_ALLOWED, MOST_TIMES_PLAIN * taken_plain)
    return _print_row(name, size, times, limits)


def _print_row(name: str, size: int, times: dict[str, float], limits: dict[str, float] | None = None) -> bool:
    limits = {"open": LONGEST_EVENT, "key": LONGEST_EVENT, "checked": MOST_PRINTED, **(limits or {})}
    cells = []
    fine = True
    for column, width in (("open", 8), ("key", 8), ("check", 9), ("render", 9), ("checked", 9)):
        value = times.get(column)
        if value is None:
            cells.append(f"{'':>{width}}")
            continue
        over = value > limits[column]
        fine &= not over
        shown = f"{value / 1000:.0f} KB" if column == "checked" else f"{value * 1000:.0f} ms"
        cells.append(f"{shown + ('!' if over else ''):>{width}}")
    print(f"{name:<52} {size // 1000:>6} {' '.join(cells)}{'' if fine else '  over'}", flush=True)
    return fine


def _command(command: str, path: Path) -> tuple[float, int]:
    """Return how long a command takes in this process, and how many bytes it prints."""
    import io
    from contextlib import redirect_stderr, redirect_stdout

    from editor_app.cli import main

    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    begun = thread_time()
    with redirect_stdout(out), redirect_stderr(errors):
        main([command, str(path)])
    taken = thread_time() - begun
    for stream in (out, errors):
        stream.flush()
    return taken, sum(len(stream.buffer.getvalue()) for stream in (out, errors))


class _Events:
    """The longest single event since the last time one asked."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._depth = 0

    def around(self, deliver: Callable[[], bool]) -> bool:
        if self._depth:
            return deliver()
        self._depth += 1
        begun = thread_time()
        try:
            return deliver()
        finally:
            self._depth -= 1
            self.longest = max(self.longest, thread_time() - begun)

    def take(self) -> float:
        longest, self.longest = self.longest, 0.0
        return longest


def _application():
    from PySide6.QtWidgets import QApplication

    events = _Events()

    class Application(QApplication):
        def notify(self, receiver, event) -> bool:
            return events.around(lambda: QApplication.notify(self, receiver, event))

    return Application(["benchmarks"]), events


def _in_window(app, events: _Events, library: Path, path: Path) -> tuple[float, float]:
    """Return the longest event while a window opens a file, and while a key is typed in it."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest

    from editor_app.library import open_library
    from editor_app.window.app import Folders, Workbench
    from editor_app.window.running import collect_garbage_seldom
    from editor_app.window.theme_choice import ThemeChoice

    place = library.parent
    workbench = Workbench(
        open_library(library)[0], Folders(place / "state", place / "config"), ThemeChoice(app, "light", 1.0)
    )
    workbench.window.resize(1440, 900)
    collect_garbage_seldom()
    events.take()
    QTimer.singleShot(0, lambda: workbench.start([library / "nothing.md"]))
    _rest(app, workbench)
    started = events.take()
    QTimer.singleShot(0, lambda: workbench.commands.files.open(path))
    _rest(app, workbench)
    opening = events.take()
    key = 0.0
    editor = workbench.current.editor
    if editor is not None:
        editor.setFocus()
        QTest.keyClick(editor, Qt.Key.Key_X)
        _rest(app, workbench)
        key = events.take()
    workbench.window.may_close = lambda: True
    workbench.window.close()
    workbench.close()
    workbench.window.deleteLater()
    workbench.deleteLater()
    app.processEvents()
    events.take()
    return max(opening, started), key


def _rest(app, workbench) -> None:
    """Let everything be done that waits."""
    from PySide6.QtTest import QTest

    QTest.qWait(450)
    while workbench.library.is_checking:
        app.processEvents()
    QTest.qWait(50)


def rows() -> Iterator[object]:
    """Have no rows in the table of ratios: this one has columns of its own."""
    print_all([])
    return iter(())


if __name__ == "__main__":
    sys.exit(not print_all(sys.argv[1:]))
