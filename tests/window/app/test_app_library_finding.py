"""Finding and replacing in the library: open files in their editors, others on the disk, one Undo."""

from __future__ import annotations

import pytest
from app_chats import make_chat
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.finding.queries import Query
from editor_app.library.history.history import read_version, versions_of
from editor_app.text import Span
from editor_app.window.panels.find.find_rows import FIND_ROWS

pytestmark = pytest.mark.one_window


@pytest.fixture
def texts(root):
    """Lay files into the library that have the same word."""
    folder = root / "notes"
    folder.mkdir()
    for name in ("one", "two", "three"):
        (folder / f"{name}.md").write_text(f"# {name}\n\nThe quokka of {name}. Quokka!\n")
    (root / "defaults" / "quokka.md").write_text("A default quokka.\n")
    return folder


@pytest.fixture
def find(open_bench, root, texts):
    """Return a function that opens a window and looks for something in its library."""

    def find(pattern: str = "quokka", *, by: str | None = None, **how: bool):
        bench = open_bench(root, "notes/one.md")
        bench.workbench.library.refresh()
        bench.wait_until_quiet()
        finding = bench.workbench.commands.finding
        finding.library.panel.kinds.setCurrentIndex(0)
        finding.library.panel.fields.show_replacing(shown=False)
        finding.searched.query = Query(pattern, **how)
        finding.library.panel.replacement.setText(by or "")
        bench.press("Ctrl+Shift+F" if by is None else "Ctrl+Shift+H", bench.editor)
        settle(bench)
        return bench

    return find


def panel_of(bench):
    return bench.workbench.commands.finding.library.panel


def settle(bench) -> None:
    bench.wait_until_quiet()
    bench.wait_until(lambda: not panel_of(bench)._results.is_busy)
    bench.wait_until_quiet()


def files_of(bench) -> list[str]:
    return [row.file.name for row in panel_of(bench).tree.rows if row.span is None]


def row_of(bench, name: str, number: int = 0):
    rows = [
        row for row in panel_of(bench).tree.rows if row.path.name == f"{name}.md" and row.span is not None
    ]
    return rows[number]


def test_all_files_are_searched_and_open_ones_as_they_are_written(find):
    bench = find()
    assert files_of(bench) == ["notes/one.md", "notes/three.md", "notes/two.md", "defaults/quokka.md"]
    panel = panel_of(bench)
    assert panel.field.hasFocus()
    assert "7 matches in 4 files" in panel._summary.text()
    bench.editor.insert_text("A quokka more. ")
    panel.open_for(Query("quokka"), replaces=False, kinds=())
    settle(bench)
    assert "8 matches in 4 files" in panel._summary.text()
    assert (row_of(bench, "one").line.number, row_of(bench, "one", 1).line.number) == (1, 3)


def test_files_that_cannot_be_read_are_counted_and_named(find, texts):
    bench = find()
    assert "read" not in panel_of(bench)._summary.text()
    (texts / "broken.md").write_bytes(b"A quokka \xff\xfe\x00.\n")
    bench.workbench.library.refresh()
    bench.wait_until_quiet()
    panel_of(bench).open_for(Query("quokka"), replaces=False, kinds=())
    settle(bench)
    assert panel_of(bench)._summary.text().endswith(" · 1 file can’t be read")
    assert "notes/broken.md" in panel_of(bench)._summary.toolTip()


def test_hits_are_found_while_the_pattern_is_typed(find):
    bench = find("")
    assert not panel_of(bench).tree.rows
    QTest.keyClicks(panel_of(bench).field, "quokka of t")
    settle(bench)
    assert files_of(bench) == ["notes/three.md", "notes/two.md"]


def test_keys_lead_from_hit_to_hit(find):
    bench = find()
    bench.press("F4", bench.editor)
    assert (bench.file.path.name, bench.editor.selected_text()) == ("one.md", "quokka")
    bench.press("F4", bench.editor)
    assert bench.editor.selected_text() == "Quokka"
    bench.press("Shift+F4", bench.editor)
    assert bench.editor.selected_text() == "quokka"
    tree = panel_of(bench).tree
    tree.setFocus()
    row = row_of(bench, "two")
    tree.show_current((row.path, row.span))
    bench.press("Return")
    assert (bench.file.path.name, bench.editor.selected_text(), tree.hasFocus()) == ("two.md", "quokka", True)


