"""The history panel: versions listed, compared, copied and restored, of open and of deleted files."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.files.file_changes import FileRemoval
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.settings.settings import read_settings
from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.panels.history import versions
from editor_app.window.text.tabs.tab_menu import menu_of_tab
from pictures.versions import keep_example_versions

pytestmark = pytest.mark.one_window

NAME = "page-analysis.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, NAME)


def state_of(bench):
    return bench.workbench._folders.state


def keep(bench, name, data, minutes=10, why=VersionReason.SAVED):
    """Keep a version of a file, as a save some time ago would have."""
    now = bench.world.time - timedelta(minutes=minutes)
    data = data.encode() if isinstance(data, str) else data
    return keep_version(state_of(bench), bench.root / name, data, why, now=now).version


def rows(bench):
    return [(row.day, row.time, row.words) for row in bench.panels.history.rows]


def difference(bench):
    """The rows of the difference as they are shown."""
    pane, lines = bench.panels.history.compared.inline, []
    if not pane.isVisible():
        return []
    block = pane.document().begin()
    while block.isValid():
        lines.append(block.text())
        block = block.next()
    return lines


def head(bench):
    return bench.panels.history.head.text()


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def click_history_tab(bench):
    tabs = bench.window.bottom_dock.tabs
    index = next(index for index in range(tabs.count()) if tabs.tabText(index) == "History")
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(index).center())


def test_versions_are_listed_by_day_compared_with_now_restored_as_one_step_and_in_menus(bench):
    text = bench.text
    keep(bench, NAME, text.replace("500", "300"), minutes=26 * 60, why=VersionReason.RESET)
    keep(bench, NAME, text.replace("500", "400"), minutes=60)
    bench.act("show_history")
    panel = bench.panels.history
    assert panel.tree.hasFocus()
    assert rows(bench) == [
        ("Today", "now", "saved"),
        ("Today", "11:00", "before save"),
        ("Yesterday", "10:00", "before reset"),
    ]
    assert head(bench).startswith("2 versions, ")
    assert head(bench).endswith(" B on disk, kept 90 days")
    assert {"- max_tokens: 400", "+ max_tokens: 500"} < set(difference(bench))
    bench.press("Down", panel.tree)
    assert "- max_tokens: 300" in difference(bench), "the heading between the two is passed over"
    assert panel.compared.counts == (1, 1)
    bench.press("Return", panel.tree)
    assert panel.compared.inline.hasFocus()
    bench.press("Alt+S")
    bench.wait_until(lambda: bench.file.is_modified)  # Qt shows the button pressed for a moment
    assert bench.text == text.replace("500", "300")
    assert bench.file.is_modified
    assert "Yesterday 10:00" in bench.notice
    assert rows(bench)[0] == ("Today", "now", "unsaved")
    assert difference(bench) == []
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == text
    assert not bench.file.is_modified
    see_menus(bench)


def see_menus(bench):
    """See that those of a row and a tab lead to the versions; a file that is not open is opened."""
    name = "test-data.md"
    (bench.root / name).write_text("now\n")
    keep(bench, name, "before\n")
    bench.panels.library.history_requested.emit(bench.root / name)
    assert head(bench).startswith(name)
    assert rows(bench)[0][2] == "on disk"
    assert bench.file.path.name != name
    click(bench.panels.history.toolbar.restore_button)
    assert bench.file.path.name == name
    assert bench.text == "before\n"
    assert (bench.root / name).read_text() == "now\n"
    bench.undo_notice()
    assert bench.text == "now\n"
    bench.window.show_below("problems")
    tabs = bench.workbench.tabs
    menu = menu_of_tab(tabs, tabs.bar.currentIndex())
    next(action for action in menu.actions() if action.text() == "History…").trigger()
    assert bench.panels.history.isVisible()
    assert rows(bench)[1][1:] == ("11:50", "before save")


@pytest.mark.new_window
def test_it_follows_typing_saving_and_the_file_in_front_and_reads_nothing_while_hidden(bench, monkeypatch):
    bench.open(NAME)
    assert bench.panels.history.findChildren(RowTree) == []  # made when it is shown
    bench.act("show_history")
    assert bench.panels.history._nothing.isVisible()
    bench.go_to("max_tokens")
    bench.type("x")
    bench.settle()
    assert bench.panels.history._nothing.isVisible()
    bench.press("Ctrl+S", bench.editor)
    assert rows(bench) == [("Today", "now", "saved"), ("Today", "12:00", "before save")]
    assert "+ xmax_tokens: 500" in difference(bench)
    bench.type("y")
    bench.settle()
    assert rows(bench)[0] == ("Today", "now", "unsaved")
    assert "+ xymax_tokens: 500" in difference(bench)
    bench.open("test-scenario-generation.md")
    assert rows(bench) == []
    bench.open(NAME)
    assert len(rows(bench)) == 2
    bench.window.show_below("problems")
    reads = []
    monkeypatch.setattr("editor_app.window.panels.history.versions.history_of", lambda *_: reads.append(1))
    bench.go_to("max_tokens")
    bench.press("Ctrl+Z", bench.editor)
    bench.press("Ctrl+S", bench.editor)
    bench.open("test-scenario-generation.md")
    bench.settle()
    assert reads == []


def test_any_two_versions_are_compared_and_one_is_copied_exactly(bench):
    exact = "one\u00a0two\u2028three\x07\n"
    keep(bench, NAME, exact, minutes=50)
    keep(bench, NAME, "one\n", minutes=40)
    keep(bench, NAME, "two\n", minutes=30)
    bench.act("show_history")
    toolbar = bench.panels.history.toolbar
    for choice, name in ((toolbar.old, "11:20"), (toolbar.new, "11:30")):
        choice.setCurrentIndex(choice.findText(name))
        choice.activated.emit(choice.currentIndex())
    assert difference(bench) == ["- one", "+ two", "  "]
    toolbar.old.setCurrentIndex(toolbar.old.findText("11:10"))
    toolbar.old.activated.emit(toolbar.old.currentIndex())
    assert "- one\u00a0two⟨LSEP⟩three⟨BEL⟩" in difference(bench)
    click(toolbar.copy_button)
    assert bench.clipboard() == exact
    assert "11:10" in bench.notice
    keep(bench, NAME, "two\r\n", minutes=20)
    bench.panels.history.wanted.emit()
    toolbar.new.setCurrentIndex(toolbar.new.findText("11:40"))
    toolbar.old.setCurrentIndex(toolbar.old.findText("11:30"))
    toolbar.old.activated.emit(toolbar.old.currentIndex())
    assert "bytes differ" in bench.panels.history.compared._nothing.words.text()


def test_a_version_that_is_gone_or_damaged_says_so_and_no_other_fails(bench):
    whole = keep(bench, NAME, "whole\n", minutes=50)
    damaged = keep(bench, NAME, "damaged\n", minutes=40)
    gone = keep(bench, NAME, "gone\n", minutes=30)
    keep(bench, NAME, b"\x89PNG\r\n\x1a\n\0\0", minutes=20)
    objects = state_of(bench) / "history/objects"
    (objects / damaged.hash[:2] / damaged.hash[2:]).write_bytes(b"x")
    (objects / gone.hash[:2] / gone.hash[2:]).unlink()
    text = bench.text
    bench.act("show_history")
    panel = bench.panels.history
    said = {}
    for row in panel.rows[1:]:
        panel.choose(row.version)
        said[row.time] = panel.compared._nothing.words.text() if not difference(bench) else "shown"
    assert said["11:10"] == "shown"
    assert "damaged" in said["11:20"]
    assert "no text" in said["11:40"]
    assert "no longer in the history" in panel._body.sentences.text()
    for time, sentence in (("11:20", "the history"), ("11:40", "foreword history")):
        panel.choose(next(row.version for row in panel.rows if row.time == time))
        click(panel.toolbar.restore_button)
        assert sentence in bench.notice
        assert bench.text == text
    panel.choose(whole)
    click(panel.toolbar.restore_button)
    assert bench.text == "whole\n"


def test_a_version_with_an_impossible_time_is_listed_like_any_other(bench):
    (bench.root / "gone.md").write_text("gone\n")
    bench.workbench.work.delete(bench.root / "gone.md")
    keep(bench, NAME, "before\n")
    for record in (state_of(bench) / "history/files").iterdir():
        data = record.read_bytes()
        record.write_bytes(data.replace(b'"kept_at": ', b'"kept_at": 1e300, "was": '))
    bench.open(NAME)
    bench.act("show_history")
    panel = bench.panels.history
    assert [row[:2] for row in rows(bench)] == [("Today", "now"), ("Unknown date", "??:??")]
    assert "unknown time" in panel.rows[1].about
    click(panel.toolbar.restore_button)
    assert bench.text == "before\n"
    bench.panels.library.deleted_requested.emit()
    assert [row[:2] for row in rows(bench)] == [("Unknown date", "??:??")]
    click(panel.toolbar.restore_button)
    assert (bench.root / "gone.md").read_text() == "gone\n"
    assert "??:??" in bench.notice


def test_the_notices_of_a_reload_and_of_deleting_lead_to_the_text_before(bench):
    bench.open(NAME)
    panel, path = bench.panels.history, bench.root / NAME
    before, data = bench.text, path.read_bytes()
    bench.write(NAME, "theirs\n")
    assert bench.notice == f"‘{NAME}’ was changed on disk and reloaded."
    link = bench.window.notices.link
    assert link.text() == "History"
    click(link)
    assert rows(bench)[1] == ("Today", "12:00", "before disk change")
    click(panel.toolbar.restore_button)
    assert bench.text == before
    bench.press("Ctrl+S", bench.editor)

    path.chmod(0o640)
    bench.panels.library.delete_requested.emit(LibraryRow(path, "", "prompt"))
    link = bench.window.notices.other_link
    assert link.text() == "History"
    click(link)
    assert head(bench).startswith("3 versions"), "its cases are beside it in the choice"
    assert rows(bench)[:2] == [("Today", "now", "not there"), ("Today", "12:00:05", "before delete")]
    assert difference(bench)[1] == "  name: page-analysis", "there is nothing to compare it with"
    click(panel.toolbar.restore_button)
    assert path.read_bytes() == data
    assert path.stat().st_mode & 0o777 == 0o640
    assert bench.file.path == path
    assert not bench.file.is_modified
    assert not panel.back_link.isVisible()
    click(panel.back_link)

    name = "defaults/test-data-generation.md"
    keep(bench, name, "before\n")
    bench.open(name)
    button = panel.toolbar.restore_button
    assert not button.isEnabled(), "a default is not restored"
    assert "Make your copy" in button.accessibleDescription()
    panel.choose(None)
    assert not panel.toolbar.copy_button.isEnabled()


def test_deleted_files_are_listed_and_made_again_with_their_folder(bench):
    folder = bench.root / "billing"
    folder.mkdir()
    (folder / "refund.md").write_text("refund\n")
    bench.workbench.work.delete(folder / "refund.md")
    folder.rmdir()
    (bench.root / "notes.md").write_text("x" * 1_048_575)
    bench.workbench.work.delete(bench.root / "notes.md")
    before = bench.file.path.name
    bench.panels.library.deleted_requested.emit()
    panel = bench.panels.history
    assert head(bench) == "2 deleted files"
    assert [(row.words, row.size) for row in panel.rows] == [
        ("billing/refund.md", "7 B"),
        ("notes.md", "1.0 MB"),
    ]
    assert panel.back_link.text() == f"Back to {before}"
    panel.choose(next(row.version for row in panel.rows if "refund" in row.words))
    assert difference(bench) == ["  refund", "  "]
    click(panel.toolbar.restore_button)
    assert (folder / "refund.md").read_text() == "refund\n"
    assert bench.file.path == folder / "refund.md"
    bench.panels.library.deleted_requested.emit()
    assert head(bench) == "1 deleted file"
    click(panel.back_link)
    assert "deleted" not in head(bench)
    see_link_of_several(bench)


def test_a_click_on_the_tab_gives_it_the_keys_and_the_line_being_edited_stays_in_sight(open_bench, root):
    bench = open_bench(root, NAME, "test-scenario-generation.md", size=(1440, 800))
    bench.window.show_below("problems")
    keep(bench, NAME, "one\n", minutes=20)
    keep(bench, NAME, "two\n")
    bench.open(NAME)
    bench.settle()
    editor, text = bench.editor, bench.text
    editor.setFocus()
    height = editor.viewport().height()
    last = editor.cursorForPosition(QPoint(0, height - editor.cursorRect().height()))
    editor.setTextCursor(last)
    editor.verticalScrollBar().setValue(0)
    assert editor.viewport().rect().contains(editor.cursorRect())
    click_history_tab(bench)
    bench.settle()
    assert editor.viewport().height() == height, "the dock below keeps its height"
    assert editor.viewport().rect().contains(editor.cursorRect())
    panel = bench.panels.history
    assert panel.tree.hasFocus()
    bench.press("Down")
    bench.press("Return")
    assert panel.version == panel.rows[2].version
    assert bench.text == text
    editor.setFocus()
    click_history_tab(bench)
    assert panel.tree.hasFocus()
    bench.open("test-scenario-generation.md")
    bench.editor.setFocus()
    click_history_tab(bench)
    assert panel.isAncestorOf(QApplication.focusWidget())


def test_it_works_with_keys_alone_in_a_narrow_window_and_stays_in_front_in_a_wider_one(open_bench, root):
    bench = open_bench(root, NAME, size=(1000, 700))
    keep_example_versions(bench.workbench, bench.world.time)
    bench.act("show_history")
    panel = bench.panels.history
    assert panel.isVisible()
    assert panel.tree.hasFocus()
    assert (
        panel.tree.mapTo(panel, panel.tree.rect().bottomLeft()).y()
        < panel.compared.y() + panel.toolbar.mapTo(panel, panel.toolbar.rect().topLeft()).y()
    )
    assert not panel.compared.switch.isVisible()
    stops = []
    for _ in range(6):
        bench.press("Tab")
        stops.append(QApplication.focusWidget())
    toolbar = panel.toolbar
    assert stops[:5] == [
        toolbar.old,
        toolbar.new,
        toolbar.copy_button,
        toolbar.restore_button,
        panel.compared.inline,
    ]
    bench.press("F6")
    assert not panel.isAncestorOf(QApplication.focusWidget())
    bench.press("Shift+F6")
    assert panel.tree.hasFocus()

    bench.window.resize(1440, 800)
    bench.settle()
    assert panel.isVisible(), "the page in front stays there in a wider window"
    panel.choose(panel.rows[1].version)
    assert panel.compared.remark.text().startswith(f"Text before the save, {panel.rows[1].time}")
    see_columns_and_counts(bench)


def test_versions_are_listed_once_when_shown_and_not_read_again_while_a_text_is_written(bench, monkeypatch):
    for minutes in (60, 50, 40):
        keep(bench, NAME, bench.text.replace("500", str(minutes)), minutes=minutes)
    listed, read = [], []
    for seen, name in ((listed, "history_of"), (read, "read_version")):
        asked = getattr(versions, name)
        monkeypatch.setattr(
            versions, name, lambda *what, seen=seen, asked=asked: seen.append(what) or asked(*what)
        )
    bench.window.resize(1440, 800)
    bench.act("show_history")
    panel = bench.panels.history
    bench.wait_until(lambda: len(panel.tree.counts) == 3)
    assert (len(listed), len(read)) == (1, 3)
    panel.choose(panel.rows[2].version)
    bench.file.document.replace_text(bench.text + "more\n")
    bench.wait_until(lambda: rows(bench)[0][2] == "unsaved" and len(panel.tree.counts) == 3)
    assert panel.tree.counts[panel.rows[1].version] == (2, 1)
    assert "+ more" in difference(bench)
    assert panel.version is panel.rows[2].version
    assert (len(listed), len(read)) == (1, 3)
    bench.act("show_history")
    assert len(listed) == 2


def see_columns_and_counts(bench):
    """See that counts stand in a wide list, and columns, with a switch, where there is room."""
    panel = bench.panels.history
    assert not panel.compared.switch.isVisible()
    bench.act("toggle_preview")
    bench.window.resize(1366, 768)  # a laptop's screen, with the library open
    bench.settle()
    assert panel.compared.switch.isVisible()
    version = panel.rows[1].version
    assert panel.tree.counts[version] == (1, 1)
    index = panel.tree.index_of((version,))
    assert "1 line added and 1 removed" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    panel.compared.choose_view("columns")
    assert panel.compared.view == "columns"
    bench.act("toggle_preview")
    bench.settle()
    assert panel.compared.view == "inline"


def test_the_foot_says_whole_which_text_is_shown_and_rows_of_one_minute_have_seconds(open_bench, root):
    bench = open_bench(root, NAME, size=(1000, 800))
    start = bench.world.time.replace(second=0)
    for second, text in ((-26 * 3600, "d\n"), (-70, "a\n"), (5, "b\n"), (25, "c\n")):
        now = start + timedelta(seconds=second - 600)
        keep_version(state_of(bench), bench.root / NAME, text.encode(), VersionReason.SAVED, now=now)
    bench.act("show_history")
    panel = bench.panels.history
    assert [row[1] for row in rows(bench)][1:] == ["11:50:25", "11:50:05", "11:48", "09:50"]
    choice = panel.toolbar.old
    names = [choice.itemText(index) for index in range(choice.count())]
    assert names == ["now", "11:50:25", "11:50:05", "11:48", "Yesterday 09:50"]
    for width in (1000, 1440):
        bench.window.resize(width, 800)
        bench.act("show_history")
        for row in panel.rows[1:]:
            panel.choose(row.version)
            bench.settle()
            remark = panel.compared.remark
            when = f"Yesterday {row.time}" if row.day == "Yesterday" else row.time
            assert remark.text().startswith(f"Text before the save, {when}")
            assert remark.width() >= remark.sizeHint().width(), f"all of it is shown in {width} pixels"
    panel.choose(panel.rows[2].version)
    click(panel.toolbar.restore_button)
    assert "has the text of 11:50:05 again" in bench.notice
    bench.press("Ctrl+Z", bench.editor)
    assert bench.notice == "", "the text is no longer that of 11:50:05"
    click(panel.toolbar.restore_button)
    bench.press("Ctrl+S", bench.editor)
    assert bench.notice == "", "it is saved now"


def test_many_versions_are_listed_the_chosen_one_stays_chosen_and_how_long_they_are_kept_is_changed(bench):
    for number in range(60):
        keep(bench, NAME, f"{number}\n", minutes=600 - number)
    bench.open(NAME)
    bench.act("show_history")
    panel = bench.panels.history
    assert len(panel.rows) == 61
    chosen = panel.rows[30].version
    panel.choose(chosen)
    assert len(versions_of(state_of(bench), bench.root / NAME)) == 60
    assert not bench.file.is_modified
    panel.wanted.emit()
    assert panel.version == chosen

    click(panel.change_link)
    field = QApplication.activePopupWidget().field
    assert field.text() == "90"
    field.setText("0")
    bench.press("Return", field)
    assert QApplication.activePopupWidget() is not None
    field.setText("365")
    bench.press("Return", field)
    assert head(bench).endswith("kept 365 days")
    assert read_settings(bench.workbench._folders.config)[0]["history_days"] == 365


# Sentences that say what local history has: each has a link that leads there -----------------------------

OTHER = "test-scenario-generation.md"


def follow(bench, words="History"):
    """Click the notice's link."""
    notices = bench.window.notices
    link = next(one for one in (notices.link, notices.other_link) if one.isVisible() and one.text() == words)
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)


