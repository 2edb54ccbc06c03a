"""All faults as one table: `python tests/faults [quick | long] [--json] [--only WORD]`.

Without a word all that the long test tries is tried: each call of each operation in each place is a point for
a kill and for each failure. It runs in as many processes as there are processors. The exit
status is 1 where something was counted that should not be, or a control was not caught. It runs in
processes of its own, which have no threads when they fork.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product, zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks" / "children"))

from chat_operations import CHAT_OPERATIONS
from controls import CONTROLS, Control, Fault
from counting import Counts
from journal_operations import JOURNAL_OPERATIONS
from operations import OPERATIONS, Operation
from places import PLACES, Place
from points import ALL, EACH, Sampling, Trial, try_failures, try_kills
from power_cuts import try_power_cuts
from table import POWER_CUT_TYPING, RANDOM_KILLS, Row, in_words, merged, progress, row_from_json, table
from together import (
    clock_jumps_ahead,
    clock_set_back,
    pruned_by_a_wrong_clock,
    ten_starts,
    two_careless_processes,
    two_careless_renumber,
    two_processes,
    two_renumber,
)
from tracing import refusal_of_tracing
from trees import remove_tree
from typing_kills import (
    exposed_by_kills,
    exposed_in_windows,
    exposed_on_displays,
    postponed_journal,
    product_journal,
    unsynced_journal,
)
from window_operations import CARELESS_WINDOW_START, WINDOW_START, WINDOW_START_WITH_FAILURES

Job = Callable[[Path, Path], list[Row]]
"""Does a part of the work in a folder in memory, or one on the disk; returns rows."""

_QUICK = Sampling(kills=1, failures=4, most=6)
_QUICK_CONTROL = Sampling(kills=4, failures=None)  # which calls there are depends on the Python
_QUICK_WINDOW = Sampling(kills=0, failures=0, most=2)
_WINDOW_CONTROL = Sampling(kills=0, failures=0, until="lost")
_WINDOW_PARTS = 4
_QUICK_FIRST_STARTS = ("save", "create with folders")
_TYPING_KILLS = 500
_WINDOW_KILLS = 20
_DISPLAY_KILLS = 5
_MOST_EXPOSED_MS = 250


def jobs(*, quick: bool, word: str = "") -> list[Job]:
    """Return all parts of the work, the long ones first; with a word those of the operations named so.

    In the long run each call fails with each errno in an operation's first place. In the others a reading
    call fails with one of them in turn.
    """
    found = list[Job]()
    if not quick:
        found += [partial(_typing, kills=_TYPING_KILLS // 10, seed=seed) for seed in range(10)]
        found = [_windows, *found, _typing_postponed]
    found = [] if word else found
    found += [job for name, job in _window_jobs(quick=quick) if word in name]
    for operation in (*OPERATIONS, *CHAT_OPERATIONS, *JOURNAL_OPERATIONS):
        if word not in operation.name:
            continue
        first, *others = (PLACES[name] for name in operation.places)
        found.append(partial(_trial, operation, first, _QUICK if quick else EACH))
        found += [] if quick else [partial(_trial, operation, place, ALL) for place in others]
        if quick and operation.name in _QUICK_FIRST_STARTS:
            found.append(partial(_trial, operation, PLACES["first start"], _QUICK))
    if word:
        return found
    found += [
        partial(_control, control, replace(_QUICK_CONTROL, until=control.counter) if quick else ALL)
        for control in CONTROLS
    ]
    return [*found, _together, _typing_unsynced]


def _window_jobs(*, quick: bool) -> Iterator[tuple[str, Job]]:
    """Yield what is tried of whole windows, with its name; each is a second's work for a point."""
    place = PLACES["first start"]
    tries: list[tuple[Operation, Fault]] = [(WINDOW_START, Fault.KILLS)]
    if not quick:
        tries.append((WINDOW_START_WITH_FAILURES, Fault.FAILURES))
    everything = Sampling(kills=None, failures=None, parts=_WINDOW_PARTS)
    parts = [_QUICK_WINDOW] if quick else [replace(everything, part=at) for at in range(_WINDOW_PARTS)]
    for (operation, fault), sampling in product(tries, parts):
        yield operation.name, partial(_apart, partial(_trial, operation, place, sampling, faults=(fault,)))
    if not quick:
        cuts = partial(_trial, WINDOW_START, place, ALL, faults=(Fault.POWER_CUTS,))
        yield WINDOW_START.name, partial(_apart, cuts)
    control = Control(CARELESS_WINDOW_START, Fault.KILLS, "lost")
    yield WINDOW_START.name, partial(_apart, partial(_control, control, _WINDOW_CONTROL))


