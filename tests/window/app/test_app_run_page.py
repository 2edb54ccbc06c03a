"""The page of a run in the window: what is typed and chosen on it, and what it says of expectations."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from editor_app.text import Edit, Span

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
    page.setCurrentIndex(page.shown.index([row.id for row in page.shown.rows].index(trigger), 0))


def type_a_limit(bench, run) -> None:
    """Type a limit, which is written when the file is saved."""
    path = bench.root / "runs" / "triggers.yaml"
    choose(run, "context-warning-80")
    assert run.page.limit.text() == "70"
    run.page.limit.setFocus()
    run.page.limit.selectAll()
    QTest.keyClicks(run.page.limit, "45")
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
    for box in (run.page.form.strategy, run.page.form.deliver, run.page.form.go_on):
        box.activated.emit(box.currentIndex())
    assert bench.file.text == SCENARIO, "what is chosen already changes nothing"
    rows = run.page.expected.shown.rows
    assert [(row.text, row.held, row.step) for row in rows] == [
        ("nothing 😀 of the kind", False, None),
        ("prefix kept", True, None),
    ]
    assert run.page.expected_count.text() == "1 of 2 failed"
    run.page.expected.chosen.emit(run.page.expected.shown.index(0, 0))
    bench.wait_until_quiet()
    assert bench.text[bench.editor.cursor_offset() :].startswith("nothing 😀")

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
    assert run.page.form.model.text() == "scripted, offline"
    run.page.tools.menu.aboutToShow.emit()
    offered = {action.text().replace("&", ""): action.isEnabled() for action in run.page.tools.menu.actions()}
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
    assert run.page.form.model.text() == "small · 127.0.0.1"


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
    assert run.page.triggers.shown.rows[-1].id == "half-full"
    for _ in range(2):
        run.page.add.click()
        bench.open("runs/small.yaml")
        bench.wait_until_quiet()
    ids = [row.id for row in run.page.triggers.shown.rows]
    assert ids[-2:] == ["new-trigger", "new-trigger-2"]

    # None is added to a file that cannot be used.
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
