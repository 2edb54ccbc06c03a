"""What a key inside one block of a large system message costs in the whole window, until all is painted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Row
from system_messages import message_of

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FRAME = 0.016
ROUNDS = 60
SIZES = {"30 blocks": (30, 3, 15_000), "1000 blocks": (1000, 10, 500_000)}


def rows() -> Iterator[Row]:
    """Type into a block in the middle of a message of each size."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    assert isinstance(app, QApplication)
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from PySide6.QtTest import QTest

    from editor_app.library import open_library
    from editor_app.window.app import Folders, Workbench
    from editor_app.window.running import collect_garbage_seldom
    from editor_app.window.theme_choice import ThemeChoice

    folder = place / "system-messages"
    folder.mkdir()
    paths = {size: folder / f"{size.replace(' ', '-')}.yaml" for size in SIZES}
    for size, (blocks, depth, length) in SIZES.items():
        paths[size].write_text(message_of(blocks, depth, length), encoding="utf-8")
    theme = ThemeChoice(app, "light", 1.0)
    workbench = Workbench(open_library(place)[0], Folders(place / ".state", place / ".config"), theme)
    workbench.window.resize(1440, 900)
    workbench.start(list(paths.values()))
    workbench.library.finish_checking()
    collect_garbage_seldom()
    for size, path in paths.items():
        workbench.commands.files.open(path)
        view = workbench.message.commands.view
        assert view is not None
        view.choose_index(len(view.blocks) // 2)
        QTest.qWait(600)
        yield Row(
            "key in a block, whole window", size, _key(app, view.editor), "a frame of 16 ms", FRAME, 1.0
        )
    workbench.window.may_close = lambda: True
    workbench.window.close()
    workbench.close()


def _key(app, editor) -> float:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    times = []
    for _ in range(ROUNDS):
        started = perf_counter()
        QTest.keyClick(editor, Qt.Key.Key_X)
        app.processEvents()
        times.append(perf_counter() - started)
    return median(times)
