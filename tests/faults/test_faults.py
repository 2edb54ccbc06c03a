"""No kill, failing call or power cut costs anything; and what would cost something is seen.

The harness runs in processes of its own, since one with threads, as this one, must not fork.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from counting import Counts
from table import POWER_CUT_TYPING, RANDOM_KILLS, Row, in_words, row_from_json

HARNESS = Path(__file__).parent
COUNTERS = ("torn", "lost", "false_saved", "false_unsaved", "history", "temporaries", "raised")
Rows = list[dict[str, Any]]


def run(length: str) -> Rows:
    """Try all that is tried in a quick or a long run; return the rows of the table."""
    done = subprocess.run(
        [sys.executable, HARNESS, length, "--json"], capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout) if done.stdout.strip() else {}
    if "refused" in found:
        pytest.skip(found["refused"])
    assert found, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return found


@pytest.fixture(scope="module")
def rows() -> Rows:
    return run("quick")


def points(rows: Rows, fault: str) -> int:
    return sum(row["counts"]["points"] for row in rows if row["fault"] == fault and not row["control_for"])


def faults(rows: Rows) -> list[str]:
    return [
        f"{row['fault']}, {row['name']}: {row['counts'][counter]} {counter}: {row['counts']['details']}"
        for row in rows
        for counter in COUNTERS
        if not row["control_for"] and row["counts"][counter]
    ]


def missed(rows: Rows) -> list[str]:
    return [
        f"{row['fault']}: {row['name']} should show {row['control_for']}"
        for row in rows
        if row["control_for"] and not row["counts"][row["control_for"]]
    ]


def test_no_fault_costs_anything(rows: Rows):
    assert faults(rows) == []
    assert points(rows, "kills") > 200
    assert points(rows, "failures") > 150
    assert points(rows, "power cuts") > 600
    assert points(rows, "clock") == 13
    tried = {row["name"] for row in rows if row["fault"] == "kills"}
    assert {"save", "delete", "rename with text", "prune history", "journal: recovery", "trust"} <= tried
    assert {"chat: move", "chat: insert", "chat: branch", "chat: undo insert"} <= tried
    assert {"chat: delete all", "chat: copy", "chat: rename", "chat: undo delete all"} <= tried
    assert "window: recovery" in tried
    [together] = [row for row in rows if row["name"] == "two processes renumber one chat"]
    assert together["counts"]["points"] == 80


def test_every_unsafe_implementation_is_seen(rows: Rows):
    controls = [row for row in rows if row["control_for"]]
    assert {row["control_for"] for row in controls} == set(COUNTERS)
    assert missed(rows) == []
    names = {row["name"] for row in controls}
    assert "window: journal removed too soon" in names
    [unsynced] = [row for row in controls if row["name"].startswith("typing is not synced")]
    assert unsynced["counts"]["largest_ms"] > 250


def test_the_manual_says_it_as_the_table_does(rows: Rows):
    """The page about speed has the sentences of one run, whose numbers are another run's."""
    product = [row_from_json(row) for row in rows if not row["control_for"]]
    typed = Row(RANDOM_KILLS, POWER_CUT_TYPING, Counts(points=1))
    page = HARNESS.parents[1] / "resources" / "docs" / "speed.md"
    said = " ".join(page.read_text("utf-8").split())
    words = in_words([*product, typed], "python tests/faults (?:quick|long)")
    assert re.search(re.sub(r"\d+(?: \d{3})*", lambda _: r"[\d ]+", words), said), words


@pytest.mark.long
@pytest.mark.timeout(0)
def test_no_fault_at_any_call_costs_anything():
    rows = run("long")
    assert faults(rows) == []
    assert missed(rows) == []
    assert points(rows, "kills") >= 2200
    assert points(rows, "failures") >= 10_000
    assert points(rows, "random kills") >= 500
    typed = [row["counts"]["largest_ms"] for row in rows if not row["control_for"]]
    assert 0 < max(typed) <= 250
