"""Templates: what was tried and resolved, and the compaction instructions under the template in effect."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.paths import built_in_text
from editor_app.window.kinds.template.instructions import InstructionsUnderText
from editor_app.window.kinds.template.template_perspective import TemplatePerspective
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.rows.menus import MenuEntry
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.panels.library.listing import tree_of
from editor_app.window.text.code_editor import CodeEditor

pytestmark = pytest.mark.one_window


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.resolve()
    return bench


def row(bench, name):
    return next(row for row in bench.panels.values.cells if row.field.key == name)


def test_the_snapshot_is_shown_and_resolved_again_an_override_counts_and_unknown_names_are_explained(
    bench,
):
    assert "Project rules:\nRun the tests.\n" in bench.preview
    assert f"The current working directory is {bench.root.parent}." in bench.preview
    assert "You are on branch main." in bench.preview
    assert bench.preview.rstrip().endswith("Today is 2026-03-04.")
    context = bench.panels.preview.context
    assert not context.isVisible(), "nothing in it is unusual"
    assert context_words(bench)[:3] == [
        f"Folder: {menu_words(str(bench.root.parent), 32).removesuffix('…')}…",
        "Model: not set…",
        "Conversation: c-0042…",
    ]
    assert row(bench, "git:branch").field.hint.words == "main"
    pill = next(pill for pill in bench.panels.variables.pills if pill.spec.key == "prompt:model")
    assert not pill.spec.exists

    row(bench, "git:branch").widget.give("topic")
    assert "You are on branch topic." in bench.preview
    row(bench, "git:branch").widget.give("")
    assert "You are on branch ." in bench.preview, "empty is not the same as not there"
    row(bench, "git:branch").widget.give(None)
    assert "You are on branch main." in bench.preview

    bench.world.branch = "release"
    bench.world.files["AGENTS.md"] = "New rules.\n"
    bench.world.time = datetime(2027, 1, 2, tzinfo=UTC)
    assert "main" in bench.preview
    bench.press("F5")
    bench.resolve()
    assert "You are on branch release." in bench.preview
    assert "New rules." in bench.preview
    assert "Today is 2027-01-02." in bench.preview

    bench.go_to("Today")
    bench.type("[git:brnch] [sytem:date] ")
    bench.settle()
    codes = {problem.code: problem for problem in bench.file.analysis.diagnostics}
    assert {"unknown-name", "unknown-type"} <= set(codes)
    assert "git:branch" in codes["unknown-name"].fixes[0].title
    tags = {blank.tag: blank.sentence for blank in bench.file.result.blank}
    assert any("brnch" in tag for tag in tags)
    while bench.file.is_modified:
        bench.act("undo")
    bench.world.branch = "main"
    bench.act("refresh_values")
    bench.resolve()
    type_a_file(bench)


def type_a_file(bench) -> None:
    """See that it is resolved after a pause without git, and that templates have snapshots of their own."""
    bench.world.files["NOTES.md"] = "Be brief.\n"
    git_before = bench.world.git_calls
    assert git_before > 0, "the control: opening asks git"
    bench.go_to("Today")
    bench.type("[file:NOTES.md] [git:status] ")
    assert "Be brief." not in bench.preview
    bench.wait(lambda: "Be brief." in bench.preview)
    assert bench.world.git_calls == git_before
    bench.panels.preview.context.refresh_requested.emit()
    bench.resolve()
    assert bench.world.git_calls > git_before
    assert "M a.py" in bench.preview

    (bench.root / "other.tmpl").write_text("[git:branch] [prompt:cwd]")
    bench.open("other.tmpl")
    bench.resolve()
    assert bench.preview == f"main {bench.root.parent}"
    bench.workbench.commands.files.close_current()
    bench.world.branch = "next"
    bench.act("refresh_values")
    bench.resolve()
    assert "You are on branch next." in bench.preview

    while bench.file.is_modified:
        bench.act("undo")
    bench.act("refresh_values")
    bench.workbench.commands.files.close_current()
    bench.resolve()
    assert bench.workbench.current.file is None, "an answer for a closed template is dropped"


def context_words(bench) -> list[str]:
    return [entry.text for entry in bench.panels.preview.context.entries() if isinstance(entry, MenuEntry)]


def choose(bench, name: str) -> TextPopup | None:
    """Choose an entry of the preview's menu, and return the popup that asks for a line of text."""
    entries = [one for one in bench.panels.preview.context.entries() if isinstance(one, MenuEntry)]
    next(entry for entry in entries if entry.text.startswith(name)).act()
    popup = QApplication.activePopupWidget()
    return popup if isinstance(popup, TextPopup) else None


