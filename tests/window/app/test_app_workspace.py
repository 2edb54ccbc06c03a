"""Files of the workspace: settings and cases lead no further, and one that is chosen is read."""

from __future__ import annotations

import pytest
from app_machine import Machine
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.library.folders import open_library

pytestmark = pytest.mark.one_window

SECRET = "a secret of the machine"


@pytest.fixture
def outside(root, tmp_path):
    """A folder beside the repository the library lies in."""
    (root.parent / ".git").mkdir()
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "facts.txt").write_text(SECRET)
    (root / "t.tmpl").write_text("[file:facts.txt]|\n")
    return folder


def open_at_workspace(open_bench, root, *names):
    return open_bench(root, *names, world=Machine(), folder=open_library(root)[0].workspace)


def test_a_workspace_outside_is_a_problem_of_the_library(open_bench, root, outside):
    (root / "foreword.toml").write_text(f'workspace = "{outside}"\n')
    bench = open_at_workspace(open_bench, root, "t.tmpl")
    bench.resolve()
    assert bench.preview == "|\n"
    rows = bench.panels.problems._rows
    [row] = [row for rows in rows.values() for row in rows if row.code == "config-workspace-outside"]
    assert (row.place.path, row.place.line, row.place.column) == (root / "foreword.toml", 1, 13)
    assert f"so {root} is used" in row.message
    (root / "foreword.toml").unlink()
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    codes = [row.code for rows in bench.panels.problems._rows.values() for row in rows]
    assert "config-workspace-outside" not in codes


def test_the_case_of_a_file_leads_nowhere_else(open_bench, root, outside):
    (root / "t.cases.yaml").write_text(
        f"- {{name: far, cwd: {outside}}}\n- {{name: near, cwd: prompts/sub}}\n"
    )
    (root / "sub").mkdir()
    (root / "sub" / "facts.txt").write_text("near")
    bench = open_at_workspace(open_bench, root, "t.tmpl")
    bench.panels.values.case_chosen.emit("near")
    bench.resolve()
    assert bench.preview == "near|\n"
    bench.panels.values.case_chosen.emit("far")
    bench.resolve()
    assert SECRET not in bench.preview
    assert "Case ‘far’ is tried in" in bench.notice
    assert "lies outside" in bench.notice


def test_a_chosen_file_is_inserted_and_the_grant_it_needs_is_offered(open_bench, root, tmp_path):
    (root.parent / "AGENTS.md").write_text("Run the tests.\n")
    (root.parent / ".env").write_text("KEY=1")
    outside = tmp_path / "style guide" / "voice.md"
    outside.parent.mkdir()
    outside.write_text("Be kind.\n")
    (root / "system-prompt.tmpl").write_text("")
    bench = open_bench(root, "system-prompt.tmpl", world=Machine())
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
    assert bench.notice == "‘voice.md’ lies outside the folder and is restricted."
    bench.wait(lambda: "needs-grant" in {problem.code for problem in bench.file.analysis.diagnostics})
    assert "Be kind." not in bench.preview
    QTest.mouseClick(bench.window.notices.link, Qt.MouseButton.LeftButton)
    bench.wait(lambda: bench.preview == "Run the tests.\nBe kind.\n")
    assert not bench.file.analysis.diagnostics
    bench.window.notices.dismiss()
    choose(outside)
    assert bench.notice == "", "it is allowed by now"
    choose(root.parent / ".env")
    assert bench.notice == "‘.env’ may hold secrets and is restricted."
    bench.wait(lambda: "needs-grant" in {problem.code for problem in bench.file.analysis.diagnostics})
    assert "KEY" not in bench.preview


def test_values_typed_over_those_of_a_template_are_kept_as_a_case(open_bench, root):
    (root / "system-prompt.tmpl").write_text("In [file:AGENTS.md].")
    (root.parent / "AGENTS.md").write_text("main")
    bench = open_bench(root, "system-prompt.tmpl", world=Machine())
    bench.resolve()
    row = next(row for row in bench.panels.values.cells if row.field.key == "file:AGENTS.md")
    row.widget.give("topic")
    assert "In topic." in bench.preview
    bench.dialogs.answers = ["on topic"]
    bench.panels.values.save_case_requested.emit("on topic")
    cases = (root / "system-prompt.cases.yaml").read_text()
    assert "name: on topic" in cases
    assert "file:AGENTS.md: topic" in cases.replace('"', "")
    row = next(row for row in bench.panels.values.cells if row.field.key == "file:AGENTS.md")
    row.widget.give(None)
    assert "In main." in bench.preview
    bench.panels.values.case_chosen.emit("on topic")
    bench.resolve()
    assert "In topic." in bench.preview
    assert (bench.file.case_name, bench.panels.values.isVisible()) == ("on topic", True)