def oldest_text(bench):
    """Restore the oldest version that is listed, and return the text that the file has then."""
    panel = bench.panels.history
    panel.choose(panel.rows[-1].version)
    QTest.mouseClick(panel.toolbar.restore_button, Qt.MouseButton.LeftButton)
    return bench.text


def choose_file(bench, name):
    box = bench.panels.history.file_choice
    box.setCurrentIndex(box.findText(name))
    box.activated.emit(box.currentIndex())


def type_mine(bench, name):
    bench.open(name)
    bench.go_to("max_tokens")
    bench.editor.insert_text("mine ")
    return bench.text


def test_both_answers_to_a_conflict_say_where_the_other_text_is(bench):
    type_mine(bench, NAME)
    theirs = "theirs\n"
    bench.write(NAME, theirs)
    bench.link("Keep mine")
    assert bench.notice == f"‘{NAME}’ has your text now; what was on disk is in the history."
    follow(bench)
    assert [row.words for row in bench.panels.history.rows] == ["saved", "before save"]
    assert oldest_text(bench) == theirs

    mine = type_mine(bench, OTHER)
    bench.write(OTHER, theirs)
    bench.link("Load theirs")
    assert bench.text == theirs
    assert bench.notice == f"‘{OTHER}’ has the text on disk now; yours is in the history."
    follow(bench)
    assert oldest_text(bench) == mine


