"""Settings and cases of a library lead the window no further than its repository."""

from __future__ import annotations

import pytest

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
    from editor_app.library import open_library

    return open_bench(root, *names, real=True, folder=open_library(root)[0].workspace)


def test_a_workspace_outside_is_a_problem_of_the_library(open_bench, root, outside):
    (root / "foreword.toml").write_text(f'workspace = "{outside}"\n')
    bench = open_at_workspace(open_bench, root, "t.tmpl")
    bench.resolve()
    assert bench.preview == "|\n"
    rows = bench.panels.problems._rows
    [row] = [row for rows in rows.values() for row in rows if row.code == "config-workspace-outside"]
    assert (row.path, row.line, row.column) == (root / "foreword.toml", 1, 13)
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
    assert "The case ‘far’ looks in" in bench.notice
    assert "lies outside" in bench.notice