def test_one_undo_takes_back_open_files_and_those_on_the_disk(find, texts, root):
    bench = find(by="wombat")
    before = {path: path.read_bytes() for path in [*texts.iterdir(), root / "defaults" / "quokka.md"]}
    panel = panel_of(bench)
    assert panel.replace_button.text() == "Replace 6 in 3 files"
    panel.replace_button.click()
    settle(bench)
    assert bench.notice == "Replaced 6 matches in 3 files."
    assert (bench.text.count("wombat"), (texts / "one.md").read_bytes()) == (2, before[texts / "one.md"])
    assert (texts / "two.md").read_text().count("wombat") == 2
    assert (root / "defaults" / "quokka.md").read_bytes() == before[root / "defaults" / "quokka.md"]
    bench.undo_notice()
    settle(bench)
    assert {path: path.read_bytes() for path in before} == before
    assert "wombat" not in bench.text
    assert bench.notice == "Undone in 3 files: the replacement in the library."


@pytest.mark.parametrize("others", [(), ("notes/two.md",)])
def test_undo_in_a_text_takes_back_all_files_and_redo_does_it_again(find, texts, others):
    bench = find(by="wombat")
    for name in (*others, "notes/one.md"):
        bench.open(name)
    before = {path: path.read_bytes() for path in texts.iterdir()}
    hits = len(panel_of(bench).tree.rows)
    panel_of(bench).replace()
    settle(bench)
    assert len(panel_of(bench).tree.rows) < hits
    for _ in range(2):
        bench.press("Ctrl+Z", bench.editor)
        settle(bench)
        assert bench.notice == "Undone in 3 files: the replacement in the library."
        assert {path: path.read_bytes() for path in before} == before
        assert "wombat" not in bench.text
        bench.wait_until(lambda: len(panel_of(bench).tree.rows) == hits)
        bench.press("Ctrl+Shift+Z", bench.editor)
        settle(bench)
        assert bench.notice == "Redone in 3 files: the replacement in the library."
        assert bench.text.count("wombat") == (texts / "three.md").read_text().count("wombat") == 2
        bench.wait_until(lambda: len(panel_of(bench).tree.rows) < hits)


def test_the_matches_of_one_open_file_are_looked_for_again_once_they_are_undone(find):
    bench = find("quokka of one", by="wombat")
    hits = panel_of(bench).tree.rows
    panel_of(bench).replace()
    settle(bench)
    assert not panel_of(bench).tree.rows
    bench.press("Ctrl+Z", bench.editor)
    settle(bench)
    assert len(panel_of(bench).tree.rows) == len(hits) == 2


@pytest.mark.parametrize(
    ("keys", "is_typed", "is_replaced"),
    [
        ("Ctrl+Z Ctrl+Z", False, False),
        ("Ctrl+Z Ctrl+Z Ctrl+Shift+Z", True, False),
        ("Ctrl+Z Ctrl+Shift+Z", True, True),
        ("Ctrl+Z Ctrl+Shift+Z Ctrl+Z", True, False),
    ],
)
def test_keys_pressed_while_many_files_are_undone_do_what_they_do_afterwards(
    find, texts, monkeypatch, keys, is_typed, is_replaced
):
    for number in range(30):
        (texts / f"more{number}.md").write_text("quokka\n")
    bench = find(by="wombat")
    bench.open("notes/two.md")
    bench.open("notes/one.md")
    bench.press("Ctrl+Home", bench.editor)
    QTest.keyClicks(bench.editor, "Mine")
    panel_of(bench).open_for(Query("quokka"), replaces=True, kinds=())
    settle(bench)
    panel_of(bench).replace()
    settle(bench)
    written = {path for path in texts.iterdir() if "wombat" in path.read_text()}
    assert len(written) == 31
    undoing = bench.workbench.work._undoing
    monkeypatch.setattr(undoing, "milliseconds", 0)
    first, *others = keys.split()
    bench.press(first, bench.editor)
    assert undoing.is_busy
    for key in others:
        bench.press(key, bench.editor)
    settle(bench)
    assert bench.text.startswith("Mine") == is_typed
    assert ("wombat" in bench.text) == is_replaced
    assert ("wombat" in bench.open("notes/two.md").text) == is_replaced
    assert {path for path in texts.iterdir() if "wombat" in path.read_text()} == (
        written if is_replaced else set()
    )


