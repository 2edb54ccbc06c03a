"""A library's own variables are known in the window as on the command line."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtWidgets import QMenu

from editor_app.cli import main

pytestmark = pytest.mark.one_window

VARIABLES = """\
format: 1
variables:
  - type: customer
    name: plan
    description: What the customer pays for
    volatility: conversation
    sample: free
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "variables.yaml").write_text(VARIABLES)
    (root / "plan.tmpl").write_text("Plan: [customer:plan][customer:plam]")
    bench = open_bench(root, "plan.tmpl")
    bench.resolve()
    return bench


def codes(bench) -> set[str]:
    return {str(problem.code) for problem in bench.file.analysis.diagnostics}


def test_buttons_checks_and_values_know_them(bench, capsys):
    assert "customer:plan" in [pill.spec.key for pill in bench.panels.variables.pills]
    assert codes(bench) == {"unknown-name"}
    field = bench.panels.values.rows[0].field
    hint = "Your program gives this value; type one to try it, such as ‘free’"
    assert field.accessibleName() == f"customer:plan, {hint}"
    assert bench.preview == "Plan: ", "it is not used until somebody asks for it"
    menu = QMenu()
    bench.panels.values.rows[0].fill_menu(menu)
    next(one for one in menu.actions() if one.text() == "Use the sample ‘free’").trigger()
    assert bench.preview == "Plan: free"
    field.give("pro")
    assert bench.preview == "Plan: pro"
    assert main(["check", str(bench.root / "plan.tmpl")]) in {0, 1}
    assert "unknown-type" not in capsys.readouterr().out


def test_the_window_follows_a_changed_list(bench):
    text = VARIABLES.replace("name: plan", "name: plam")
    (bench.root / "variables.yaml").write_text(text)
    bench.workbench.library.refresh()
    assert "customer:plam" in [entry.key for entry in bench.file.analysis.catalog]
    (bench.root / "variables.yaml").unlink()
    bench.workbench.library.refresh()
    assert codes(bench) == {"unknown-type"}


def test_a_variable_of_an_unknown_type_is_declared_in_a_list_that_is_made_for_it(open_bench, root):
    (root / "plan.tmpl").write_text("Plan: [customer:plan] [sytem:time] [git:plan] [customer:since]")
    bench = open_bench(root, "plan.tmpl")
    bench.resolve()
    fixes = {one.args["name"]: [fix.title for fix in one.fixes] for one in bench.file.analysis.diagnostics}
    declare = "Declare in variables.yaml"
    offered = {name for name, titles in fixes.items() if declare in titles}
    assert offered == {"customer:plan", "customer:since"}

    def take_declare_fix():
        problem = bench.file.analysis.diagnostics[0]
        bench.workbench.commands.problems.apply_fix(problem.fixes[-1])

    take_declare_fix()
    assert bench.file.path == root / "variables.yaml"
    assert bench.editor.selected_span().of(bench.text) == "What it is"
    bench.type("What the customer pays for")
    assert not bench.file.analysis.diagnostics
    bench.press("Ctrl+S")
    bench.workbench.library.refresh()
    bench.open("plan.tmpl")
    assert "customer:plan" in [pill.spec.key for pill in bench.panels.variables.pills]
    problem = bench.file.analysis.diagnostics[-1]
    assert (problem.code, problem.fixes[-1].title) == ("unknown-name", declare)
    bench.workbench.commands.problems.apply_fix(problem.fixes[-1])
    assert "name: since\n    type: customer\n" in bench.text
    assert "What the customer pays for" in bench.text
    bench.press("Ctrl+Z")
    assert "since" not in bench.text
    bench.select(bench.text)
    bench.type("variables: [")
    bench.open("plan.tmpl")
    bench.workbench.commands.problems.apply_fix(problem.fixes[-1])
    assert bench.notice == "‘customer:since’ was not declared: variables.yaml has problems; mend them first."
    bench.open("plan.tmpl")
    bench.act("library_variables")
    assert bench.file.path == root / "variables.yaml"


def test_a_new_list_of_variables_shows_how_one_is_written_and_own_types_stand_after_all_of_files(
    open_bench, root
):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.act("library_variables")
    assert bench.file.path == root / "variables.yaml"
    assert "#   - type: user" in bench.text
    assert not bench.file.analysis.diagnostics
    (root / "variables.yaml").write_text(VARIABLES)
    bench.workbench.files.check_disk()
    bench.workbench.library.refresh()
    bench.open("system-prompt.tmpl")
    groups = [group for group, _ in groupby(pill.spec.group for pill in bench.panels.variables.pills)]
    assert "customer" in groups
    assert len(groups) == len(set(groups)), groups
