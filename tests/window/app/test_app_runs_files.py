"""Files of runs in the window: they are typed in and checked like others, read if large, and tried."""

from __future__ import annotations

import json
import os

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt

pytestmark = pytest.mark.one_window


def problems_of(bench, name: str) -> list[str]:
    library, told = bench.workbench.library, []
    library.problems_changed.connect(told.append)
    library.refresh()
    library.finish_checking()
    library.problems_changed.disconnect(told.append)
    return [row.code for row in told[-1] if row.place.path == bench.root / name]


def test_scenarios_triggers_and_steps_are_typed_in_and_their_problems_follow(open_bench, root):
    bench = open_bench(root, "runs/quick-question.yaml")
    bench.wait_until_quiet()
    assert [item.label for item in bench.file.analysis.outline][:2] == [
        "Turn 1: Which file decides the key for “Duplicate line”?",
        "fires session-start-todos at step 0",
    ]
    assert bench.file.analysis.diagnostics == ()
    bench.go_to("context_limit: ", after=len("context_limit: "))
    bench.type("-")
    bench.wait_until_quiet()
    assert [one.code for one in bench.file.analysis.diagnostics] == ["out-of-range"]
    bench.press("Ctrl+Z", bench.editor)
    bench.wait_until_quiet()
    assert bench.file.analysis.diagnostics == ()

    # So are triggers and steps.
    (bench.root / "runs" / "a.steps.jsonl").write_text('{"user": "a"}\n{"usr": "b"}\n')
    for name, codes in (("runs/triggers.yaml", []), ("runs/a.steps.jsonl", ["unknown-key"])):
        bench.open(name)
        bench.wait_until_quiet()
        assert [one.code for one in bench.file.analysis.diagnostics] == codes
        before = bench.text
        bench.type("q")
        bench.wait_until_quiet()
        bench.press("Ctrl+Z", bench.editor)
        assert bench.text == before

    # The library looks again for what a scenario names.
    name = "runs/names.yaml"
    (bench.root / name).write_text("chat: ../chats/new\nsteps: [{user: a}]\n")
    assert problems_of(bench, name) == ["missing-file"]
    (bench.root / "chats" / "new").mkdir()
    (bench.root / "chats" / "new" / "1.md").write_text("; role: user\n\n\nHi\n")
    assert problems_of(bench, name) == []


# Problems of a run: of the scenario, of the files that it names, and of what was played ---------------------

WRONG_SCENARIO = """\
format: 1
system: {text: Be brief.}
steps:
  - user: Begin.
    text: Done.
  - text: Never played.
expect:
  - never context-warnin-80
"""
WRONG_TRIGGERS = """\
format: 1
triggers:
  - id: wrong
    signal: contex
    at: 5
    text: a
"""


def played(bench):
    """Return the perspective of the scenario in front, once it was played."""
    run = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: run.run.played is not None)
    bench.settle()
    return run


def listed(run) -> list[tuple[str, str, str]]:
    rows = run.listed_problems().rows
    return [(row.code, row.place.part, f"{row.place.line}:{row.place.column}") for row in rows]


def see_an_expectation(bench, run) -> None:
    """See that one that is not met is a problem at its place."""
    run.show_source()
    bench.select("never context-warnin-80")
    bench.type("never session-start-todos")
    bench.wait_until(lambda: [row.code for row in run.listed_problems().rows].count("expectation") == 1)
    [row] = [row for row in run.listed_problems().rows if row.code == "expectation"]
    assert row.message == "Not met: never session-start-todos. ‘session-start-todos’ fires at step 0."
    assert f"{row.place.line}:{row.place.column}" == "8:5"
    bench.select("never session-start-todos")
    bench.type("fires session-start-todos")
    bench.wait_until(lambda: "expectation" not in [row.code for row in run.listed_problems().rows])


