"""The page of a run in the window: what is typed and chosen on it, and what it says of expectations."""

from __future__ import annotations

from decimal import Decimal

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.text import Edit, Span
from editor_app.window.kinds.scenario.playing import current_run

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {text: Be brief.}
context_limit: 1000
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 850}
  - text: Done.
expect:
  - prefix kept
  - nothing 😀 of the kind
"""
TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-80\n    at: 70  # 😀\n"


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_bytes(b"\xef\xbb\xbf" + TRIGGERS.replace("\n", "\r\n").encode())
    bench = open_bench(root, "runs/small.yaml")
    bench.come_to_front()
    bench.wait_until_quiet()
    return bench


@pytest.fixture
def run(bench):
    """Return the perspective of the scenario, once it was played."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    return perspective


def choose(run, trigger: str) -> None:
    page = run.page.triggers
    page.setCurrentIndex(page.model().index([row.id for row in page.rows].index(trigger), 0))


def type_a_limit(bench, run) -> None:
    """Type a limit, which is written when the file is saved."""
    path = bench.root / "runs" / "triggers.yaml"
    choose(run, "context-warning-80")
    assert run.page.limit_form.cell("at").widget.text() == "70"
    run.page.limit_form.cell("at").widget.setFocus()
    run.page.limit_form.cell("at").widget.selectAll()
    QTest.keyClicks(run.page.limit_form.cell("at").widget, "45")
    bench.trigger("save")
    file = bench.workbench.files.find(path)
    assert file.text == TRIGGERS.replace("70", "45")
    bench.open("runs/triggers.yaml")
    bench.trigger("save")
    expected = TRIGGERS.replace("70", "45").replace("\n", "\r\n").encode()
    assert path.read_bytes() == b"\xef\xbb\xbf" + expected


def test_the_page_says_what_is_wrong_and_who_plays_and_leads_to_the_system_text(bench, run):
    type_a_limit(bench, run)
    bench.open("runs/small.yaml")
    bench.wait_until_quiet()
    for box in (run.page.form.cell(key).widget for key in ("strategy", "deliver", "continue")):
        box.activated.emit(box.currentIndex())
    assert bench.file.text == SCENARIO, "what is chosen already changes nothing"
    rows = run.page.expected.rows
    assert [(row.text, row.held, row.step) for row in rows] == [
        ("nothing 😀 of the kind", False, None),
        ("prefix kept", True, None),
    ]
    assert run.page.expected_count.text() == "1 of 2 failed"
    run.page.expected.chosen.emit(run.page.expected.rows[0])
    bench.wait_until_quiet()
    assert bench.text[bench.editor.cursor_offset() :].startswith("nothing 😀")

    run.page.line.unfold(unfolded=True)
    assert not run.page.form.open_system.isVisible()  # it is in the scenario
    (bench.root / "brief.md").write_text("Be brief.\n")
    scenario = bench.file
    change(scenario, "{text: Be brief.}", "../brief.md")
    bench.trigger("show_run")
    bench.wait_until_quiet()
    bench.wait_until(lambda: not run.run.is_playing)
    assert run.page.form.open_system.isVisible()
    run.page.form.open_system.click()
    assert bench.file.path == bench.root / "brief.md"

    bench.open("runs/small.yaml")
    bench.wait_until_quiet()
    assert run.page.form.cell("model").widget.text() == "scripted, offline"
    menu = run.page_tools.menu()
    menu.aboutToShow.emit()
    offered = {action.text().replace("&", ""): action.isEnabled() for action in menu.actions()}
    assert offered == {
        "Run or source": True,
        "Record as scenario…": False,
        "Strategies side by side": True,
        "Export…": True,
        "Copy as Markdown": True,
    }
    model = "model: {endpoint: 'http://me:secret@127.0.0.1:9/v1', name: small}\n"
    scenario.document.apply_edits([Edit(Span(0, 0), model)])
    bench.wait_until_quiet()
    assert run.page.form.cell("model").widget.text() == "small · 127.0.0.1"


def change(file, old: str, new: str) -> None:
    start = file.text.index(old)
    file.document.apply_edits([Edit(Span(start, start + len(old)), new)])


