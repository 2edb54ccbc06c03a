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
from editor_app.text import Diagnostic, Sentence, Severity, Span, meant, nearest, some_of

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
        message = Sentence("runs.no-trigger", id=id_[:_MOST_SHOWN], near=meant(nearest(id_, known)))
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
        message = Sentence(
            "runs.step-not-reached",
            step=str(step),
            end=self.result.end,
            count=self.count,
            last=str(self.count - 1),
        )
        return _Failure(message, is_error=True, code="step-never-reached")


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
    return _Failure(Sentence("runs.fires-instead", id=meaning.trigger, steps=_at_steps(fired)), fired[0])


def _never_fired(id_: str, run: _Run) -> _Failure:
    """Return that an id never fired, and why as far as that is known."""
    trigger = run.triggers.named(id_)
    if trigger is not None and not trigger.enabled:
        return _Failure(Sentence("runs.never-fires-disabled", id=id_))
    hinted = [step.number for step in run.result.steps if any(hint.trigger == id_ for hint in step.hints)]
    if hinted:
        return _Failure(Sentence("runs.is-only-hint", id=id_, steps=_at_steps(hinted)), hinted[0])
    if id_ in run.result.fires_next:
        return _Failure(Sentence("runs.would-fire-next", id=id_))
    return _Failure(Sentence("runs.never-fires", id=id_))


@_failure.register
def _never(meaning: NeverFires, run: _Run) -> _Failure | None:
    fired = run.of(meaning.trigger)
    if not fired:
        return None
    return _Failure(Sentence("runs.fires-at", id=meaning.trigger, steps=_at_steps(fired)), fired[0])


@_failure.register
def _at_most(meaning: FiresAtMost, run: _Run) -> _Failure | None:
    fired = run.of(meaning.trigger)
    times = meaning.times
    if len(fired) <= times:
        return None
    if meaning.steps is None:
        message = Sentence("runs.fires-times", id=meaning.trigger, count=len(fired), steps=_at_steps(fired))
        return _Failure(message, fired[times])
    for first, last in zip(fired, fired[times:], strict=False):
        if last - first < meaning.steps:
            between = Sentence("runs.in-steps", first=str(first), last=str(last))
            message = Sentence(
                "runs.fires-times-in",
                id=meaning.trigger,
                count=times + 1,
                steps=_at_steps([first]) if first == last else between,
            )
            return _Failure(message, last)
    return None


@_failure.register
def _present(meaning: PresentAfterCompaction, run: _Run) -> _Failure | None:
    """Check that the first request after each compaction holds the message of a trigger."""
    starts = [step.number for step in run.result.steps if step.is_compacted]
    if not starts:
        return _Failure(Sentence("runs.no-compaction"), is_error=True, code="never-compacted")
    fired = run.of(meaning.trigger)
    missing = next((start for start in starts if start not in fired), None)
    if missing is None:
        return None
    message = Sentence(
        "runs.not-present",
        step=str(missing),
        id=meaning.trigger,
        count=len(fired),
        steps=_at_steps(fired),
    )
    return _Failure(message, missing)


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
        found = Sentence("runs.request-contains", step=str(meaning.step), text=shown)
        return _Failure(found, meaning.step)
    requests = run.result.requests
    steps = range(run.count)
    other = next(
        (step for step in steps if any(meaning.text in sent for sent in requests.new_texts_at(step))), None
    )
    message = Sentence("runs.request-lacks", step=str(meaning.step), text=shown, other=str(other))
    return _Failure(message, meaning.step)


@_failure.register
def _legal(meaning: IsLegal, run: _Run) -> _Failure | None:
    refused = run.result.refused(meaning.provider)
    if not refused:
        return None
    step, sentence = refused[0]
    message = Sentence(
        "runs.would-refuse",
        maker=meaning.provider.maker,
        step=str(step.number),
        reason=sentence,
        count=len(refused) - 1,
    )
    return _Failure(message, step.number)


@_failure.register
def _prefix(_meaning: PrefixKept, _run: _Run) -> None:
    """Each request is made of the one before it, with more at the end; only a compaction begins anew."""


@_failure.register
def _stops(meaning: StopsWith, run: _Run) -> _Failure | None:
    if run.result.end is meaning.end:
        return None
    message = Sentence(
        "runs.ends-with",
        end=run.result.end,
        count=run.count,
        last=str(run.count - 1),
        message=run.result.message,
    )
    return _Failure(message, run.count - 1 if run.count else None)


def _at_steps(steps: Sequence[int]) -> str:
    named = some_of([str(step) for step in steps], _MOST_NAMED)
    return Sentence("runs.at-steps", count=len(steps), steps=named)


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