def test_the_folder_the_model_the_conversation_and_the_clock_change(bench, tmp_path):
    bench.go_to("Today")
    bench.type("[prompt:model] in [prompt:conversation_id]. ")
    panel = bench.panels.preview
    bench.dialogs.answers = [tmp_path]
    choose(bench, "Folder")
    popup = choose(bench, "Model")
    screen = popup.screen().availableGeometry()
    bench.window.move(screen.right() - panel.mapTo(bench.window, QPoint(20, 0)).x(), 0)
    popup.close()
    popup = choose(bench, "Model")
    assert popup.height() >= popup.sizeHint().height(), "it has room for its question and its field"
    assert screen.contains(popup.geometry()), "it is on the screen, beside a button at the edge"
    QTest.keyClicks(popup.field, "opus")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    panel.context.conversation_chosen.emit("c-7")
    bench.resolve()
    assert f"The current working directory is {tmp_path}." in bench.preview
    assert "opus in c-7." in bench.preview
    assert bench.world.folders[-1] == tmp_path
    assert panel.context.isVisible()
    assert panel.context._words.text() == f"Tried with {tmp_path}, opus, c-7"

    git_before = bench.world.git_calls
    assert panel.context._take_time("2030-05-06 07:08") is None
    bench.resolve()
    assert "Today is 2030-05-06." in bench.preview
    assert panel.context._words.text().endswith(", c-7, clock frozen at 07:08")
    assert bench.world.git_calls <= git_before + 2, "one change resolves once"
    assert "can’t be read as a date and time" in panel.context._take_time("soon")
    panel.context._take_time("")
    bench.resolve()
    assert "Today is 2026-03-04." in bench.preview
    assert panel.context._words.text().endswith(", c-7")


# Compaction instructions ------------------------------------------------------------------------------------

NAME = "compaction.md"
TEMPLATE = "system-prompt.tmpl"


def beside(bench) -> InstructionsUnderText:
    perspective = bench.workbench.current.perspective
    assert isinstance(perspective, TemplatePerspective)
    return perspective.instructions


def focused() -> CodeEditor:
    editor = QApplication.focusWidget()
    assert isinstance(editor, CodeEditor)
    return editor


def test_the_instructions_stand_under_the_template_are_copied_tried_and_reset(open_bench, root):
    (root / NAME).unlink()
    bench = open_bench(root, "system-prompt.tmpl")
    rows = {row.prompt_name: row for row in bench.panels.library._listing.rows}
    row = rows[NAME]
    assert (row.heading, row.icon, row.state.badge) == ("Template", "minimize-2", "built in")
    nodes = tree_of(bench.panels.library._listing.rows)
    below = [node.label for node in nodes if node.above and node.above[-1][-1] == "Template"]
    assert below == ["system-prompt", "compaction"]
    bench.workbench.commands.files.open(built_in_text(NAME))
    assert bench.tab_titles == ["system-prompt.tmpl", "Built-in instructions"]
    assert bench.editor.isReadOnly()
    built_in = bench.text
    assert not bench.panels.preview.isVisible(), "it would repeat the text"
    assert not bench.window.values_section.isVisible()
    bench.link("Make my copy")
    assert (bench.file.path, bench.badge(NAME)) == (root / NAME, "user")
    assert bench.file.analysis.kind.value == "instructions"
    bench.type("Keep [git:branch] and {{all}}. ")
    assert bench.panels.preview.result.text == bench.text.rstrip("\n"), "nothing in it is a tag"
    assert not bench.file.analysis.diagnostics
    assert not bench.panels.variables.pills, "it has no variables to insert"
    actions = bench.workbench.actions
    assert actions.action("copy_model_text").isEnabled()
    assert not actions.action("insert_variable").isEnabled()
    assert not actions.action("refresh_values").isEnabled()
    bench.press("Ctrl+S")
    bench.act("reset_to_default")
    assert (bench.text, bench.badge(NAME)) == (built_in, "built in")
    bench.undo_notice()
    assert (root / NAME).read_text().startswith("Keep [git:branch]")


