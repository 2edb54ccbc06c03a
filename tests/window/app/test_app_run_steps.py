"""The steps of a long run in the window: each is shown from what is new in it, and only where it is seen."""

from __future__ import annotations

import json

import pytest
from named_cases import in_case
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from editor_app.cli import main
from editor_app.requests import PartGroup, Provider, request_text
from editor_app.runs import RequestLog
from editor_app.window.kinds.scenario import rows as run_rows
from editor_app.window.panels.request import COMPARE, RAW, STRUCTURE

pytestmark = pytest.mark.one_window

LAST = 220
SCENARIO = f"""\
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
def bench(open_bench, root):
    (root / "runs" / "long.yaml").write_text(SCENARIO, "utf-8")
    bench = open_bench(root, "runs/long.yaml")
    bench.come_to_front()
    bench.wait_until_quiet()
    return bench


@pytest.fixture
def run(bench):
    """Return the perspective of the scenario, once it was played."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    settle(bench, perspective)
    return perspective


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


def settle(bench, run) -> None:
    bench.wait_until_quiet()
    bench.wait_until(lambda: not run.run.is_playing)


def groups(run) -> list[PartGroup]:
    return [row for row in run.request.parts.parts.rows if isinstance(row, PartGroup)]


def test_steps_are_shown_from_what_is_new_and_copied_as_the_command_line_prints_them(
    bench, run, made, capsysbinary, monkeypatch
):
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
    assert len(panel.parts.parts.rows) < 15
    (group,) = groups(run)
    number = panel.parts.parts.rows.index(group)
    index = panel.parts.parts.index(number, 0)
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
    assert len(panel.parts.parts.rows) > 100
    bench.press("Return", panel.parts)
    bench.press("Up", panel.parts)
    bench.press("Return", panel.parts)
    assert groups(run) == [group]

    # What is new in a step is in view.
    fired = next(mark.step for mark in run.view.chart.data.marks if mark.label == "context-warning-80")
    run.run.choose_step(fired)
    bench.wait_until_quiet()
    view = run.request.shown_view
    (front,) = (number for number, row in enumerate(panel.parts.parts.rows) if view.is_in_front(row))
    place = panel.parts.visualRect(panel.parts.parts.index(front, 0))
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
    for provider in ("openai", "google"):
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
                bench.wait_until(lambda: panel.raw.shown.is_filled)
                lengths.append(len(panel.raw.shown.text))
                if panel.raw.is_whole:
                    break
                assert copied.endswith(panel.raw.shown.text)
                assert panel.note.text().startswith("The end, from ")
                panel.more.click()
            assert len(lengths) > 1
            assert lengths == sorted(lengths)
            assert panel.raw.shown.text == copied
            assert not panel.note.text()
            assert json.loads(copied)


def see_the_rows_that_are_seen(bench, run, monkeypatch) -> None:
    """See that all steps are listed by them alone."""
    bench.press("Home", run.view.chart)
    made = []
    original = run_rows._step

    def step(record, result, *, is_open):
        made.append(record.number)
        return original(record, result, is_open=is_open)

    monkeypatch.setattr(run_rows, "_step", step)
    run.view.groupings.chosen.emit("all")
    QCoreApplication.processEvents()
    assert len(run.view.steps.steps.rows) > LAST
    assert 0 < len(set(made)) < 60
    bench.press("End", run.view.chart)
    QCoreApplication.processEvents()
    assert LAST in made
    assert len(set(made)) < 120
    assert [row.step for row in run.view.steps.steps.rows[-3:]][-1] == LAST  # the control: all are there
