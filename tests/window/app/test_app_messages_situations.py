"""Situations in the window, and messages as files: what is tried changes what is shown, never the file."""

from __future__ import annotations

import json

import pytest
from app_messages import CODING, DESK, HEAD, Message, changed, click, trigger
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.cli import main
from editor_app.library.kinds import Kind
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.edits.values import Through
from editor_app.text import Edit, Span
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.documents import open_file
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import MODES
from editor_app.window.kit.form.field import RemarkLine
from editor_app.window.kit.rows.menus import add_entries

pytestmark = pytest.mark.one_window

BESIDE = CODING.replace(".yaml", ".situations.yaml")


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return bench


@pytest.fixture
def message(bench):
    return Message(bench)


def header(message) -> str:
    return message.panels.situation.saved.text()


# What is tried ----------------------------------------------------------------------------------------------


def test_space_mutes_in_this_view_only_and_only_what_has_an_id(message, bench):
    data = (bench.root / CODING).read_bytes()
    message.pick("editing-1")
    assert "Read a file before you edit it." in bench.preview
    message.key("Space")
    message.settle()
    assert "Read a file before you edit it." not in bench.preview
    assert "New functions have type annotations" not in bench.preview, "its children go with it"
    assert message.row("editing-1").badge == "muted"
    assert message.blocks.muted.isVisible()
    assert message.blocks.muted.words.text() == "1 muted, in this view only"
    assert not bench.file.is_modified
    assert not message.can_undo
    assert header(message) == "orchestrator on src", "muting is no edit of the situation"
    message.pick("project-1")
    bench.act("mute_block")
    assert message.blocks.muted.words.text() == "2 muted, in this view only"
    message.choose_situation("subagent on tests")
    assert "Atlas is a PySide6 application" not in bench.preview, "what is muted stays so"
    click(message.blocks.muted.links[0], message.blocks.muted.links[0].rect().center())
    assert not message.blocks.muted.isVisible()
    assert "Atlas is a PySide6 application" in bench.preview
    message.key("Space")
    message.key("Space")
    assert not message.blocks.muted.isVisible()
    assert (bench.root / CODING).read_bytes() == data

    start = message.yaml.index("id: safety-1")
    bench.file.document.apply_edits([Edit(Span(start, start + len("id: safety-1")), "was: safety-1")])
    message.settle()
    message.view.choose((0,))
    bench.act("mute_block")
    assert bench.notice == "Only a block with an id can be muted. Give it one first."
    assert not message.blocks.muted.isVisible()


