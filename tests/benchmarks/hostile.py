"""What files made to hurt cost: `python tests/benchmarks hostile [WORDS]` prints a table of them.

For each file: the longest single event while the window opens it, while a key is typed in it and while its
tab comes to the front again; in a message of many blocks also while one in the middle is moved, nested,
wrapped, written twice and deleted, each undone again, and while the situation's file is typed; checking and
rendering it by the command line's way, and how much `check` prints. All is time of the processor in one
thread. What is over its limit is measured again, up to five times in all, and the least is told: other work
on the machine makes an event longer, never shorter. What is over then is marked, and the command ends with
exit status 1.

The limits:

- An event takes at most 100 ms. The one in which a message opens takes half a millisecond more for each of
  its blocks, which are read and put together whole before any panel can show a part of it.
- Starting a window, and making the panels for its first system message, take what they take for any file: a
  plain message is opened before, so that a row has only what the file itself costs.
- The command line reads a file whole: checking and rendering take at most a quarter of a second, and 5 µs for
  each byte, which is a tenth of a millisecond for a condition with its two tags.
- `check` prints at most a megabyte.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile_files import BLOCK, FILES, MESSAGE_HEAD, YAML_MESSAGE, write_file
from large_hostile_files import LARGE_FILES, write_large_library
from PySide6.QtCore import QTimer, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

LONGEST_EVENT = 0.1
OPENING_PER_BLOCK = 0.5e-3
COMMAND = 0.25
COMMAND_PER_BYTE = 5e-6
MOST_PRINTED = 1_000_000
ATTEMPTS = 5
LIBRARY = "a library of 10 000 files"
_COLUMNS = {"open": 8, "key": 8, "back": 8, "blocks": 8, "file": 8, "check": 9, "render": 9, "printed": 9}
_MANY_BLOCKS = 100
_PLAIN_MESSAGE = BLOCK.format(id="a", content="Hi")


class _Size(NamedTuple):
    """How large a file is."""

    bytes: int = 0
    blocks: int = 0


def print_all(words: list[str]) -> bool:
    """Print the table of the files whose names have all of `words`; return whether all keep their limits."""
    app, events = _application()
    print(f"{'file':<52} {'KB':>6} {' '.join(f'{name:>{width}}' for name, width in _COLUMNS.items())}")
    fine = True
    for name in (*LARGE_FILES, LIBRARY, *FILES):
        if all(word in name for word in words):
            size, costs = _measured(app, events, name)
            fine &= _print_row(name, size, costs)
    return fine


def _measured(app, events: _Events, name: str) -> tuple[_Size, dict[str, float]]:
    """Return a file's size and the least of each cost in as many attempts as it takes to keep the limits."""
    costs: dict[str, float] = {}
    size = _Size()
    for _ in range(ATTEMPTS):
        with TemporaryDirectory() as place:
            size, again = _measure_once(app, events, name, Path(place))
        costs = {column: min(cost, costs.get(column, cost)) for column, cost in again.items()}
        if not _over(size, costs):
            break
    return size, costs


def _measure_once(app, events: _Events, name: str, place: Path) -> tuple[_Size, dict[str, float]]:
    library = place / "library"
    if name == LIBRARY:
        library.mkdir()
        write_large_library(library)
        return _Size(), _in_window(app, events, library, library / "folder-000" / "notes-00000.md")
    path = write_file(library, {**LARGE_FILES, **FILES}[name])
    costs: dict[str, float] = {}
    for command in ("check", "render"):
        costs[command], printed = _command(command, path)
        if command == "check":
            costs["printed"] = printed
    data = path.read_bytes()
    size = _Size(len(data), data.count(b"- id:") or data.count(b'"priority":'))
    return size, {**_in_window(app, events, library, path, size.blocks), **costs}


def _over(size: _Size, costs: dict[str, float]) -> set[str]:
    """Return the columns whose cost is over its limit."""
    opening = LONGEST_EVENT + OPENING_PER_BLOCK * size.blocks
    command = COMMAND + COMMAND_PER_BYTE * size.bytes
    limits = {
        "open": opening,
        "key": LONGEST_EVENT,
        "back": LONGEST_EVENT,
        "blocks": LONGEST_EVENT,
        "file": LONGEST_EVENT,
        "check": command,
        "render": command,
    }
    return {column for column, cost in costs.items() if cost > limits.get(column, MOST_PRINTED)}


