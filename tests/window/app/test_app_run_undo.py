"""What is changed in the run of a scenario is undone there, in order; a triggers file is made if need be."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtTest import QTest

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
context_limit: 1000
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 500}
  - text: I go on.
    tools: [{name: Edit, result: two}]
    usage: {total: 850}
  - text: Done.
"""
TRIGGERS = "format: 1\ntriggers:\n  - id: context-warning-90\n    order: 0\n"
MADE = "format: 1\ntriggers:\n  - id: context-warning-80\n    at: 45\n"


class RunBench:
    """A scenario in front, with its triggers file if it has one."""

    def __init__(self, bench) -> None:
        self.bench = bench
        self.file = bench.file
        self.run = bench.workbench.perspectives.of(bench.file)
        self.path = bench.root / "runs" / "triggers.yaml"
        self.settle()
        self.chart = self.run.view.chart
        self.chart.setFocus()

    @property
    def triggers(self):
        return self.bench.workbench.files.find(self.path)

    @property
    def fired(self) -> list[tuple[int, str]]:
        return [(mark.step, mark.label) for mark in self.chart.data.marks]

    def settle(self) -> None:
        self.bench.wait_until_quiet()
        self.bench.wait_until(lambda: not self.run.run.is_playing)

    def limit(self, trigger: str, at: str) -> None:
        page = self.run.page
        ids = [row.id for row in page.triggers.shown.rows]
        page.triggers.setCurrentIndex(page.triggers.shown.index(ids.index(trigger), 0))
        page.limit.setFocus()
        page.limit.selectAll()
        QTest.keyClicks(page.limit, at)
        self.press("Return", page.limit)

    def switch(self, trigger: str) -> None:
        page = self.run.page.triggers
        ids = [row.id for row in page.shown.rows]
        page.setCurrentIndex(page.shown.index(ids.index(trigger), 0))
        page.setFocus()
        self.press("Space", page)

    def press(self, keys: str, widget=None) -> None:
        self.bench.press(keys, widget or self.chart)
        self.settle()

    def in_chart(self, keys: str) -> None:
        """Press keys with the focus in the chart."""
        self.chart.setFocus()
        self.press(keys)


def begin(open_bench, root, triggers: str | None) -> RunBench:
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    path = root / "runs" / "triggers.yaml"
    path.unlink()
    if triggers is not None:
        path.write_text(triggers)
    bench = open_bench(root, "runs/small.yaml")
    bench.come_to_front()
    return RunBench(bench)


@pytest.fixture
def made(open_bench, root) -> RunBench:
    """Return a scenario with a triggers file."""
    return begin(open_bench, root, TRIGGERS)


@pytest.fixture
def bare(open_bench, root) -> RunBench:
    """Return a scenario without one."""
    return begin(open_bench, root, None)


def test_settings_and_limits_are_undone_in_order_each_in_its_file(made):
    made.run.page.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "45")
    made.run.page.setting_changed.emit("context_limit", 2000)
    made.settle()
    after = (made.file.text, made.triggers.text)
    assert after == (
        SCENARIO.replace("1000\n", "2000\ndeliver: system\n"),
        TRIGGERS + "  - id: context-warning-80\n    at: 45\n",
    )
    seen = []
    for _ in range(4):
        made.in_chart("Ctrl+Z")
        seen.append(("2000" in made.file.text, "at: 45" in made.triggers.text, "deliver" in made.file.text))
    assert seen == [(False, True, True), (False, False, True), (False, False, False), (False, False, False)]
    assert (made.file.text, made.triggers.text) == (SCENARIO, TRIGGERS)
    for _ in range(3):
        made.in_chart("Ctrl+Shift+Z")
    assert (made.file.text, made.triggers.text) == after
    assert (1, "context-warning-80") not in made.fired


def test_a_limit_is_undone_from_the_field_too_and_shown_in_the_chart(made):
    made.limit("context-warning-80", "45")
    assert (1, "context-warning-80") in made.fired
    made.press("Ctrl+Z", made.run.page.limit)
    assert (2, "context-warning-80") in made.fired
    assert made.triggers.text == TRIGGERS


def test_an_editor_undoes_its_own_text_alone(made):
    made.limit("context-warning-80", "45")
    changed = made.triggers.text
    made.run.show_source()
    made.bench.select("Done.")
    made.bench.type("x")
    made.bench.editor.setFocus()
    made.press("Ctrl+Z", made.bench.editor)
    made.press("Ctrl+Z", made.bench.editor)
    assert (made.file.text, made.triggers.text) == (SCENARIO, changed)
    made.bench.trigger("show_run")
    made.in_chart("Ctrl+Z")
    assert made.triggers.text == TRIGGERS