def test_problems_of_all_files_of_the_run_are_listed_and_gone_to_and_mended(open_bench, root):
    (root / "runs" / "small.yaml").write_text(WRONG_SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(WRONG_TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    run = played(bench)
    see_an_expectation(bench, run)
    bench.select("fires session-start-todos")
    bench.type("never context-warnin-80")
    bench.settle()
    bench.trigger("show_run")
    bench.settle()
    assert run.listed_problems().title == "This run"
    assert listed(run) == [
        ("unknown-trigger", "", "8:11"),
        ("unknown-word", "triggers.yaml", "4:13"),
        ("steps-after-end", "", "6:5"),
    ]
    row = next(row for row in run.listed_problems().rows if row.place.part)
    bench.panels.problems.problem_activated.emit(row)
    bench.settle()
    assert bench.file.path.name == "triggers.yaml"
    assert bench.text[bench.editor.cursor_offset() :].startswith("contex\n")

    for code, name in (("unknown-trigger", "small.yaml"), ("unknown-word", "triggers.yaml")):
        bench.open("runs/small.yaml")
        bench.wait_until(lambda: run.run.played is not None)
        bench.settle()
        row = next(row for row in run.listed_problems().rows if row.code == code)
        assert row.fix_title
        bench.panels.problems.fix_requested.emit(row)
        bench.settle()
        assert bench.file.path.name == name
    bench.open("runs/small.yaml")
    bench.wait_until(lambda: run.run.played is not None)
    bench.settle()
    assert [one[0] for one in listed(run)] == ["steps-after-end"]
    assert "context-warning-80" in bench.text

    # A warning about a step in a file of steps names that file.
    steps = [{"user": "Begin.", "text": "Done."}, {"text": "Never played."}]
    text = "".join(json.dumps(one) + "\n" for one in steps)
    (bench.root / "runs" / "a.steps.jsonl").write_text(text)
    (bench.root / "runs" / "long.yaml").write_text("format: 1\nsteps: {file: a.steps.jsonl}\n")
    bench.open("runs/long.yaml")
    bench.wait_until(lambda: run.run.played is not None and run.run.file is bench.file)
    bench.settle()
    assert listed(run)[-1] == ("steps-after-end", "a.steps.jsonl", "2:1")


# Large results of tools: cut at 1 MB with a note, or refused by the size of their file ----------------------

LARGE = "[one] " * 500_000  # 3 MB, with more brackets than a step has


def test_a_large_result_is_cut_and_the_step_says_so_and_larger_steps_are_refused(
    open_bench, root, monkeypatch
):
    (root / "runs" / "small.yaml").write_text("steps: {file: small.steps.jsonl}\n")
    lines = [{"user": "Begin.", "tools": [{"name": "Bash", "result": LARGE}]}, {"text": "Done."}]
    (root / "runs" / "small.steps.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    bench = open_bench(root, "runs/small.yaml")
    run = played(bench)
    first, last = run.run.played.result.steps
    assert first.notes == ("The result of ‘Bash’ (call_0_0) was cut at 1 MB of 3.0 MB.",)
    request = run.run.played.result.requests.request_at(last.number)
    (sent,) = [one["content"] for one in request.body["messages"] if one["role"] == "tool"]
    assert sent == LARGE[:1_000_000] + "\n[The result was cut at 1 MB of 3.0 MB.]"

    # Steps of 100 MB are refused by their size, and the window goes on.
    read, pieces = os.read, []
    monkeypatch.setattr(os, "read", lambda *given: pieces.append(len(piece := read(*given))) or piece)
    steps = root / "runs" / "small.steps.jsonl"
    whole = steps.read_bytes()
    run.run.refresh()
    bench.wait_until(lambda: sum(pieces) >= len(whole))  # the control: what is read is seen
    pieces.clear()
    os.truncate(steps, 100_000_000)
    run.run.refresh()
    bench.wait_until(lambda: bool(run.run.inputs.why_not))
    why_not = run.run.inputs.why_not
    assert why_not.startswith("‘small.steps.jsonl’ is larger than 8 MB, more than is played while you wait; ")
    assert why_not.endswith("‘foreword run’ plays it.")
    assert sum(pieces) < 1_000_000
    steps.write_bytes(whole)
    run.run.refresh()
    bench.wait_until(lambda: not run.run.inputs.why_not)


# Beside a triggers file the trigger in whose lines the caret is, until another one is chosen ----------------

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


def tried(panel) -> str:
    return panel.trigger.id


def choose(panel, trigger: str) -> None:
    """Choose a trigger in the list as the keyboard does."""
    panel.choice.setFocus()
    panel.choice.setCurrentIndex(panel.choice.findText(trigger))
    panel.choice.activated.emit(panel.choice.currentIndex())


def test_a_trigger_is_tried_at_the_caret_as_it_is_typed_and_its_lines_are_opened_from_a_run(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/triggers.yaml")
    bench.wait_until_quiet()
    panel = bench.workbench.perspectives.of(bench.file).panel
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
