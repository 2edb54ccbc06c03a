"""The run of a scenario in the window: played again after edits, walked through, tried and changed."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from editor_app.runs.loop.results import Grouping
from editor_app.text import Span
from editor_app.window.kinds.scenario.run_page import steps_in_words
from editor_app.window.text.open_documents import SOURCE

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {text: Be brief.}
provider: anthropic
context_limit: 1000
start: {cpu: 0.1}
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 500}
  - text: I go on.
    tools: [{name: Edit, result: two}]
    usage: {total: 850}
  - tools: [{name: Edit, result: three}]
    usage: {total: 950}
  - compact: {summary: It is half done.}
    tools: [{name: Edit, result: four}]
    usage: {total: 100}
  - text: Done.
expect:
  - fires context-warning-80 at step 2
  - never context-warning-80
"""
TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-90\n    order: 0\n"


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
    """Return the perspective of the scenario, once it was played."""
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    return perspective


def fired(run) -> list[tuple[int, str]]:
    return [(mark.step, mark.label) for mark in run.view.chart.data.marks]


def steps_listed(run) -> list[str]:
    return [row.words for row in run.view.steps.rows]


def triggers_listed(run) -> dict[str, str]:
    return {row.id: steps_in_words(row.fired) for row in run.page.triggers.rows}


def settle(bench, run) -> None:
    bench.wait_until_quiet()
    bench.wait_until(lambda: not run.run.is_playing)


def test_a_scenario_is_shown_as_its_run_with_the_request_of_the_step(bench, run):
    assert bench.workbench.tabs.view_of(bench.file.document) == "run"
    assert run.view.isVisible()
    assert run.view.chart.hasFocus()
    assert fired(run) == [
        (0, "session-start-todos"),
        (2, "context-warning-80"),
        (3, "compacted"),
        (3, "after-compact"),
    ]
    assert "System message before step 2" in steps_listed(run)
    assert run.request.shown_view.provider == "anthropic"
    rows = run.page.expected.rows
    assert [row.text for row in rows if row.held] == ["fires context-warning-80 at step 2"]
    status = bench.window.status
    assert [label.text() for label in (status.position, status.dialect)] == ["Step 0 of 4", "Scripted model"]
    assert not status.encoding.isVisible()
    tabs = bench.window.right_dock.tabs
    assert [tabs.tabText(number) for number in range(2)] == ["Request", "Trigger"]
    assert not {"Preview", "Values"} & {tabs.tabText(number) for number in range(tabs.count())}
    switch = run.request.bar.switch  # providers that runs are played for
    assert [one.text() for one in switch.findChildren(QAbstractButton)] == ["OpenAI", "Anthropic", "Google"]
    switch.chosen.emit("google")
    assert run.request.shown_view.request.provider == "google"

    # A failed expectation goes to its step.
    failed = next(row for row in rows if not row.held)
    assert failed.link == f"Go to step {failed.step}"
    run.page.expected.chosen.emit(failed)
    assert run.run.step == failed.step

    # The table beside the chart has the same steps.
    run.view.as_table.setChecked(True)
    table = run.view.table
    model = table.model()
    cells = [[model.data(model.index(row, column)) for column in range(4)] for row in range(model.rowCount())]
    assert [row[0] for row in cells] == ["0", "1", "2", "3", "4"]
    assert cells[2][2] == "85\u202f%"
    assert "context-warning-80" in cells[2][3]
    table.setCurrentIndex(model.index(3, 0))
    assert run.run.step == 3
    bench.trigger("show_run")
    assert status.position.text().startswith("Ln ")
    assert status.encoding.text() == "UTF-8"

    # A problem is gone to in the source.
    bench.trigger("show_run")
    bench.workbench.current.go_to(Span(3, 6))
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE
    assert bench.editor.isVisible()
    bench.trigger("show_run")
    assert run.view.isVisible()
    assert not bench.editor.isVisible()
    run.view.as_table.setChecked(False)
    switch.chosen.emit("anthropic")
    see_what_a_trigger_added(bench, run)