def test_what_was_typed_into_the_scenario_since_is_undone_before_its_setting(made):
    made.run.page.setting_changed.emit("deliver", "system")
    made.run.show_source()
    made.bench.select("Done.")
    made.bench.type("x")
    typed = made.file.text
    made.bench.trigger("show_run")
    made.settle()
    texts = [typed]
    while made.file.text != SCENARIO:
        made.in_chart("Ctrl+Z")
        assert made.file.text != texts[-1]
        texts.append(made.file.text)
    assert "deliver: system" in texts[-2]
    assert "x" not in texts[-2].partition("steps")[2].replace("text", "")


def test_a_limit_with_other_changes_on_top_is_not_taken_back_with_them(made):
    made.limit("context-warning-80", "45")
    document = made.triggers.document
    document.replace_text(document.text + "# mine\n")
    with_mine = document.text
    made.in_chart("Ctrl+Z")
    assert made.triggers.text == with_mine
    assert "‘triggers.yaml’ was changed since" in made.bench.notice
    document.text_document.undo()
    made.in_chart("Ctrl+Z")
    assert made.triggers.text == TRIGGERS


def test_the_undo_of_the_notice_is_that_step_and_is_not_made_twice(made):
    made.run.page.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "45")
    made.bench.window.notices.link.click()
    assert made.triggers.text == TRIGGERS
    made.in_chart("Ctrl+Z")
    assert (made.file.text, made.triggers.text) == (SCENARIO, TRIGGERS)
    made.in_chart("Ctrl+Y")
    assert "deliver: system" in made.file.text
    made.in_chart("Ctrl+Y")
    assert "at: 45" in made.triggers.text


def test_a_step_undone_in_its_own_editor_or_closed_with_its_file_is_passed_over(made):
    made.run.page.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "45")
    made.triggers.document.text_document.undo()
    made.in_chart("Ctrl+Z")
    assert made.file.text == SCENARIO
    made.limit("context-warning-80", "45")
    made.run.page.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "50")
    made.bench.workbench.files.close(made.triggers)
    made.settle()
    made.in_chart("Ctrl+Z")
    assert made.file.text == SCENARIO


def test_beside_the_run_its_steps_are_undone_and_beside_the_source_those_of_the_text(made):
    made.limit("context-warning-80", "45")
    changed = made.triggers.text
    request = made.run.request
    made.run.show_source()
    request.setFocus()
    made.press("Ctrl+Z", request)
    assert made.triggers.text == changed
    made.bench.trigger("show_run")
    request.setFocus()
    made.press("Ctrl+Z", request)
    assert made.triggers.text == TRIGGERS


def test_undo_is_offered_only_where_there_is_something_to_undo(made):
    undo = made.bench.workbench.actions.action("undo")
    assert not undo.isEnabled()
    made.limit("context-warning-80", "45")
    made.chart.setFocus()
    assert undo.isEnabled()
    made.in_chart("Ctrl+Z")
    assert not undo.isEnabled()
    assert made.bench.workbench.actions.action("redo").isEnabled()


def test_a_moved_limit_makes_a_triggers_file_and_undo_removes_it(bare):
    bare.limit("context-warning-80", "45")
    assert bare.path.read_text() == MADE
    assert (1, "context-warning-80") in bare.fired
    assert bare.bench.notice == (
        "‘context-warning-80’ fires at 45 now, in ‘triggers.yaml’, which was made for it."
    )
    bare.bench.undo_notice()
    bare.settle()
    assert not bare.path.exists()
    assert (2, "context-warning-80") in bare.fired
    assert bare.file.text == SCENARIO


def test_a_trigger_is_switched_off_in_a_triggers_file_made_for_it_and_ctrl_z_undoes_both(bare):
    bare.switch("context-warning-80")
    assert bare.path.read_text() == MADE.replace("at: 45", "enabled: false")
    assert not [label for _, label in bare.fired if label == "context-warning-80"]
    bare.limit("context-warning-90", "10")
    assert bare.triggers.text.endswith("  - id: context-warning-90\n    at: 10\n")
    bare.in_chart("Ctrl+Z")
    assert "context-warning-90" not in bare.triggers.text
    bare.in_chart("Ctrl+Z")
    assert not bare.path.exists()
    assert (2, "context-warning-80") in bare.fired
    bare.in_chart("Ctrl+Shift+Z")
    assert bare.path.read_text() == MADE.replace("at: 45", "enabled: false")
    assert not [label for _, label in bare.fired if label == "context-warning-80"]
    bare.in_chart("Ctrl+Z")
    assert not bare.path.exists()


