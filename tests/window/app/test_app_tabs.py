"""Tabs in the whole window: previewed from the library, closed together, opened again, pinned."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from scripted_dialogs import ScriptedDialogs

from editor_app.window.commands.files import SaveAnswer
from editor_app.window.text.open_documents import TabSort
from editor_app.window.text.tabs.tab_menu import menu_of_tab

pytestmark = pytest.mark.one_window
FIRST, SECOND, THIRD = "page-analysis.md", "test-data-generation.md", "test-scenario-generation.md"
CHAT = "chats/rename-keeps-undo"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, "page-analysis.md", checked=False)


def preview(bench, name: str) -> None:
    bench.panels.library.open_requested.emit(bench.root / name)


def sort(bench) -> TabSort:
    return bench.workbench.tabs.sort_of(bench.file.document)


def choose(bench, words: str, title: str) -> None:
    """Choose an entry in the menu of the tab with a title."""
    menu = menu_of_tab(bench.workbench.tabs, bench.tab_titles.index(title))
    entry = next(action for action in menu.actions() if action.text().split("\t")[0] == words)
    assert entry.isEnabled()
    entry.trigger()


def entries(menu: QMenu) -> dict[str, bool]:
    return {action.text().split("\t")[0]: action.isEnabled() for action in menu.actions() if action.text()}


def test_a_click_shows_a_file_in_the_preview_tab_until_it_is_kept(bench):
    preview(bench, SECOND)
    assert (bench.tab_titles, sort(bench)) == ([FIRST, SECOND], TabSort.PREVIEW)
    assert bench.workbench.tabs.bar.accessibleTabName(1) == f"{SECOND}, preview"
    preview(bench, THIRD)
    assert (bench.tab_titles, sort(bench)) == ([FIRST, THIRD], TabSort.PREVIEW)
    preview(bench, FIRST)
    assert (bench.tab_titles, sort(bench)) == ([FIRST, THIRD], TabSort.KEPT), "it has a tab already"
    preview(bench, CHAT)
    assert len(bench.tab_titles) == 2, "all messages of a chat are in one tab"
    preview(bench, SECOND)
    bench.type("x")
    assert sort(bench) is TabSort.KEPT
    preview(bench, THIRD)
    assert bench.tab_titles == [FIRST, SECOND, THIRD]
    bench.panels.library.edit_requested.emit()
    assert sort(bench) is TabSort.KEPT
    assert bench.editor.hasFocus()


def test_a_preview_is_kept_by_saving_moving_a_double_click_and_its_menu(bench):
    bar = bench.workbench.tabs.bar

    def double_click() -> None:
        QTest.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(bar.currentIndex()).center())

    ways = (
        lambda: bench.trigger("save"),
        lambda: bar.keep_requested.emit(bar.currentIndex()),
        double_click,
        lambda: choose(bench, "Keep open", SECOND),
    )
    for keep in ways:
        preview(bench, SECOND)
        assert sort(bench) is TabSort.PREVIEW
        keep()
        assert sort(bench) is TabSort.KEPT
        assert "Keep open" not in entries(menu_of_tab(bench.workbench.tabs, 1))
        bench.trigger("close_tab")


def test_a_preview_whose_file_is_gone_stays_open(bench):
    (bench.root / "gone.md").write_text("only here\n")
    preview(bench, "gone.md")
    (bench.root / "gone.md").unlink()
    bench.workbench.files.disk.look_now()
    preview(bench, SECOND)
    assert bench.tab_titles == [FIRST, "gone.md", SECOND]


def test_unsaved_tabs_that_close_together_are_asked_about_once(bench):
    for name in (SECOND, THIRD):
        bench.open_copy(SECOND, f"my-{name}")
    for name in (f"my-{SECOND}", f"my-{THIRD}"):
        bench.open(name)
        bench.type("x")
    bench.open(FIRST)
    choose(bench, "Close saved tabs", FIRST)
    assert bench.tab_titles == [f"my-{SECOND}", f"my-{THIRD}"]
    bench.open(FIRST)
    dialogs: ScriptedDialogs = bench.dialogs
    dialogs.answers.append(SaveAnswer.CANCEL)
    choose(bench, "Close other tabs", FIRST)
    assert len(bench.tab_titles) == 3
    dialogs.answers.append(SaveAnswer.DISCARD)
    choose(bench, "Close tabs to the right", f"my-{SECOND}")
    assert bench.tab_titles == [f"my-{SECOND}"]
    assert [sort for sort, *_ in dialogs.questions] == ["save", "save"]
    dialogs.answers.append(SaveAnswer.DISCARD)
    choose(bench, "Close all tabs", f"my-{SECOND}")
    assert bench.tab_titles == []


@pytest.mark.new_window
def test_closed_tabs_come_back_at_their_place_with_caret_the_last_one_first(bench):
    bench.open(SECOND)
    bench.open(THIRD)
    bench.open(SECOND)
    bench.go_to("version")
    caret = bench.editor.cursor_offset()
    bench.press("Ctrl+W")
    (bench.root / "vanishes.md").write_text("x\n")
    bench.open("vanishes.md")
    bench.press("Ctrl+W")
    (bench.root / "vanishes.md").unlink()
    bench.press("Ctrl+Shift+T")
    assert bench.tab_titles == [FIRST, SECOND, THIRD]
    assert bench.editor.cursor_offset() == caret
    assert bench.notice == "‘vanishes.md’ is no longer on disk."
    choose(bench, "Close all tabs", FIRST)
    for _ in range(3):
        bench.trigger("reopen_tab")
    assert bench.tab_titles == [FIRST, SECOND, THIRD]
    bench.trigger("reopen_tab")
    assert bench.notice == "No closed tab is left to open again."


def test_a_chat_that_was_closed_comes_back_as_one_tab(bench):
    preview(bench, CHAT)
    title = bench.tab_titles[-1]
    bench.press("Ctrl+W")
    bench.trigger("reopen_tab")
    assert bench.tab_titles[-1] == title
    assert len(bench.tab_titles) == 2
    assert sort(bench) is TabSort.KEPT


def test_pinned_tabs_are_first_and_only_close_by_themselves(bench):
    bar = bench.workbench.tabs.bar
    for name in (SECOND, THIRD):
        bench.open(name)
    width = bar.tabRect(2).width()
    choose(bench, "Pin", THIRD)
    assert bench.tab_titles == [THIRD, FIRST, SECOND]
    assert width * 0.6 < bar.tabRect(0).width() < width, "the whole name, without a cross"
    assert bar.accessibleTabName(0) == f"{THIRD}, pinned"
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(0).center())
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    QTest.mouseMove(bar, bar.tabRect(2).center())
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())
    assert bench.tab_titles == [THIRD, FIRST, SECOND]
    choose(bench, "Close other tabs", FIRST)
    choose(bench, "Close all tabs", FIRST)
    assert bench.tab_titles == [THIRD]
    bench.open(FIRST)
    choose(bench, "Unpin", THIRD)
    assert bench.tab_titles == [THIRD, FIRST]
    assert bar.tabRect(0).width() == width
    bench.come_to_front()
    bench.press("Ctrl+2")
    assert bench.file.path.name == FIRST
    bench.press("Ctrl+9")
    assert bench.file.path.name == FIRST, "there are not so many tabs"
    bench.press("Ctrl+1")
    assert bench.file.path.name == THIRD


def test_two_hundred_tabs_close_at_once_and_come_back(bench):
    tabs = bench.workbench.tabs
    tabs.opens_behind = True
    for number in range(200):
        path = bench.root / f"t{number:03}.md"
        path.write_text(f"{number}\n")
        bench.workbench.files.open(path)
    tabs.opens_behind = False
    choose(bench, "Close other tabs", FIRST)
    assert bench.tab_titles == [FIRST]
    for _ in range(200):
        bench.trigger("reopen_tab")
    assert len(bench.tab_titles) == 201
    choose(bench, "Close other tabs", FIRST)
