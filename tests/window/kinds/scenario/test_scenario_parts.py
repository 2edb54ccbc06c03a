"""The parts of the run view by themselves: rows, chart, player and the page."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, product

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.requests.parts import Provider
from editor_app.runs.loop.results import Grouping
from editor_app.runs.model.records import Refusal
from editor_app.runs.model.scenario import (
    Ramp,
    RunSettings,
    Scenario,
    ScenarioStep,
    StepLimit,
    Steps,
    ToolCall,
)
from editor_app.runs.model.session import Signal, Strategy
from editor_app.runs.reading.changes import limit_rule, read_limit
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text import Severity
from editor_app.window.kinds.scenario.chart_data import MarkShape, chart_data
from editor_app.window.kinds.scenario.playing.inputs import EVENTS_IN_SLICE, RunInputs, played_in_slices
from editor_app.window.kinds.scenario.run_page import RunPage, steps_in_words, trigger_rows
from editor_app.window.kinds.scenario.run_rows import RowKind, RunRows, end_in_words
from editor_app.window.kinds.scenario.view.chart import RunChart
from editor_app.window.kinds.scenario.view.run_view import RunView
from editor_app.window.kinds.scenario.view.tables import StepsList
from editor_app.window.kit.form.field import FieldLabel
from editor_app.window.kit.rows.row_style import row_style


def scenario(steps: int, *, limit: int | None = 1000) -> Scenario:
    ramp = Ramp(steps, 0, 950, (ToolCall("Edit", {}, "done"),), "Begin.")
    items = (ramp, ScenarioStep(text="Done."))
    return Scenario(Steps(items), RunSettings(context_limit=limit, max_steps=StepLimit(1000)))


def slices_of(found: Scenario, *, is_tried: bool = False):
    return played_in_slices(RunInputs(found, trigger_set()), Strategy.HYBRID, is_tried=is_tried)


@pytest.fixture
def play():
    """Return a function that plays a scenario in slices."""

    def play(found: Scenario, *, is_tried: bool = False):
        *_, played = slices_of(found, is_tried=is_tried)
        return played

    return play


@pytest.fixture(scope="module")
def played(qapp):
    """Return a run of forty steps, which is played once."""
    *_, played = slices_of(scenario(40))
    return played


def test_rows_fold_what_happens_between_boundaries_and_unfold_to_parts(play):
    result = play(scenario(20)).result
    folded = RunRows(result, Grouping.BOUNDARIES, ())
    kinds = [row.kind for row in folded]
    assert kinds[:3] == [RowKind.USER, RowKind.MESSAGE, RowKind.GROUP]
    group = folded[2]
    assert group.words == f"{group.last + 1} steps, {group.last + 1} tool calls"
    inside = RunRows(result, Grouping.BOUNDARIES, {group.key})
    assert len(inside) == len(folded) + group.last + 1
    step = next(row for row in inside if row.kind is RowKind.STEP)
    parts = [row for row in RunRows(result, Grouping.ALL, {step.key}) if row.label]
    assert [row.label for row in parts] == ["tool call", "tool result", "finish"]
    shown = {row.step for row in RunRows(result, Grouping.ALL, ()) if row.kind is RowKind.STEP}
    assert shown == set(range(21))
    assert end_in_words(result).startswith("Finished after 21 steps, ")


def test_each_row_is_found_again_among_rows_made_anew(play):
    result = play(scenario(20)).result
    refused = Refusal(Provider.OPENAI, "openai.rule", Severity.ERROR, ("messages", 0), "Because.")
    result = replace(result, steps=tuple(replace(step, findings=(refused,)) for step in result.steps))
    folded = RunRows(result, Grouping.BOUNDARIES, ())
    groups = [row.key for row in folded if row.kind is RowKind.GROUP]
    assert sum(row.kind is RowKind.REFUSED for row in folded) == len(result.steps)
    for unfolded in ((), groups[:1], groups, [*groups, (RowKind.STEP, range(3, 4))]):
        with in_case(unfolded):
            rows, anew = (RunRows(result, Grouping.BOUNDARIES, unfolded) for _ in range(2))
            assert [anew.number_of_row(row) for row in rows] == list(range(len(rows)))
    shorter = RunRows(replace(result, steps=result.steps[:3]), Grouping.BOUNDARIES, ())
    assert shorter.number_of_row(folded[-1]) == -1


def test_marks_have_the_shapes_of_their_limits(play):
    played = play(scenario(40))
    data = chart_data(played.result, played.inputs.triggers)
    shapes = {mark.label: mark.shape for mark in data.marks}
    assert shapes["context-warning-80"] is MarkShape.TRIANGLE
    assert shapes["context-warning-90"] is MarkShape.DIAMOND
    assert shapes["session-start-todos"] is MarkShape.RING
    assert [one.at for one in data.thresholds] == [80, 90]
    without = play(scenario(40, limit=None))
    assert chart_data(without.result, without.inputs.triggers).thresholds == ()


@pytest.mark.parametrize("is_tried", [False, True])
def test_a_long_run_is_played_in_slices_of_so_many_events(is_tried):
    *slices, played = slices_of(scenario(150), is_tried=is_tried)
    least = 150 * 4 // EVENTS_IN_SLICE  # each step begins, calls, is answered and ends
    assert len(slices) + 1 >= least
    assert set(slices) == {None}
    assert len(played.result.steps) == 151


def test_the_chart_says_where_it_is_and_finds_limits_below_the_pointer(played, theme, show, qtbot):
    chart = RunChart()
    show(chart, 600, 200)
    chart.show_data(chart_data(played.result, played.inputs.triggers))
    with qtbot.waitSignal(chart.step_chosen) as told:
        qtbot.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    step = told.args[0]
    assert chart.accessibleDescription().startswith(f"Step {step} of 40, ")
    assert "context-warning-80" in chart.accessibleDescription()
    places = chart.places
    assert [places.step_at(round(places.x_of(one))) for one in range(41)] == list(range(41))
    assert all(places.percent_at(round(places.y_of_percent(at))) == at for at in range(1, 101))


def test_a_limit_is_announced_where_it_was_dragged_to_and_not_by_a_click(played, theme, show, qtbot):
    chart = RunChart()
    show(chart, 600, 200)
    chart.show_data(chart_data(played.result, played.inputs.triggers))
    released, restored = [], []
    chart.threshold_released.connect(lambda *args: released.append(args))
    chart.threshold_restored.connect(lambda: restored.append(True))
    start = chart.places.chips()[1].center()
    lower = QPoint(start.x(), round(chart.places.y_of_percent(60)))
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=start)
    assert (released, restored) == ([], [])
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chart, lower)
    QTest.mouseRelease(chart, Qt.MouseButton.RightButton, pos=lower)
    assert (released, restored) == ([], [])
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=lower)
    assert released == [("context-warning-90", Decimal(60))]
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chart, lower)
    QTest.mouseMove(chart, QPoint(start.x(), round(chart.places.y_of_percent(90))))
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=start)
    assert (len(released), restored) == (1, [True])


def test_a_click_beside_the_twisty_chooses_a_step_and_leaves_it_folded(play, theme, show):
    result = play(scenario(20)).result
    steps = StepsList()
    show(steps, 500, 600)
    steps.show_run(result, 0)
    steps.group_by(Grouping.ALL, 0)
    number = next(at for at, row in enumerate(steps.rows) if row.kind is RowKind.STEP and row.step == 2)
    index = steps.model().index(number, 0)
    count, rect = len(steps.rows), steps.visualRect(index)
    QTest.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert steps.currentIndex().row() == number
    assert len(steps.rows) == count
    twisty = QPoint(rect.left() + theme.px(16), rect.center().y())
    QTest.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=twisty)
    assert len(steps.rows) == count + 3
    QTest.keyClick(steps, Qt.Key.Key_Return)
    assert len(steps.rows) == count
    QTest.keyClick(steps, Qt.Key.Key_Return)
    steps.fold_all()
    steps.show_run(result, 2)
    assert len(steps.rows) == count


def test_the_numbers_of_long_groups_have_room(play):
    rows = RunRows(play(scenario(500)).result, Grouping.BOUNDARIES, ())
    assert rows.widest_numbers == "500–500"
    assert max(len(row.numbers) for row in rows) <= len(rows.widest_numbers)


@pytest.mark.parametrize("width", [360, 520, 900])
def test_the_view_stands_in_any_room(played, theme, show, width):
    view = RunView()
    show(view, width, 700)
    view.show_run(played.result, chart_data(played.result, played.inputs.triggers), 3)
    assert view.minimumSizeHint().width() <= 360
    assert view.transport.geometry().right() <= view.bar.width()
    assert view.step == view.chart.step == 3
    view.show_nothing("No run", "Add steps.")
    assert not view.transport.isEnabled()


@pytest.fixture
def page(played, theme, show_kept):
    """Return the page of a run that was played, with the second trigger chosen."""
    page = show_kept(RunPage, 215, 600)
    page.show_triggers(())
    page.form.show_settings(played.inputs.scenario)
    page.show_triggers(trigger_rows(played.inputs.triggers, played.result))
    page.triggers.setCurrentIndex(page.triggers.model().index(1, 0))
    return page


def limit_cell(page):
    return page.limit_form.cell("at")


def type_over(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


@pytest.mark.parametrize(
    ("text", "given"), [("75 %", Decimal(75)), ("72,5", Decimal("72.5")), ("100", Decimal(100)), ("80", None)]
)
def test_the_page_announces_a_limit_that_is_another_one(page, qtbot, text, given):
    assert limit_cell(page).widget.text() == "80"
    told = []
    page.limit_given.connect(lambda *args: told.append(args))
    type_over(limit_cell(page).widget, text)
    qtbot.keyClick(limit_cell(page).widget, Qt.Key.Key_Return)
    assert told == ([] if given is None else [("context-warning-80", given)])
    assert limit_cell(page).field.remark is None


@pytest.mark.parametrize("text", ["many", "0", "-3", "100.5", "800", "1e999999999", "nan", "Infinity"])
def test_a_limit_that_cannot_be_is_refused_with_its_rule(page, qtbot, text):
    type_over(limit_cell(page).widget, text)
    with qtbot.assertNotEmitted(page.limit_given):
        qtbot.keyClick(limit_cell(page).widget, Qt.Key.Key_Return)
    assert limit_cell(page).widget.text() == "80"
    rule = "Give a percentage above 0, up to 100."
    assert limit_cell(page).field.remark.sentence == rule
    assert rule in limit_cell(page).widget.accessibleDescription()
    page.triggers.setCurrentIndex(page.triggers.model().index(0, 0))
    assert limit_cell(page).field.remark is None


def test_limits_of_steps_are_whole_numbers():
    typed = {text: read_limit(text, Signal.STEPS_LEFT) for text in ("15", "15.5", "1,000", "0", "1e7")}
    assert typed == {"15": 15, "15.5": None, "1,000": None, "0": None, "1e7": None}
    assert limit_rule(Signal.STEPS_LEFT) == "a whole number from 1 to 1,000,000"


def test_what_was_typed_for_one_trigger_is_not_given_to_another(page, qtbot):
    type_over(limit_cell(page).widget, "45")
    page.triggers.setCurrentIndex(page.triggers.model().index(0, 0))
    assert (limit_cell(page).widget.accessibleName(), limit_cell(page).widget.text()) == (
        "context-warning-90 fires at",
        "90",
    )
    assert limit_cell(page).field.label == "Fires at (percent)"
    with qtbot.assertNotEmitted(page.limit_given):
        qtbot.keyClick(limit_cell(page).widget, Qt.Key.Key_Return)


def test_what_is_typed_is_given_when_it_is_asked_for(page, qtbot):
    type_over(limit_cell(page).widget, "45")
    with qtbot.waitSignal(page.limit_given) as told:
        page.take_typed()
    assert told.args == ["context-warning-80", Decimal(45)]


def test_the_chosen_trigger_stays_chosen_where_others_come_and_go(page):
    rows = page.triggers.rows
    page.show_triggers((rows[1]._replace(trigger=replace(rows[1].trigger, id="mine")), *rows))
    assert page.triggers.current_row.id == "context-warning-80"
    page.show_triggers((rows[1], rows[0]))
    assert page.triggers.current_row.id == "context-warning-80"
    page.show_triggers((rows[0],))
    assert page.triggers.current_row is None
    assert page.limit_form.isHidden()


def test_a_click_on_the_box_of_a_trigger_switches_it(page, qtbot):
    place = page.triggers.visualRect(page.triggers.model().index(3, 0))
    box = place.topLeft() + QPoint(row_style().px(16), place.height() // 2)
    viewport = page.triggers.viewport()
    with qtbot.waitSignal(page.switch_requested) as told:
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=box)
    assert told.args == ["resource-warning-cpu", False]
    with qtbot.assertNotEmitted(page.switch_requested):
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place.center())


def test_the_form_announces_numbers_as_they_are_typed(page, qtbot):
    for text, value in [
        ("9" * 5000, "9" * 5000),
        ("0", 0),
        ("12 000", 12000),
        ("12,00", 1200),
        ("many", "many"),
        ("", None),
    ]:
        with in_case((text, value)):
            field = page.form.cell("max_steps").widget
            field.setFocus()
            field.setText(text)
            field.setModified(True)
            with qtbot.waitSignal(page.form.setting_changed) as told:
                qtbot.keyClick(field, Qt.Key.Key_Return)
            assert told.args == ["max_steps", value]


def test_the_form_announces_a_choice_that_is_another_one(page, qtbot):
    box = page.form.cell("strategy").widget
    told = []
    page.form.setting_changed.connect(lambda *args: told.append(args))
    box.activated.emit(box.currentIndex())
    assert told == []
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert told == [("strategy", box.itemText(0))]


def test_the_context_is_shown_as_people_write_it(play, theme, show):
    page = RunPage()
    show(page, 215, 600)
    page.form.show_settings(scenario(3, limit=200_000))
    assert page.form.cell("context_limit").widget.text() == "200,000"


def test_the_settings_are_a_sentence_until_edit_unfolds_them(theme, show):
    page = RunPage()
    show(page, 288, 600)
    page.show_settings(scenario(3, limit=200_000))
    said = "scripted, offline · hybrid · 200,000 tokens · at most 1,000 steps"
    assert page.line.sentence.text() == said
    assert not page.form.isVisible()
    page.line.edit.click()
    assert page.form.isVisible()
    assert (page.line.sentence.text(), page.line.edit.text()) == ("", "Done")
    page.line.edit.click()
    assert (page.line.sentence.text(), page.line.edit.text()) == (said, "Edit")


def test_steps_in_words():
    words = [steps_in_words(steps) for steps in ([], [0], [7], [7, 9], [1, 2, 3])]
    assert words == ["not fired", "start", "step 7", "7, 9", "3 times"]


def test_values_are_not_cut_in_the_narrowest_dock_and_no_field_stands_on_a_name(theme, show):
    page = RunPage()
    page.line.unfold(unfolded=True)
    show(page, 208, 500)
    form = page.form
    fields = [cell for cell in form.cells if cell.field.key != "model"]
    labels = form.findChildren(FieldLabel)
    right = max(label.geometry().right() for label in labels)
    assert all(field.geometry().left() > right for field in fields)
    assert all(field.geometry().right() < form.width() for field in fields)
    assert form.cell("continue").widget.width() >= theme.px(112)
    assert [label.text() for label in labels if label.toolTip()] == [], "no label is cut"


def test_the_legend_names_the_shapes_of_the_chart_where_it_has_room(play, theme, show):
    played = play(scenario(40))
    data = chart_data(played.result, played.inputs.triggers)
    view = RunView()
    show(view, 900, 700)
    view.show_run(played.result, data, 3)
    assert [one.shape for one in view.legend.entries] == [
        MarkShape.TRIANGLE,
        MarkShape.DIAMOND,
        MarkShape.RING,
    ]
    assert view.legend.isVisible()
    view.chart_bar.row.activate()
    assert view.legend.width() == view.legend.sizeHint().width()
    view.resize(280, 700)
    assert not view.legend.isVisible()
    needed, entries = view.legend.sizeHint().width(), view.legend.entries
    view.legend.show_entries(entries[:1])
    alone = view.legend.sizeHint().width()
    view.legend.show_entries(entries[1:])
    assert needed == alone + 14 + view.legend.sizeHint().width(), "there is room only between two"
    without = play(scenario(40, limit=None))
    view.resize(900, 700)
    view.show_run(without.result, chart_data(without.result, without.inputs.triggers), 3)
    assert MarkShape.DIAMOND not in [one.shape for one in view.legend.entries]


def test_nothing_of_the_run_stands_on_another_part(played, theme, show):
    view = RunView()
    show(view, 480, 300)
    for height, key in product([300, 420, 700], ["hybrid", "all"]):
        with in_case((height, key)):
            view.resize(480, height)
            view.show_run(played.result, chart_data(played.result, played.inputs.triggers), 3)
            view.show_strategy(key)
            view.grab()  # lays it out
            parts = [view.chart_bar, view._charts, view.lanes, view.steps_bar, view._lists]
            shown = [part.geometry() for part in parts if part.isVisible()]
            assert len(shown) == 4
            for above, below in pairwise(shown):
                assert above.bottom() < below.top()
            assert view.chart.height() == view._charts.height()
            if height == 700:
                assert view.chart.height() == theme.px(196)
