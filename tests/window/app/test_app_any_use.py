"""Whatever is opened and pressed in whatever order: nothing breaks off, and every text can be had back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from app_messages import CODING, DESK, Message
from PySide6.QtWidgets import QApplication

NAMES = (
    CODING,
    DESK,
    "page-analysis.md",
    "x/page-analysis.md",
    "logo.png",
    "system-prompt.tmpl",
    "defaults/test-data-generation.md",
)
KEYS = (
    *("Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+D", "Del", "Alt+Up", "Alt+Down", "Alt+Right", "Alt+Left", "Ctrl+G"),
    *("Space", "Down", "Up", "F6", "Shift+F6", "Ctrl+.", "Esc", "Ctrl+End", "Ctrl+Home", "Tab"),
    *("a", "[", "{", "Return", "Ctrl+A", "Ctrl+C"),
)
SIZES = ((640, 420), (960, 560), (1440, 900))


class Cancelling(list[Any]):
    """Cancels whatever is asked."""

    def __bool__(self) -> bool:
        return True

    def pop(self, _index: Any = 0) -> None:
        return None


@pytest.mark.parametrize(
    ("seed", "steps"), [(5, 60), *(pytest.param(seed, 150, marks=pytest.mark.long) for seed in (5, 2))]
)
def test_any_use(open_bench, root, seed, steps):
    rnd = random.Random(seed)
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (root / "x").mkdir()
    (root / "x/page-analysis.md").write_text("---\n---\nשלום {{title}} [x\n" * 4)
    bench = open_bench(root, CODING, "page-analysis.md", DESK, "system-prompt.tmpl", checked=False)
    bench.dialogs.answers = Cancelling()
    bench.resolve()
    before = {file.path: file.text for file in bench.workbench.files.files}
    for _ in range(steps):
        use(bench, rnd)
    for file in bench.workbench.files.files:
        while file.document.text_document.isUndoAvailable():
            file.document.text_document.undo()
        assert file.text == before.get(file.path, file.text)


def use(bench, rnd: random.Random) -> None:
    chance, current = rnd.random(), bench.workbench.current.file
    if chance < 0.12:
        bench.open(rnd.choice(NAMES))
    elif chance < 0.16 and current is not None and not current.is_unsaved:
        bench.workbench.commands.files.close_current()
    elif chance < 0.2:
        bench.window.resize(*rnd.choice(SIZES))
    elif chance < 0.23:
        bench.settle()
    elif chance < 0.26:
        bench.workbench.library.refresh()
    elif chance < 0.3 and current is not None and current.path.name in CODING:
        Message(bench).blocks.tree.setFocus()
    else:
        bench.press(rnd.choice(KEYS))
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
