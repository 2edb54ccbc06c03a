"""Large tool results in the window: cut at 1 MB with a note, or refused by the size of their file."""

from __future__ import annotations

import json
import os

import pytest

pytestmark = pytest.mark.one_window

LARGE = "[one] " * 500_000  # 3 MB, with more brackets than a step has


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text("steps: {file: small.steps.jsonl}\n")
    lines = [{"user": "Begin.", "tools": [{"name": "Bash", "result": LARGE}]}, {"text": "Done."}]
    (root / "runs" / "small.steps.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
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


def test_a_large_result_is_cut_and_the_step_says_so_and_larger_steps_are_refused(
    bench, run, root, monkeypatch
):
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
