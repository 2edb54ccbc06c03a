"""Checking what is expected of a run: what held, and of what did not, what happened instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

from editor_app.runs.expectations.forms import (
    Fires,
    FiresAtMost,
    FiringPlace,
    IsLegal,
    Meaning,
    NeverFires,
    PrefixKept,
    PresentAfterCompaction,
    RequestContains,
    StopsWith,
    UnreadableExpectation,
    read_expectation,
    trigger_of,
)
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import ExpectedText, TriggerSet
from editor_app.text import Diagnostic, Severity, Span, did_you_mean, nearest

_MOST_NAMED: Final = 5
_MOST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class CheckedExpectation:
    """An expectation, whether the run meets it, and a sentence: what happened instead, or why none can say.

    `is_error`: it has no known form, or names a trigger or a step that is not there, and so never holds;
    `code` is that of the problem if only playing shows it. `step` is the number of the step that the sentence
    is about, None where it is about none.
    """

    text: str
    held: bool
    message: str = ""
    is_error: bool = False
    span: Span | None = None
    step: int | None = None
    code: str = ""

    @property
    def problem(self) -> Diagnostic | None:
        """The error that only playing shows; reading the scenario tells the others."""
        if not self.code:
            return None
        return Diagnostic(
            self.code, Severity.ERROR, self.span or Span(0, 0), self.message, {"field": "expect"}
        )


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why an expectation does not hold, and at which step."""

    message: str
    step: int | None = None
    is_error: bool = False
    code: str = ""


def check_expectations(
    expected: Iterable[ExpectedText], result: RunResult, triggers: TriggerSet
) -> tuple[CheckedExpectation, ...]:
    """Check each expectation against a run that is over."""
    return tuple(checked_in_turn(expected, result, triggers))


def checked_in_turn(
    expected: Iterable[ExpectedText], result: RunResult, triggers: TriggerSet
) -> Iterator[CheckedExpectation]:
    """Yield each expectation once it is checked; one about a request makes that whole."""
    run = _Run(result, triggers)
    yield from (_checked(expectation, run) for expectation in expected)


def _checked(expected: ExpectedText, run: _Run) -> CheckedExpectation:
    meaning = read_expectation(expected.text)
    if isinstance(meaning, UnreadableExpectation):
        return CheckedExpectation(
            expected.text, held=False, message=meaning.message, is_error=True, span=expected.span
        )
    id_ = trigger_of(meaning)
    if id_ is not None and run.triggers.named(id_) is None:
        known = [known for trigger in run.triggers.triggers for known in trigger.ids]
        message = f"No trigger has the id ‘{id_[:_MOST_SHOWN]}’.{did_you_mean(nearest(id_, known))}"
        failure: _Failure | None = _Failure(message, is_error=True)
    else:
        failure = _failure(meaning, run)
    if failure is None:
        return CheckedExpectation(expected.text, held=True, span=expected.span)
    return CheckedExpectation(
        expected.text,
        held=False,
        message=failure.message,
        is_error=failure.is_error,
        span=expected.span,
        step=failure.step,
        code=failure.code,
    )


class _Run:
    """A run, asked for the steps at which each id fired."""

    def __init__(self, result: RunResult, triggers: TriggerSet) -> None:
        self.result = result
        self.triggers = triggers
        self.firings: dict[str, list[int]] = {}
        for step in result.steps:
            for firing in step.fired:
                self.firings.setdefault(firing.trigger, []).append(step.number)

    @property
    def count(self) -> int:
        """How many steps were played."""
        return len(self.result.steps)

    def of(self, id_: str) -> Sequence[int]:
        """Return the steps at which an id fired."""
        return self.firings.get(id_, ())

    def never_reached(self, step: int) -> _Failure | None:
        """Return that a step was never reached; None for one that was played."""
        if step < self.count:
            return None
        last = "no step was played" if not self.count else f"the last one is step {self.count - 1}"
        return _Failure(
            f"The run never reaches step {step}: {last} (it ended with {self.result.end}).",
            is_error=True,
            code="step-never-reached",
        )


@singledispatch
def _failure(meaning: Meaning, run: _Run) -> _Failure | None:
    """Return why an expectation does not hold, None where it does."""
    raise TypeError(meaning, run)


@_failure.register
def _fires(meaning: Fires, run: _Run) -> _Failure | None:
    fired = run.of(meaning.trigger)
    if meaning.when is None or meaning.step is None:
        return None if fired else _never_fired(meaning.trigger, run)
    unreached = run.never_reached(meaning.step)
    if unreached is not None:
        return unreached
    is_there: Mapping[FiringPlace, Callable[[int, int], bool]] = {
        FiringPlace.BEFORE: int.__lt__,
        FiringPlace.AT: int.__eq__,
        FiringPlace.AFTER: int.__gt__,
    }
    if any(is_there[meaning.when](step, meaning.step) for step in fired):
        return None
    if not fired:
        return _never_fired(meaning.trigger, run)
    return _Failure(f"‘{meaning.trigger}’ fires {_at_steps(fired)} instead.", fired[0])


