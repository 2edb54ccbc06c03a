"""Choosing the points of an operation in a place, and trying each: one fault, one judgement."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from counting import Counts, Promise, history_of, judge, start_again, state_of, versions_found
from operations import Operation
from places import PLACES, Place, Scene
from system_calls import CHANGING, DECISIVE, WRITES
from tracing import Kind, Outcome, Plan, Report, Watcher, run
from trees import Kept, fingerprint_of, remove_tree

from editor_app.library.files.reading import content_hash

ERRNOS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR)


class NotAsPlannedError(Exception):
    """An undisturbed run did something else than its operation says: its points would mean nothing."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many points are taken of each operation in each place besides those that are always; None: all.

    Always taken are the first, the last, halfway through each write and, for kills, those of calls that order
    what is on the disk.
    """

    kills: int | None
    failures: int | None
    has_each_errno: bool = False
    """Whether each call fails with each errno; else reading calls fail with one of them in turn."""
    seed: int = 10
    most: int | None = None
    """The most of either at all, and of the moments of power cuts: evenly from those else tried."""
    until: str = ""
    """The counter of a control with which enough is seen: then the likeliest points come first."""
    part: int = 0
    parts: int = 1
    """Which of so many equal parts is taken, where other processes take the others."""


ALL = Sampling(None, None)
EACH = Sampling(None, None, has_each_errno=True)


class Trial:
    """An operation in a place, ready to be run any number of times from the same disk."""

    def __init__(self, operation: Operation, place: Place, folder: Path, *, is_control: bool = False) -> None:
        self.name = f"{operation.name}, {place.name}"
        self._operation = operation
        self._place = place
        self.scene = Scene(folder / "scene")
        template = folder / "template"
        remove_tree(self.scene.root)
        remove_tree(template)
        self.scene.root.mkdir(parents=True, mode=0o755)
        self.scene.library.mkdir()
        self._path = place.prepare(self.scene)
        self._given: Any = operation.prepare(self.scene, self._path)
        self._reachable = versions_found(self.scene, [self._path]) & history_of(self.scene)
        self._template = Kept(self.scene.root, template)
        before = state_of(self.scene)
        self._history = history_of(self.scene) - {content_hash(text) for text in operation.forgets}
        after = None if operation.unsaved is not None else self._warm_up()
        self.promise = self._promise(before, after)
        self._is_control = is_control
        self._judged: set[object] = set()
        self.calls = self._undisturbed()

    @property
    def has_power_cuts(self) -> bool:
        """Whether power cuts can be tried: where no inode is used again at once, and no file is another's."""
        return not self._place.on_disk and not self._place.gives_up_root

    def put_back(self) -> None:
        """Make the disk as it was before the operation."""
        self._template.put_back()

    def act(self, report: Report) -> None:
        """Do the operation."""
        self._operation.act(self.scene, self._path, self._given, report)

    def try_plan(self, plan: Plan, counts: Counts, what: str = "") -> None:
        """Run once with a fault and judge what is there; a fault that does not take place is no point."""
        self.put_back()
        outcome = self._run(plan)
        if outcome.hit is None:
            return
        key = str(outcome.said), outcome.is_killed, outcome.ended_by, fingerprint_of(self.scene.root)
        if key in self._judged:  # the same was said and left before
            counts.points += 1
            return
        self._judged.add(key)
        judge(self.scene, self.promise, outcome, counts, f"{self.name}: {plan} ({outcome.hit}){what}")

    def _run(self, plan: Plan | None = None, watcher: Watcher | None = None) -> Outcome:
        only_in = None if self._operation.unsaved is None else self.scene.root
        return run(self.act, plan, watcher=watcher, gives_up_root=self._place.gives_up_root, only_in=only_in)

    def watch(self, watcher: Watcher) -> None:
        """Run once without a fault from the disk as it is, watched."""
        self._run(watcher=watcher)

    def _warm_up(self) -> dict[str, bytes]:
        """Do it once in this process: what Python loads late is loaded then. Returns what is there then."""
        silent = os.open(os.devnull, os.O_WRONLY)
        try:
            self.act(Report(silent))
            start_again(self.scene)
        except Exception as error:
            if getattr(error, "sentence", None) is None:
                raise
        finally:
            os.close(silent)
        return state_of(self.scene)

    def _promise(self, before: dict[str, bytes], after: dict[str, bytes] | None) -> Promise:
        states = [before]
        if self._operation.changes is None:
            assert after is not None, "a window's operation says what it changes"
            states.append(after)
        else:
            for changes in self._operation.changes(self.scene, self._path, self._given):
                merged = {**states[-1], **changes}
                states.append({name: content for name, content in merged.items() if content is not None})
        between = self._operation.between(self.scene, self._path)
        operation = self._operation
        return Promise(
            self._place,
            states,
            self._history,
            between,
            self._reachable,
            may_do_nothing=operation.may_do_nothing,
            may_run_ahead=operation.may_run_ahead,
            unsaved=operation.unsaved,
        )

    def _undisturbed(self) -> Sequence[str]:
        """Run it without a fault; return its calls."""
        self.put_back()
        outcome = self._run()
        if outcome.refusal() is not None and not (self._place.can_save and self._place.has_history):
            self.promise = Promise(self._place, self.promise.states[:1], self._history)
        self.undisturbed = counts = Counts()
        judge(self.scene, self.promise, outcome, counts, f"{self.name}: killed after its end")
        wanted = len(self.promise.states) - 1
        if not self._is_control and (outcome.done() != wanted or counts.faults()):
            raise NotAsPlannedError(f"{self.name}: {outcome.said}, {counts.details}")
        return outcome.calls


