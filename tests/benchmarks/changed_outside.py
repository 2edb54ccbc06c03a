"""What another program costs the window that changes very many files at once: the longest it is kept busy.

Counted is the time that its thread computes between two events: how long it waits for the disk depends on the
disk. One event may keep it busy for 100 ms.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

from measure import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_FILES = 2_000
_OPEN = 200
_LONGEST_SECONDS = 0.1
_PATIENCE_SECONDS = 300
_LINE = (
    "Write the {{title}} of **this** page about it. A longer line that is broken at the edge of the editor.\n"
)


def rows() -> Iterator[Row]:
    """Change all files of a library, some of them open, and measure the longest event."""
    longest = _longest_event(_FILES, _OPEN)
    work = f"all files change, {_OPEN} are open"
    yield Row(work, f"{_FILES:,}", longest, "what an event may take", _LONGEST_SECONDS, target=1.0)


def _longest_event(number: int, opened: int) -> float:
    from PySide6.QtCore import QTimer

    from editor_app.window.driver import open_window

    with TemporaryDirectory() as folder:
        root = Path(folder) / "prompts"
        paths = [root / f"folder-{index % 50:02}" / f"note-{index:05}.md" for index in range(number)]
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(path, "before"))
        with open_window(
            root,
            state_dir=Path(folder) / "state",
            config_dir=Path(folder) / "config",
            clock=lambda: datetime(2026, 3, 4, 12, tzinfo=UTC),
            files=paths[:opened],
        ) as window:
            window.wait_until_quiet(_PATIENCE_SECONDS)
            files, library = window.workbench.files, window.workbench.library
            reloaded: list[object] = []
            files.disk.reloaded.connect(reloaded.append)
            took, begun = [0.0], [thread_time()]

            def note() -> None:
                now = thread_time()
                took.append(now - begun[0])
                begun[0] = now

            for path in paths:  # as git does: a new file takes the place of each
                beside = path.with_suffix(".new")
                beside.write_text(_text(path, "after"))
                beside.replace(path)
            between_events = QTimer()
            between_events.timeout.connect(note)
            begun[0] = thread_time()
            between_events.start(0)
            window.wait_until(lambda: len(reloaded) == opened, _PATIENCE_SECONDS)
            window.wait_until(lambda: not library.is_checking, _PATIENCE_SECONDS)
            between_events.stop()
            return max(took)


def _text(path: Path, word: str) -> str:
    return f"# {path.stem}\n\n{word}\n" + _LINE * 50
