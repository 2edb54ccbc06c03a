"""F1: the page of the manual about what has the focus, in a window that leaves the others usable."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from editor_app.library.kinds import CATALOG
from editor_app.library.paths import resource_path
from editor_app.window.commands.manual.commands import TOPICS
from editor_app.window.commands.manual.window import ManualWindow
from editor_app.window.kit.dialogs.dialog import WindowDialogs
from editor_app.window.kit.dialogs.question import confirmation

FILES = (
    ("page-analysis.md", "templates"),
    ("system-prompt.tmpl", "templates"),
    ("system-messages/coding-assistant.yaml", "system-messages"),
    ("runs/long-refactor.yaml", "runs"),
)


def manual_of(bench) -> ManualWindow:
    """Press F1 and return the window of the manual."""
    bench.press("F1")
    [window] = [window for window in QApplication.topLevelWidgets() if isinstance(window, ManualWindow)]
    assert window.isVisible()
    return window


def title(page: str) -> str:
    """Return the title of a page."""
    text = resource_path(f"docs/{page}.md").read_text(encoding="utf-8")
    return text.splitlines()[0].removeprefix("# ")


def test_each_page_of_the_table_is_there_and_each_kind_of_file_has_one():
    pages = {path.stem for path in resource_path("docs").glob("*.md")}
    assert set(TOPICS.values()) <= pages
    assert {kind.listing.manual_page for kind in CATALOG.kinds} <= pages


def test_the_questions_in_the_table_are_the_classes_that_are_asked():
    asked = set()
    for path in Path(resource_path("..")).resolve().joinpath("editor_app/window").rglob("*.py"):
        parts = path.read_text(encoding="utf-8").split("\nclass ")[1:]
        asked |= {part.split("(")[0].split(":")[0] for part in parts if "    def question(self)" in part}
    asked -= {"UserQuestion", "Question", "NameQuestion"}  # for which the page of what is behind them counts
    assert asked <= set(TOPICS)


@pytest.mark.parametrize(("name", "page"), FILES)
def test_f1_in_a_text_and_in_each_panel_opens_its_page(open_bench, root, name, page):
    bench = open_bench(root, name, checked=False)
    window = bench.window
    bench.editor.setFocus()
    manual = manual_of(bench)
    assert manual.view.accessibleName() == title(page)
    manual.reject()
    for dock in (window.left_dock, window.bottom_dock, window.right_dock):
        for index in range(dock.tabs.count()):
            dock.tabs.setCurrentIndex(index)
            dock.setVisible(True)
            dock.tabs.setFocus()
            assert window.page_with_focus == dock.current
            manual = manual_of(bench)
            assert manual.view.accessibleName() == title(TOPICS.get(dock.current, page))
            manual.reject()
            assert QApplication.focusWidget() is dock.tabs, "Esc gives the focus back"


def test_links_lead_to_pages_headings_and_examples_and_back(open_bench, root, monkeypatch):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    bench = open_bench(root, "page-analysis.md", checked=False)
    manual = manual_of(bench)
    assert not manual.back_button.isEnabled()
    manual.view.anchorClicked.emit(QUrl("http-api.md#what-may-be-read"))
    assert manual.view.accessibleName() == title("http-api")
    assert manual.view.textCursor().block().text() == "What may be read"
    assert manual.list.current_row == "/docs/http-api.md"
    manual.view.anchorClicked.emit(QUrl("../examples/check_triggers.py"))
    assert manual.view.accessibleName() == "check_triggers.py"
    assert "import" in manual.view.toPlainText()
    manual.back_button.click()
    bench.press("Alt+Left", manual.view)
    assert manual.view.accessibleName() == title("templates")
    assert not opened
    manual.view.anchorClicked.emit(QUrl("https://example.com/"))
    assert [url.toString() for url in opened] == ["https://example.com/"]


def test_every_link_of_the_manual_leads_somewhere(open_bench, root):
    manual = manual_of(open_bench(root, "page-analysis.md", checked=False))
    for path in resource_path("docs").glob("*.md"):
        manual.show_page(path.stem)

        block, links = manual.view.document().begin(), set()
        while block.isValid():
            links |= {layout.format.anchorHref() for layout in block.textFormats()}
            block = block.next()
        for link in filter(None, links):
            if not QUrl(link).scheme():
                manual.show_page(path.stem)
                manual.view.anchorClicked.emit(QUrl(link))
                fragment = QUrl(link).fragment()
                block = manual.view.textCursor().block()
                assert not fragment or block.blockFormat().headingLevel(), f"{path.name}: {link}"


def test_a_field_finds_the_pages_with_all_words(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    manual = manual_of(bench)
    every = len(manual.list.rows)
    assert every == len(list(resource_path("docs").glob("*.md")))
    manual.search.setText("outrank  PRECEDENCE zzz")
    assert manual.nothing.isVisible()
    assert "zzz" in manual.nothing.text()
    manual.search.setText("FOREWORD_TOKEN")
    listed = manual.list.rows
    assert 0 < len(listed) < every
    assert manual.view.accessibleName() == title("templates"), "the page that is read stays"
    bench.press("Return", manual.search)
    assert manual.view.accessibleName() == title(PurePosixPath(listed[0]).stem)


def test_down_in_the_field_chooses_the_first_page_that_is_listed(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    manual = manual_of(bench)
    bench.press("Down", manual.search)
    assert manual.view.accessibleName() == title("templates"), "all are listed: the page that is read stays"
    manual.search.setText("situation")
    listed = manual.list.rows
    bench.press("Down", manual.search)
    assert manual.list.current_row == listed[0]
    assert manual.view.accessibleName() == title(PurePosixPath(listed[0]).stem)
    bench.press("Down", manual.list)
    assert manual.list.current_row == listed[1]


def test_a_page_that_is_asked_for_is_listed_among_all(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    manual = manual_of(bench)
    manual.search.setText("FOREWORD_TOKEN")
    manual.reject()
    manual = manual_of(bench)
    assert manual.search.text() == ""
    assert len(manual.list.rows) == len(list(resource_path("docs").glob("*.md")))


def test_no_page_is_scrolled_sideways(open_bench, root):
    manual = manual_of(open_bench(root, "page-analysis.md", checked=False))
    for path in resource_path("docs").glob("*.md"):
        manual.show_page(path.stem)
        QApplication.processEvents()  # which give the bar its final range
        assert manual.view.horizontalScrollBar().maximum() == 0, path.stem


def test_no_page_shows_four_dots(open_bench, root):
    manual = manual_of(open_bench(root, "page-analysis.md", checked=False))
    for path in resource_path("docs").glob("*.md"):
        manual.show_page(path.stem)
        assert "…." not in manual.view.toPlainText(), path.stem


def test_the_folder_tree_of_a_library_is_shown_without_wrapped_lines(open_bench, root):
    manual = manual_of(open_bench(root, "page-analysis.md", checked=False))
    manual.show_page("libraries-and-files")
    block, rows = manual.view.document().begin(), 0
    while block.isValid():
        if block.text().startswith(("├", "│", "└")):
            rows += 1
            assert block.layout().lineCount() == 1, block.text()
        block = block.next()
    assert rows > 10


def test_the_manual_stays_above_the_window_where_the_user_put_it(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    manual = manual_of(bench)
    assert manual.windowType() is Qt.WindowType.Dialog, "desktops keep no other kind above its parent"
    assert manual.windowHandle().transientParent() is bench.window.window().windowHandle()
    assert not manual.isModal()
    place = manual.pos() + QPoint(37, 23)
    manual.windowHandle().setFramePosition(place)  # as a desktop moves it
    QApplication.processEvents()
    bench.press("Esc", manual.search)
    assert not manual.isVisible()
    bench.workbench.commands.program.manual.show_about_focus()
    assert manual.isVisible()
    assert manual.pos() == place


def test_f1_in_a_question_opens_the_manual_over_it(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    dialogs = WindowDialogs(bench.window, bench.workbench.commands.program.manual.show_about_dialog)
    seen = []

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        bench.press("F1", dialog)
        [manual] = [window for window in QApplication.topLevelWidgets() if isinstance(window, ManualWindow)]
        seen.append((manual.view.accessibleName(), manual.parent() is dialog))
        manual.reject()
        dialog.reject()

    settings = bench.workbench.commands.program.settings.question()
    for question in (settings, confirmation("Discard?", "", "Discard")):
        QTimer.singleShot(0, press)
        dialogs.ask(question)
    assert seen == [(title("settings-and-shortcuts"), True), (title("templates"), True)]