def _never_fired(id_: str, run: _Run) -> _Failure:
    """Return that an id never fired, and why as far as that is known."""
    trigger = run.triggers.named(id_)
    if trigger is not None and not trigger.enabled:
        return _Failure(f"‘{id_}’ never fires: it is not enabled.")
    hinted = [step.number for step in run.result.steps if any(hint.trigger == id_ for hint in step.hints)]
    if hinted:
        return _Failure(
            f"‘{id_}’ never fires; it is only a hint, {_at_steps(hinted)}, which is not sent.", hinted[0]
        )
    if id_ in run.result.fires_next:
        return _Failure(
            f"‘{id_}’ never fires: it holds only after the last step, where nothing is checked. "
            "It would fire with a further message of the user."
        )
    return _Failure(f"‘{id_}’ never fires.")


@_failure.register
def _never(meaning: NeverFires, run: _Run) -> _Failure | None:
    fired = run.of(meaning.trigger)
    return _Failure(f"‘{meaning.trigger}’ fires {_at_steps(fired)}.", fired[0]) if fired else None


@_failure.register
def _at_most(meaning: FiresAtMost, run: _Run) -> _Failure | None:
    fired = run.of(meaning.trigger)
    times = meaning.times
    if len(fired) <= times:
        return None
    if meaning.steps is None:
        return _Failure(f"‘{meaning.trigger}’ fires {_times(len(fired))}, {_at_steps(fired)}.", fired[times])
    for first, last in zip(fired, fired[times:], strict=False):
        if last - first < meaning.steps:
            between = f"at step {first}" if first == last else f"in steps {first} to {last}"
            return _Failure(f"‘{meaning.trigger}’ fires {_times(times + 1)} {between}.", last)
    return None


@_failure.register
def _present(meaning: PresentAfterCompaction, run: _Run) -> _Failure | None:
    """Check that the first request after each compaction holds the message of a trigger."""
    starts = [step.number for step in run.result.steps if step.is_compacted]
    if not starts:
        return _Failure("There is no compaction in the run.", is_error=True, code="never-compacted")
    fired = run.of(meaning.trigger)
    missing = next((start for start in starts if start not in fired), None)
    if missing is None:
        return None
    instead = f"It fires {_at_steps(fired)}." if fired else "It never fires."
    after = f"The request at step {missing}, the first after the compaction"
    return _Failure(f"{after}, does not have ‘{meaning.trigger}’. {instead}", missing)


@_failure.register
def _contains(meaning: RequestContains, run: _Run) -> _Failure | None:
    unreached = run.never_reached(meaning.step)
    if unreached is not None:
        return unreached
    texts = run.result.requests.texts_at(meaning.step)
    holds = any(meaning.text in text for text in texts)
    if holds == meaning.is_in:
        return None
    line = " ".join(meaning.text[:200].split())
    shown = line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
    if not meaning.is_in:
        return _Failure(f"The request at step {meaning.step} contains ‘{shown}’.", meaning.step)
    requests = run.result.requests
    steps = range(run.count)
    other = next(
        (step for step in steps if any(meaning.text in sent for sent in requests.new_texts_at(step))), None
    )
    instead = f" The first that does is that of step {other}." if other is not None else " No request does."
    return _Failure(f"The request at step {meaning.step} does not contain ‘{shown}’.{instead}", meaning.step)


@_failure.register
def _legal(meaning: IsLegal, run: _Run) -> _Failure | None:
    refused = run.result.refused(meaning.provider)
    if not refused:
        return None
    step, sentence = refused[0]
    more = f" So it is at {len(refused) - 1} more." if len(refused) > 1 else ""
    return _Failure(
        f"{meaning.provider.maker} would refuse the request at step {step.number}: {sentence}{more}",
        step.number,
    )


@_failure.register
def _prefix(_meaning: PrefixKept, _run: _Run) -> None:
    """Each request is made of the one before it, with more at the end; only a compaction begins anew."""


@_failure.register
def _stops(meaning: StopsWith, run: _Run) -> _Failure | None:
    if run.result.end is meaning.end:
        return None
    last = f" after step {run.count - 1}" if run.count else ""
    message = f": {run.result.message}" if run.result.message else "."
    return _Failure(
        f"The run ends with {run.result.end}{last}{message}", run.count - 1 if run.count else None
    )


def _at_steps(steps: Sequence[int]) -> str:
    named = ", ".join(map(str, steps[:_MOST_NAMED]))
    more = f" and {len(steps) - _MOST_NAMED} more" if len(steps) > _MOST_NAMED else ""
    return f"at step{'s' if len(steps) > 1 else ''} {named}{more}"


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


@dataclass(frozen=True, slots=True)
class TriggerCoverage:
    """An enabled trigger, and the scenarios in which it fires, under its own id or that of its recovery."""

    trigger: str
    scenarios: tuple[str, ...] = ()


def trigger_coverage(
    played: Iterable[tuple[str, TriggerSet, RunResult]],
) -> tuple[TriggerCoverage, ...]:
    """Return the coverage of each trigger that is enabled in one of the scenarios that were played.

    Each comes with its name, its triggers and its run.
    """
    ids: dict[str, dict[str, None]] = {}
    for name, triggers, result in played:
        fired = result.fired_ids()
        for trigger in triggers.enabled:
            scenarios = ids.setdefault(trigger.id, {})
            if any(id_ in fired for id_ in trigger.ids):
                scenarios[name] = None
    return tuple(TriggerCoverage(id_, tuple(scenarios)) for id_, scenarios in ids.items())
