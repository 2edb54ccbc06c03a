"""A second text beside the one in front: of another file, or another place of the same one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRubberBand, QToolButton

from editor_app.window.text.tabs.tab_menu import menu_of_tab

pytestmark = pytest.mark.one_window
FIRST, SECOND = "page-analysis.md", "test-data-generation.md"
MESSAGE = "system-messages/coding-assistant.yaml"


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, FIRST, checked=False)
    bench.come_to_front()
    return bench


@pytest.fixture
def second(bench):
    return bench.workbench.tabs.second


def to_second(bench, second) -> None:
    second.editor.setFocus()
    bench.wait_until(second.editor.hasFocus)


def to_first(bench) -> None:
    bench.editor.setFocus()
    bench.wait_until(bench.editor.hasFocus)


def test_two_places_of_one_file_have_one_text_and_one_undo(bench, second):
    before = bench.text
    bench.press("Ctrl+F11")
    assert second.isVisible()
    assert second.editor.hasFocus()
    assert second.editor.contents.text == before
    start = before.index("Analyze")
    line = second.editor.line_span_at(start)
    second.editor.select_span(line)
    QTest.keyClicks(second.editor, "B")
    assert bench.text == second.editor.contents.text != before
    to_first(bench)
    bench.go_to("URL:")
    bench.type("x")
    assert bench.text == second.editor.contents.text
    to_second(bench, second)
    caret = second.editor.cursor_offset()
    bench.press("Ctrl+Z")
    bench.press("Ctrl+Z")
    bench.press("Ctrl+Z")
    assert bench.text == second.editor.contents.text == before
    assert not bench.file.is_modified
    bench.press("Ctrl+Shift+Z")
    assert bench.text == second.editor.contents.text != before
    assert caret == line.start + 1, "typing in the one text leaves the caret of the other"
    assert second.editor.marks.are_current


def test_a_button_at_the_end_of_the_tabs_opens_another_place_beside_and_has_its_key_in_words(bench, second):
    strip, actions = bench.workbench.tabs.strip, bench.workbench.actions
    [button] = [one for one in strip.findChildren(QToolButton) if one.accessibleName() == "Open beside"]
    assert button.geometry().right() > strip.width() - 8
    assert button.toolTip() == "Open beside (Ctrl+F11)"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert second.editor.hasFocus()
    assert second.editor.contents.text == bench.text
    second.close_clicked.emit()
    actions.set_keys({"open_beside": ("Ctrl+F7",)})
    assert button.toolTip() == "Open beside (Ctrl+F7)"
    actions.set_keys({"open_beside": ()})
    assert button.toolTip() == "Open beside"
    actions.set_keys({})
    bench.act("close_tab")
    assert not button.isVisible(), "nothing is open"


def test_it_is_in_the_menu_view(bench, second):
    [view] = [one.menu() for one in bench.window.menuBar().actions() if one.text() == "&View"]
    [entry] = [one for one in view.actions() if one.text().replace("&", "") == "Open beside"]
    entry.trigger()
    assert second.editor.hasFocus()
    bench.act("close_tab")
    bench.act("close_tab")
    assert not entry.isEnabled(), "nothing is open"


def test_the_panels_follow_the_text_with_the_focus(bench, second):
    bench.workbench.commands.files.open_beside(bench.root / SECOND)
    assert bench.tab_titles == [FIRST, SECOND]
    current = bench.workbench.current
    assert (current.file.path.name, current.editor) == (SECOND, second.editor)
    assert current.caret_offset == second.editor.cursor_offset()
    bench.panels.library.tree.setFocus()
    assert current.file.path.name == SECOND, "a panel is about the text that had the focus last"
    to_first(bench)
    assert (current.file.path.name, current.editor) == (FIRST, bench.editor)
    to_second(bench, second)
    QTest.keyClicks(second.editor, "x")
    bench.press("Ctrl+S")
    assert (bench.root / SECOND).read_text().startswith("x")
    assert current.file.path.name == SECOND


def test_lines_comments_and_names_are_changed_beside_too(bench, second):
    bench.press("Ctrl+F11")
    place = second.editor.contents.text.index("URL:")
    second.editor.go_to(second.editor.line_span_at(place))
    bench.press("Ctrl+Shift+A")
    assert "{{!-- URL: {{url}} --}}" in bench.text
    bench.press("Ctrl+Z")
    bench.press("Ctrl+Shift+K")
    assert "URL:" not in bench.text
    bench.press("Ctrl+Z")
    assert not bench.file.is_modified


def test_closing_gives_the_room_back(bench, second):
    width = bench.editor.width()
    bench.press("Ctrl+F11")
    bench.wait_until(lambda: bench.editor.width() < width * 2 / 3)
    bench.press("Ctrl+W")
    assert not second.isVisible()
    bench.wait_until(lambda: bench.editor.width() == width)
    assert bench.editor.hasFocus()
    assert bench.tab_titles == [FIRST]
    menu = menu_of_tab(bench.workbench.tabs, 0)
    next(action for action in menu.actions() if action.text() == "Open beside").trigger()
    assert second.isVisible()
    second.close_clicked.emit()
    assert not second.isVisible()
    bench.workbench.commands.files.open_beside(bench.root / SECOND)
    to_first(bench)
    bench.workbench.commands.files.close_paths([bench.root / SECOND], "deleted")
    assert not second.isVisible(), "its file is closed"


def test_the_source_of_a_message_stands_beside_its_blocks(bench, second):
    bench.open(MESSAGE)
    bench.press("Ctrl+F11")
    assert second.editor.contents.text == bench.file.text
    assert bench.workbench.current.editor is second.editor
    to_first(bench)
    QTest.keyClicks(bench.editor, "x")
    assert second.editor.contents.text == bench.file.text
    bench.press("Ctrl+Z")
    assert second.editor.contents.text == bench.file.text


def test_a_row_of_the_library_opens_beside_by_its_key(bench, second):
    library = bench.panels.library
    library.select(bench.root / SECOND)
    bench.press("Ctrl+Return")
    assert second.editor.hasFocus()
    assert second.name.text() == SECOND
    assert bench.tab_titles == [FIRST, SECOND]


def test_what_holds_no_text_is_not_shown_beside(bench, second):
    (bench.root / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x00")
    bench.workbench.commands.files.open_beside(bench.root / "picture.png")
    assert not second.isVisible()
    assert bench.notice == "‘picture.png’ holds no text to show beside."


def test_a_file_that_changes_on_the_disk_changes_beside_too(bench, second):
    bench.write("mine.md", "one\r\ntwo\r\n")
    bench.workbench.commands.files.open_beside(bench.root / "mine.md")
    bench.write("mine.md", "three\r\n")
    bench.wait_until(lambda: second.editor.contents.text == "three\n")


def test_a_tab_dropped_on_the_second_text_is_shown_there_and_a_shade_says_so_before(bench, second):
    bench.open(SECOND)
    bench.open(MESSAGE)
    bench.workbench.commands.files.open_beside(bench.root / SECOND)
    tabs, bar = bench.workbench.tabs, bench.workbench.tabs.bar
    shade, in_front = tabs.findChild(QRubberBand), tabs.current_document
    for target, beside in ((second, FIRST), (tabs.first, FIRST)):
        place = bar.mapFromGlobal(target.mapToGlobal(target.rect().center()))
        QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center() - QPoint(20, 0))
        QTest.mouseMove(bar, place)
        assert shade.isVisible() == (target is second)
        assert shade.mapToGlobal(QPoint()) == second.mapToGlobal(QPoint())
        assert shade.size() == second.size()
        QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=place)
        assert not shade.isVisible()
        assert second.name.text() == beside
        assert (tabs.current_document is in_front) == (target is second)
    assert second.editor.contents.text == (bench.root / FIRST).read_text()