def see_link_of_several(bench):
    """See that the link leads to every file the sentence is about."""
    bench.open(OTHER)
    bench.editor.insert_text("mine ")
    bench.press("Ctrl+S")
    changes = []
    bench.workbench.work.done.connect(changes.append)
    bench.workbench.commands.library.delete(bench.root / NAME)
    [change] = changes
    steps = (*change.steps, FileRemoval(bench.root / OTHER))
    warnings = (f"‘{OTHER}’ could not be kept.",)
    bench.workbench.commands.library.say_done(replace(change, steps=steps, warnings=warnings))
    assert bench.notice.endswith(warnings[0])
    follow(bench)
    box = bench.panels.history.file_choice
    cases = NAME.replace(".md", ".cases.yaml")
    assert [box.itemText(index) for index in range(box.count())] == [NAME, cases, OTHER]
    assert bench.panels.history.change_link.isVisible()


def test_no_history_is_promised_that_is_not_there(bench):
    state = bench.workbench.files.state_dir
    mine = type_mine(bench, NAME)
    bench.write(NAME, "theirs\n")
    shutil.rmtree(state / "history", ignore_errors=True)
    (state / "history").write_text("in the way")
    bench.link("Keep mine")
    assert (bench.root / NAME).read_text() == mine
    assert "could not be kept" in bench.notice
    assert "is in the history" not in bench.notice
    mine = type_mine(bench, OTHER)
    bench.write(OTHER, "theirs\n")
    bench.link("Load theirs")
    assert "could not be kept" in bench.notice
    assert "is in the history" not in bench.notice
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == mine


