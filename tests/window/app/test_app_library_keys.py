"""Where the keys are when a file is opened from the library, and when the page that had them goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.text.open_documents import TabSort

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


def test_a_click_on_a_tab_gives_the_keys_to_its_text(bench, root):
    message = bench.open(MESSAGE)
    for name in ("chats/rename-keeps-undo", "page-analysis.md"):
        bench.open(name)
    bar = bench.workbench.tabs.bar
    before = message.text
    for index in (1, 0, 0, 2):
        bench.panels.library.tree.setFocus()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())
        assert is_inside(bench.window.focusWidget(), bench.workbench.tabs.current_place)
        assert not bench.panels.library.tree.hasFocus()
    bench.press("Del")
    assert (root / MESSAGE).exists(), "the key is the text's"
    assert message.text == before


def test_undo_of_a_deletion_brings_the_tab_back_as_it_was(bench, root):
    file = bench.open("test-data-generation.md")
    bench.workbench.tabs.set_sort(file.document, TabSort.PINNED)
    titles = bench.tab_titles
    bench.panels.library.select(file.path)
    bench.press("Del")
    assert not file.path.exists()
    assert bench.tab_titles == titles[1:]
    bench.undo_notice()
    assert bench.tab_titles == titles
    assert bench.workbench.tabs.sort_of(bench.file.document) is TabSort.PINNED


def test_undo_in_the_library_brings_the_file_back_and_leaves_the_text(bench, root):
    bench.go_to("\n---\n", 5)
    bench.editor.insert_text("Mine. ")
    typed, library, data = bench.text, bench.panels.library, (root / RUN).read_bytes()
    for by_palette in (False, True):
        library.select(root / RUN)
        bench.press("Del")
        bench.wait_until_quiet()
        assert not (root / RUN).exists()
        assert library.tree.hasFocus()
        if by_palette:
            bench.act("undo")
        else:
            bench.press("Ctrl+Z")
        bench.wait_until_quiet()
        assert (root / RUN).read_bytes() == data
        assert bench.text == typed
    library.tree.setFocus()
    bench.press("Ctrl+Z")
    assert bench.text == typed, "there is no other step of the files"
    bench.editor.setFocus()
    bench.press("Ctrl+Z")
    assert bench.text != typed


def test_the_text_has_the_focus_after_a_tab_is_chosen_and_after_esc_in_a_panel(bench, root):
    bench.open(RUN)
    library = bench.panels.library
    for number in (1, 2, 1):
        library.tree.setFocus()
        bench.press(f"Ctrl+{number}")
        bench.wait_until_quiet()
        assert is_inside(bench.window.focusWidget(), bench.workbench.tabs.current_place), number
    library.tree.setFocus()
    library.filter.setText("page")
    for field in (library.tree, library.filter):
        library.filter.setText("page")
        field.setFocus()
        bench.press("Esc")
        assert field.hasFocus()
        assert library.filter.text() == ""
        bench.press("Esc")
        assert is_inside(bench.window.focusWidget(), bench.workbench.tabs.current_place)