def trials(operations: Sequence[Operation]) -> list[tuple[Operation, Place]]:
    """Return each operation with each of its places."""
    return [(operation, PLACES[name]) for operation in operations for name in operation.places]


def try_kills(trial: Trial, sampling: Sampling, counts: Counts) -> None:
    """Kill it at its calls, in front of them and halfway through writes, and after its end."""
    counts.add(trial.undisturbed)
    _try_plans(trial, kill_plans(trial.calls, sampling, trial.name), sampling, counts)


def try_failures(trial: Trial, sampling: Sampling, counts: Counts) -> None:
    """Let its calls fail, or write less than they were given."""
    _try_plans(trial, failure_plans(trial.calls, sampling, trial.name), sampling, counts)


def _try_plans(trial: Trial, plans: list[Plan], sampling: Sampling, counts: Counts) -> None:
    for plan in _likely_first(plans, trial.calls) if sampling.until else plans:
        trial.try_plan(plan, counts)
        if sampling.until and getattr(counts, sampling.until):
            return


def _likely_first(plans: list[Plan], calls: Sequence[str]) -> list[Plan]:
    """Return plans in another order: failures of the last changes and kills in the middle show most."""
    if any(plan.kind is Kind.FAIL for plan in plans):
        return sorted(plans, key=lambda plan: (calls[plan.at - 1] not in CHANGING | WRITES, -plan.at))
    return sorted(plans, key=lambda plan: abs(plan.at - len(calls) / 2))


def kill_plans(calls: Sequence[str], sampling: Sampling, name: str) -> list[Plan]:
    """Return the kills to try of a run with these calls."""
    plans = [Plan(Kind.KILL, at) for at in range(1, len(calls) + 1)]
    plans += [Plan(Kind.KILL_HALFWAY, at) for at, call in enumerate(calls, 1) if call in WRITES]
    sure = [plan for plan in plans if plan.kind is Kind.KILL_HALFWAY or calls[plan.at - 1] in DECISIVE]
    chance = random.Random(f"{sampling.seed} {name} kills")
    return _part(_some(plans, sure, sampling.kills, chance), sampling)


def failure_plans(calls: Sequence[str], sampling: Sampling, name: str) -> list[Plan]:
    """Return the failures to try: of changing calls each errno, of reading ones each or one in turn."""
    plans = list(_failures(calls, each=sampling.has_each_errno))
    sure = [plan for plan in plans if plan.kind is Kind.SHORT]
    chance = random.Random(f"{sampling.seed} {name} failures")
    return _part(_some(plans, sure, sampling.failures, chance), sampling)


def _failures(calls: Sequence[str], *, each: bool) -> Iterator[Plan]:
    for at, call in enumerate(calls, 1):
        fails = partial(Plan, Kind.FAIL, at)
        if call in WRITES:
            yield Plan(Kind.SHORT, at)
        if each or call in CHANGING:
            yield from map(fails, ERRNOS)
        else:
            yield fails(ERRNOS[at % len(ERRNOS)])


def _part(plans: list[Plan], sampling: Sampling) -> list[Plan]:
    step = 1 if sampling.most is None else -(-len(plans) // sampling.most)
    return plans[::step][sampling.part :: sampling.parts]


def _some(plans: list[Plan], sure: list[Plan], others: int | None, chance: random.Random) -> list[Plan]:
    """Return the first and the last plan, those that are sure, and so many others; all for None."""
    if others is None:
        return plans
    sure = [plans[0], plans[-1], *sure]
    rest = [plan for plan in plans if plan not in sure]
    return [*dict.fromkeys(sure), *chance.sample(rest, min(others, len(rest)))]
