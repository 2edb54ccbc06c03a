"""The steps of a long run in the window: each is shown from what is new in it, and only where it is seen."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from editor_app.cli import main
from editor_app.requests import PartGroup, Provider, request_text
from editor_app.runs import RequestLog
from editor_app.window.kinds.scenario import rows as run_rows
from editor_app.window.panels.request import COMPARE, RAW, STRUCTURE

pytestmark = pytest.mark.one_window

LAST = 400
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


@pytest.mark.parametrize("view", [STRUCTURE, RAW, COMPARE])
def test_no_step_is_shown_by_making_its_request(bench, run, made, view):
    run.run.choose_step(300)
    bench.wait_until_quiet()
    run.request.choose_view(view)
    made.clear()
    for _ in range(3):
        bench.press("Right", run.view.chart)
        bench.wait_until_quiet()
    assert run.run.step == 303
    assert run.request.shown_view.context.startswith("before step 303 ")
    assert set(made) == {0}  # what the run began with, which each request begins with
    assert run.request.shown_view.request.parts[-1].text == "done"
    assert made[-1] == 303  # the control: asked for, it is made


def test_the_rows_of_a_step_are_few_and_open_where_they_stand(bench, run):
    run.run.choose_step(300)
    bench.wait_until_quiet()
    panel = run.request
    assert len(panel.parts.parts.rows) < 15
    (group,) = groups(run)
    number = panel.parts.parts.rows.index(group)
    index = panel.parts.parts.index(number, 0)
    assert index.data() == f"{group.parts} parts of steps 0 to 298"
    panel.parts.setCurrentIndex(index)
    bench.press("Return", panel.parts)
    assert [one.is_open for one in groups(run)] == [True, False, False, False]
    assert panel.parts.currentIndex().row() == number
    assert panel.parts.currentIndex().isValid()
    bench.press("Down", panel.parts)
    bench.press("Return", panel.parts)
    opened = groups(run)
    assert [(one.first, one.last) for one in opened if one.is_open] == [(0, 298), (0, 99)]
    assert len(panel.parts.parts.rows) > 100
    bench.press("Return", panel.parts)
    bench.press("Up", panel.parts)
    bench.press("Return", panel.parts)
    assert groups(run) == [group]


def test_what_is_new_in_a_step_is_in_view(bench, run):
    fired = next(mark.step for mark in run.view.chart.data.marks if mark.label == "context-warning-80")
    run.run.choose_step(fired)
    bench.wait_until_quiet()
    panel = run.request.parts
    view = run.request.shown_view
    (front,) = (number for number, row in enumerate(panel.parts.rows) if view.is_in_front(row))
    assert panel.viewport().rect().contains(panel.visualRect(panel.parts.index(front, 0)))


def test_with_the_request_out_of_sight_nothing_of_it_is_made(bench, run, made):
    before = run.request.shown_view
    bench.trigger("toggle_preview")
    assert not run.request.isVisible()
    made.clear()
    for _ in range(3):
        bench.press("Right", run.view.chart)
        bench.wait_until_quiet()
    assert run.run.step == 3
    assert made == []
    assert run.request.shown_view is before
    bench.trigger("toggle_preview")
    bench.wait_until_quiet()
    assert run.request.shown_view.context.startswith("before step 3 ")


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_the_raw_text_is_the_end_of_what_is_copied_and_more_of_it_is_shown(bench, run, provider):
    run.request.bar.switch.chosen.emit(provider)
    run.run.choose_step(350)
    bench.wait_until_quiet()
    panel = run.request
    panel.choose_view(RAW)
    panel.copies.json.click()
    copied = QGuiApplication.clipboard().text()
    log = run.run.played.result.requests
    assert copied == request_text(log.request_at(350, Provider(provider)).body)
    lengths = []
    while True:
        bench.wait_until(lambda: panel.raw.shown.is_filled)
        lengths.append(len(panel.raw.shown.text))
        if panel.raw.is_whole:
            break
        assert copied.endswith(panel.raw.shown.text)
        assert panel.note.text().startswith("The end, from ")
        panel.more.click()
    assert lengths == sorted(lengths)
    assert panel.raw.shown.text == copied
    assert not panel.note.text()
    assert json.loads(copied)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_what_is_copied_is_what_the_command_line_prints(bench, run, root, capsysbinary, provider):
    run.request.bar.switch.chosen.emit(provider)
    run.run.choose_step(350)
    bench.wait_until_quiet()
    run.request.copies.json.click()
    path = root / "runs" / "long.yaml"
    capsysbinary.readouterr()
    assert main(["run", str(path), "--request", "350", "--provider", provider]) == 0
    assert capsysbinary.readouterr().out == QGuiApplication.clipboard().text().encode()


def test_the_comparison_is_with_the_step_before(bench, run):
    run.run.choose_step(200)
    bench.wait_until_quiet()
    panel = run.request
    panel.choose_view(COMPARE)
    assert "This request goes on where step 199 ends" in panel.comparison.sentence.text()
    added, removed = panel.comparison.difference.counts
    assert (added > 5, removed) == (True, 0)
    bench.press("Right", run.view.chart)
    bench.wait_until_quiet()
    assert "where step 200 ends" in panel.comparison.sentence.text()
    bench.press("Home", run.view.chart)
    bench.wait_until_quiet()
    assert panel.comparison.difference.counts == (0, 0)
    assert panel.comparison.sentence.isHidden()


def test_all_steps_are_listed_by_the_rows_that_are_seen(bench, run, monkeypatch):
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
