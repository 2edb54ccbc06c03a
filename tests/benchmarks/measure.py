"""Measuring side by side: rounds in turn, so that a busy moment hurts all alike, and medians of them."""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

ROUNDS = 25
SECONDS_PER_TURN = 0.004


class Row(NamedTuple):
    """One line of the table: seconds of ours and of what it is compared with; `target` bounds their ratio."""

    work: str
    size: str
    ours: float
    compared_with: str
    theirs: float
    target: float | None = None


def race(runners: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Run all in turn, round after round; return the median seconds of one run of each."""
    counts = {name: _runs_per_turn(run) for name, run in runners.items()}
    times: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            times[name].append(_turn(run, counts[name]))
    return {name: statistics.median(turns) for name, turns in times.items()}


def _runs_per_turn(run: Callable[[], object]) -> int:
    run()
    return max(1, int(SECONDS_PER_TURN / max(_turn(run, 1), 1e-7)))


def _turn(run: Callable[[], object], count: int) -> float:
    repeats = range(count)
    start = time.perf_counter()
    for _ in repeats:
        run()
    return (time.perf_counter() - start) / count


def print_table(rows: Iterable[Row]) -> bool:
    """Print the rows as they come; return whether every target was met."""
    print(_line("work", "size", "ours", "compared with", "theirs", "ratio", "target"))
    met = True
    for row in rows:
        ratio, target = row.ours / row.theirs, getattr(row, "target", None)
        is_met = target is None or ratio <= target
        met &= is_met
        bound = "" if target is None else f"{target:.3g}" + ("" if is_met else "  missed")
        times = _shown(row.ours), row.compared_with, _shown(row.theirs)
        print(_line(row.work, row.size, *times, f"{ratio:.3g}", bound), flush=True)
    return met


def _line(work: str, size: str, ours: str, compared_with: str, theirs: str, ratio: str, target: str) -> str:
    return f"{work:<34} {size:>7} {ours:>9}   {compared_with:<40} {theirs:>9} {ratio:>7}  {target}"


def machine() -> str:
    """Say where the figures were seen."""
    return f"Python {platform.python_version()}, {sys.platform} {platform.machine()}, {os.cpu_count()} cores"


def _shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