def test_the_instructions_are_written_beside_the_template(open_bench, root):
    (root / NAME).unlink()
    bench = open_bench(root, "page-analysis.md")
    bench.act("compaction_instructions")
    section, template, source = beside(bench).section, bench.file, bench.text
    assert (template.path, focused().isReadOnly()) == (root / TEMPLATE, True)
    assert section.state.text().startswith("built in")
    assert not bench.workbench.actions.action("save").isEnabled()
    assert not (root / NAME).exists(), "nothing is written unasked"
    section.copy_button.click()
    assert bench.tab_titles == ["page-analysis.md", TEMPLATE, NAME]
    assert (bench.file, section.copy_button.isVisible()) == (template, False)
    before = (root / NAME).read_text()
    bench.settle()
    preview = bench.preview
    QTest.keyClicks(focused(), "Keep [git:branch].")
    assert focused().contents.text == "Keep [git:branch]." + before
    said = f"{NAME}, unsaved: programs get the saved text, added after the rebuilt prompt"
    assert section.state.text() == said
    status = bench.window.status
    assert (status.saved.text(), status.position.text()) == ("Unsaved, recoverable", "Ln 1, Col 19")
    bench.press("Ctrl+S")
    assert (root / NAME).read_text() == "Keep [git:branch]." + before
    assert section.state.text() == f"{NAME}: added after the rebuilt prompt"
    assert (bench.text, template.is_modified, bench.preview) == (source, False, preview)
    while focused().contents.text != before:
        bench.press("Ctrl+Z")
    bench.press("Ctrl+Z")
    assert focused().contents.text == before, "what the template was is not undone from here"
    bench.go_to("You are")
    bench.type("Really. ")
    assert status.saved.text() == "Unsaved, recoverable · 2 files"
    bench.press("Ctrl+Z")
    assert (bench.text, status.position.text()) == (source, "Ln 1, Col 1")
    assert bench.workbench.files.find(root / NAME).text == before


def test_the_instructions_have_one_editor_that_is_lent_to_their_template_and_their_tab(open_bench, root):
    bench, before = open_bench(root, TEMPLATE), (root / NAME).read_text()
    bench.act("compaction_instructions")
    section, template, source = beside(bench).section, bench.file, bench.text
    focused().insert_text("\u200bHidden. ")
    bench.settle()
    [mark] = focused().marks.at(0)
    focused().fix_chosen.emit(mark.problem.fixes[0])
    assert (bench.text, template.text) == ("Hidden. " + before, source), (
        "a fix is one of the text it stands in"
    )
    bench.trigger("undo")
    bench.trigger("undo")

    bench.open(NAME)
    assert bench.editor.isVisible()
    bench.type("One text. ")
    bench.open(TEMPLATE)
    editor = bench.workbench.tabs.editor_of(bench.workbench.files.find(root / NAME).document)
    assert section.isAncestorOf(editor)
    assert editor.isVisible()
    assert editor.contents.text == "One text. " + before
    bench.press("Shift+F6")
    assert focused() is editor
    bench.press("F6")
    assert focused() is bench.editor
    bench.open("page-analysis.md")
    assert not section.isVisible()
    bench.open(TEMPLATE)
    assert editor.isVisible()

    tabs, file = bench.workbench.tabs, bench.workbench.files.find(root / NAME)
    assert tabs.lend(file.document) is None
    returned = []
    tabs.returned.connect(returned.append)
    bench.open(NAME)
    assert returned == [file.document]
    bench.type("One text. ")
    bench.press("Ctrl+S")
    bench.open(TEMPLATE)
    assert tabs.lend(file.document) is None, "it is under the template again"
    bench.workbench.files.close(file)
    assert returned == [file.document] * 2
    assert beside(bench).section.folded