def _print_row(name: str, size: _Size, costs: dict[str, float]) -> bool:
    over = _over(size, costs)
    cells = []
    for column, width in _COLUMNS.items():
        cost = costs.get(column)
        unit, factor = ("KB", 0.001) if column == "printed" else ("ms", 1000)
        shown = f"{cost * factor:.0f} {unit}" if cost is not None else ""
        cells.append(f"{shown + '!' * (column in over):>{width}}")
    print(f"{name:<52} {size.bytes // 1000:>6} {' '.join(cells)}{'  over' if over else ''}", flush=True)
    return not over


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
    qInstallMessageHandler(lambda *_: None)  # without a screen, Qt says of each window what it cannot do
    events = _Events()

    class Application(QApplication):
        def notify(self, receiver, event) -> bool:
            return events.around(lambda: QApplication.notify(self, receiver, event))

    return Application(["benchmarks"]), events


def _in_window(app, events: _Events, library: Path, path: Path, blocks: int = 0) -> dict[str, float]:
    """Return the longest event while a window opens a file, edits it, and comes back to it."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from editor_app.clock import local_now
    from editor_app.window.driver import open_window
    from editor_app.window.startup.running import collect_garbage_seldom

    place = library.parent
    other = place / "plain" / YAML_MESSAGE
    other.parent.mkdir(parents=True)
    other.write_text(MESSAGE_HEAD + _PLAIN_MESSAGE)
    collect_garbage_seldom()
    driver = open_window(
        library,
        state_dir=place / "state",
        config_dir=place / "config",
        clock=local_now,
        files=["nothing.md"],
        is_checked=False,
    )
    workbench = driver.workbench

    def longest(act: Callable[[], object]) -> float:
        QTimer.singleShot(0, act)
        _rest(app, workbench)
        return events.take()

    events.take()
    checking = longest(lambda: None)
    longest(lambda: workbench.commands.files.open(other))
    costs = {"open": max(checking, longest(lambda: workbench.commands.files.open(path))), "key": 0.0}
    if blocks >= _MANY_BLOCKS:
        _rest(app, workbench)  # the preview marks so many blocks after a pause of its own
        costs["open"] = max(costs["open"], events.take())
        costs |= _in_blocks(app, events, workbench, blocks // 2)
    editor = workbench.current.editor
    if editor is not None:
        editor.setFocus()
        QTest.keyClick(editor, Qt.Key.Key_X)
        _rest(app, workbench)
        costs["key"] = events.take()
    away = longest(lambda: workbench.commands.files.open(other))
    costs["back"] = max(away, longest(lambda: workbench.commands.files.open(path)))
    driver.close()
    app.processEvents()
    events.take()
    return costs


def _in_blocks(app, events: _Events, workbench, at: int) -> dict[str, float]:
    """Return the longest event while a block's place changes, and while the situation's file is typed."""
    from PySide6.QtTest import QTest

    from editor_app.window.kinds.system_message.actions import BlockAction

    perspective = workbench.current.perspective
    events.take()
    does = BlockAction
    for action in (does.UP, does.DOWN, does.NEST, does.WRAP, does.DUPLICATE, does.DELETE):
        perspective.front.choose_index(at)
        _rest(app, workbench)
        QTimer.singleShot(0, partial(perspective.block_commands.do_here, action))
        _rest(app, workbench)
        assert workbench.current.file.document.is_modified, action
        QTimer.singleShot(0, workbench.actions.action("undo").trigger)
        _rest(app, workbench)
        assert not workbench.current.file.document.is_modified, action
    costs = {"blocks": events.take()}
    for letter in "src/a.py":
        QTest.keyClicks(perspective.panels.situation.field("file"), letter)
        _rest(app, workbench)
    return {**costs, "file": events.take()}


def _rest(app, workbench) -> None:
    """Let everything be done that waits."""
    from PySide6.QtTest import QTest

    QTest.qWait(350)
    while workbench.library.is_checking:
        app.processEvents()
    QTest.qWait(20)


if __name__ == "__main__":
    sys.exit(not print_all(sys.argv[1:]))
