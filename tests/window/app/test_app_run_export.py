"""A run is written as the command line prints it, whole or as the request of one of many steps."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from named_cases import in_case
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from editor_app.cli import main
from editor_app.library.history.history import history_of, read_version
from editor_app.requests.body_text import request_text
from editor_app.requests.parts import Provider
from editor_app.requests.structure import PartGroup
from editor_app.runs.model.scenario import ModelChoice
from editor_app.runs.sent.request_log import RequestLog
from editor_app.window.kinds.scenario import exporting, run_rows
from editor_app.window.panels.request.request_view import COMPARE, RAW, STRUCTURE

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {text: Be brief.}
provider: anthropic
context_limit: 1000
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 850}
  - text: I go on.
    tools: [{name: Edit, result: two}]
    usage: {total: 950}
  - compact: {summary: It is half done.}
    tools: [{name: Edit, result: null}]
    usage: {total: 100}
  - text: "Done\\u202e | `so`."
  - text: Never.
expect:
  - fires context-warning-80 at step 1
  - never context-warning-80
"""
TRIGGERS = """\
format: 1
triggers:
  - id: todo
    signal: steps
    at: 2
    text: Now.
  - id: broken
    signal: contxt
    text: Never.
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    bench.come_to_front()
    bench.wait_until_quiet()
    return bench


@pytest.fixture
def run(bench):
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    return perspective


@pytest.fixture
def printed(capsysbinary):
    """Return a function that gives what `foreword run` prints."""

    def printed(path, *options: str) -> bytes:
        capsysbinary.readouterr()
        main(["run", str(path), *options])
        return capsysbinary.readouterr().out

    return printed


def settle(bench, run) -> None:
    bench.wait_until_quiet()
    bench.wait_until(lambda: not run.run.is_playing and not run.exporter.slicer.is_busy)


def export(bench, run, path) -> None:
    bench.dialogs.answers.append(path)
    bench.trigger("export_run")
    settle(bench, run)


def test_an_export_and_a_copy_have_the_bytes_of_the_command_line(bench, run, printed, tmp_path):
    scenario = bench.root / "runs" / "small.yaml"
    for strategy in ("", "hints", "all"):
        if strategy:
            run.run.choose_strategy(strategy)
            settle(bench, run)
        for suffix, option in ((".json", "--json"), (".MD", "--markdown")):
            with in_case((strategy, suffix)):
                out = tmp_path / f"out{strategy}{suffix}"
                export(bench, run, out)
                options = ("--strategy", strategy) if strategy else ()
                wanted = printed(scenario, option, *options)
                assert out.read_bytes() == wanted
                assert b"context-warning-80" in wanted
                assert b"steps-after-end" in wanted  # a problem of the run
                assert b"contxt" in wanted  # one of the triggers file
                assert bench.notice.startswith(f"The run is in ‘{out.name}’.")
    run.run.choose_strategy("hybrid")
    settle(bench, run)
    bench.trigger("copy_run")
    settle(bench, run)
    assert QGuiApplication.clipboard().text() == printed(scenario, "--markdown").decode()
    assert bench.notice == "The report of the run is copied."

    # What is not saved is exported as it is shown.
    run.show_source()
    bench.select("950")
    bench.type("700")
    settle(bench, run)
    out = tmp_path / "unsaved.json"
    export(bench, run, out)
    document = json.loads(out.read_bytes())
    assert [step["contextTokens"] for step in document["steps"]][2] != 950
    assert "950" in scenario.read_text()


def test_an_export_is_undone_or_keeps_what_was_there_or_says_why_it_cannot_be(bench, run, tmp_path):
    out = tmp_path / "out.md"
    export(bench, run, out)
    assert bench.dialogs.questions[-1][2].name == "small-run.md"
    bench.window.notices.link.click()
    assert not out.exists()
    out.write_text("Mine.")
    export(bench, run, out)
    assert out.read_text().startswith("# Run of small.yaml\n")
    assert "Its old text is in the history." in bench.notice
    version, *_ = history_of(tmp_path / "state", out).versions  # newest first
    assert read_version(tmp_path / "state", version) == b"Mine."

    (bench.root / "runs" / "open.json").write_text("{}\n")
    bench.open("runs/open.json")
    bench.open("runs/small.yaml")
    settle(bench, run)
    before = sorted((bench.root / "runs").iterdir())
    export(bench, run, None)  # cancelled
    assert sorted((bench.root / "runs").iterdir()) == before
    for name, sentence in (
        ("report", "End its name with ‘.md’"),
        ("a.txt", "‘.json’ for JSON"),
        ("runs/open.json", "open in a tab"),
    ):
        with in_case(name):
            export(bench, run, bench.root / name)
            assert sentence in bench.notice
            assert (bench.root / "runs" / "open.json").read_text() == "{}\n"
            assert not (bench.root / name).exists() or name == "runs/open.json"
            bench.dialogs.answers.append(None)
            bench.window.notices.link.click()  # Choose again
            assert bench.dialogs.answers == []


def test_a_long_run_is_made_a_text_in_slices_and_none_has_no_export(bench, run, tmp_path, monkeypatch):
    see_a_run_at_an_endpoint(bench, run)
    monkeypatch.setattr(exporting, "_PIECES_IN_SLICE", 10)
    out = tmp_path / "out.json"
    bench.dialogs.answers.append(out)
    bench.trigger("export_run")
    slices = 0
    while run.exporter.slicer.is_busy:
        assert not out.exists()
        run.exporter.slicer.advance()
        slices += 1
    assert slices > 10
    assert json.loads(out.read_bytes())["strategy"] == "hybrid"

    # Without a run nothing can be exported.
    (bench.root / "runs" / "broken.yaml").write_text("format: 1\nmax_steps: 0\nsteps: [{user: a}]\n")
    actions = [bench.workbench.actions.action(id_) for id_ in ("export_run", "copy_run")]
    assert all(action.isEnabled() for action in actions)
    bench.open("runs/broken.yaml")
    settle(bench, run)
    assert not any(action.isEnabled() for action in actions)


def see_a_run_at_an_endpoint(bench, run) -> None:
    """See that it has what was answered, and is never played for its export."""
    played = run.run.played
    model = ModelChoice("https://api.example.org/v1?key=sk-in-query", "some-model")
    scenario = replace(played.inputs.scenario, model=model)
    linked = replace(played.inputs.linked, scenario=scenario)
    at_endpoint = replace(
        played,
        inputs=replace(played.inputs, scenario=scenario, linked=linked),
    )
    export = exporting._Export(bench.file.path, at_endpoint, is_compared=False)
    *slices, text = exporting._text_in_slices(export, exporting.RunForm.JSON)
    document = json.loads(text)
    assert slices == [None] * len(slices)
    assert (document["endpoint"], document["model"]) == ("https://api.example.org:443", "some-model")
    assert "sk-in-query" not in text
    *_, report = exporting._text_in_slices(export, exporting.RunForm.MARKDOWN)
    assert "api.example.org:443" in report
    assert "sk-in-query" not in report
    assert [part["text"] for part in document["answers"][1]["parts"] if part["type"] == "text"] == [
        "I go on."
    ]
    assert "error" not in document
    strategy = run.run.strategy
    run.run.choose_strategy("all")
    run.run.played = at_endpoint
    assert run.exporter._export().is_compared is False
    run.run.choose_strategy(strategy)
    settle(bench, run)


# The steps of a long run are shown from what is new in each, and only where they are seen -------------------

LAST = 220
LONG = f"""\
format: 1
system: {{text: Be brief.}}
provider: anthropic
context_limit: 1000
max_steps: 1000
steps:
  - ramp: {{steps: {LAST}, from: 100, to: 990, tools: [{{name: Edit, args: {{path: é.py}}, result: done}}]}}
    user: Begin.
  - text: Done.