def test_several_files_changed_at_once_are_all_to_be_found(bench):
    before = {}
    for name in (NAME, OTHER):
        bench.open(name)
        before[name] = bench.text
    for name in (NAME, OTHER):
        (bench.root / name).write_text(f"theirs, of {name}\n")
    bench.workbench.files.disk.look_now()
    assert bench.notice == "2 files were changed on disk and reloaded."
    follow(bench)
    box = bench.panels.history.file_choice
    assert box.isVisible()
    assert [box.itemText(index) for index in range(box.count())] == [NAME, OTHER]
    assert box.currentText() == NAME
    for name in (NAME, OTHER):
        choose_file(bench, name)
        assert oldest_text(bench) == before[name]
        assert bench.file.path.name == name
        assert (box.isVisible(), box.currentText()) == (True, name), "the others can still be chosen"
    bench.open("system-prompt.tmpl")
    assert not box.isVisible()
    assert bench.panels.history.rows == ()


MESSAGE = "system-messages/coding-assistant.yaml"


def save_situation(bench):
    bench.open(MESSAGE)
    name = f"mine {len(bench.file.situations)}"
    bench.workbench.current.perspective.situations.save(name)


def save_text(bench):
    bench.open(OTHER)
    bench.go_to("max_tokens")
    bench.editor.insert_text("more ")
    bench.press("Ctrl+S", bench.editor)


