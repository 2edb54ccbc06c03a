"""Tool results of many MB: cut with a note, and read in a bounded memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

RESULTS = ("x", "[{'a': 0}] ")


def most_memory(megabytes: int) -> int:
    """Return the bytes of addresses for a file of so many MB: its text and result take a third."""
    return 150_000_000 + 8_000_000 * megabytes


RUN = "import sys; from editor_app.cli import main; sys.exit(main(sys.argv[1:]))"


def run(memory: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with little memory."""
    command = [sys.executable, *arguments]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


def steps(megabytes: int) -> Iterator[str]:
    """Yield the pieces of a file of four steps, of which two have a result of so many MB."""
    for result in RESULTS:
        start, end = json.dumps({"user": "Go", "tools": [{"name": "Bash", "result": "|"}]}).split("|")
        yield start
        for _ in range(megabytes):
            yield result * (1_000_000 // len(result))
        yield f'{end}\n{{"text": "Done"}}\n'


@pytest.mark.parametrize("megabytes", [15, pytest.param(100, marks=pytest.mark.long)])
def test_large_results_are_cut_and_the_memory_stays_bounded(library: Path, megabytes: int):
    runs = library / "runs"
    runs.mkdir()
    (runs / "a.yaml").write_text("steps: {file: a.steps.jsonl}\n")
    large = runs / "a.steps.jsonl"
    with large.open("w") as file:
        file.writelines(steps(megabytes))
    ran = run(
        most_memory(2 * megabytes), "-P", "-c", RUN, "run", str(runs / "a.yaml"), "--request", "3", "--json"
    )
    large.unlink()  # as folders of tests are kept for a while
    assert (ran.returncode, ran.stderr) == (0, "")
    document = json.loads(ran.stdout)
    assert document["stopped"] == "finished"
    cut = f"cut at 1 MB of {megabytes}.0 MB."
    notes = [document["steps"][number]["notes"] for number in (0, 2)]
    assert notes == [[f"The result of ‘Bash’ (call_{number}_0) was {cut}"] for number in (0, 2)]
    sent = [one["content"] for one in document["requests"][0]["body"]["messages"] if one["role"] == "tool"]
    assert sent == [(one * 1_000_000)[:1_000_000] + f"\n[The result was {cut}]" for one in RESULTS]


def test_the_control_more_memory_is_not_given():
    ran = run(most_memory(1), "-c", f"b'x' * {most_memory(1)}")
    assert (ran.returncode, ran.stderr.strip().endswith("MemoryError")) == (1, True)
