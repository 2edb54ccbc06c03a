"""Scenarios as tests: each expectation is one, and so is that a scenario can be played at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.runs.playing import GivenScenario, PlayedScenario, given_scenario, play_given
from editor_app.cli.streams import Streams, problem_lines
from editor_app.runs.expectations.coverage import TriggerCoverage, trigger_coverage
from editor_app.text import Severity
from editor_app.wire.documents import CaseResult
from editor_app.wire.problems import Problem


class ScenarioTests:
    """The results of scenarios, and those that were played, for the coverage of triggers.

    `skipped` are those of an endpoint, which no test asks.
    """

    def __init__(self) -> None:
        """Begin with no scenario."""
        self.played: list[PlayedScenario] = []
        self.skipped: list[Path] = []

    def test(
        self, path: Path, arguments: Arguments, streams: Streams, warnings: list[str]
    ) -> Iterator[CaseResult]:
        """Yield a result for each expectation of a scenario, or the one that it cannot be played.

        What is not among `warnings` yet is said and added.
        """
        try:
            given = given_scenario(str(path), arguments, streams)
        except Failure as failure:
            yield CaseResult(str(path), "", failure.sentence)
            return
        new = [warning for warning in given.warnings if warning not in warnings]
        streams.warn(new)
        warnings += new
        if given.can_play and not given.scenario.model.is_scripted:
            self.skipped.append(path)
        if not given.can_play or not given.scenario.model.is_scripted:
            yield from _not_played(given)
            return
        with streams.with_time("Playing:"):
            played = play_given(given)
        self.played.append(played)
        errors = _errors(given)
        if errors:
            yield CaseResult(str(path), "", "\n".join(problem_lines(errors)))
        refused = played.result.refused(played.result.settings.provider)
        if refused:
            sentences = (f"Step {step.number}: {sentence}" for step, sentence in refused)
            yield CaseResult(str(played.given.path), "", "\n".join(sentences))
        for one in played.expectations:
            yield CaseResult(str(path), one.text, None if one.held else one.message)


def coverage_of(played: Iterable[PlayedScenario]) -> tuple[TriggerCoverage, ...]:
    """Return which of the scenarios that were played fire each trigger that is enabled in one of them."""
    return trigger_coverage((str(one.given.path), one.given.triggers, one.result) for one in played)


def _not_played(given: GivenScenario) -> Iterator[CaseResult]:
    """Yield that a scenario has errors; that it asks an endpoint is none."""
    errors = _errors(given)
    if errors:
        yield CaseResult(str(given.path), "", "\n".join(problem_lines(errors)))


def _errors(given: GivenScenario) -> list[Problem]:
    return [problem for problem in given.problems if problem.severity is Severity.ERROR]