def test_what_is_chosen_in_the_form_changes_what_is_sent_until_what_is_saved_is_chosen_again(message, bench):
    message.pick("mode-subagent")
    message.open_below("why_block")
    assert message.why.startswith("Not sent. ")
    message.choose_mode("subagent")
    assert message.row("mode-subagent").is_in
    assert not message.row("mode-orchestrator").is_in
    assert "You were given one task" in bench.preview
    assert message.why.startswith("Sent. ")
    assert header(message) == "orchestrator on src, edited"
    message.choose_mode("any")
    assert {"mode-ask", "mode-subagent", "mode-orchestrator"}.isdisjoint(message.out())
    assert message.row("mode-subagent").badge == "any"
    assert message.why.startswith("Sent. The mode is any")
    message.choose_mode("none")
    assert {"mode-ask", "mode-subagent", "mode-orchestrator"} <= message.out()
    assert not bench.file.is_modified

    message.choose_situation("orchestrator on src")
    form = message.panels.situation
    conditions = form.field("conditions")
    assert [text for text in conditions.values if text.endswith(": no")] == list(conditions.values)
    chip = next(chip for chip in conditions.chips if chip.text().startswith("whenContextIsLong"))
    assert "Most of the room" not in bench.preview
    click(chip, QPoint(8, chip.height() // 2))
    assert chip.text() == "whenContextIsLong: overPercent 70: yes"
    assert "Most of the room" in bench.preview
    assert "advisory-1" not in message.out()
    chip.removed.emit()
    assert message.row("advisory-1").badge == "any"
    entry = next(entry for entry in form.condition_entries() if entry.text.endswith("70: no"))
    entry.act()
    assert "advisory-1" in message.out()
    assert "Most of the room" not in bench.preview

    message.choose_situation("orchestrator on src")
    before = bench.preview
    message.choose_mode("ask")
    assert bench.preview != before
    message.choose_situation("orchestrator on src")
    assert bench.preview == before
    assert header(message) == "orchestrator on src"
    message.choose_situation("a pull request")
    assert "on branch feature/assembly" in bench.preview, "its values count, too"
    message.choose_situation("Any")
    assert header(message) == "Any"
    assert message.out() == set()

    message.choose_situation("orchestrator on src")
    see_tools_and_file(message, bench)


def see_tools_and_file(message, bench):
    """See that tools and a file change what is sent."""
    form = message.panels.situation
    assert "tooling-terminal" in message.out()
    given = form.field("tools").value_given
    given.emit((*form.situation.tools, "run_in_terminal"))
    message.settle()
    assert "tooling-terminal" not in message.out()
    assert "Commands run in" in bench.preview
    given.emit(("none",))
    message.settle()
    assert {"tooling-terminal", "tooling-apply-patch", "tooling-github"} <= message.out()
    given.emit(("none", "github.search"))
    message.settle()
    assert "tooling-github" not in message.out(), "a name covers what continues it"

    message.choose_situation("orchestrator on src")
    field = form.field("file")
    assert field.parent().findChild(RemarkLine).sentence.startswith("Matches ")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "docs/read.me")
    message.settle()
    assert field.parent().findChild(RemarkLine).sentence == "Matches no glob"
    assert {"formatting-1", "formatting-legacy", "editing-python"} <= message.out()
    assert "Use plain file names" not in bench.preview
    field.clear()
    message.settle()
    assert "formatting-1" not in message.out(), "an empty field leaves the file open"
    menu = QMenu()
    form.fill_file_menu(menu)
    trigger(menu, "no file")
    message.settle()
    assert "formatting-1" in message.out()
    assert not bench.file.is_modified


# What is saved ----------------------------------------------------------------------------------------------


def test_a_situation_is_saved_beside_its_message(message, bench):
    beside = bench.root / BESIDE
    before = beside.read_text()
    opened = bench.workbench.tab_files.open_behind(beside)
    message.choose_mode("ask")
    bench.dialogs.answers = ["asking about src"]
    menu = QMenu()
    add_entries(menu, message.panels.situation.saved_entries())
    trigger(menu, "Save as…")
    bench.workbench.files.disk.look_now()
    assert bench.notice == "Situation ‘asking about src’ is saved."
    assert opened.text == beside.read_text()
    message.settle()
    after = beside.read_text()
    assert after.startswith(before.rstrip("\n")), "comments and the others stay"
    assert header(message) == "asking about src"
    message.choose_mode("subagent")
    menu.clear()
    add_entries(menu, message.panels.situation.saved_entries())
    trigger(menu, "Save ‘asking about src’")
    message.settle()
    assert changed(after, beside.read_text()) == ("ask", "subagent")
    assert header(message) == "asking about src"
    bench.dialogs.answers = [True]
    menu.clear()
    add_entries(menu, message.panels.situation.saved_entries())
    trigger(menu, "Delete ‘asking about src’")
    message.settle()
    assert beside.read_text().rstrip("\n") == before.rstrip("\n")
    assert header(message) == "Not saved"
    assert not bench.file.is_modified

    beside.write_text("situations: [\n")
    message.choose_mode("ask")
    bench.dialogs.answers = ["mine"]
    bench.workbench.current.perspective.situations.save()
    assert beside.read_text() == "situations: [\n"
    assert bench.notice.startswith("‘coding-assistant.situations.yaml’ can’t be read, so nothing was changed")

    path = (bench.root / DESK).with_name("support-desk.situations.yaml")
    path.unlink(missing_ok=True)  # the first situation makes it
    bench.open(DESK)
    bench.resolve()
    assert header(message) == "Any"
    message.choose_mode("email")
    bench.dialogs.answers = ["an email"]
    bench.workbench.current.perspective.situations.save()
    message.settle()
    assert "name: an email" in path.read_text()
    assert header(message) == "an email"


# The matrix -------------------------------------------------------------------------------------------------


def test_the_matrix_has_the_height_of_any_page_chooses_by_cells_follows_the_text_and_keeps_its_cell(
    message, bench
):
    tabs, dock = bench.window.bottom_dock.tabs, bench.window.bottom_dock
    message.open_below("why_block")
    before = dock.height()
    names = [tabs.tabText(index) for index in range(tabs.count())]
    tabs.setCurrentIndex(names.index("Compare"))  # as a click does
    message.settle()
    assert dock.height() == before

    message.open_below("show_matrix")
    table = message.panels.matrix.table
    assert table.cells.heads[:2] == ("orchestrator on src", "subagent on tests")
    assert [row.block.id for row in table.rows] == [block.id for block in message.view.blocks]
    row = next(number for number, row in enumerate(table.rows) if row.block.id == "mode-subagent")
    index = table.model().index(row, 1)
    table.scrollTo(index)
    click(table.viewport(), table.visualRect(index).center())
    message.settle()
    assert message.chosen == "mode-subagent"
    assert header(message) == "subagent on tests"
    assert "You were given one task" in bench.preview
    QTest.keyClick(table, "\r")
    for number, name in enumerate(table.cells.heads):
        message.choose_situation(name)
        states = [row.cells[number].outcome.state for row in table.rows]
        assert states == [block_outcome.state for block_outcome in message.outcome.block_outcomes]

    message.pick("mode-subagent")
    message.key("Delete")
    message.settle()
    assert "mode-subagent" not in [row.block.id for row in table.rows]
    message.undo_all()
    message.choose_situation("orchestrator on src")
    see_choice_kept(message, bench)


def see_choice_kept(message, bench):
    """See that the filter, tabs and the matrix keep what is chosen."""
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
    assert (table.row_at(first).block.id, first.column()) == ("mode-ask", 0)
    table.setFocus()
    bench.press("Right", table)
    QTest.keyClicks(bench.editor, "x")
    message.settle()
    assert table.currentIndex().column() == 1, "the arrows go about in it"
    bench.press("Return", table)
    assert bench.file.situation_name == bench.file.situations[1].name


# How it is put together -------------------------------------------------------------------------------------


def view(bench, key: str) -> None:
    """Click a view of the preview."""
    switch = bench.panels.preview.switch
    if switch.is_folded:
        switch._combo.setFocus()
        while switch.current != key:
            QTest.keyClick(switch._combo, "\x12")
    segment = switch._row.segments[switch._keys.index(key)]
    click(segment, segment.rect().center())


def order(bench, words: str) -> None:
    menu = bench.workbench.current.perspective.message_preview.order.menu()
    menu.aboutToShow.emit()
    trigger(menu, words)


def test_order_style_dropping_what_is_outranked_and_the_difference_to_another_situation(message, bench):
    plain = bench.preview
    order(bench, "By type, as the priority model says")
    assert bench.preview != plain
    assert bench.preview.index("You coordinate") < bench.preview.index("Call a tool only")
    order(bench, "As in the file")
    assert bench.preview == plain
    order(bench, "With Markdown headings")
    assert "# " in bench.preview
    assert bench.preview != plain
    order(bench, "In XML tags")
    assert '<safety id="safety-1">' in bench.preview
    order(bench, "As plain text")
    view(bench, "request")
    shown = json.loads(bench.workbench.current.perspective.message_preview.request.toPlainText())
    assert shown["role"] == "system"
    view(bench, "text")
    assert bench.preview == plain
    assert not bench.file.is_modified

    assert "Use plain file names without links." in bench.preview
    all_of_it = bench.preview
    order(bench, "Without the blocks that lose")
    assert "Use plain file names without links." not in bench.preview
    assert bench.workbench.current.perspective.message_preview.strip.isVisible()
    bench.act("copy_model_text")
    assert bench.clipboard() == all_of_it
    order(bench, "Without the blocks that lose")
    assert bench.preview == all_of_it

    # the difference to another situation, and the link to what breaks the cache
    view(bench, "difference")
    comparison = bench.panels.preview.comparison
    labels = [comparison.choice.itemText(row) for row in range(comparison.choice.count())]
    assert "situation ‘subagent on tests’" in labels
    assert "situation ‘orchestrator on src’" not in labels
    comparison.choice.setFocus()
    for _ in range(comparison.choice.count()):
        if comparison.choice.currentText() == "situation ‘subagent on tests’":
            break
        QTest.keyClick(comparison.choice, "\x13")
    comparison.catch_up()
    assert comparison.difference.inline.isVisible()
    added, removed = comparison.difference.counts
    assert added
    assert removed

    view(bench, "text")
    message.pick("safety-1")
    stability = bench.workbench.current.perspective.message_preview.stability
    stability.menu().aboutToShow.emit()
    stability.menu().actions()[0].trigger()
    assert message.chosen == "formatting-1"
    offset = bench.editor.cursor_offset()
    assert message.content[offset:].startswith("[git:branch]")


# The same for everybody -------------------------------------------------------------------------------------


@pytest.fixture
def printed(capsysbinary):
    """Return a function that gives what the command line prints, which must succeed."""

    def run(*arguments: object) -> str:
        capsysbinary.readouterr()
        assert main([str(argument) for argument in arguments]) == 0
        return capsysbinary.readouterr().out.decode()

    return run


KNOWN = {
    "git:branch": "main",
    "git:status": " M a.py",
    "file:AGENTS.md": "Run the tests.\n",
    "prompt:cwd": "/work/atlas",
    "system:os": "linux",
    "system:date": "2026-03-04",
}


WAYS = [*zip(Order, SystemMessageStyle, strict=True)]


def test_window_command_line_and_python_give_the_same_bytes(open_bench, root, printed, tmp_path):
    """In every saved situation in some order and style, and in each of those in some situation.

    The values are given, since nobody else freezes the clock.
    """
    bench = open_bench(root, CODING, checked=False)
    for name in (CODING, DESK):
        bench.open(name)
        bench.resolve()
        path = root / name
        analysis = analyse(path.read_text(), Kind.SYSTEM_MESSAGE, path.name)
        situations = [one.name for one in bench.file.situations] or [None]
        preview, compared = bench.workbench.current.perspective.message_preview, set()
        for number, situation in enumerate(situations):
            if situation is not None:
                bench.workbench.current.perspective.situations.choose(situation)
            own = bench.file.situation.values
            values = {key: value for key, value in KNOWN.items() if key not in own}
            bench.file.set_values(values, None)
            given = [part for pair in values.items() for part in ("--set", f"{pair[0]}={pair[1]}")]
            given += ["--situation", situation] if situation is not None else []
            ways = [way for turn, way in enumerate(WAYS) if turn % len(situations) == number]
            for order_, style in dict.fromkeys([WAYS[0], *ways]):
                with in_case((name, situation, order_, style)):
                    options = AssemblyOptions(order_, style)
                    preview.options_chosen.emit(options)
                    bench.act("copy_model_text")
                    window = bench.clipboard()
                    assert window == bench.preview
                    trial = Trial(values, situation=bench.file.situation, options=options)
                    assert render(analysis, trial).text == window
                    compared.add(window)
                    arguments = [path, *given, "--order", order_.value, "--style", style.value]
                    assert printed("assemble", *arguments) == window
                    if (order_, style) == WAYS[0]:
                        assert printed("render", *arguments) == window
                        out = tmp_path / f"{path.stem} {situation or 'nothing given'}"
                        printed("export", *arguments, "--out", out, "--format", "text")
                        (written,) = out.iterdir()
                        assert written.read_bytes() == window.encode()
        assert len(compared) >= 3
        assert not bench.file.is_modified


# As files ---------------------------------------------------------------------------------------------------

SIDE = CODING.replace(".yaml", ".situations.yaml")
NOTE = "  - id: one\n    type: safety\n    priority: 1\n    content: One.\n"


def compose(editor, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(editor, event)


# The situations file ----------------------------------------------------------------------------------------


def test_a_situations_file_that_is_saved_in_its_own_tab_or_by_another_program_is_followed(message, bench):
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

    bench.open(CODING)
    message.choose_situation(name)
    path = bench.root / SIDE
    path.write_text(path.read_text().replace("mode: ask", "mode: subagent"))
    bench.workbench._disk.timeout.emit()
    message.settle()
    assert bench.file.situation.mode == "subagent"
    assert message.panels.situation.situation.mode == "subagent"
    path.unlink()
    bench.workbench._disk.timeout.emit()
    message.settle()
    assert bench.file.situations == ()
    assert bench.file.situation_name is None
    assert bench.file.situation.mode == "subagent"


# Another kind -----------------------------------------------------------------------------------------------


def test_a_file_becomes_a_message_by_its_name_and_what_stands_elsewhere_in_one_asks(message, bench):
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

    text = HEAD + NOTE.replace("type: safety", "type: &t safety") + NOTE.replace("one", "two")
    text = text.replace("id: two\n    type: safety", "id: two\n    type: *t")
    bench.write("system-messages/aliased.yaml", text)
    bench.open("system-messages/aliased.yaml")
    message.pick("two")
    form = message.panels.inspector
    bench.dialogs.answers = [None]
    form.field("type").setFocus()
    QTest.keyClick(form.field("type"), Qt.Key.Key_Down)
    assert bench.dialogs.questions[-1] == ("alias",)
    message.settle()
    assert bench.file.text == text
    assert form.field("type").currentText() == "safety"

    text = HEAD.replace("id: m\n", "id: &n m\n") + NOTE.replace("id: one", "id: *n")
    bench.write("system-messages/named.yaml", text)
    bench.open("system-messages/named.yaml")
    bench.dialogs.answers = [Through.DETACH]
    message.blocks.tree.renamed.emit((0,), "own")
    assert bench.file.text == text.replace("*n", "own")


# Composing, and the disk ------------------------------------------------------------------------------------


def test_what_is_being_typed_is_saved_asked_about_and_kept_when_the_file_is_reloaded(message, bench):
    form = message.panels.inspector
    form.field("id").setFocus()
    form.field("id").selectAll()
    QTest.keyClicks(form.field("id"), "first")
    bench.press("Ctrl+S", form.field("id"))
    assert "id: first\n" in (bench.root / CODING).read_text()
    assert not bench.file.is_modified

    modes = form.field(MODES)
    QTest.mouseClick(modes.plus, Qt.MouseButton.LeftButton)
    QTest.keyClicks(modes.field, "night")
    bench.press("Ctrl+S", modes.field)
    assert "night" in (bench.root / CODING).read_text()
    assert not bench.file.is_modified

    form.field("id").setFocus()
    form.field("id").selectAll()
    QTest.keyClicks(form.field("id"), "second")
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
    message.choose_mode("none")
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