def see_what_a_trigger_added(bench, run) -> None:
    """See that it stands whole in the request, and that a step says what follows."""
    run.run.choose_step(2)
    settle(bench, run)
    parts = run.request.parts
    number, row = next((at, row) for at, row in enumerate(parts.rows) if getattr(row, "inserted", None))
    index = parts.model().index(number, 0)
    for width in (300, 420):
        with in_case(width):
            layout = parts.layout_of(index.row(), width)
            shown = [piece.text for piece in layout.pieces if piece.text]
            assert "added by context-warning-80" in " ".join(shown)
            written = "".join(piece.text for piece in layout.pieces if piece.font == "code")
            assert "".join(written.split()) == "".join(row.part.text.split())
            assert all(piece.rect.right() <= width for piece in layout.pieces)
            assert max(piece.rect.bottom() for piece in layout.pieces) < layout.height
    assert "added by context-warning-80" in parts.model().data(index, Qt.ItemDataRole.AccessibleTextRole)
    run.run.choose_step(3)  # the step after it has it as a part like others
    settle(bench, run)
    assert "context-warning-80" not in [
        name for row in parts.rows if getattr(row, "inserted", None) for name in row.inserted.triggers
    ]

    steps = run.view.steps
    steps.group_by(Grouping.ALL, 0)
    for number in (0, 4):
        steps.setCurrentIndex(steps.model().index(steps._rows.number_of(number), 0))
        if steps.row_at(steps.currentIndex()).is_open is False:
            steps.entered_row.emit(steps.current_row)
    ends = {row.step: (row.words, row.detail) for row in steps.rows if row.label == "finish"}
    assert ends[0] == ("tool-calls", "step 1 follows, usage 500")
    assert ends[4] == ("stop", "the run ends")


def test_the_keys_of_the_chart_walk_through_the_run_and_an_edit_plays_it_again(bench, run):
    walk_by_keys(bench, run)
    edit_the_source(bench, run)
    open_with_an_error(bench, run)


def walk_by_keys(bench, run) -> None:
    """Walk through the run by the keys of the chart, and play it by Space."""
    chart = run.view.chart
    chart.setFocus()
    reached = []
    for key in ("Right", "Ctrl+Right", "Left", "Home", "Shift+Right", "Left", "End"):
        bench.press(key, chart)
        reached.append(run.run.step)
    assert reached == [1, 2, 1, 0, 4, 3, 4]
    bench.press("Home", chart)
    transport = run.view.transport
    assert transport.timer.interval() == 100
    bench.press("Space", chart)
    assert transport.is_playing
    transport.timer.timeout.emit()
    assert run.run.step == 1
    bench.press("Space", chart)
    assert not transport.is_playing
    transport.toggle()
    for _ in range(10):
        transport.timer.timeout.emit()
    assert (run.run.step, transport.is_playing) == (4, False)

    bench.press("Home", chart)
    bench.press("Right", chart)
    bench.press("Right", chart)
    bench.wait_until_quiet()
    view = run.request.shown_view
    marked = [row.words for row in view.structure.parts if view.is_in_front(row)]
    assert len(marked) == 1
    assert '<system_message type="context-warning">' in marked[0]
    bench.press("Return", chart)
    assert run.request.isAncestorOf(bench.window.focusWidget())


def edit_the_source(bench, run) -> None:
    """See that it is played again, and that an error is said over the run before."""
    run.show_source()
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE
    bench.select("850")
    bench.type("700")
    settle(bench, run)
    assert (2, "context-warning-80") not in fired(run)
    assert [row.held for row in run.page.expected.rows].count(False) >= 1
    bench.press("Ctrl+Z", bench.editor)
    settle(bench, run)
    assert (2, "context-warning-80") in fired(run)

    bench.select("1000")
    bench.type("-1")
    settle(bench, run)
    bench.press("Ctrl+F9")
    assert "context_limit" in bench.bar
    assert bench.bar.endswith("The run shown is the one before.")
    assert (2, "context-warning-80") in fired(run)
    bench.link("Go to the place")
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE
    assert bench.text[bench.editor.selected_span().start :].startswith("-1")
    bench.select("-1")
    bench.type("1000")
    settle(bench, run)
    bench.trigger("show_run")
    assert bench.bar == ""

    # An error of a file that is named is gone to in that file.
    (bench.root / "said.yaml").write_text("format: 1\nblocks: [\n")
    run.show_source()
    bench.select("{text: Be brief.}")
    bench.type("../said.yaml")
    settle(bench, run)
    bench.trigger("show_run")
    assert "‘said.yaml’ is sent to no model" in bench.bar
    assert run.run.played is not None
    bench.link("Go to the place")
    assert bench.file.path.name == "said.yaml"