def main(arguments: Sequence[str]) -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(prog="python tests/faults")
    parser.add_argument("length", nargs="?", choices=("quick", "long"), default="long")
    parser.add_argument("--json", action="store_true", help="print the rows for a program")
    parser.add_argument(
        "--only", default="", metavar="WORD", help="try the operations with this in their names"
    )
    options = parser.parse_args(arguments)
    refusal = refusal_of_tracing()
    if refusal is not None:
        print(json.dumps({"refused": refusal}) if options.json else f"Nothing was tried: {refusal}.")
        return 2
    rows = merged(
        _in_processes(jobs(quick=options.length == "quick", word=options.only), os.cpu_count() or 1)
    )
    if options.json:
        print(json.dumps([row.to_json() for row in rows]))
    else:
        print(table(rows))
        if not options.only:
            print(f"\n{in_words(rows, f'python tests/faults {options.length}')}")
    return 0 if all(row.is_fine for row in rows) else 1


def _trial(
    operation: Operation,
    place: Place,
    sampling: Sampling,
    memory: Path,
    disk: Path,
    *,
    faults: Sequence[Fault] = tuple(Fault),
) -> list[Row]:
    trial = Trial(operation, place, disk if place.on_disk else memory)
    rows = [Row(fault, operation.name, Counts()) for fault in faults]
    for row in rows:
        _try(trial, Fault(row.fault), sampling, row.counts)
    return rows


def _try(trial: Trial, fault: Fault, sampling: Sampling, counts: Counts) -> None:
    if fault is Fault.KILLS:
        try_kills(trial, sampling, counts)
    elif fault is Fault.FAILURES:
        try_failures(trial, sampling, counts)
    elif trial.has_power_cuts:
        try_power_cuts(trial, sampling, counts)


def _control(control: Control, sampling: Sampling, memory: Path, _disk: Path) -> list[Row]:
    place = PLACES[control.operation.places[0]]
    trial = Trial(control.operation, place, memory, is_control=True)
    row = Row(control.fault, control.operation.name, Counts(), control.counter)
    _try(trial, control.fault, sampling, row.counts)
    return [row]


def _apart(job: Job, memory: Path, disk: Path) -> list[Row]:
    """Do a job in a process of its own, which has Qt; the others stay small, and fork faster."""
    reading, writing = os.pipe()
    process = _fork(lambda: _tell([row.to_json() for row in job(memory, disk)], writing))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        told = lines.read()
    if os.waitpid(process, 0)[1]:
        sys.exit("A part of the work with windows failed; see above.")
    return [row_from_json(row) for row in json.loads(told)]


def _together(memory: Path, _disk: Path) -> list[Row]:
    return [
        Row("company", "two processes save one file", two_processes(memory)),
        Row("company", "two processes write one file in place", two_careless_processes(memory), "lost"),
        Row("company", "two processes renumber one chat", two_renumber(memory)),
        Row("company", "two processes rename without a lock", two_careless_renumber(memory), "lost"),
        Row("company", "ten starts at once after a crash", ten_starts(memory)),
        Row("clock", "the clock is set back", clock_set_back(memory)),
        Row("clock", "the clock jumps ahead and comes back", clock_jumps_ahead(memory)),
        Row("clock", "history pruned by a wrong clock", pruned_by_a_wrong_clock(memory), "history"),
    ]


def _typing(memory: Path, disk: Path, *, kills: int, seed: int) -> list[Row]:
    found = exposed_by_kills(kills, disk / "typing", seed=seed, journal=product_journal)
    remove_tree(disk / "typing")
    torn = [one.is_torn for one in found]
    return [
        _exposed("typing without a pause", [one.by_kill for one in found], torn),
        _exposed(
            POWER_CUT_TYPING,
            [one.by_power_cut for one in found],
            torn,
            [one.disk for one in found],
        ),
    ]


def _typing_postponed(memory: Path, _disk: Path) -> list[Row]:
    found = exposed_by_kills(20, memory / "postponed", journal=postponed_journal)
    remove_tree(memory / "postponed")
    row = _exposed("typing postpones writing", [one.by_kill for one in found], [False])
    return [replace(row, control_for="lost")]