def test_what_is_being_undone_is_ended_before_the_window_closes(find, texts, monkeypatch):
    for number in range(30):
        (texts / f"more{number}.md").write_text("quokka\n")
    bench = find(by="wombat")
    panel_of(bench).replace()
    settle(bench)
    monkeypatch.setattr(bench.workbench.work._undoing, "milliseconds", 0)
    bench.press("Ctrl+Z", bench.editor)
    assert bench.workbench.work._undoing.is_busy
    assert bench.workbench.window.may_close()
    assert not [path for path in texts.iterdir() if "wombat" in path.read_text()]


def test_undo_names_the_files_that_were_changed_since_and_leaves_them(find, texts):
    for name in ("closed", "gone", "opened"):
        (texts / f"{name}.md").write_text("quokka\n")
    bench = find(by="wombat")
    panel_of(bench).replace()
    settle(bench)
    bench.open("notes/opened.md")
    bench.type("Mine. ")
    (texts / "closed.md").write_text("Theirs.\n")
    (texts / "gone.md").unlink()
    bench.open("notes/one.md")
    bench.press("Ctrl+Z", bench.editor)
    settle(bench)
    said = bench.notice
    assert said.startswith("Undone in 3 files: the replacement in the library.")
    assert "‘closed.md’ and ‘opened.md’ were changed since and stay as they are." in said
    assert "‘gone.md’" in said
    assert ((texts / "opened.md").read_text(), (texts / "closed.md").read_text()) == ("wombat\n", "Theirs.\n")
    assert "quokka" in (texts / "two.md").read_text()
    assert bench.open("notes/opened.md").text == "Mine. wombat\n"


def test_the_focus_goes_to_what_is_looked_for_when_replacing_or_stopping_is_done(find, texts):
    bench = find(by="wombat")
    panel = panel_of(bench)
    QTest.mouseClick(panel.replace_button, Qt.MouseButton.LeftButton)
    settle(bench)
    assert not panel.replace_button.isEnabled()
    assert QApplication.focusWidget() is panel.field

    finding = bench.workbench.commands.finding.library
    finding._slicer.milliseconds = 0
    panel.open_for(Query("wombat"), replaces=True, kinds=())
    settle(bench)
    panel.replace()
    QTest.mouseClick(panel._stop, Qt.MouseButton.LeftButton)
    settle(bench)
    assert panel._stop.isHidden()
    assert QApplication.focusWidget() is panel.field


def test_a_replacement_is_undone_from_the_palette_after_other_files_were_opened_and_the_page_was_closed(
    find, texts
):
    bench = find(by="wombat")
    before = {path: path.read_bytes() for path in texts.iterdir()}
    panel_of(bench).replace()
    settle(bench)
    bench.open("notes/three.md")
    bench.type("Mine. ")
    bench.window.notices.dismiss()
    bench.window.bottom_dock.closed.emit()
    assert not panel_of(bench).isVisible()
    bench.press("Ctrl+K", bench.editor)
    QTest.keyClicks(QApplication.focusWidget(), "undo the last file")
    bench.press("Return", QApplication.focusWidget())
    settle(bench)
    assert (texts / "two.md").read_bytes() == before[texts / "two.md"]
    bench.open("notes/one.md")
    assert "wombat" not in bench.text
    bench.open("notes/three.md")
    assert bench.text.startswith("Mine. ")


def test_the_version_before_is_in_local_history(find, texts):
    bench = find(by="wombat")
    before = (texts / "two.md").read_bytes()
    panel_of(bench).replace()
    settle(bench)
    state_dir = bench.workbench.files.state_dir
    kept = [read_version(state_dir, version) for version in versions_of(state_dir, texts / "two.md")]
    assert before in kept


def test_tab_leads_from_what_is_looked_for_to_what_replaces_it(find):
    bench = find(by="x")
    panel = panel_of(bench)
    panel.field.setFocus()
    seen = []
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget().accessibleName())
    assert seen[:4] == ["Replace with", "Match case", "Whole word", "Regular expression"]
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert panel.field.hasFocus()


def test_the_count_of_a_file_is_whole_where_its_name_has_no_room(find):
    bench = find(by="x")
    content = FIND_ROWS.content(next(row for row in panel_of(bench).tree.rows if row.span is None))
    assert content.trail[0].text == "2 matches"
    assert content.detail is None, "which is elided"


