"""When the run of a scenario is played again, and what is seen meanwhile."""

from __future__ import annotations

from decimal import Decimal

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.window.kinds.scenario.playing.player import RunPlayer

pytestmark = pytest.mark.one_window

SMALL = """\
format: 1
system: {text: Be brief.}
context_limit: 1000
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 850}
  - text: I go on.
    tools: [{name: Edit, result: two}]
    usage: {total: 870}
  - text: Done.
"""
LONG = """\
format: 1
context_limit: 1000
max_steps: 3000
steps:
  - user: Begin.
    ramp: {steps: 400, from: 0, to: 700}
"""
TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-90\n    order: 0\n"


@pytest.fixture
def plays(monkeypatch) -> list[bool]:
    """Return whether each run that is begun is only tried."""
    found: list[bool] = []
    play = RunPlayer.play

    def counted(self, inputs, strategy, *, is_tried=False):
        found.append(is_tried)
        play(self, inputs, strategy, is_tried=is_tried)

    monkeypatch.setattr(RunPlayer, "play", counted)
    return found


@pytest.fixture
def bench(open_bench, root, plays):
    (root / "runs" / "small.yaml").write_text(SMALL)
    (root / "runs" / "long.yaml").write_text(LONG)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    bench.settle()
    return bench


@pytest.fixture
def run(bench):
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait(lambda: perspective.run.played is not None)
    bench.settle()
    return perspective


def settle(bench, run) -> None:
    bench.settle()
    bench.wait(lambda: not run.run.is_playing)


def drag(chart, trigger: str, percent: int) -> QPoint:
    places = chart.places
    number = [one.trigger for one in chart.data.thresholds].index(trigger)
    start = places.chips()[number].center()
    end = QPoint(start.x(), round(places.y_of_percent(percent)))
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chart, end)
    return end


def fired(run) -> list[tuple[int, str]]:
    return [(mark.step, mark.label) for mark in run.view.chart.data.marks]


def test_a_limit_is_tried_keys_walk_and_nothing_of_the_run_before_is_seen_while_another_is_played(
    bench, run, plays
):
    walk_by_keys(bench, run)
    try_limits(bench, run, plays)
    assert run.view.chart.isVisible()
    bench.open("runs/long.yaml")
    assert run.run.played is None
    assert not run.view.chart.isVisible()
    assert run.view.empty.isVisible()
    assert run.page.expected.shown.rows == ()
    run.run.choose_step(3)
    assert run.run.step == 0
    bench.wait(lambda: run.run.played is not None)
    assert run.view.chart.isVisible()
    assert len(run.view.chart.data.tokens) == 400


def test_a_look_at_the_disk_plays_nothing_again_and_reads_no_steps(bench, run, plays):
    before = list(plays)
    for _ in range(3):
        bench.workbench.files.check_disk()
        bench.settle()
    assert plays == before
    bench.write("runs/triggers.yaml", TRIGGERS + "  - id: context-warning-80\n    at: 60\n")  # the control
    settle(bench, run)
    assert len(plays) == len(before) + 1

    # The steps of a file are read once until it changes.
    steps = bench.root / "runs" / "beside.steps.jsonl"
    steps.write_text('{"user": "Begin.", "text": "Done."}\n')
    (bench.root / "runs" / "beside.yaml").write_text("format: 1\nsteps: {file: beside.steps.jsonl}\n")
    bench.open("runs/beside.yaml")
    bench.wait(lambda: run.run.played is not None)
    settle(bench, run)
    first = run.run.inputs.scenario.steps
    for _ in range(3):
        bench.workbench.files.check_disk()
        bench.settle()
        assert run.run.inputs.scenario.steps.items is first.items
    bench.write("runs/beside.steps.jsonl", '{"user": "Begin.", "text": "Never."}\n')  # the control
    settle(bench, run)
    run.run.refresh()
    settle(bench, run)
    assert run.run.inputs.scenario.steps.items[0].text == "Never."


def try_limits(bench, run, plays) -> None:
    """Try a limit where it is held, and of many only the last."""
    assert (1, "context-warning-80") in fired(run)
    end = drag(run.view.chart, "context-warning-80", 86)
    settle(bench, run)
    assert (1, "context-warning-80") not in fired(run)
    tried = fired(run)
    bench.workbench.files.check_disk()
    run.run.refresh()
    settle(bench, run)
    assert fired(run) == tried
    assert run.view.chart.is_dragging
    bench.press("Esc", run.view.chart)
    QTest.mouseRelease(run.view.chart, Qt.MouseButton.LeftButton, pos=end)
    settle(bench, run)
    assert (1, "context-warning-80") in fired(run)

    before = len(plays)
    for at in range(90, 99):
        run.run.try_limit("context-warning-80", Decimal(at))
    settle(bench, run)
    assert plays[before:] == [True]
    assert (1, "context-warning-80") not in fired(run)


def walk_by_keys(bench, run) -> None:
    """Walk through the run by its keys, in its lists too."""
    for place in ("steps", "table"):
        with in_case(place):
            part = getattr(run.view, place)
            run.view.as_table.setChecked(place == "table")
            run.run.choose_step(0)
            part.setFocus()
            reached = []
            for keys in ("Right", "Right", "Left", "Shift+Right", "Ctrl+Left"):
                bench.press(keys, part)
                reached.append(run.run.step)
            assert reached == [1, 2, 1, 2, 1]
            assert part.hasFocus()

    # Play at the end begins again.
    run.view.as_table.setChecked(False)
    bench.press("End", run.view.chart)
    assert run.run.step == 2
    run.view.transport.toggle()
    assert (run.run.step, run.view.transport.is_playing) == (0, True)
    run.view.transport.pause()
    for step in (True, False, -1, "1", None, 1.0):  # none of them is a step
        with in_case(step):
            run.restore_state(bench.file, {"step": step})
            settle(bench, run)
            assert (run.run.step, type(run.run.step)) == (0, int)
