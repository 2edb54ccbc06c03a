"""What comes in between: a half-composed word, late answers, a file that changes, a text that is pasted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.cli import main
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.commands.questions.conflict_question import ConflictAnswer

pytestmark = pytest.mark.one_window


def test_a_composed_word_is_saved_a_fix_undone_in_its_place_and_a_written_file_checked(open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    bench.go_to("Provide")
    event = QInputMethodEvent("ㄱ", [])
    event.setCommitString("한")
    QApplication.sendEvent(bench.editor, event)
    assert bench.file.is_modified
    bench.act("save")
    assert "한Provide" in (root / "page-analysis.md").read_text()
    assert not bench.file.is_modified

    bench.act("undo")
    bench.act("save")
    bench.go_to("titel", 2)
    bench.press("Ctrl+.", bench.editor)
    bench.choose_first_fix()
    assert "{{title}}{{/if}}" in bench.text
    bench.act("undo")
    bench.type("x")
    line = bench.text.split("\n")[20]
    assert "titel" in line.replace("x", ""), "the key went into the line of the fix"
    assert bench.text.startswith("---\n")

    tree = bench.panels.library.tree
    tree.setFocus()
    row = tree.index_of(bench.panels.library.key_of(root / "test-scenario-generation.md"))
    QTest.mouseClick(
        tree.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        tree.visualRect(row).center(),
    )
    assert bench.file.path.name == "test-scenario-generation.md"
    assert tree.hasFocus()
    bench.press("Return", tree)
    assert bench.editor.hasFocus()

    bench.open("page-analysis.md")
    bench.panels.values.case_chosen.emit("pricing page")
    bench.settle()
    rows = {row.label: row.left_out for row in bench.panels.outline.tree.rows}
    assert (rows["if content"], rows["if title"]) == (True, False)

    assert bench.badge("test-scenario-generation") == "user"
    with (root / "test-scenario-generation.md").open("r+") as file:
        file.write("broken")
    bench.workbench.library.check_disk()
    assert bench.badge("test-scenario-generation") == "fallback"

    (root / "cafe.md").write_bytes(b"---\nname: caf\xe9\n---\nx")
    bench.open("cafe.md")
    assert [str(one.code) for one in bench.file.analysis.diagnostics] == ["ENCODING_ERROR"]


def test_copying_and_a_new_name_wait_for_the_values_of_the_folder_that_was_chosen(open_bench, root, tmp_path):
    bench = open_bench(root)
    bench.open("system-prompt.tmpl")
    QApplication.clipboard().setText("before")
    bench.act("copy_model_text")
    if bench.workbench.resolver.is_resolving(bench.file):
        assert bench.clipboard() == "before"
    bench.resolve()
    assert "You are on branch main." in bench.clipboard()

    bench.resolve()
    bench.world.files["two.md"] = "Two."
    other = tmp_path / "other"
    other.mkdir()
    bench.dialogs.answers.append(other)
    bench.workbench.commands.values.choose_folder()
    bench.go_to("Today")
    bench.editor.insert_text("[file:two.md]")
    bench.workbench.resolver._resolve_new_names()  # the pause is over before the folder's answers are there
    bench.resolve()
    bench.wait(lambda: "Two." in bench.preview)
    assert f"The current working directory is {other}." in bench.preview


CASES = """format: 1
cases:
  - name: old times
    clock: 2020-01-01T10:00:00Z
    model: opus-9
    cwd: sub
