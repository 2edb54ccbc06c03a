"""A library's own variables are known in the window as on the command line."""

from __future__ import annotations

import pytest

from editor_app.cli import main

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
    bench.panels.values.rows[0].field.give("pro")
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
