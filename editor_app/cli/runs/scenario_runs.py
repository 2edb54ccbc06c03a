"""Scenarios that were played: the run, what became of its expectations, and its problems."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.cli.runs.run_input import RunInput
from editor_app.runs.expectations.checking import CheckedExpectation, check_expectations
from editor_app.runs.loop.results import RunResult, play_scenario
from editor_app.runs.model.session import Strategy
from editor_app.text import Sentence
from editor_app.wire.problems import Problem
from editor_app.wire.runs import problems_of_played


@dataclass(frozen=True, slots=True)
class PlayedScenario:
    """A scenario that was played: the run, what became of its expectations, and the problems of the run."""

    run_input: RunInput
    result: RunResult
    expectations: tuple[CheckedExpectation, ...]
    problems: tuple[Problem, ...]

    @property
    def has_failed(self) -> bool:
        """Whether an expectation does not hold, or the provider of the run would refuse a request."""
        return not all(outcome.held for outcome in self.expectations) or bool(
            self.result.refused(self.result.settings.provider)
        )


def play_run_input(run_input: RunInput, strategy: Strategy | None = None) -> PlayedScenario:
    """Play a scenario, with another strategy if one is named, and check what is expected of it."""
    result = play_scenario(
        run_input.scenario,
        run_input.triggers,
        system=run_input.texts.system,
        chat=run_input.texts.chat,
        values=run_input.texts.values,
        strategy=strategy,
    )
    return played_scenario(run_input, result)


def played_scenario(
    run_input: RunInput, result: RunResult, *, is_interrupted: bool = False
) -> PlayedScenario:
    """Return a run that is over with what became of what is expected of it, and its problems.

    Of one that is interrupted before its own end nothing is checked.
    """
    expected = run_input.scenario.expect
    checked = () if is_interrupted else check_expectations(expected, result, run_input.triggers)
    problems = problems_of_played(result, checked, run_input.linked, str(run_input.path), run_input.lines)
    unchecked = tuple(
        CheckedExpectation(
            expectation.text,
            held=False,
            message=Sentence("cli.not-checked"),
            is_error=True,
            span=expectation.span,
        )
        for expectation in expected
    )
    return PlayedScenario(run_input, result, unchecked if is_interrupted else checked, problems)