def test_a_run_is_played_with_the_open_texts_of_files_that_it_names_over_other_folders(bench, run):
    (bench.root / "runs" / "below").mkdir()
    (bench.root / "runs" / "system.tmpl").write_text("You are A.\n")
    linked = SCENARIO.replace("{text: Be brief.}", "../system.tmpl\ntriggers: ../triggers.yaml")
    (bench.root / "runs" / "below" / "linked.yaml").write_text(linked)
    for name, old, new in (("system.tmpl", "A", "B"), ("triggers.yaml", "70", "95")):
        change(bench.open(f"runs/{name}"), old, new)
        bench.settle()
    file = bench.open("runs/below/linked.yaml")
    bench.wait_until(lambda: run.run.played is not None and run.run.file is file)
    bench.settle()
    assert run.run.played.result.requests.system.text == "You are B.\n"
    fired = {one.trigger for step in run.run.played.result.steps for one in step.fired}
    assert "context-warning-80" not in fired
    change(bench.workbench.files.find(bench.root / "runs" / "triggers.yaml"), "95", "75")
    run.run.refresh()
    bench.settle()
    fired = {one.trigger for step in run.run.played.result.steps for one in step.fired}
    assert "context-warning-80" in fired


def test_a_trigger_is_added_to_the_triggers_file_and_written_on_there(bench, run):
    run.page.add.click()
    assert bench.file.path.name == "triggers.yaml"
    assert bench.file.text.startswith(TRIGGERS)
    QTest.keyClicks(bench.editor, "half-full")  # over the id, which is selected
    assert "- id: half-full\n    signal: context\n    at: 50\n" in bench.file.text
    bench.open("runs/small.yaml")
    bench.wait_until_quiet()
    assert run.page.triggers.rows[-1].id == "half-full"
    for _ in range(2):
        run.page.add.click()
        bench.open("runs/small.yaml")
        bench.wait_until_quiet()
    ids = [row.id for row in run.page.triggers.rows]
    assert ids[-2:] == ["new-trigger", "new-trigger-2"]

    # None is added to a file that can’t be used.
    scenario = bench.file
    scenario.document.apply_edits([Edit(Span(0, 0), "triggers: none.yaml\n")])
    bench.wait_until_quiet()
    run.page.add.click()
    assert bench.file is scenario
    assert "‘none.yaml’" in bench.notice


def test_the_first_trigger_makes_the_file_beside_the_scenario(open_bench, root):
    (root / "runs" / "triggers.yaml").unlink(missing_ok=True)
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    bench = open_bench(root, "runs/small.yaml")
    run = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: run.run.played is not None)
    run.page.add.click()
    assert bench.file.path == root / "runs" / "triggers.yaml"
    assert bench.file.text.startswith("format: 1\ntriggers:\n  - id: new-trigger\n")
    assert bench.editor.textCursor().selectedText() == "new-trigger"


# When a run is played again, and what is seen meanwhile -----------------------------------------------------

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
EMPTY_TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-90\n    order: 0\n"


@pytest.fixture
def plays(monkeypatch) -> list[bool]:
    """Return whether each run that is begun is only tried."""
    found: list[bool] = []
    play = current_run.played_in_slices

    def counted(inputs, strategy, *, is_tried=False):
        found.append(is_tried)
        return play(inputs, strategy, is_tried=is_tried)

    monkeypatch.setattr(current_run, "played_in_slices", counted)
    return found


@pytest.fixture
def again(open_bench, root, plays):
    """Return a window with a scenario in front, and its perspective, whose plays are counted."""
    (root / "runs" / "small.yaml").write_text(SMALL)
    (root / "runs" / "long.yaml").write_text(LONG)
    (root / "runs" / "triggers.yaml").write_text(EMPTY_TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    bench.settle()
    run = bench.workbench.perspectives.of(bench.file)
    settle(bench, run)
    return bench, run


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
    again, plays
):
    bench, run = again
    walk_by_keys(bench, run)
    try_limits(bench, run, plays)
    assert run.view.chart.isVisible()
    bench.open("runs/long.yaml")
    assert run.run.played is None
    assert not run.view.chart.isVisible()
    assert run.view.empty.isVisible()
    assert run.page.expected.rows == ()
    run.run.choose_step(3)
    assert run.run.step == 0
    bench.wait(lambda: run.run.played is not None)
    assert run.view.chart.isVisible()
    assert len(run.view.chart.data.tokens) == 400


def test_a_look_at_the_disk_plays_nothing_again_and_reads_no_steps(again, plays):
    bench, run = again
    before = list(plays)
    for _ in range(3):
        bench.workbench.files.disk.look_now()
        bench.settle()
    assert plays == before
    bench.write(
        "runs/triggers.yaml", EMPTY_TRIGGERS + "  - id: context-warning-80\n    at: 60\n"
    )  # the control
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
        bench.workbench.files.disk.look_now()
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
    bench.workbench.files.disk.look_now()
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