def save_case(bench):
    bench.open(NAME)
    size = (bench.root / "page-analysis.cases.yaml").stat().st_size
    bench.panels.values.save_case_requested.emit(f"mine {size}")


def rename(bench):
    bench.dialogs.answers = ["other-name.md"]
    bench.panels.library.rename_requested.emit(LibraryRow(bench.root / OTHER, "", "prompt"))


def rename_and_back(bench):
    """Rename a file and take that back."""
    bench.dialogs.answers = ["third-name.md"]
    bench.panels.library.rename_requested.emit(LibraryRow(bench.root / NAME, "", "prompt"))
    bench.undo_notice()


# What is done while local history cannot be written, and whose versions the link shows, "" for none.
NOT_KEPT = {
    "saving a situation": (save_situation, "coding-assistant.situations.yaml"),
    "saving a case": (save_case, "page-analysis.cases.yaml"),
    "saving a text": (save_text, OTHER),
    "deleting": (lambda bench: bench.workbench.work.delete(bench.root / OTHER), OTHER),
    "renaming": (rename, OTHER),
    "taking back a renaming": (rename_and_back, ""),
}


def test_each_sentence_about_what_could_not_be_kept_leads_to_what_is(bench):
    """The control: before that the same is done with local history there, and nothing is said of it."""
    history = bench.workbench.files.state_dir / "history"
    for do, _name in list(NOT_KEPT.values())[:3]:
        do(bench)
        assert "history" not in bench.notice.lower()
        assert "kept" not in bench.notice
    for what, (do, name) in NOT_KEPT.items():
        away = history.rename(history.with_name("away"))
        history.write_text("in the way")
        do(bench)
        said = bench.notice
        history.unlink()
        away.rename(history)
        assert "could not be kept" in said or "history" in said.lower(), what
        follow(bench)
        assert bench.panels.history.isVisible(), what
        shown = {row.version.path.name for row in bench.panels.history.rows if row.version is not None}
        assert shown == ({name} if name else set()), what
