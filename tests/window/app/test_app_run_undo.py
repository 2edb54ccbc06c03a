"""What is changed in the run of a scenario is undone there, in order; a triggers file is made if need be."""

from __future__ import annotations

from decimal import Decimal

import pytest
from named_cases import in_case
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
        ids = [row.id for row in page.triggers.rows]
        page.triggers.setCurrentIndex(page.triggers.model().index(ids.index(trigger), 0))
        page.limit_form.cell("at").widget.setFocus()
        page.limit_form.cell("at").widget.selectAll()
        QTest.keyClicks(page.limit_form.cell("at").widget, at)
        self.press("Return", page.limit_form.cell("at").widget)

    def switch(self, trigger: str) -> None:
        page = self.run.page.triggers
        ids = [row.id for row in page.rows]
        page.setCurrentIndex(page.model().index(ids.index(trigger), 0))
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
    undo, redo = (made.bench.workbench.actions.action(name) for name in ("undo", "redo"))
    assert not undo.isEnabled()
    made.run.page.form.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "45")
    made.run.page.form.setting_changed.emit("context_limit", 2000)
    made.settle()
    after = (made.file.text, made.triggers.text)
    assert after == (
        SCENARIO.replace("1000\n", "2000\ndeliver: system\n"),
        TRIGGERS + "  - id: context-warning-80\n    at: 45\n",
    )
    made.chart.setFocus()
    assert undo.isEnabled()
    seen = []
    for _ in range(4):
        made.in_chart("Ctrl+Z")
        seen.append(("2000" in made.file.text, "at: 45" in made.triggers.text, "deliver" in made.file.text))
    assert seen == [(False, True, True), (False, False, True), (False, False, False), (False, False, False)]
    assert (made.file.text, made.triggers.text) == (SCENARIO, TRIGGERS)
    assert (undo.isEnabled(), redo.isEnabled()) == (False, True)
    for _ in range(3):
        made.in_chart("Ctrl+Shift+Z")
    assert (made.file.text, made.triggers.text) == after
    assert (1, "context-warning-80") not in made.fired
    made.in_chart("Ctrl+Z")  # from the field too, and shown in the chart
    assert (1, "context-warning-80") in made.fired
    made.press("Ctrl+Z", made.run.page.limit_form.cell("at").widget)
    assert (2, "context-warning-80") in made.fired
    assert made.triggers.text == TRIGGERS


def test_a_limit_that_was_undone_by_key_is_no_longer_offered_to_be_undone(made):
    notices = made.bench.window.notices
    for is_in_chart in (True, False):
        made.limit("context-warning-80", "45")
        assert (notices.isVisible(), notices.link.text()) == (True, "Undo")
        if is_in_chart:
            made.in_chart("Ctrl+Z")
        else:
            made.triggers.document.undo()
        assert made.triggers.text == TRIGGERS
        assert not notices.isVisible()


def test_an_editor_undoes_its_own_text_alone_and_beside_the_run_its_steps_are_undone(made):
    made.limit("context-warning-80", "45")
    changed = made.triggers.text
    request = made.run.request
    made.run.show_source()
    request.setFocus()
    made.press("Ctrl+Z", request)
    assert made.triggers.text == changed
    made.bench.select("Done.")
    made.bench.type("x")
    made.bench.editor.setFocus()
    made.press("Ctrl+Z", made.bench.editor)
    made.press("Ctrl+Z", made.bench.editor)
    assert (made.file.text, made.triggers.text) == (SCENARIO, changed)
    made.bench.trigger("show_run")
    made.in_chart("Ctrl+Z")
    assert made.triggers.text == TRIGGERS
    made.in_chart("Ctrl+Shift+Z")
    assert made.triggers.text == changed
    request.setFocus()
    made.press("Ctrl+Z", request)
    assert made.triggers.text == TRIGGERS

    # What was typed into the scenario since is undone before its setting.
    made.run.page.form.setting_changed.emit("deliver", "system")
    made.run.show_source()
    made.bench.select("Done.")
    made.bench.type("x")
    texts = [made.file.text]
    made.bench.trigger("show_run")
    made.settle()
    while made.file.text != SCENARIO:
        made.in_chart("Ctrl+Z")
        assert made.file.text != texts[-1]
        texts.append(made.file.text)
    assert "deliver: system" in texts[-2]
    assert "x" not in texts[-2].partition("steps")[2].replace("text", "")
    change_where_no_place_is(made)


def test_a_step_is_undone_once_and_not_with_what_was_changed_since(made):
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

    # The undo of the notice is that step, and is not made twice.
    made.run.page.form.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "45")
    made.bench.undo_notice()
    assert made.triggers.text == TRIGGERS
    made.in_chart("Ctrl+Z")
    assert (made.file.text, made.triggers.text) == (SCENARIO, TRIGGERS)
    made.in_chart("Ctrl+Y")
    assert "deliver: system" in made.file.text
    made.in_chart("Ctrl+Y")
    assert "at: 45" in made.triggers.text

    # A step undone in its own editor, or closed with its file, is passed over.
    made.triggers.document.text_document.undo()
    made.in_chart("Ctrl+Z")
    assert made.file.text == SCENARIO
    made.limit("context-warning-80", "45")
    made.run.page.form.setting_changed.emit("deliver", "system")
    made.limit("context-warning-80", "50")
    made.bench.workbench.files.close(made.triggers)
    made.settle()
    made.in_chart("Ctrl+Z")
    assert made.file.text == SCENARIO