def test_a_hit_that_is_left_out_stays(find, texts):
    bench = find(by="wombat")
    panel, tree = panel_of(bench), panel_of(bench).tree
    row = row_of(bench, "two")
    tree.setFocus()
    tree.show_current((row.path, row.span))
    bench.press("Space")
    assert panel.replace_button.text() == "Replace 5 in 3 files"
    assert panel._summary.text() == "7 matches in 4 files · 1 in read-only files"
    panel.toggle(next(row for row in tree.rows if row.path.name == "three.md"))
    assert panel.replace_button.text() == "Replace 3 in 2 files"
    panel.replace()
    settle(bench)
    assert (texts / "two.md").read_text() == "# two\n\nThe quokka of two. wombat!\n"
    assert "wombat" not in (texts / "three.md").read_text()


@pytest.mark.parametrize("data", ["The quokka was changed.\n", None])
def test_a_file_that_changed_since_is_named_and_stays(find, texts, data):
    bench = find(by="wombat")
    if data is None:
        (texts / "two.md").unlink()
    else:
        (texts / "two.md").write_text(data)
    panel_of(bench).replace()
    settle(bench)
    assert "‘two.md’" in bench.notice
    assert bench.notice.startswith("Replaced 4 matches in 2 files.")
    assert ((texts / "two.md").read_text() if data is not None else None) == data


def test_an_open_file_that_changed_since_is_named_and_stays(find):
    bench = find(by="wombat")
    bench.editor.insert_text("x")
    panel_of(bench).replace()
    settle(bench)
    assert "‘one.md’ stays as it is. It was changed meanwhile." in bench.notice
    assert "wombat" not in bench.text


def test_only_one_kind_of_file_is_looked_through(find):
    bench = find("e")
    panel = panel_of(bench)
    panel.kinds.setCurrentText("Chats")
    panel.kinds.activated.emit(panel.kinds.currentIndex())
    settle(bench)
    assert files_of(bench)
    assert all(name.startswith("chats/") for name in files_of(bench))


def test_what_is_no_pattern_or_backtracks_is_said(find, texts):
    (texts / "slow.md").write_text("a" * 5_000 + "b")
    bench = find("(a|aa)+$", is_regex=True)
    assert "In ‘slow.md’: The search took too long" in panel_of(bench)._summary.text()
    panel_of(bench).field.setText("(")
    settle(bench)
    assert "character 2" in panel_of(bench)._summary.text()
    assert not panel_of(bench).tree.rows


def test_escape_goes_back_to_the_text_and_rows_are_said_in_words(find):
    bench = find(by="wombat")
    row = row_of(bench, "two")
    spoken = panel_of(bench).tree._type.content(row).spoken
    assert spoken == "replaced, line 3: The quokka of two. Quokka!; ‘quokka’ becomes ‘wombat’"
    panel_of(bench).field.setFocus()
    bench.press("Esc")
    assert QApplication.focusWidget() is bench.editor


def test_a_hit_in_a_file_that_is_gone_is_said(find, texts):
    bench = find()
    row = row_of(bench, "two")
    (texts / "two.md").unlink()
    panel_of(bench).tree.chosen.emit(row)
    assert "‘two.md’" in bench.notice
    assert bench.file.path.name == "one.md"


def test_a_hit_is_found_again_after_the_text_before_it_changed(find):
    bench = find()
    row = row_of(bench, "one")
    bench.editor.insert_text("Something else. ")
    panel_of(bench).tree.chosen.emit(row)
    assert bench.editor.selected_text() == "quokka"


def test_no_more_hits_are_listed_than_is_said_not_even_of_one_file(find, texts):
    (texts / "a.md").write_text("quokka " * 10_000)
    bench = find()
    assert "Stopped after 4,000 matches: narrow the search." in panel_of(bench)._summary.text()
    assert len([row for row in panel_of(bench).tree.rows if row.span is not None]) == 4_000


def test_a_replacement_that_cannot_be_made_is_said(find, texts):
    bench = find("(quokka)", by="$5", is_regex=True)
    panel = panel_of(bench)
    assert panel._summary.text().startswith("The pattern has no group ‘5’.")
    assert not panel.replace_button.isEnabled()
    (texts / "two.md").write_text("quokka" * 300)
    panel.open_for(Query("quokka"), replaces=True, kinds=())
    panel.replacement.setText("x" * 20_000)
    settle(bench)
    bench.wait_until(lambda: not panel._show_later.isActive())
    assert panel._summary.text().startswith("In ‘two.md’: Nothing was replaced: the text would be longer")
    assert panel.replace_button.text() == "Replace 4 in 2 files"