"""


@pytest.fixture
def made(monkeypatch) -> list[int]:
    """Return the steps whose requests are made in whole from now on."""
    steps: list[int] = []
    original = RequestLog.request_at

    def request_at(log, step, *args):
        steps.append(step)
        return original(log, step, *args)

    monkeypatch.setattr(RequestLog, "request_at", request_at)
    return steps


def groups(run) -> list[PartGroup]:
    return [row for row in run.request.parts.rows if isinstance(row, PartGroup)]


def test_steps_are_shown_from_what_is_new_and_copied_as_the_command_line_prints_them(
    open_bench, root, made, capsysbinary, monkeypatch
):
    (root / "runs" / "long.yaml").write_text(LONG, "utf-8")
    bench = open_bench(root, "runs/long.yaml")
    bench.wait_until_quiet()
    run = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: run.run.played is not None)
    settle(bench, run)
    see_what_is_made(bench, run, made)
    see_few_rows(bench, run)
    see_what_is_copied(bench, run, capsysbinary)
    see_the_rows_that_are_seen(bench, run, monkeypatch)


def see_what_is_made(bench, run, made) -> None:
    """See that no step is shown by making its request."""
    for view in (STRUCTURE, RAW, COMPARE):
        with in_case(view):
            run.run.choose_step(150)
            bench.wait_until_quiet()
            run.request.choose_view(view)
            made.clear()
            for _ in range(3):
                bench.press("Right", run.view.chart)
                bench.wait_until_quiet()
            assert run.run.step == 153
            assert run.request.shown_view.context.startswith("before step 153 ")
            assert set(made) == {0}  # what the run began with, which each request begins with
            assert run.request.shown_view.request.parts[-1].text == "done"
            assert made[-1] == 153  # the control: asked for, it is made

    # With the request out of sight nothing of it is made.
    before = run.request.shown_view
    bench.trigger("toggle_preview")
    assert not run.request.isVisible()
    made.clear()
    for _ in range(3):
        bench.press("Right", run.view.chart)
        bench.wait_until_quiet()
    assert run.run.step == 156
    assert made == []
    assert run.request.shown_view is before
    bench.trigger("toggle_preview")
    bench.wait_until_quiet()
    assert run.request.shown_view.context.startswith("before step 156 ")


def see_few_rows(bench, run) -> None:
    """See that the rows of a step are few, and open where they stand."""
    panel = run.request
    panel.choose_view(STRUCTURE)
    run.run.choose_step(150)
    bench.wait_until_quiet()
    assert len(panel.parts.rows) < 15
    (group,) = groups(run)
    number = panel.parts.rows.index(group)
    index = panel.parts.model().index(number, 0)
    assert index.data() == f"{group.parts} parts of steps 0 to 148"
    panel.parts.setCurrentIndex(index)
    bench.press("Return", panel.parts)
    assert [one.is_open for one in groups(run)] == [True, False, False]
    assert panel.parts.currentIndex().row() == number
    assert panel.parts.currentIndex().isValid()
    bench.press("Down", panel.parts)
    bench.press("Return", panel.parts)
    opened = groups(run)
    assert [(one.first, one.last) for one in opened if one.is_open] == [(0, 148), (0, 99)]
    assert len(panel.parts.rows) > 100
    bench.press("Return", panel.parts)
    bench.press("Up", panel.parts)
    bench.press("Return", panel.parts)
    assert groups(run) == [group]

    # What is new in a step is in view.
    fired = next(mark.step for mark in run.view.chart.data.marks if mark.label == "context-warning-80")
    run.run.choose_step(fired)
    bench.wait_until_quiet()
    view = run.request.shown_view
    (front,) = (number for number, row in enumerate(panel.parts.rows) if view.is_in_front(row))
    place = panel.parts.visualRect(panel.parts.model().index(front, 0))
    assert panel.parts.viewport().rect().contains(place)

    # The comparison is with the step before.
    run.run.choose_step(120)
    bench.wait_until_quiet()
    panel.choose_view(COMPARE)
    assert "This request goes on where step 119 ends" in panel.comparison.sentence.text()
    added, removed = panel.comparison.difference.counts
    assert (added > 5, removed) == (True, 0)
    bench.press("Right", run.view.chart)
    bench.wait_until_quiet()
    assert "where step 120 ends" in panel.comparison.sentence.text()
    bench.press("Home", run.view.chart)
    bench.wait_until_quiet()
    assert panel.comparison.difference.counts == (0, 0)
    assert panel.comparison.sentence.isHidden()


def see_what_is_copied(bench, run, capsysbinary) -> None:
    """See that it is what the command line prints, and the raw text its end."""
    panel = run.request
    panel.choose_view(RAW)
    run.run.choose_step(200)
    log = run.run.played.result.requests
    for provider in ("anthropic", "google"):
        with in_case(provider):
            panel.bar.switch.chosen.emit(provider)
            bench.wait_until_quiet()
            panel.copies.json.click()
            copied = QGuiApplication.clipboard().text()
            assert copied == request_text(log.request_at(200, Provider(provider)).body)
            capsysbinary.readouterr()
            path = str(bench.root / "runs" / "long.yaml")
            assert main(["run", path, "--request", "200", "--provider", provider]) == 0
            assert capsysbinary.readouterr().out == copied.encode()
            lengths = []
            while True:
                bench.wait_until(lambda: panel.raw.contents.is_filled)
                lengths.append(len(panel.raw.contents.text))
                if panel.raw.is_whole:
                    break
                assert copied.endswith(panel.raw.contents.text)
                assert panel.note.text().startswith("The end, from ")
                panel.more.click()
            assert len(lengths) > 1
            assert lengths == sorted(lengths)
            assert panel.raw.contents.text == copied
            assert not panel.note.text()
            assert json.loads(copied)


def see_the_rows_that_are_seen(bench, run, monkeypatch) -> None:
    """See that all steps are listed by them alone."""
    bench.press("Home", run.view.chart)
    made = []
    original = run_rows._step

    def step_row(record, *, is_open):
        made.append(record.number)
        return original(record, is_open=is_open)

    monkeypatch.setattr(run_rows, "_step", step_row)
    run.view.groupings.chosen.emit("all")
    QCoreApplication.processEvents()
    assert len(run.view.steps.rows) > LAST
    assert 0 < len(set(made)) < 60
    bench.press("End", run.view.chart)
    QCoreApplication.processEvents()
    assert LAST in made
    assert len(set(made)) < 120
    assert [row.step for row in run.view.steps.rows[-3:]][-1] == LAST  # the control: all are there
