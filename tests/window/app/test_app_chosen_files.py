"""Choosing a file for a tag: its path is inserted, and a grant that it needs is offered, not asked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


def test_a_chosen_file_is_inserted_and_the_grant_it_needs_is_offered(open_bench, root, tmp_path):
    (root.parent / "AGENTS.md").write_text("Run the tests.\n")
    (root.parent / ".env").write_text("KEY=1")
    outside = tmp_path / "style guide" / "voice.md"
    outside.parent.mkdir()
    outside.write_text("Be kind.\n")
    (root / "system-prompt.tmpl").write_text("")
    bench = open_bench(root, "system-prompt.tmpl", real=True, trusted=True)
    bench.resolve()

    def choose(path):
        bench.dialogs.answers = [path]
        bench.workbench.commands.variables.insert_file()
        assert not bench.dialogs.answers

    choose(root.parent / "AGENTS.md")
    assert (bench.text, bench.notice) == ("[file:AGENTS.md]", "")
    bench.wait(lambda: bench.preview == "Run the tests.\n")
    choose(outside)
    assert bench.text.endswith(f"[file:{outside}]")
    assert bench.notice == "‘voice.md’ lies outside the folder and is not allowed yet."
    bench.wait(lambda: "needs-grant" in {problem.code for problem in bench.file.analysis.diagnostics})
    assert "Be kind." not in bench.preview
    QTest.mouseClick(bench.window.notices.link, Qt.MouseButton.LeftButton)
    bench.wait(lambda: bench.preview == "Run the tests.\nBe kind.\n")
    assert not bench.file.analysis.diagnostics
    bench.window.notices.dismiss()
    choose(outside)
    assert bench.notice == "", "it is allowed by now"
    choose(root.parent / ".env")
    assert bench.notice == "‘.env’ may hold secrets and is not allowed yet."
    bench.wait(lambda: "needs-grant" in {problem.code for problem in bench.file.analysis.diagnostics})
    assert "KEY" not in bench.preview


def test_values_typed_over_those_of_a_template_are_kept_as_a_case(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.resolve()
    row = next(row for row in bench.panels.values.rows if row.row.name == "git:branch")
    row.field.give("topic")
    assert "You are on branch topic." in bench.preview
    bench.dialogs.answers = ["on topic"]
    bench.panels.values.save_case_requested.emit("on topic")
    cases = (root / "system-prompt.cases.yaml").read_text()
    assert "name: on topic" in cases
    assert "git:branch: topic" in cases.replace('"', "")
    row = next(row for row in bench.panels.values.rows if row.row.name == "git:branch")
    row.field.give(None)
    assert "You are on branch main." in bench.preview
    bench.panels.values.case_chosen.emit("on topic")
    bench.resolve()
    assert "You are on branch topic." in bench.preview
    assert (bench.file.case_name, bench.panels.values.isVisible()) == ("on topic", True)