def test_what_is_opened_or_typed_while_files_are_written_changes_nothing_of_it(find, texts):
    for number in range(30):
        (texts / f"more{number}.md").write_text("quokka\n")
    bench = find("(quokka)", by="<$1>", is_regex=True, match_case=True)
    panel = panel_of(bench)
    bench.workbench.commands.finding.library._slicer.milliseconds = 0
    panel.replace()
    last = texts / "two.md"
    opened = bench.open(f"notes/{last.name}")
    panel.fields.pattern.show_query(Query("of"))
    panel._ask()
    settle(bench)
    bench.wait_until(lambda: not bench.workbench.commands.finding.library._slicer.is_busy)
    assert "<quokka>" in opened.text
    assert "<" not in last.read_text()
    written = [path.name for path in texts.iterdir() if "<quokka>" in path.read_text()]
    assert sorted({"one.md", last.name, *written}) == sorted(path.name for path in texts.iterdir())
    opened.document.undo()


def test_a_hit_in_a_long_file_is_gone_to_once_that_is_there(find, texts):
    (texts / "two.md").write_text("line\n" * 60_000 + "quokka\n")
    bench = find()
    panel_of(bench).tree.chosen.emit(row_of(bench, "two"))
    assert bench.file.document.is_filling, "the control: it takes a while"
    assert bench.editor.cursor_offset() == 300_006
    bench.wait_until(lambda: not bench.file.document.is_filling)
    bench.wait_until_quiet()
    assert bench.editor.selected_span() == Span(300_000, 300_006)
    bench.press("Alt+Left")
    assert bench.file.path.name == "one.md"
    bench.press("Alt+Right")
    assert (bench.file.path.name, bench.editor.cursor_offset()) == ("two.md", 300_006)


def test_replacing_that_is_stopped_tells_what_was_written_and_is_undone(find, texts):
    for number in range(30):
        (texts / f"more{number}.md").write_text("quokka\n")
    bench = find(by="wombat")
    panel = panel_of(bench)
    finding = bench.workbench.commands.finding.library
    finding._slicer.milliseconds = 0
    panel.replace()
    assert "Replacing: 1 of 33 files" in panel._summary.text()
    panel._stop.click()
    settle(bench)
    written = [path for path in texts.iterdir() if "wombat" in path.read_text()]
    assert 0 < len(written) < 33
    assert f"in {len(written)} file" in bench.notice
    assert "wombat" not in bench.text
    bench.undo_notice()
    settle(bench)
    assert not [path for path in texts.iterdir() if "wombat" in path.read_text()]


def test_what_replacing_does_is_said_only_while_replacing(find):
    bench = find()

    def notes() -> list[str]:
        return [row.file.note or row.file.why_not for row in panel_of(bench).tree.rows if row.span is None]

    assert notes() == ["", "", "", ""]
    bench.press("Ctrl+Shift+H", bench.editor)
    settle(bench)
    assert notes() == ["open", "", "", "read-only"]


def test_what_cannot_be_replaced_is_said_with_its_reason_and_no_key_that_does_nothing(find):
    bench = find(by="wombat")
    panel = panel_of(bench)
    assert panel._summary.text() == "7 matches in 4 files · 1 in read-only files"
    assert "Searched " in panel._summary.toolTip()
    assert panel._hint.text() == "Space leaves a match out."
    assert panel._hint.isVisible()
    panel.replace()
    settle(bench)
    assert panel._summary.text() == "1 match in 1 file · all read-only"
    assert not panel._hint.isVisible()
    panel.open_for(Query("in no file"), replaces=True, kinds=())
    settle(bench)
    assert panel._summary.text().startswith("No matches in ")


def test_what_replaces_in_a_file_is_not_taken_over_and_a_click_into_a_field_chooses_all_in_it(find):
    bench = find()
    bench.press("Ctrl+H", bench.editor)
    bar = bench.workbench.commands.finding.bar
    bar.replacement.setText("trial")
    bar.replace_all()
    settle(bench)
    bench.press("Ctrl+Shift+H", bench.editor)
    settle(bench)
    panel = panel_of(bench)
    assert panel.replacement.text() == ""
    panel.replacement.setText("first")
    panel.field.setFocus(Qt.FocusReason.TabFocusReason)
    for field in (panel.replacement, panel.field):
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        assert field.selectedText() == field.text()
        QTest.keyClicks(field, "summary")
        assert field.text() == "summary"
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        assert not field.hasSelectedText(), "the next click places the caret"
    panel.replacement.setFocus()
    QTest.keyClick(panel.replacement, Qt.Key.Key_Up)
    assert panel.replacement.text() == "trial", "what was typed before is one key away"