def test_a_triggers_file_that_somebody_wrote_to_is_not_removed(bare):
    bare.limit("context-warning-80", "45")
    bare.path.write_text(MADE + "# mine\n")
    bare.in_chart("Ctrl+Z")
    assert bare.path.read_text() == MADE + "# mine\n"
    assert "triggers.yaml" in bare.bench.notice


def test_a_triggers_file_that_came_meanwhile_is_not_written_over(bare):
    bare.path.write_text(TRIGGERS)
    bare.limit("context-warning-80", "45")
    assert bare.path.read_text() == TRIGGERS
    assert "already" in bare.bench.notice
    assert (2, "context-warning-80") in bare.fired
    bare.limit("context-warning-80", "45")  # now it is known, and changed as any
    assert bare.triggers.text == TRIGGERS + "  - id: context-warning-80\n    at: 45\n"


def test_a_triggers_file_is_not_made_beside_one_that_is_named_and_missing(bare):
    bare.file.document.replace_text("triggers: others.yaml\n" + SCENARIO)
    bare.settle()
    bare.run.commands.switch("context-warning-80", False)  # noqa: FBT003  the signal's shape
    assert not bare.path.exists()
    assert "‘others.yaml’" in bare.bench.notice


def test_a_triggers_file_whose_tab_is_open_but_is_gone_is_not_made_anew(bare):
    bare.path.write_text(TRIGGERS)
    bare.bench.open("runs/triggers.yaml")
    bare.bench.type("# mine\n")
    bare.path.unlink()
    bare.bench.open("runs/small.yaml")
    bare.bench.workbench.files.check_disk()
    bare.settle()
    bare.limit("context-warning-80", "45")
    assert not bare.path.exists()
    assert "is open, but no longer on the disk" in bare.bench.notice


def test_a_limit_that_the_file_would_refuse_is_said_and_not_written(made):
    made.run.commands.change_limit("context-warning-80", Decimal(800))
    assert made.triggers.text == TRIGGERS
    assert made.bench.notice.startswith("‘context-warning-80’ was not changed. ")
    assert "100" in made.bench.notice


def test_the_same_without_a_triggers_file_makes_none(bare):
    bare.run.commands.change_limit("context-warning-80", Decimal(800))
    assert not bare.path.exists()
    assert bare.bench.notice.startswith("‘context-warning-80’ was not changed. ")


@pytest.mark.parametrize("source", ["triggers: {a: b}\n", "format: 1\ntriggers: [\n", "- 1\n", "format: 9\n"])
def test_a_triggers_file_that_cannot_be_changed_says_why(open_bench, root, source):
    found = begin(open_bench, root, source)
    found.run.commands.switch("context-warning-80", False)  # noqa: FBT003  the signal's shape
    assert found.triggers.text == source
    assert "was not changed. " in found.bench.notice


def test_a_trigger_with_an_error_in_its_entry_says_so(open_bench, root):
    source = "format: 1\ntriggers:\n  - id: context-warning-80\n    levl: step\n"
    found = begin(open_bench, root, source)
    found.run.commands.change_limit("context-warning-80", Decimal(45))
    assert found.triggers.text == source
    assert "levl" in found.bench.notice


def test_a_setting_that_has_no_place_says_the_error_of_the_file(made):
    made.file.document.replace_text("- 1\n")
    made.run.commands.change_setting("deliver", "system")
    assert made.bench.notice.startswith("‘small.yaml’ was not changed. ")
    made.settle()
    deliver = made.run.page.form.deliver
    deliver.setCurrentIndex(deliver.findData("system"))
    deliver.activated.emit(deliver.currentIndex())
    assert deliver.currentData() == "user"
    made.file.document.replace_text("{\n")
    made.run.commands.change_setting("deliver", "system")
    assert made.file.text == "{\n"


def test_a_limit_that_is_not_written_springs_back_in_the_chart(open_bench, root):
    found = begin(open_bench, root, "format: 1\ntriggers: {a: b}\n")
    before = found.chart.data.thresholds
    found.chart.threshold_moved.emit("context-warning-80", Decimal(45))
    found.settle()
    assert (1, "context-warning-80") in found.fired
    found.chart.threshold_released.emit("context-warning-80", Decimal(45))
    found.settle()
    assert found.chart.data.thresholds == before
    assert (2, "context-warning-80") in found.fired
