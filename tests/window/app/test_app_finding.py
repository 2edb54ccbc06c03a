"""Ctrl+F in a window: in the text that is written, in the text or the list of the panel with the focus."""

from __future__ import annotations

import pytest
from app_chats import make_chat, perspective
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.finding.queries import Query
from editor_app.window.kit.form.filtered import FilterOver
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.text.difference.rows_pane import RowsPane
from editor_app.window.text.finding.find_bar import FindBar

pytestmark = pytest.mark.one_window


def bar_of(bench) -> FindBar:
    return bench.workbench.commands.finding.bar


def focus():
    return QApplication.focusWidget()


def test_ctrl_f_and_ctrl_h_over_the_text_and_f3_without_the_bar(bench):
    bar = bar_of(bench)
    bench.press("Ctrl+F", bench.editor)
    assert (bar.isVisible(), focus() is bar.field, bar.replacement.isVisible()) == (True, True, False)
    assert bench.panels.variables.isVisible(), "what is inserted can be reached while finding"
    QTest.keyClicks(bar.field, "page")
    assert bar.field.count.text().endswith(" of 8")
    bench.press("Ctrl+H")
    assert focus() is bar.replacement
    bench.press("Esc")
    assert (bar.isVisible(), focus() is bench.editor) == (False, True)
    before = bench.editor.selected_span()
    bench.press("F3", bench.editor)
    assert (bar.isVisible(), bench.editor.selected_text().lower()) == (False, "page")
    bench.press("F3", bench.editor)
    after = bench.editor.selected_span()
    bench.press("Shift+F3", bench.editor)
    assert before < bench.editor.selected_span() < after


def test_escape_in_the_text_closes_the_bar_and_leaves_the_caret(bench):
    bench.press("Ctrl+F", bench.editor)
    QTest.keyClicks(focus(), "page")
    bench.editor.setFocus()
    bench.go_to("URL:")
    caret = bench.editor.cursor_offset()
    bench.press("Esc", bench.editor)
    assert (bar_of(bench).isVisible(), bench.editor.cursor_offset()) == (False, caret)


def test_the_bar_follows_the_editor_in_front(bench):
    bench.press("Ctrl+F", bench.editor)
    bar = bar_of(bench)
    QTest.keyClicks(bar.field, "the")
    first = bar.field.count.text()
    bench.open("system-prompt.tmpl")
    assert bar.finder.surface is bench.editor
    assert bar.field.count.text() != first
    bench.open("system-messages/support-desk.json")
    assert bar.finder.surface is bench.editor, "the content of a block"
    for file in list(bench.workbench.files.files):
        bench.workbench.files.close(file)
    assert not bar.isVisible()


def test_a_block_is_replaced_in_and_undone(bench):
    bench.open("system-messages/support-desk.json")
    bar, before = bar_of(bench), bench.file.text
    word = next(word for word in bench.text.split() if word.isalpha() and len(word) > 3)
    bench.press("Ctrl+H", bench.editor)
    bar.field.setText(word)
    bar.replacement.setText("Zebra")
    bar.replace_all()
    bench.wait_until_quiet()
    assert "Zebra" in bench.text
    assert bench.file.text != before
    bench.press("Esc")
    bench.trigger("undo")
    assert bench.file.text == before


def test_replacing_everything_keeps_the_tab_and_is_one_step(bench):
    before = bench.text
    bench.press("Ctrl+H", bench.editor)
    bar = bar_of(bench)
    bar.field.setText("page")
    bar.replacement.setText("screen")
    bar.replace_all()
    assert bar.finder.outcome == "8 matches replaced"
    bench.press("Esc")
    bench.trigger("undo")
    assert bench.text == before


@pytest.fixture
def long_replaced(bench):
    """Open a text of many matches, type a word and replace them all, which takes several events."""
    bench.write("long.md", b"a word of the text\n" * 20_000)
    bench.open("long.md")
    bench.wait_until(lambda: not bench.file.document.is_filling)
    bench.press("Ctrl+Home", bench.editor)
    QTest.keyClicks(bench.editor, "Mine")
    bench.press("Ctrl+H", bench.editor)
    bar = bar_of(bench)
    bar.field.setText("word")
    bar.replacement.setText("phrase")
    bench.wait_until(lambda: not bar.finder.is_busy)
    typed = bench.text
    QTest.mouseClick(bar.replace_all_button, Qt.MouseButton.LeftButton)
    return bench, typed


def presses(bench, keys: str) -> None:
    for key in keys.split():
        bench.press(key, bench.editor)


