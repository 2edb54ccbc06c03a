"""`foreword run --markdown`."""

from __future__ import annotations

from pathlib import Path

import pytest

SCENARIO = """\
format: 1
context_limit: 1000
steps:
- user: Read it
  tools: [{name: read_file, result: a text}]
  usage: {total: 850}
- text: Done
- text: Never
expect:
- fires context-warning-80 at step 1
"""


@pytest.fixture
def runs(library: Path) -> Path:
    folder = library / "runs"
    folder.mkdir()
    (folder / "a.yaml").write_text(SCENARIO)
    return folder


def test_a_report_is_printed_with_the_exit_code_of_the_run(foreword, runs: Path):
    ran = foreword("run", "prompts/runs/a.yaml", "--markdown")
    assert ran.code == 0
    assert ran.text.startswith("# Run of a.yaml\n\nIt ended with **finished** after 2 steps")
    assert "| 1 | 850 | 85 % | `context-warning-80` | text |\n" in ran.text
    assert "- warning `steps-after-end`, a.yaml:" in ran.text
    assert "steps-after-end" in ran.err
    assert "side by side" not in ran.text
    (runs / "a.yaml").write_text(SCENARIO.replace("at step 1", "at step 0"))
    ran = foreword("run", "prompts/runs/a.yaml", "--markdown")
    assert ran.code == 1
    assert (
        "- **Failed**: fires context-warning-80 at step 0 (‘context-warning-80’ fires at step 1" in ran.text
    )


def test_the_report_of_all_strategies_has_them_side_by_side(foreword, runs: Path):
    one = foreword("run", "prompts/runs/a.yaml", "--markdown").text
    ran = foreword("run", "prompts/runs/a.yaml", "--markdown", "--strategy", "all")
    assert ran.code == 0
    head, rest = ran.text.split("## Strategies side by side\n\n")
    table, rest = rest.split("\n\n", 1)
    assert head + rest == one
    reached = "with the next user message"
    assert f"| `context-warning-80` | {reached} | {reached} | step 1 | step 1 |" in table
    assert "| Trigger | message-only | hints | multi-step | hybrid |" in table
    assert "| ended | finished | finished | finished | finished |" in table


@pytest.mark.parametrize("other", [["--json"], ["--request", "0"]])
def test_other_forms_of_the_result_exclude_it(foreword, runs: Path, other):
    ran = foreword("run", "prompts/runs/a.yaml", "--markdown", *other)
    assert ran.code == 2
    assert f"‘--markdown’ and ‘{other[0]}’ exclude each other" in ran.text + ran.err


def test_a_scenario_that_cannot_be_played_has_no_report(foreword, runs: Path):
    (runs / "a.yaml").write_text("format: 1\nsteps: []\n")
    ran = foreword("run", "prompts/runs/a.yaml", "--markdown")
    assert (ran.code, ran.out) == (1, b"")
    assert "a.yaml:2:8: error" in ran.err
