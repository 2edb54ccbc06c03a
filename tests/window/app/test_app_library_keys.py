"""Where the keys are when a file is opened from the library, and when the page that had them goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.kit.focus.panel_focus import is_inside

pytestmark = pytest.mark.one_window

RUN = "runs/quick-question.yaml"
MESSAGE = "system-messages/coding-assistant.yaml"


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    bench.come_to_front()
    return bench


def click(bench, path: Path) -> None:
    tree = bench.panels.library.tree
    index = tree.index_of(bench.panels.library.key_of(path))
    tree.scrollTo(index)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())
    bench.wait_until_quiet()


@pytest.mark.parametrize("name", [RUN, MESSAGE])
def test_a_click_in_the_library_leaves_it_the_keys_and_enter_gives_them_to_the_file(bench, root, name):
    library = bench.panels.library
    library.tree.setFocus()
    click(bench, root / name)
    assert bench.file.path == root / name
    assert library.tree.hasFocus(), "as when a prompt is clicked"
    assert bench.window.left_dock.current == "library"
    before = bench.file.text
    bench.press("Down")
    assert library.tree.hasFocus()
    bench.press("Up")
    bench.press("Return")
    bench.wait_until_quiet()
    place = bench.workbench.tabs.current_place
    assert is_inside(bench.window.focusWidget(), place)
    assert bench.window.left_dock.current != "library", "the pages of the kind are there now"
    for key in ("Right", "Down", "Up", "Left"):
        bench.press(key)
    assert bench.file.text == before
    assert not bench.file.is_modified


def test_the_keys_of_a_page_that_goes_are_given_to_no_field(bench, root):
    bench.open(RUN)
    message = bench.open(MESSAGE)
    perspective = bench.workbench.perspectives.of(message)
    perspective.panels.blocks.tree.setFocus()
    bench.workbench.tabs.show_document(bench.workbench.files.find(root / RUN).document)
    bench.wait_until_quiet()
    before = bench.file.text
    assert bench.file.path == root / RUN
    assert bench.window.focusWidget() is bench.window.left_dock.tabs
    bench.press("Down")
    bench.wait_until_quiet()
    assert bench.file.text == before