def test_a_moved_limit_makes_a_triggers_file_and_undo_removes_it(bare):
    bare.limit("context-warning-80", "45")
    assert bare.path.read_text() == MADE
    assert (1, "context-warning-80") in bare.fired
    assert bare.bench.notice == ("‘triggers.yaml’, a new file: ‘context-warning-80’ fires at 45.")
    bare.bench.undo_notice()
    bare.settle()
    assert not bare.path.exists()
    assert (2, "context-warning-80") in bare.fired
    assert bare.file.text == SCENARIO

    # So does a trigger that is switched off.
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

    # What somebody wrote to is not removed.
    bare.limit("context-warning-80", "45")
    bare.path.write_text(MADE + "# mine\n")
    bare.in_chart("Ctrl+Z")
    assert bare.path.read_text() == MADE + "# mine\n"
    assert "triggers.yaml" in bare.bench.notice


def test_a_triggers_file_is_not_made_where_another_is_meant(bare):
    bare.file.document.replace_text("triggers: others.yaml\n" + SCENARIO)
    bare.settle()
    bare.run.commands.switch("context-warning-80", False)  # noqa: FBT003  the signal's shape
    assert not bare.path.exists()
    assert "‘others.yaml’" in bare.bench.notice
    bare.file.document.replace_text(SCENARIO)
    bare.settle()

    # One that came meanwhile is not written over.
    bare.path.write_text(TRIGGERS)
    bare.limit("context-warning-80", "45")
    assert bare.path.read_text() == TRIGGERS
    assert "already" in bare.bench.notice
    assert (2, "context-warning-80") in bare.fired
    bare.limit("context-warning-80", "45")  # now it is known, and changed as any
    assert bare.triggers.text == TRIGGERS + "  - id: context-warning-80\n    at: 45\n"

    # One whose tab is open but which is gone is not made anew.
    bare.bench.open("runs/triggers.yaml")
    bare.bench.type("# mine\n")
    bare.path.unlink()
    bare.bench.open("runs/small.yaml")
    bare.bench.workbench.files.disk.look_now()
    bare.settle()
    bare.limit("context-warning-80", "50")
    assert not bare.path.exists()
    assert "is open, but no longer on the disk" in bare.bench.notice


UNCHANGEABLE = ("format: 1\ntriggers: {a: b}\n", "format: 1\ntriggers: [\n", "- 1\n", "format: 9\n")


def test_what_cannot_be_written_is_said_and_springs_back(bare):
    def refuse_limit(at: int) -> None:
        bare.bench.window.notices.dismiss()
        bare.run.commands.change_limit("context-warning-80", Decimal(at))
        assert bare.bench.notice.startswith("‘context-warning-80’ was not changed. ")

    refuse_limit(800)
    assert not bare.path.exists()
    bare.bench.write("runs/triggers.yaml", UNCHANGEABLE[0])
    bare.run.run.refresh()
    bare.settle()
    before = bare.chart.data.thresholds
    bare.chart.threshold_moved.emit("context-warning-80", Decimal(45))
    bare.settle()
    assert (1, "context-warning-80") in bare.fired
    bare.chart.threshold_released.emit("context-warning-80", Decimal(45))
    bare.settle()
    assert bare.chart.data.thresholds == before
    assert (2, "context-warning-80") in bare.fired
    for source in UNCHANGEABLE:
        with in_case(source):
            bare.bench.write("runs/triggers.yaml", source)
            bare.bench.window.notices.dismiss()
            bare.run.commands.switch("context-warning-80", False)  # noqa: FBT003  the signal's shape
            assert bare.triggers.text == source
            assert "was not changed. " in bare.bench.notice
    for source, at, said in (
        ("format: 1\ntriggers:\n  - id: context-warning-80\n    levl: step\n", 45, "levl"),
        (TRIGGERS, 800, "100"),
    ):
        bare.bench.write("runs/triggers.yaml", source)
        refuse_limit(at)
        assert bare.triggers.text == source
        assert said in bare.bench.notice


def change_where_no_place_is(made) -> None:
    """See that a setting that has no place says the error of the file."""
    made.file.document.replace_text("- 1\n")
    made.run.commands.change_setting("deliver", "system")
    assert made.bench.notice.startswith("‘small.yaml’ was not changed. ")
    made.settle()
    deliver = made.run.page.form.cell("deliver").widget
    deliver.setCurrentIndex(deliver.findData("system"))
    deliver.activated.emit(deliver.currentIndex())
    assert deliver.currentData() == "user"
    made.file.document.replace_text("{\n")
    made.run.commands.change_setting("deliver", "system")
    assert made.file.text == "{\n"
