"""Playing a scenario, and reading the file of its steps, in slices: the window waits for neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.runs.expectations.checking import CheckedExpectation, checked_in_turn
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.loop.results import RunResult, plan_of, play_in_slices, problems_of_run
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.steps_file import StepsReading, steps_in_slices
from editor_app.window.kinds.scenario.playing.inputs import RunInputs
from editor_app.window.kit.work.slicer import Slicer

EVENTS_IN_SLICE: Final = 120


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was played: what with, the run, and what became of its expectations."""

    inputs: RunInputs
    result: RunResult
    expectations: tuple[CheckedExpectation, ...] = ()
    is_tried: bool = False


class RunPlayer(QObject):
    """Plays one run after another, each begun anew ends the one before.

    `played` has a `Played`. A run that is only tried, as while a threshold is dragged, checks nothing else.
    """

    played = Signal(object)
    compared = Signal(object)  # the results by strategy

    def __init__(self, parent: QObject | None = None) -> None:
        """Start with nothing to play."""
        super().__init__(parent)
        self.slicer = Slicer(self)

    def play(self, inputs: RunInputs, strategy: Strategy, *, is_tried: bool = False) -> None:
        """Play a scenario under a strategy; its first slice at once."""
        self.slicer.start(played_in_slices(inputs, strategy, is_tried=is_tried), self.played.emit)
        self.slicer.advance()

    def compare(self, inputs: RunInputs) -> None:
        """Play a scenario under each strategy."""
        self.slicer.start(_compared(inputs), self.compared.emit)
        self.slicer.advance()


def played_in_slices(
    inputs: RunInputs, strategy: Strategy, *, is_tried: bool = False
) -> Iterator[Played | None]:
    """Play a scenario; yield None between slices, and last what the run gave."""
    settings = replace(inputs.scenario.settings, strategy=strategy)
    scenario = replace(inputs.scenario, settings=settings)
    plan, slices = _slices(inputs, strategy, check_requests=not is_tried)
    for result in slices:
        if result is None:
            yield None
            continue
        if is_tried:
            yield Played(inputs, result, is_tried=True)
            return
        run = replace(result, problems=tuple(problems_of_run(scenario, plan, result)))
        yield None
        checked: list[CheckedExpectation] = []
        for one in checked_in_turn(scenario.expect, run, inputs.triggers):
            checked.append(one)
            yield None
        yield Played(inputs, run, tuple(checked))


def _compared(inputs: RunInputs) -> Iterator[Mapping[Strategy, RunResult] | None]:
    found: dict[Strategy, RunResult] = {}
    for strategy in Strategy:
        for result in _slices(inputs, strategy, check_requests=False)[1]:
            if result is not None:
                found[strategy] = result
            yield None
    yield found


def _slices(
    inputs: RunInputs, strategy: Strategy, *, check_requests: bool
) -> tuple[RunPlan, Iterator[RunResult | None]]:
    settings = replace(inputs.scenario.settings, strategy=strategy)
    plan, model = plan_of(
        replace(inputs.scenario, settings=settings),
        inputs.triggers,
        system=inputs.system,
        chat=inputs.chat,
        values=inputs.values,
    )
    plan = replace(plan, check_requests=check_requests)
    return plan, play_in_slices(plan, model, EVENTS_IN_SLICE)


class StepsUnreadError(Exception):
    """The steps of a file are being read, and follow."""


class StepsReader(QObject):
    """Reads one text after another, and remembers the last; `done` tells that one was read in slices."""

    done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a text."""
        super().__init__(parent)
        self._source: str | None = None
        self._reading: StepsReading | None = None
        self._slices: Iterator[StepsReading | None] = iter(())
        self.slicer = Slicer(self)

    def steps_of(self, source: str) -> StepsReading:
        """Return the steps in a text; raises StepsUnreadError for a long one until `done`."""
        if source != self._source:
            self.slicer.stop()
            self._source, self._slices = source, steps_in_slices(source)
            self._reading = next(self._slices)
        if self._reading is None:
            self.slicer.start(self._slices, self._take)
            raise StepsUnreadError
        return self._reading

    def _take(self, reading: StepsReading) -> None:
        self._reading = reading
        self.done.emit()
