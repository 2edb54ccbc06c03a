"""Runs: playing scenarios of many steps, another threshold, a step’s request, and a window that shows it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from measure import Row, race

from editor_app.requests.parts import Provider
from editor_app.runs.loop.results import RunResult, play_scenario
from editor_app.runs.model.scenario import Ramp, RunSettings, Scenario, StepLimit, Steps, TriggerEntry
from editor_app.runs.model.session import Signal
from editor_app.runs.sent.request_structure import request_structure
from editor_app.runs.triggers.built_in import trigger_set

OWN = [
    TriggerEntry("half", signal=Signal.CONTEXT, at=Decimal(50), text="[context:percent] % are used."),
    TriggerEntry("long", signal=Signal.STEPS, at=Decimal(50), text="[step:left] steps are left.", every=100),
    TriggerEntry("late", signal=Signal.STEPS_LEFT, at=Decimal(10), text="Come to an end."),
    TriggerEntry("edits", signal=Signal.TOOL_UNUSED, tool="Edit", at=Decimal(30), text="Edit something."),
]
TRIGGERS = trigger_set(OWN)  # ten, with the built-in ones


def _play(steps: int, *, check_requests: bool = True) -> RunResult:
    items = Steps([Ramp(steps, 20_000, 190_000, user="Refactor it")])
    settings = RunSettings(context_limit=200_000, max_steps=StepLimit(20_000))
    scenario = Scenario(items, settings)
    return play_scenario(scenario, TRIGGERS, system="Be kind.", check_requests=check_requests)


CHILD = Path(__file__).parent / "children" / "run_window.py"
ROUNDS = 3
SHOWN = {"structure": "Structure", "raw": "Raw", "compare": "Comparison", "all": "Structure, All"}


def rows() -> Iterator[Row]:
    """Yield what runs cost played, and what the window does to show one, in the time of its thread."""
    yield from _played()
    yield from _shown()


def _shown() -> Iterator[Row]:
    """Yield the costs of showing runs, and the longest that the window was kept from anything else."""
    empty = _in_window(0)
    for steps in (1_000, 10_000):
        found, size = _in_window(steps), f"{steps:,} steps"
        for view, title in SHOWN.items():
            yield Row(f"a step shown, {title}", size, found[f"{view} step"], "16 ms", 0.016, 1)
            yield Row(f"longest block, {title}", size, found[f"{view} block"], "100 ms", 0.1, 1)
        for key, title in (("first", "first drawing"), ("raw chosen", "Raw chosen"), ("all", "All chosen")):
            yield Row(f"longest block, {title}", size, found[key], "100 ms", 0.1, 1)
        ratio = found["memory"] / empty["memory"]
        most = 1 + 100 * 2**20 / empty["memory"]
        yield Row("memory of the window", size, ratio, "an empty window", 1, most)


def _in_window(steps: int) -> dict[str, float]:
    """Return the medians of the figures of some windows that show a run of so many steps."""
    found: list[dict[str, float]] = []
    for _ in range(ROUNDS):
        with TemporaryDirectory() as place:
            ran = subprocess.run(
                [sys.executable, str(CHILD), place, str(steps)],
                check=True,
                capture_output=True,
                text=True,
                timeout=300,
            )
        found.append(json.loads(ran.stdout))
    return {key: median(one[key] for one in found) for key in found[0]}


def _played() -> Iterator[Row]:
    """Yield the costs of a run, of a step in a long one, of another threshold, and of a step's request."""
    made = _play(1_000)
    times = race(
        {
            "100": lambda: _play(100),
            "1000": lambda: _play(1_000),
            "moved": lambda: _play(1_000, check_requests=False),
            "shown": lambda: request_structure(made.requests, 999, Provider.ANTHROPIC),
            "whole": lambda: made.requests.request_at(999, Provider.ANTHROPIC),
        },
        5,
    )
    long = race({"10000": lambda: _play(10_000)}, 3)
    yield Row("a run with 10 triggers", "1,000 steps", times["1000"], "a second", 1.0, 1)
    yield Row(
        "a step of a run", "10,000 steps", long["10000"] / 10_000, "one of 100 steps", times["100"] / 100, 1.5
    )
    yield Row("firings at another threshold", "1,000 steps", times["moved"], "50 ms", 0.05, 1)
    yield Row("the rows of the last request", "1,000 steps", times["shown"], "16 ms", 0.016, 1)
    yield Row("the last request, in whole", "1,000 steps", times["whole"], "its rows", times["shown"])