"""


def test_a_cases_clock_model_and_folder_count(open_bench, root, tmp_path, monkeypatch, capsysbinary):
    (root / "sub").mkdir()
    (root / "t.tmpl").write_text("[prompt:model] [system:date] [file:a.md]\n")
    (root / "sub" / "a.md").write_text("found")
    (root / "t.cases.yaml").write_text(CASES)
    bench = open_bench(root, "t.tmpl", real=True, folder=root)
    bench.resolve()
    bench.panels.values.case_chosen.emit("old times")
    bench.resolve()
    bench.act("copy_model_text")
    monkeypatch.chdir(tmp_path)
    capsysbinary.readouterr()
    code = main(["render", str(root / "t.tmpl"), "--case", "old times", "--library", str(root)])
    printed = capsysbinary.readouterr().out.decode()
    assert code == 0
    assert printed == bench.clipboard()
    assert printed == "opus-9 2020-01-01 found\n"


def test_what_is_announced_first_is_what_keep_mine_replaces_and_save_as_replaces_no_default(open_bench, root):
    bench = open_bench(root, "test-scenario-generation.md")
    default = root / "defaults" / "page-analysis.md"
    before = default.read_bytes()
    bench.dialogs.answers.append(default)
    bench.act("save_as")
    assert default.read_bytes() == before
    assert "was not saved" in bench.notice

    bench.open("page-analysis.md")
    bench.go_to("Provide")
    bench.type("x")
    bench.open("test-scenario-generation.md")
    (root / "page-analysis.md").write_text("Theirs.\n")
    bench.dialogs.answers.append(SaveAnswer.SAVE)
    assert not bench.workbench.commands.files.may_quit()
    assert bench.file.path.name == "page-analysis.md"
    assert "changed on disk" in bench.bar

    bench.workbench.files.close(bench.file)
    bench.open("page-analysis.md")
    path = root / "page-analysis.md"
    bench.go_to("Theirs")
    bench.type("Mine. ")
    bench.write("page-analysis.md", path.read_text() + "Theirs.\n")

    def keep_mine(_conflict):
        path.write_text("Later still.\n")
        return ConflictAnswer.KEEP_MINE

    bench.dialogs.ask = keep_mine
    bench.link("Compare…")
    assert path.read_text() == "Later still.\n", "nobody has seen that version"
    assert bench.file.is_modified


# Pasted tags ------------------------------------------------------------------------------------------------

FOREIGN = "Use [this:one] and [that:other]; [if x:y]maybe[else]not[endif].\n"


def paste(bench, text):
    QGuiApplication.clipboard().setText(text)
    bench.press("Ctrl+V")


def undo_all(bench, before):
    while bench.text != before:
        bench.press("Ctrl+Z")


def press_link(bench, words):
    notices = bench.window.notices
    next(link for link in (notices.link, notices.other_link) if link.text() == words).click()


def test_tags_pasted_into_a_template_are_made_literal_in_one_step(open_bench, root):
    bench = open_bench(root, "page-analysis.md", "system-prompt.tmpl")
    bench.resolve()
    before = bench.text
    bench.go_to("Today")
    bench.type("[git:brnch] ")
    assert bench.notice == "", "typing is never asked about"
    undo_all(bench, before)

    bench.go_to("Today")
    paste(bench, "On [git:branch] at [system:time]. ")
    assert bench.notice == "", "these have values"
    undo_all(bench, before)

    bench.go_to("Today")
    paste(bench, FOREIGN)
    assert bench.notice == "3 tags would render as nothing."
    pasted = bench.text
    press_link(bench, "Show")
    assert bench.editor.selected_span().of(bench.text) == "[this:one]"
    press_link(bench, "Show")
    assert bench.editor.selected_span().of(bench.text) == "[that:other]"
    press_link(bench, "Make literal")
    assert FOREIGN in bench.preview
    assert bench.notice == ""
    bench.press("Ctrl+Z")
    assert bench.text == pasted, "it was one step"
    bench.press("Ctrl+Z")
    assert bench.text == before

    bench.go_to("Today")
    paste(bench, "[prompt:model] [file:none.md] ")
    assert bench.notice == "1 tag would render as nothing.", "the file is not looked for yet"
    bench.wait(lambda: bench.notice == "2 tags would render as nothing.")
    bench.press("Ctrl+Z")
    assert bench.notice == "", "what was pasted is gone"

    bench.go_to("Today")
    paste(bench, "[x:y] [git:status] ")
    assert bench.notice
    bench.press("Ctrl+S")
    bench.press("Ctrl+W")
    assert bench.notice == "", "it is about a file that is no longer in front"
    bench.settle()
    bench.go_to("{{titel}}")
    paste(bench, "{{who}} ")
    assert bench.notice == "1 tag would stay as written: not declared."


def test_tags_pasted_into_a_prompt_a_document_or_a_block_are_told_apart(open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    bench.go_to("{{titel}}")
    paste(bench, "{{who}} {{#if what}}x{{/if}} \\{{literal}} ")
    assert bench.notice == "2 tags would render as nothing or stay as written."
    press_link(bench, "Make literal")
    assert "\\{{who}} \\{{#if what}}x\\{{/if}} \\{{literal}} " in bench.text
    assert "{{who}} {{#if what}}x{{/if}} {{literal}} " in bench.preview

    (root / "notes").mkdir()
    (root / "notes" / "any.md").write_text("Notes.\n")
    bench.open("notes/any.md")
    bench.press("Ctrl+End")
    paste(bench, "Any {{name}} may be used in a document.")
    assert bench.notice == ""
    paste(bench, "{{#if name}}But this is left out.{{/if}}")
    assert bench.notice == "1 tag would render as nothing."

    bench.open("system-messages/coding-assistant.yaml")
    bench.resolve()
    editor = bench.editor
    assert editor.contents is not bench.file.document, "a block is in front"
    bench.press("Ctrl+End")
    paste(bench, "[git:brnch] [x:y] ")
    assert bench.notice == "1 tag would render as nothing.", "an unknown type stays as written in a block"
    press_link(bench, "Make literal")
    assert "[literal:[]git:brnch] [x:y] " in editor.contents.text