def test_prompts_come_before_chats_as_in_the_library(find, root, texts):
    (root / "last.md").write_text("---\nname: last\n---\n\nA quokka.\n")
    make_chat(root, "The quokka asks.")
    bench = find()
    assert files_of(bench)[0] == "last.md"
    assert files_of(bench).index("chats/talk/1.md") > 0


def test_a_key_replaces_all_in_the_library(find, texts):
    bench = find(by="wombat")
    panel = panel_of(bench)
    panel.replacement.setFocus()
    bench.press("Ctrl+Alt+Return")
    settle(bench)
    assert (texts / "two.md").read_text().count("wombat") == 2


def test_the_first_hit_in_a_closed_chat_is_selected(open_bench, root):
    make_chat(root, "A question.", "The quokka answers.", "Quokka!")
    bench = open_bench(root, "page-analysis.md")
    bench.workbench.library.refresh()
    bench.wait_until_quiet()
    finding = bench.workbench.commands.finding
    finding.searched.query = Query("quokka")
    bench.press("Ctrl+Shift+F", bench.editor)
    settle(bench)
    bench.press("F4", bench.editor)
    bench.settle()
    assert bench.file.path.parent.name == "talk"
    assert bench.workbench.current.editor.selected_text() == "quokka"


def test_a_file_that_an_undo_left_as_it_was_goes_with_the_next_one(find, texts):
    (texts / "four.md").write_text("quokka\n")
    bench = find(by="wombat")
    panel_of(bench).replace()
    settle(bench)
    written = {name: (texts / f"{name}.md").read_text() for name in ("two", "three", "four")}
    unsaved = bench.open("notes/two.md")
    bench.type("Mine. ")
    (texts / "four.md").write_text("Theirs.\n")
    bench.open("notes/one.md")
    bench.press("Ctrl+Z", bench.editor)
    settle(bench)
    assert "‘four.md’ and ‘two.md’ were changed since and stay as they are." in bench.notice
    unsaved.document.undo()
    bench.press("Ctrl+Shift+Z", bench.editor)
    settle(bench)
    assert bench.notice == "Redone in 2 files: the replacement in the library."
    (texts / "four.md").write_text(written["four"])
    bench.press("Ctrl+Z", bench.editor)
    settle(bench)
    assert bench.notice == "Undone in 4 files: the replacement in the library."
    assert not [path for path in texts.iterdir() if "wombat" in path.read_text()]
    assert "wombat" not in unsaved.text
    bench.press("Ctrl+Shift+Z", bench.editor)
    settle(bench)
    assert {name: (texts / f"{name}.md").read_text() for name in written} == written


def test_the_palette_undoes_a_replacement_again_that_was_redone_and_what_was_left_of_it(find, texts):
    bench = find(by="wombat")
    panel_of(bench).replace()
    settle(bench)
    unsaved = bench.open("notes/two.md")
    bench.type("Mine. ")
    bench.open("notes/one.md")
    for key in ("Ctrl+Z", "Ctrl+Shift+Z"):
        bench.press(key, bench.editor)
        settle(bench)
    bench.act("undo_file_operation")
    settle(bench)
    assert "‘two.md’ was changed since and stays as it is." in bench.notice
    assert [path.name for path in texts.iterdir() if "wombat" in path.read_text()] == ["two.md"]
    unsaved.document.undo()
    bench.act("undo_file_operation")
    settle(bench)
    assert not [path for path in texts.iterdir() if "wombat" in path.read_text()]
    bench.act("undo_file_operation")
    assert bench.notice == "There is no file operation to undo."


def test_a_replacement_is_forgotten_once_nothing_can_undo_it(find, texts):
    bench = find("quokka of t", by="quokka at t")
    steps = bench.workbench.tab_files.steps
    for pattern, by in (("quokka of t", "b"), ("quokka", "c"), ("c", "d")):
        panel_of(bench).replacement.setText(by)
        panel_of(bench).open_for(Query(pattern), replaces=True, kinds=())
        settle(bench)
        panel_of(bench).replace()
        settle(bench)
    assert len(steps._written) == 2, "those that an open text can undo, and the last"
    bench.act("save")
    settle(bench)
    bench.trigger("close_tab")
    assert len(steps._written) == 1
