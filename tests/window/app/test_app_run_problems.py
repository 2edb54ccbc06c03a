"""The problems of a run are listed: of the scenario, of the files that it names, and of what was played."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {text: Be brief.}
steps:
  - user: Begin.
    text: Done.
  - text: Never played.
expect:
  - never context-warnin-80
"""
TRIGGERS = """\
format: 1
triggers:
  - id: wrong
    signal: contex
    at: 5
    text: a
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    bench.come_to_front()
    return bench


@pytest.fixture
def run(bench):
    """Return the perspective of the scenario, once it was played."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    bench.settle()
    return perspective


def listed(run) -> list[tuple[str, str, str]]:
    rows = run.listed_problems().rows
    return [(row.code, row.part, f"{row.line}:{row.column}") for row in rows]


def see_an_expectation(bench, run) -> None:
    """See that one that is not met is a problem at its place."""
    run.show_source()
    bench.select("never context-warnin-80")
    bench.type("never session-start-todos")
    bench.wait_until(lambda: [row.code for row in run.listed_problems().rows].count("expectation") == 1)
    [row] = [row for row in run.listed_problems().rows if row.code == "expectation"]
    assert row.message == "Not met: never session-start-todos. ‘session-start-todos’ fires at step 0."
    assert f"{row.line}:{row.column}" == "8:5"
    bench.select("never session-start-todos")
    bench.type("fires session-start-todos")
    bench.wait_until(lambda: "expectation" not in [row.code for row in run.listed_problems().rows])


def test_problems_of_all_files_of_the_run_are_listed_and_gone_to_and_mended(bench, run):
    see_an_expectation(bench, run)
    bench.select("fires session-start-todos")
    bench.type("never context-warnin-80")
    bench.settle()
    bench.trigger("show_run")
    bench.settle()
    assert run.listed_problems().title == "This run"
    assert listed(run) == [
        ("unknown-trigger", "", "8:11"),
        ("unknown-word", "triggers.yaml", "4:13"),
        ("steps-after-end", "", "6:5"),
    ]
    row = next(row for row in run.listed_problems().rows if row.part)
    bench.panels.problems.problem_activated.emit(row)
    bench.settle()
    assert bench.file.path.name == "triggers.yaml"
    assert bench.text[bench.editor.cursor_offset() :].startswith("contex\n")

    for code, name in (("unknown-trigger", "small.yaml"), ("unknown-word", "triggers.yaml")):
        bench.open("runs/small.yaml")
        bench.wait_until(lambda: run.run.played is not None)
        bench.settle()
        row = next(row for row in run.listed_problems().rows if row.code == code)
        assert row.fix_title
        bench.panels.problems.fix_requested.emit(row)
        bench.settle()
        assert bench.file.path.name == name
    bench.open("runs/small.yaml")
    bench.wait_until(lambda: run.run.played is not None)
    bench.settle()
    assert [one[0] for one in listed(run)] == ["steps-after-end"]
    assert "context-warning-80" in bench.text

    # A warning about a step in a file of steps names that file.
    steps = [{"user": "Begin.", "text": "Done."}, {"text": "Never played."}]
    text = "".join(json.dumps(one) + "\n" for one in steps)
    (bench.root / "runs" / "a.steps.jsonl").write_text(text)
    (bench.root / "runs" / "long.yaml").write_text("format: 1\nsteps: {file: a.steps.jsonl}\n")
    bench.open("runs/long.yaml")
    bench.wait_until(lambda: run.run.played is not None and run.run.file is bench.file)
    bench.settle()
    assert listed(run)[-1] == ("steps-after-end", "a.steps.jsonl", "2:1")