def test_keys_in_the_instructions_are_for_their_text_and_folded_they_leave_no_blank(open_bench, root):
    bench = open_bench(root, TEMPLATE)
    actions, pills = bench.workbench.actions, bench.panels.variables
    bench.act("compaction_instructions")
    editor, source, before = focused(), bench.text, focused().contents.text
    assert not actions.action("insert_condition").isEnabled()
    assert not actions.action("insert_variable").isEnabled()
    assert not pills.isEnabled()
    assert not actions.action("show_fixes").isEnabled()
    editor.insert_text("Text. \u200bHidden. ")
    bench.press("Ctrl+Home", editor)
    bench.settle()
    bench.press("F8", editor)
    assert (editor.cursor_offset(), focused()) == (6, editor)
    card = editor._hover.card
    assert card.isVisible()
    card.hide()
    bench.press("Ctrl+F1", editor)
    assert card.isVisible()
    bench.act("show_fixes")
    bench.choose_first_fix()
    assert editor.contents.text == "Text. Hidden. " + before
    assert bench.text == "Text. Hidden. " + before
    bench.open(TEMPLATE)
    assert bench.text == source
    bench.editor.setFocus()
    assert actions.action("insert_condition").isEnabled()
    assert pills.isEnabled()

    section, texts = beside(bench).section, bench.workbench.tabs.texts
    for size in ((1440, 900), (1000, 700)):
        bench.window.resize(*size)
        bench.settle()
        section.set_folded(folded=False)
        bench.settle()
        assert section.height() > 100
        section.set_folded(folded=True)
        bench.settle()
        assert not section.isVisible()
        assert texts.widget(0).height() == texts.height()


def test_the_instructions_beside_the_template_are_those_that_are_sent(open_bench, root):
    (root / NAME).unlink()
    bench = open_bench(root, TEMPLATE)
    bench.act("compaction_instructions")
    section = beside(bench).section
    (root / NAME).write_text("From another program.\n")
    bench.workbench.library.refresh()
    assert (section.state.text().split(":")[0], focused().contents.text) == (NAME, "From another program.\n")
    assert not section.copy_button.isVisible()
    assert bench.tab_titles == [TEMPLATE, NAME]
    focused().insert_text("Mine. ")
    (root / NAME).unlink()
    bench.workbench.files.disk.look_now()
    bench.workbench.library.refresh()
    assert (section.state.text().split(":")[0], focused().isReadOnly()) == ("built in", True)
    assert bench.workbench.files.find(root / NAME).text == "Mine. From another program.\n", (
        "what was typed is in its tab"
    )

    bench.window.set_full_page(is_full=True)
    assert not section.isVisible()
    assert focused() is bench.editor
    bench.window.set_full_page(is_full=False)
    assert section.isVisible()
    assert not section.folded
    bench.window.set_full_page(is_full=True)
    bench.act("compaction_instructions")
    assert section.isAncestorOf(focused())
    assert not bench.window.is_full_page

    titles = bench.tab_titles
    bench.press("Ctrl+W", focused())
    assert (section.folded, bench.tab_titles, focused()) == (True, titles, bench.editor)
    bench.press("Ctrl+W")
    assert TEMPLATE not in bench.tab_titles


def _row_of_caret(editor, parent):
    row = editor.caret_row()
    return QRect(parent.mapFromGlobal(row.topLeft()), row.size())


def test_the_instructions_beside_the_template_come_back_after_a_restart(open_bench, root):
    bench = open_bench(root, TEMPLATE)
    section = beside(bench).section
    assert not section.isVisible(), "what is folded takes no room"
    assert section.folded
    bench.act("compaction_instructions")
    focused().insert_text("Unsaved. ")
    bench.workbench.tabs.texts.setSizes([300, 260])
    bench.workbench.tabs.texts.splitterMoved.emit(300, 1)
    height = section.height()
    titles = bench.tab_titles
    bench.close()

    again = open_bench(root)
    section = beside(again).section
    assert (again.tab_titles, again.file.path) == (titles, root / TEMPLATE)
    assert not section.folded
    assert section.height() == height
    file = again.workbench.files.find(root / NAME)
    editor = again.workbench.tabs.editor_of(file.document)
    assert section.isAncestorOf(editor)
    assert editor.contents.text.startswith("Unsaved. ")
    again.workbench.notifier.say("A notice.")
    again.press("Ctrl+End", editor)
    editor.setFocus()
    assert not again.window.notices.geometry().intersects(
        _row_of_caret(editor, again.window.notices.parentWidget())
    )
    again.workbench.files.close(file)
    assert section.folded
    assert again.tab_titles == [TEMPLATE]
    (root / NAME).rename(root / "away")
    (root / NAME).mkdir()
    again.act("compaction_instructions")
    assert section.folded, "a folder has no text to show"
    (root / NAME).rmdir()
    (root / "away").rename(root / NAME)
    again.act("compaction_instructions")
    assert focused().contents.text == (root / NAME).read_text()
    again.workbench.files.rename(again.workbench.files.find(root / NAME), root / "notes.md")
    assert section.folded, "under another name it is not sent"
    again.open("notes.md")
    assert again.editor.isVisible()