def open_with_an_error(bench, run) -> None:
    """See that a scenario that is opened with an error says it, or opens as its source."""
    folder = bench.root / "runs"
    (folder / "other.yaml").write_text("format: 1\nsystem: gone.md\nsteps: [{user: a}]\n")
    bench.open("runs/other.yaml")
    settle(bench, run)
    assert run.view.empty.isVisible()
    assert "There is no ‘gone.md’" in run.view.empty.sentence
    assert "There is no ‘gone.md’" in bench.bar
    bench.link("Go to the place")
    assert bench.workbench.tabs.view_of(bench.file.document) == SOURCE

    (folder / "broken.yaml").write_text("format: 1\nmax_steps: 0\nsteps: [{user: a}]\n")
    (folder / "odd.yaml").write_text("format: 1\nsteps: [{user: a}]\nexpect: [what]\n")
    for name, view in (("broken.yaml", SOURCE), ("odd.yaml", "run")):
        bench.open(f"runs/{name}")
        assert bench.workbench.tabs.view_of(bench.file.document) == view


def drag(chart, trigger: str, percent: int) -> None:
    """Drag the limit of a trigger by its chip, and hold it."""
    places = chart.places
    number = [one.trigger for one in chart.data.thresholds].index(trigger)
    start = places.chips()[number].center()
    end = QPoint(start.x(), round(places.y_of_percent(percent)))
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chart, end)


def test_a_dragged_limit_moves_the_firing_at_once_and_is_written_when_released(bench, run):
    triggers = bench.root / "runs" / "triggers.yaml"
    before = triggers.read_text()
    drag(run.view.chart, "context-warning-80", 45)
    settle(bench, run)
    assert (1, "context-warning-80") in fired(run)
    assert triggers_listed(run)["context-warning-80"] == "step 1"
    bench.press("Esc", run.view.chart)  # takes it back
    settle(bench, run)
    assert (2, "context-warning-80") in fired(run)
    QTest.mouseRelease(run.view.chart, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    settle(bench, run)
    assert bench.workbench.files.find(triggers) is None

    drag(run.view.chart, "context-warning-80", 45)
    settle(bench, run)
    assert bench.workbench.files.find(triggers) is None
    QTest.mouseRelease(run.view.chart, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    settle(bench, run)
    file = bench.workbench.files.find(triggers)
    assert file.text == before + "  - id: context-warning-80\n    at: 45\n"
    assert bench.file.path.name == "small.yaml"
    assert (1, "context-warning-80") in fired(run)
    file.document.text_document.undo()
    assert file.text == before

    # A trigger is switched off in that file too.
    page = run.page.triggers
    ids = [row.id for row in page.rows]
    page.setCurrentIndex(page.model().index(ids.index("context-warning-80"), 0))
    bench.press("Space", page)
    settle(bench, run)
    assert "  - id: context-warning-80\n    enabled: false\n" in file.text
    assert (2, "context-warning-80") not in fired(run)
    file.document.text_document.undo()
    settle(bench, run)
    write_by_the_form(bench, run)


def write_by_the_form(bench, run) -> None:
    """See that each setting is one step to undo, and that a choice of strategy writes none."""
    before = bench.file.text
    run.page.form.setting_changed.emit("deliver", "system")
    assert "deliver: system\n" in bench.file.text
    bench.file.document.text_document.undo()
    assert bench.file.text == before
    field = run.page.form.cell("context_limit").widget
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2000")
    bench.press("Return", field)
    assert "context_limit: 2000\n" in bench.file.text
    settle(bench, run)
    assert run.view.chart.data.limit == 2000
    bench.file.document.text_document.undo()
    assert bench.file.text == before

    run.run.choose_strategy("message-only")
    settle(bench, run)
    assert (2, "context-warning-80") not in fired(run)
    run.run.choose_strategy("all")
    settle(bench, run)
    table = run.view.side_by_side.model()
    names = [row.trigger for row in table.rows]
    row = names.index("context-warning-80")
    words = [table.data(table.index(row, column)) for column in range(1, 5)]
    assert words[0] == "never"
    assert words[2:] == ["step 2", "step 2"]
    assert bench.file.text == before

    # Step and strategy come back, and what is no state is passed over.
    run.run.choose_step(3)
    run.run.choose_strategy("multi-step")
    settle(bench, run)
    kept = run.kept_state(bench.file)
    run.run.choose_step(0)
    run.run.choose_strategy("hybrid")
    run.restore_state(bench.file, {"step": -1, "strategy": ["x"]})
    settle(bench, run)
    assert (run.run.step, run.run.strategy) == (0, "hybrid")
    run.restore_state(bench.file, kept)
    settle(bench, run)
    assert (run.run.step, run.run.strategy, run.view.step) == (3, "multi-step", 3)