def _typing_unsynced(memory: Path, _disk: Path) -> list[Row]:
    found = exposed_by_kills(5, memory / "unsynced", journal=unsynced_journal)
    remove_tree(memory / "unsynced")
    cuts, disk = [one.by_power_cut for one in found], [one.disk for one in found]
    row = _exposed("typing is not synced, and the power is cut", cuts, [False], disk)
    return [replace(row, control_for="lost")]


def _windows(_memory: Path, disk: Path) -> list[Row]:
    found = exposed_in_windows(_WINDOW_KILLS, disk / "windows")
    remove_tree(disk / "windows")
    rows = [_exposed("typing into five tabs", [one.by_kill for one in found], [one.is_torn for one in found])]
    found = exposed_on_displays(_DISPLAY_KILLS, disk / "displays")
    if not found:
        return [*rows, Row(RANDOM_KILLS, "the display is killed: skipped, there is no Xvfb", Counts())]
    remove_tree(disk / "displays")
    torn = [one.is_torn for one in found]
    return [*rows, _exposed("the display is killed", [one.by_kill for one in found], torn)]


def _exposed(name: str, milliseconds: list[float], torn: list[bool], disk: Sequence[float] = ()) -> Row:
    """Return a row; `disk` has how much of each time the disk took, which is not the program's."""
    own = [one - waited for one, waited in zip_longest(milliseconds, disk, fillvalue=0.0)]
    counts = Counts(points=len(own), largest_ms=max(own), with_disk_ms=max(milliseconds))
    if any(torn):
        counts.count("torn", f"{name}: the text is not what was typed first")
    for one, waited in zip_longest(milliseconds, disk, fillvalue=0.0):
        if one - waited > _MOST_EXPOSED_MS:
            counts.count("lost", f"{name}: {one:.0f} ms of it, of which the disk took {waited:.0f} ms")
    return Row(RANDOM_KILLS, name, counts)


def _in_processes(work: Sequence[Job], count: int) -> Iterator[Row]:
    """Do all jobs in so many forked processes, each taking the next one; yield the rows as they come."""
    reading, writing = os.pipe()
    next_job, put_next = os.pipe()
    assert len(work) <= 256, "a byte tells which job is next"
    os.write(put_next, bytes(range(len(work))))
    workers = [_fork_worker(work, next_job, put_next, reading, writing) for _ in range(count)]
    for descriptor in (writing, next_job, put_next):
        os.close(descriptor)
    with os.fdopen(reading, "r", encoding="utf-8") as lines:
        for line in lines:
            part, found = json.loads(line)
            row = row_from_json(found)
            print(f"part {part + 1} of {len(work)}: {progress(row)}", file=sys.stderr, flush=True)
            yield row
    failed = [status for worker in workers if (status := os.waitpid(worker, 0)[1])]
    if failed:
        sys.exit("A part of the work failed; see above.")


def _fork_worker(work: Sequence[Job], next_job: int, put_next: int, reading: int, writing: int) -> int:
    def do() -> None:
        os.close(put_next)
        os.close(reading)
        _do_jobs(work, next_job, writing)

    return _fork(do)


def _fork(do: Callable[[], object]) -> int:
    """Do something in a forked process; return its number."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        do()
        status = 0
    except BaseException:  # noqa: BLE001  the forked process must not go on as the first one
        traceback.print_exc()
    finally:
        os._exit(status)


def _tell(values: list[object], writing: int) -> None:
    """Write a line in one piece, as others write to the same pipe."""
    os.write(writing, json.dumps(values).encode() + b"\n")


def _do_jobs(work: Sequence[Job], next_job: int, writing: int) -> None:
    memory_root = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(dir=memory_root, prefix="foreword-faults-") as memory,
        tempfile.TemporaryDirectory(prefix="foreword-faults-") as disk,
    ):
        for folder in (memory, disk):
            os.chmod(folder, 0o755)  # other users try, too
            os.environ["HOME"] = folder
        while number := os.read(next_job, 1):
            for row in work[number[0]](Path(memory), Path(disk)):
                _tell([number[0], row.to_json()], writing)
        for folder in (memory, disk):
            for left in Path(folder).iterdir():
                remove_tree(left)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