@pytest.mark.parametrize(
    ("keys", "is_typed", "is_replaced"),
    [
        ("Ctrl+Z Ctrl+Z Ctrl+Shift+Z", True, False),
        ("Ctrl+Z Ctrl+Shift+Z", True, True),
        ("Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Shift+Z Ctrl+Shift+Z Ctrl+Z Ctrl+Shift+Z", True, True),
    ],
)
def test_undo_and_redo_pressed_fast_after_replacing_many(long_replaced, keys, is_typed, is_replaced):
    bench, typed = long_replaced
    bar = bar_of(bench)
    bench.wait_until(lambda: not bar.finder.is_busy)
    assert bar.finder.outcome == "20,000 matches replaced"
    bench.press("Esc")
    assert focus() is bench.editor
    presses(bench, keys)
    bench.wait_until(lambda: not bench.file.document._steps.is_busy)
    expected = typed if is_typed else typed.removeprefix("Mine")
    assert bench.text == (expected.replace("word", "phrase") if is_replaced else expected)
    assert bench.editor.document().toPlainText() == bench.text


def test_undo_while_many_are_replaced_takes_back_those_that_were(long_replaced):
    bench, typed = long_replaced
    finder = bar_of(bench).finder
    bench.wait_until(lambda: bench.text != typed)
    assert finder.is_busy
    assert "word" in bench.text
    bench.press("Ctrl+Z", bench.editor)
    bench.wait_until(lambda: not (finder.is_busy or bench.file.document._steps.is_busy))
    assert bench.text == typed
    assert finder.outcome == ""
    assert len(finder.hits.spans) == typed.count("word")
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == typed.removeprefix("Mine")


def test_the_focus_goes_to_what_is_looked_for_once_nothing_is_left_to_replace(bench):
    bar = bar_of(bench)
    bench.press("Ctrl+H", bench.editor)
    bar.field.setText("Analyze")
    bar.replacement.setText("Read")
    QTest.mouseClick(bar.replace_all_button, Qt.MouseButton.LeftButton)
    assert not bar.replace_all_button.isEnabled()
    assert focus() is bar.field


def test_newlines_of_windows_stay_where_something_is_replaced(bench):
    path = bench.write("crlf.md", b"one\r\ntwo\r\none\r\n")
    bench.open("crlf.md")
    bench.press("Ctrl+H", bench.editor)
    bar = bar_of(bench)
    bar.field.setText("one\\n")
    bar.field.switches["is_regex"].click()
    bar.replacement.setText("1\\n\\n")
    bar.replace_all()
    bench.wait_until_quiet()
    bar.field.switches["is_regex"].click()
    bench.press("Esc")
    bench.trigger("save")
    assert path.read_bytes() == b"1\r\n\r\ntwo\r\n1\r\n\r\n"


