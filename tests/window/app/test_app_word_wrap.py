"""Lines that are not broken: how far they are scrolled, and where those from right to left begin."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

pytestmark = pytest.mark.one_window

TEXTS = {
    "plain": "word " * 1_040 + "\nshort\nmiddle line\n",
    "hebrew": "שלום " * 1_040 + "\nשלום\n{{name}} שלום עולם  \n",
}


@pytest.fixture(params=TEXTS)
def long_lines(bench, request):
    """Return the workbench with a file open whose first line is far wider than the window."""
    bench.write("long.md", TEXTS[request.param])
    bench.write("other.md", "short\n")
    bench.open("long.md")
    bench.settle()
    bench.press("Ctrl+Home")
    return bench


def assert_caret_seen(view: Any, *, range_from: int) -> None:
    QCoreApplication.processEvents()
    bar, caret = view.horizontalScrollBar(), view.cursorRect()
    assert bar.maximum() > range_from
    assert caret.left() >= 0
    assert caret.right() <= view.viewport().width()


def assert_lines_begin_together(view: Any, blocks: list[Any]) -> None:
    """Check that lines begin at one edge: the widest one's right edge where they run from there."""
    rows = [visible.block.layout().lineAt(0) for visible in blocks if visible.block.text()]
    assert len(rows) == 3
    if "ש" in blocks[0].block.text():
        rights = [row.naturalTextRect().right() for row in rows]
        assert max(rights) - min(rights) < 1
        bar = view.horizontalScrollBar()
        assert 0 <= bar.maximum() + view.viewport().width() - rights[0] < 30
    else:
        assert len({row.naturalTextRect().left() for row in rows}) == 1


def test_lines_left_unbroken_in_an_open_file_are_scrolled_to_the_caret(long_lines):
    bench, editor, window = long_lines, long_lines.editor, long_lines.window
    for _ in range(2):
        bench.press("Alt+Z")
        assert_caret_seen(editor, range_from=30_000)
        for key in ("Home", "End"):
            bench.press(key)
            assert_caret_seen(editor, range_from=30_000)
        window.resize(window.width(), window.height() - 20)
        assert_caret_seen(editor, range_from=30_000)
        bench.open("other.md")
        QCoreApplication.processEvents()
        bench.open("long.md")
        assert_caret_seen(editor, range_from=30_000)
        bench.type("abc")
        assert_caret_seen(editor, range_from=30_000)
        assert_lines_begin_together(editor, editor.visible_blocks(0, editor.viewport().height()))
        bench.press("Alt+Z")
        assert_caret_seen(editor, range_from=-1)  # wrapped, nothing is to be scrolled
        assert editor.horizontalScrollBar().maximum() == 0


def test_lines_left_unbroken_in_the_preview_are_scrolled_to_the_caret(long_lines):
    bench, view = long_lines, long_lines.panels.preview.text
    view.setFocus()
    for _ in range(2):
        bench.press("Ctrl+Home", view)
        view.set_wrapping(False)
        assert_caret_seen(view, range_from=30_000)
        for key in ("Home", "End"):
            bench.press(key, view)
            assert_caret_seen(view, range_from=30_000)
        assert_lines_begin_together(view, list(view.visible_blocks()))
        view.set_wrapping(True)
        QCoreApplication.processEvents()
        assert view.horizontalScrollBar().maximum() == 0
