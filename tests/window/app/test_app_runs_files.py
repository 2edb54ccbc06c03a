"""Scenarios, triggers and files of steps are opened, typed in and checked like other files."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.one_window


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, "runs/quick-question.yaml")


def problems_of(bench, name: str) -> list[str]:
    library, told = bench.workbench.library, []
    library.problems_changed.connect(told.append)
    library.refresh()
    library.finish_checking()
    library.problems_changed.disconnect(told.append)
    return [row.code for row in told[-1] if row.path == bench.root / name]


def test_scenarios_triggers_and_steps_are_typed_in_and_their_problems_follow(bench):
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