def test_in_the_preview_it_is_the_preview_that_is_found_in(bench):
    bench.wait_until_quiet()
    pane = bench.panels.preview.text
    pane.setFocus()
    bench.press("Ctrl+F")
    bar = pane.findChild(FindBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert focus() is bar.field
    QTest.keyClicks(bar.field, "page")
    assert pane.selected_text().lower() == "page"
    assert not bar_of(bench).isVisible()
    bench.press("Esc")
    assert focus() is pane


def test_what_is_laid_out_as_markdown_is_found_in_as_it_is_sent(bench):
    bench.wait_until_quiet()
    preview = bench.panels.preview
    preview.choose_view("markdown")
    preview.markdown.setFocus()
    bench.press("Ctrl+F")
    QTest.keyClicks(focus(), "page")
    assert preview.text.isVisible()
    assert preview.text.selected_text().lower() == "page"
    bench.press("Esc")


def test_the_difference_is_found_in(bench):
    bench.wait_until_quiet()
    bench.panels.preview.choose_view("difference")
    bench.wait_until_quiet()
    pane = next(pane for pane in bench.panels.preview.findChildren(RowsPane) if pane.isVisible())
    pane.setFocus()
    bench.press("Ctrl+F")
    focus().setText("page")
    bench.press("Return")
    bar = pane.findChild(FindBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert " of " in bar.field.count.text()
    assert pane.textCursor().selectedText().lower() == "page"
    pane.grab()
    bench.press("Esc")
    bench.panels.preview.choose_view("text")


def test_replacing_from_the_preview_is_replacing_in_the_file(bench):
    bench.wait_until_quiet()
    bench.panels.preview.text.setFocus()
    bench.press("Ctrl+H")
    assert bar_of(bench).replacement.isVisible()
    bench.press("Esc")


def test_in_a_list_with_a_filter_that_gets_the_keys(bench):
    panels = bench.panels
    bench.workbench.window.show_below("problems")
    for panel in (panels.library, panels.problems):
        with in_case(panel.tree.accessibleName()):
            panel.tree.setFocus()
            bench.press("Ctrl+F")
            assert focus() is panel.filter
            bench.press("Esc")


def test_a_list_without_a_filter_gets_one(bench):
    bench.wait_until_quiet()
    tree = bench.panels.outline.tree
    whole = len(tree.rows)
    tree.setFocus()
    bench.press("Ctrl+F")
    assert isinstance(focus(), FilterOver)
    assert focus().accessibleName() == "Filter: Outline"
    QTest.keyClicks(focus(), "titel")
    assert 0 < len(tree.rows) < whole
    assert any("titel" in row.label for row in tree.rows)
    assert tree.viewport().y() > focus().geometry().bottom(), "no row is under the field"
    bench.press("Esc")
    assert (len(tree.rows), focus() is tree, tree.viewport().y()) == (whole, True, 0)


def test_in_a_table_and_among_steps_the_next_row_with_the_words_is_chosen(bench):
    bench.open("runs/long-refactor.yaml")
    bench.wait_until_quiet()
    steps = next(tree for tree in bench.window.findChildren(RowTree) if tree.accessibleName() == "Steps")
    steps.setFocus()
    bench.press("Ctrl+F")
    assert focus().accessibleName() == "Find: Steps"
    QTest.keyClicks(focus(), "tool")
    first = steps.currentIndex().row()
    bench.press("Return")
    assert steps.currentIndex().row() > first
    bench.press("Esc")
    assert focus() is steps


CHAT = ("Where is the quokka? A quokka!", "No animal is here.", "It was a QUOKKA, the last quokka.")


@pytest.fixture
def chat(open_bench, root):
    folder = make_chat(root, *CHAT)
    bench = open_bench(root, "chats/talk/1.md")
    bench.settle()
    assert bench.file.path == folder / "1.md"
    return bench


@pytest.mark.parametrize("view", ["part", "conversation"])
def test_all_messages_of_a_chat_are_found_in_as_one(chat, view):
    perspective(chat).navigation.show_view(view)
    chat.settle()
    chat.press("Ctrl+F", chat.editor)
    bar = bar_of(chat)
    QTest.keyClicks(bar.field, "quokka")
    assert bar.replace_all_button.accessibleName() == "Replace all 2 here"
    places = []
    for keys in ("Return", "Return", "Return", "Return", "Shift+Return", "Shift+Return"):
        chat.press(keys)
        chat.settle()
        places.append((chat.file.path.name, chat.editor.selected_span().start, bar.field.count.text()))
    first, last = CHAT[0].index("quokka"), CHAT[2].rindex("quokka")
    assert places == [
        ("1.md", CHAT[0].rindex("quokka"), "2 of 4"),
        ("3.md", CHAT[2].index("QUOKKA"), "3 of 4"),
        ("3.md", last, "4 of 4"),
        ("1.md", first, "1 of 4"),
        ("3.md", last, "4 of 4"),
        ("3.md", CHAT[2].index("QUOKKA"), "3 of 4"),
    ]
    assert focus() is bar.field


def test_f3_goes_on_in_the_next_message_without_the_bar(chat):
    chat.workbench.commands.finding.searched.query = Query("last")
    chat.press("F3", chat.editor)
    chat.settle()
    assert (chat.file.path.name, chat.editor.selected_text()) == ("3.md", "last")
    assert not bar_of(chat).isVisible()


def test_in_the_file_of_a_message_only_that_is_found_in(chat):
    perspective(chat).navigation.show_view("source")
    chat.settle()
    chat.press("Ctrl+F", chat.editor)
    QTest.keyClicks(focus(), "quokka")
    assert bar_of(chat).field.count.text() == "1 of 2"


def test_undo_of_a_replacement_that_began_with_nothing_to_change_keeps_what_was_typed_before(bench):
    bench.write("long.md", b"a Word of the text\n" * 3000 + b"a word of the text\n" * 3000)
    bench.open("long.md")
    bench.wait_until(lambda: not bench.file.document.is_filling)
    bench.press("Ctrl+Home", bench.editor)
    bench.type("Mine ")
    typed = bench.text
    bench.press("Ctrl+H", bench.editor)
    bar = bar_of(bench)
    bar.field.setText("word")
    bar.replacement.setText("word")
    bench.wait_until(lambda: not bar.finder.is_busy)
    bar.replace_all()
    bench.wait_until(lambda: not bar.finder.is_busy)
    assert "Word" not in bench.text
    bench.press("Esc")
    bench.trigger("undo")
    bench.file.document.release()
    assert bench.text == typed
