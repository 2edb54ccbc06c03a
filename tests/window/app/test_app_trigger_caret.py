"""Beside a triggers file the trigger is tried in whose lines the caret is, until another one is chosen."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt

pytestmark = pytest.mark.one_window

TRIGGERS = """\
format: 1
triggers:
  - id: one
    signal: steps
    at: 3
    text: First.

  - id: two
    signal: steps
    at: 4
    text: Second.
"""
SCENARIO = "format: 1\ncontext_limit: 1000\nsteps:\n  - user: Begin.\n"


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/triggers.yaml")
    bench.come_to_front()
    bench.wait_until_quiet()
    return bench


@pytest.fixture
def panel(bench):
    return bench.workbench.perspectives.of(bench.file).panel


def tried(panel) -> str:
    return panel.trigger.id


def choose(panel, trigger: str) -> None:
    """Choose a trigger in the list as the keyboard does."""
    panel.choice.setFocus()
    panel.choice.setCurrentIndex(panel.choice.findText(trigger))
    panel.choice.activated.emit(panel.choice.currentIndex())


def test_a_trigger_is_tried_at_the_caret_as_it_is_typed_and_its_lines_are_opened_from_a_run(bench, panel):
    try_at_the_caret(bench, panel)
    try_what_is_typed(bench, panel)


def try_at_the_caret(bench, panel) -> None:
    """See that the trigger at the caret is tried until another one is chosen."""
    bench.go_to("First.")
    assert tried(panel) == "one"
    bench.go_to("Second.")
    assert tried(panel) == "two"
    bench.go_to("format")  # in no trigger: the chosen one stays
    assert tried(panel) == "two"
    bench.editor.setFocus()
    for _ in range(4):
        bench.press("Down", bench.editor)
    assert tried(panel) == "one"

    # Choosing in the panel moves no caret, and stays while the text is checked.
    bench.go_to("First.")
    caret = bench.editor.cursor_offset()
    choose(panel, "two")
    assert bench.editor.cursor_offset() == caret
    bench.file.document.replace_text(TRIGGERS + "# end\n")
    bench.wait_until_quiet()
    assert (tried(panel), bench.editor.cursor_offset()) == ("two", caret)
    bench.go_to("at: 3")
    assert tried(panel) == "one"

    # Its lines are gone to when asked; a built-in trigger has none.
    for way in ("Return", "button"):
        with in_case(way):
            bench.go_to("First.")
            choose(panel, "two")
            if way == "button":
                panel.place.click()
            else:
                bench.press(way, panel.choice)
            assert bench.editor.cursor_offset() == TRIGGERS.index("id: two")
            assert bench.editor.hasFocus()
            assert tried(panel) == "two"
    bench.go_to("First.")
    choose(panel, "context-warning-80")
    assert not panel.place.isEnabled()
    bench.press("Return", panel.choice)
    assert bench.editor.cursor_offset() == caret
    assert "Built in" in panel.place.toolTip()


def try_what_is_typed(bench, panel) -> None:
    """See that a trigger is tried as it is typed, and that its lines are opened from a run."""
    bench.file.document.replace_text(TRIGGERS.replace("First.", "On [git:branch] at step [step:index]."))
    bench.wait_until_quiet()
    bench.go_to("git:branch")
    panel.sliders["steps"].setValue(50)  # variables have the values of the folder
    bench.wait_until(lambda: "On main at step" in panel.said.toPlainText(), 20)
    bench.file.document.replace_text(TRIGGERS)
    bench.go_to("Second.", after=len("Second.\n"))
    bench.type("  - {id: new, signal: steps, at: 5, text: New.")
    if not bench.text.endswith("}"):
        bench.type("}")
    bench.wait_until_quiet()
    bench.wait_until(lambda: tried(panel) == "new", 20)
    bench.press("Ctrl+S")

    # From a run the lines are opened in the triggers file.
    bench.trigger("close_tab")
    bench.open("runs/small.yaml")
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    bench.workbench.window.show_right("trigger")
    choose(perspective.trigger, "two")
    perspective.trigger.place.setFocus(Qt.FocusReason.TabFocusReason)
    perspective.trigger.place.click()
    assert bench.file.path.name == "triggers.yaml"
    assert bench.editor.cursor_offset() == TRIGGERS.index("id: two")
    bench.wait_until_quiet()
    bench.go_to("First.")  # in the editor that was made anew
    assert tried(panel) == "one"


def test_without_trust_a_variable_stays_blank(open_bench, root):
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS.replace("First.", "On [git:branch]; end."))
    bench = open_bench(root, "runs/triggers.yaml", trusted=False, real=True)
    panel = bench.workbench.perspectives.of(bench.file).panel
    bench.come_to_front()
    bench.go_to("git:branch")
    panel.sliders["steps"].setValue(50)
    bench.workbench.perspectives.wait()
    bench.wait_until_quiet()
    assert panel.said.toPlainText() == "On ; end."
