"""A system message and its situations as files: other programs write them, they are renamed and closed."""

from __future__ import annotations

import pytest
from app_messages import CODING, DESK, HEAD, Message
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.window.dialogs import AliasAnswer, SaveAnswer
from editor_app.window.documents import open_file
from editor_app.window.kinds.system_message.panels.inspector.fields import MODES

pytestmark = pytest.mark.one_window

SIDE = CODING.replace(".yaml", ".situations.yaml")
NOTE = "  - id: one\n    type: safety\n    priority: 1\n    content: One.\n"


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return bench


@pytest.fixture
def message(bench):
    return Message(bench)


def compose(editor, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(editor, event)


# The situations file ----------------------------------------------------------------------------------------


def test_a_situation_saved_in_its_own_tab_is_followed_unless_the_form_has_edited_it(message, bench):
    view = bench.file
    name = view.situation_name
    side = bench.open(SIDE)
    assert side.text.count("mode: orchestrator")
    bench.select("mode: orchestrator")
    bench.editor.insertPlainText("mode: ask")
    bench.press("Ctrl+S", bench.editor)
    assert view.situation_name == name
    assert view.situation.mode == "ask"
    bench.open(CODING)
    message.settle()
    assert message.panels.situation.situation.mode == "ask"

    bench.open(SIDE)
    bench.select("mode: ask")
    bench.editor.insertPlainText("mode: orchestrator")
    bench.press("Ctrl+S", bench.editor)
    bench.open(CODING)
    message.settle()
    message.choose_mode("subagent")
    view = bench.file
    bench.open(SIDE)
    bench.select("mode: orchestrator")
    bench.editor.insertPlainText("mode: ask")
    bench.press("Ctrl+S", bench.editor)
    assert view.situation.mode == "subagent"
    assert view.situations[0].situation.mode == "ask"


def test_a_situations_file_that_another_program_writes_is_followed(message, bench):
    path = bench.root / SIDE
    path.write_text(path.read_text().replace("mode: orchestrator", "mode: ask"))
    bench.workbench._disk.timeout.emit()
    message.settle()
    assert bench.file.situation.mode == "ask"
    assert message.panels.situation.situation.mode == "ask"
    path.unlink()
    bench.workbench._disk.timeout.emit()
    message.settle()
    assert bench.file.situations == ()
    assert bench.file.situation_name is None
    assert bench.file.situation.mode == "ask"


# Another kind -----------------------------------------------------------------------------------------------


def test_a_file_becomes_a_message_by_its_name_and_its_source_only_by_another(message, bench):
    bench.write("system-messages/notes.md", HEAD + NOTE)
    file = bench.open("system-messages/notes.md")
    assert not bench.workbench.tabs.shows_alternative(file.document)
    bench.workbench.work.rename(file.path, "notes.yaml")
    assert bench.file is file
    assert message.shows_content
    assert message.chosen == "one"
    bench.type("x")
    assert "content: xOne." in file.text
    bench.press("Ctrl+Z")
    assert file.text == HEAD + NOTE

    bench.workbench.work.rename(file.path, "notes.md")
    bench.resolve()
    assert not bench.workbench.current.perspective.pages.left
    assert bench.editor.contents is file.document
    assert bench.window.left_dock.current == "library"
    bench.type("x")
    bench.settle()
    bench.open(CODING)
    assert message.chosen == "safety-1"


# Composing, and the disk ------------------------------------------------------------------------------------


def test_what_is_being_typed_is_saved_asked_about_and_kept_when_the_file_is_reloaded(message, bench):
    form = message.panels.inspector
    form.id.setFocus()
    form.id.selectAll()
    QTest.keyClicks(form.id, "first")
    bench.press("Ctrl+S", form.id)
    assert "id: first\n" in (bench.root / CODING).read_text()
    assert not bench.file.is_modified

    modes = form.lists[MODES]
    QTest.mouseClick(modes.plus, Qt.MouseButton.LeftButton)
    QTest.keyClicks(modes.field, "night")
    bench.press("Ctrl+S", modes.field)
    assert "night" in (bench.root / CODING).read_text()
    assert not bench.file.is_modified

    form.id.setFocus()
    form.id.selectAll()
    QTest.keyClicks(form.id, "second")
    bench.dialogs.answers = [SaveAnswer.CANCEL]
    assert not bench.workbench.commands.files.may_quit()
    assert bench.dialogs.questions[-1][0] == "save"

    bench.write("system-messages/notes.yaml", HEAD + NOTE)
    file = bench.open("system-messages/notes.yaml")
    editor = bench.editor
    compose(editor, "に")
    compose(editor, "ほ", "に")
    assert file.text == HEAD + NOTE
    bench.write("system-messages/notes.yaml", HEAD + NOTE.replace("One.", "One and two."))
    compose(editor, "", "ほ")
    bench.settle()
    assert message.content == "にほOne and two."
    assert "content: にほOne and two." in file.text


def test_filter_tabs_and_matrix_keep_what_is_chosen(message, bench):
    message.pick("safety-1")
    message.blocks.filter.setText("mode-ask")
    message.choose_mode("ask")
    assert message.blocks.filter.text() == "mode-ask"
    message.pick("mode-ask")
    bench.panels.preview.text.part_requested.emit(0)
    assert message.blocks.filter.text() == ""

    message.pick("mode-ask")
    bench.open(DESK)
    bench.resolve()
    first = message.chosen
    bench.press("Ctrl+Tab")
    assert message.chosen == "mode-ask"
    bench.press("Ctrl+Tab")
    assert message.chosen == first
    bench.act("close_tab")
    assert message.chosen == "mode-ask"
    bench.act("close_tab")
    bench.resolve()
    bench.open(CODING)
    assert message.chosen == "safety-1"

    table = message.panels.matrix.table
    message.open_below("show_matrix")
    message.pick("mode-ask")
    first = table.currentIndex()
    assert (message.panels.matrix._model.row(first.row()).id, first.column()) == ("mode-ask", 0)
    table.setFocus()
    bench.press("Right", table)
    QTest.keyClicks(bench.editor, "x")
    message.settle()
    assert table.currentIndex().column() == 1, "the arrows go about in it"
    bench.press("Return", table)
    assert bench.file.situation_name == bench.file.situations[1].name


# What is not done -------------------------------------------------------------------------------------------


def test_what_stands_elsewhere_asks_in_the_form_and_in_the_tree(message, bench):
    text = HEAD + NOTE.replace("type: safety", "type: &t safety") + NOTE.replace("one", "two")
    text = text.replace("id: two\n    type: safety", "id: two\n    type: *t")
    bench.write("system-messages/aliased.yaml", text)
    bench.open("system-messages/aliased.yaml")
    message.pick("two")
    form = message.panels.inspector
    bench.dialogs.answers = [AliasAnswer.CANCEL]
    form.type.setFocus()
    QTest.keyClick(form.type, Qt.Key.Key_Down)
    assert bench.dialogs.questions[-1] == ("alias",)
    message.settle()
    assert bench.file.text == text
    assert form.type.currentText() == "safety"

    text = HEAD.replace("id: m\n", "id: &n m\n") + NOTE.replace("id: one", "id: *n")
    bench.write("system-messages/named.yaml", text)
    bench.open("system-messages/named.yaml")
    bench.dialogs.answers = [AliasAnswer.HERE]
    message.blocks._model.renamed.emit((0,), "own")
    assert bench.file.text == text.replace("*n", "own")


# Large messages ---------------------------------------------------------------------------------------------


def test_blocks_of_a_large_message_are_told_apart_at_once_and_a_new_one_is_chosen(
    message, bench, monkeypatch
):
    with monkeypatch.context() as patched:
        patched.setattr(open_file, "_EDITS_ANALYSED_AT_ONCE", 0)
        message.pick("mode-ask")
        message.key("Ctrl+D")
        message.settle()
        assert message.chosen.startswith("mode-ask-")
        assert message.view.link.content.block.id == message.chosen

    # what is said beside the text comes after a pause; until then it stands where its blocks went
    block = "  - id: b{0}\n    type: {1}\n    priority: {0}\n    content: Block {0} {2}\n{3}"
    out = "    scope: {modes: [never]}\n"
    types = ("safety", "editing", "project")
    blocks = [block.format(i, types[i % 3], "says this. " * 9, out * (i % 4 == 0)) for i in range(140)]
    bench.write("system-messages/large.yaml", HEAD + "".join(blocks))
    bench.open("system-messages/large.yaml")
    message.choose_mode("None")
    message.view.choose_index(70)
    message.settle()
    for keys in ("x", "Return", "Ctrl+A", "Delete", "Ctrl+Z", "Ctrl+Z", "Ctrl+Z"):
        bench.press(keys, bench.editor)
        result, look = bench.file.result, bench.panels.preview.text._look
        assert result is bench.panels.preview.result
        whole = {part.index: part.output for part in result.assembly.parts if part.index not in {70, 71}}
        assert {one.block: one.output for one in look.segments if one.block in whole} == whole
        places = {
            left.index: left.output for left in result.left_out_blocks if left.index not in {70, 71, 72}
        }
        assert {mark.part: mark.offset for mark in look.marks if mark.part in places} == places
    message.view.choose_index(139)
    message.settle()
    for keys in ("Ctrl+A", "Delete"):
        bench.press(keys, bench.editor)
    message.settle()
    assert bench.panels.preview.text.marks.result is bench.file.result
