"""A tool result of 100 MB: cut with a note, and read in a bounded memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

MOST_MEMORY = 1_000_000_000
"""Bytes of addresses that the command may use: the file’s text and its result are a third of it."""

RUN = "import sys; from editor_app.cli import main; sys.exit(main(sys.argv[1:]))"


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with little memory."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited)


def steps(result: str) -> Iterator[str]:
    """Yield the pieces of a file of two steps whose first has a result of 100 MB."""
    start, end = json.dumps({"user": "Go", "tools": [{"name": "Bash", "result": "|"}]}).split("|")
    yield start
    for _ in range(100):
        yield result * (1_000_000 // len(result))
    yield f'{end}\n{{"text": "Done"}}\n'


@pytest.mark.parametrize("result", ["x", "[{'a': 0}] "], ids=["letters", "brackets"])
def test_a_result_of_100_mb_is_cut_and_the_memory_stays_bounded(library: Path, result: str):
    runs = library / "runs"
    runs.mkdir()
    (runs / "a.yaml").write_text("steps: {file: a.steps.jsonl}\n")
    large = runs / "a.steps.jsonl"
    with large.open("w") as file:
        file.writelines(steps(result))
    ran = run("-P", "-c", RUN, "run", str(runs / "a.yaml"), "--request", "1", "--json")
    large.unlink()  # as folders of tests are kept for a while
    assert (ran.returncode, ran.stderr) == (0, "")
    document = json.loads(ran.stdout)
    assert document["stopped"] == "finished"
    assert document["steps"][0]["notes"] == ["The result of ‘Bash’ (call_0_0) was cut at 1 MB of 100.0 MB."]
    (sent,) = [one["content"] for one in document["requests"][0]["body"]["messages"] if one["role"] == "tool"]
    assert sent == (result * 1_000_000)[:1_000_000] + "\n[The result was cut at 1 MB of 100.0 MB.]"


def test_the_control_more_memory_is_not_given():
    ran = run("-c", f"b'x' * {MOST_MEMORY}")
    assert (ran.returncode, ran.stderr.strip().endswith("MemoryError")) == (1, True)
