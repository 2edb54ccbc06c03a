"""What keys and edits of the tree cost in a large system message in the whole window, until all is painted.

The costs are times of the processor, so that other programs beside this one count less.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep

from measure import Row
from system_messages import as_json, message_of

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FRAME = 0.016
EDIT = 0.1
ROUNDS = 60
EDITS = 7
PAUSE = 0.7  # seconds
PATH = "src/editor/window.py"
MESSAGES = {
    "30-blocks.yaml": (30, 3, 15_000),
    "1000-blocks.yaml": (1000, 10, 500_000),
    "1000-blocks.json": (1000, 10, 500_000),
}


def rows() -> Iterator[Row]:
    """Type into a block in the middle of a message of each size."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    assert isinstance(app, QApplication)
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from PySide6.QtTest import QTest

    from editor_app.clock import local_now
    from editor_app.window.driver import open_window
    from editor_app.window.startup.running import collect_garbage_seldom

    folder = place / "system-messages"
    folder.mkdir()
    paths = {name: folder / name for name in MESSAGES}
    for name, path in paths.items():
        source = message_of(*MESSAGES[name])
        path.write_text(as_json(source) if path.suffix == ".json" else source, encoding="utf-8")
    driver = open_window(
        place,
        state_dir=place / ".state",
        config_dir=place / ".config",
        clock=local_now,
        files=list(paths.values()),
    )
    workbench = driver.workbench
    collect_garbage_seldom()
    for name, path in paths.items():
        driver.open(path)
        view = workbench.current.perspective.view
        assert view is not None
        view.choose_index(len(view.blocks) // 2)
        QTest.qWait(600)
        yield Row(
            "key in a block, whole window", name, _key(app, view.editor), "a frame of 16 ms", FRAME, 1.0
        )
        yield from _file_field(app, workbench, name)
        yield from _edits(app, workbench, name)
    driver.close()


_numbers = count(1)


def _edits(app, workbench, message: str) -> Iterator[Row]:
    """Do what the tree and its form do, one after the other in turn, with what follows after a pause."""
    from editor_app.system_messages.edits.values import BlockPlace
    from editor_app.window.kinds.system_message.actions import BlockAction
    from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlockRequest
    from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import FieldChange

    commands = workbench.current.perspective.block_commands
    view = workbench.current.perspective.view
    does = BlockAction
    actions = (does.DUPLICATE, does.DELETE, does.UP, does.NEST, does.UNNEST, does.WRAP)
    work = {
        **{action.value: partial(commands.do_here, action) for action in actions},
        "add": lambda: commands.do(BlockRequest(BlockAction.ADD, (), BlockPlace((), 1), "identity")),
        "move": lambda: commands.do(BlockRequest(BlockAction.MOVE, view.path, BlockPlace((), 2))),
        "priority": lambda: commands.set_field(FieldChange(view.path, "priority", next(_numbers))),
        "scope.modes": lambda: commands.set_field(
            FieldChange(view.path, "scope.modes", (f"m{next(_numbers)}",))
        ),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in work}
    for _ in range(EDITS):
        for name, run in work.items():
            view.choose_index(len(view.blocks) // 2)
            _settled(app)
            times[name].append((_timed(app, run), _longest(app, workbench)))
    for name, found in times.items():
        at_once, later = (median(one) for one in zip(*found, strict=True))
        yield Row(f"{name}, whole window", message, at_once, "a tenth of a second", EDIT, 1.0)
        yield Row(f"{name}, after a pause", message, later, "a tenth of a second", EDIT, 1.0)


def _file_field(app, workbench, message: str) -> Iterator[Row]:
    """Type a path into the file of the situation."""
    from PySide6.QtTest import QTest

    field = workbench.current.perspective.panels.situation.field("file")
    workbench.window.show_below("situation")
    field.setText("")
    _settled(app)
    found = [(_timed(app, partial(QTest.keyClicks, field, key)), _longest(app, workbench)) for key in PATH]
    at_once, later = (median(one) for one in zip(*found, strict=True))
    yield Row("key in File, whole window", message, at_once, "a tenth of a second", EDIT, 1.0)
    yield Row("key in File, after a pause", message, later, "a tenth of a second", EDIT, 1.0)
    field.setText("")
    _settled(app)


def _timed(app, run) -> float:
    started = process_time()
    run()
    app.processEvents()
    return process_time() - started


def _longest(app, workbench) -> float:
    """Return the longest that the window was held up in the second behind an edit."""
    found, ends = [0.0], monotonic() + PAUSE
    while monotonic() < ends:
        found.append(_timed(app, lambda: sleep(0.005)))
    return max(found)


def _settled(app) -> None:
    ends = monotonic() + PAUSE
    while monotonic() < ends:
        app.processEvents()
        sleep(0.005)


def _key(app, editor) -> float:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    return median(_timed(app, partial(QTest.keyClick, editor, Qt.Key.Key_X)) for _ in range(ROUNDS))
