"""Rendering what a word on the command line names, with the command line's values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from editor_app.analysis.model_text import ModelText
from editor_app.analysis.trials import Trial
from editor_app.cli.blanks import ADVICE
from editor_app.cli.command_line import Arguments
from editor_app.cli.given.trial import given_trial, workspace_given
from editor_app.cli.sources import find
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.wire.named_texts import Advice, NamedSource, render_source, render_warnings, untrusted_lines
from editor_app.wire.problems import Problem


@dataclass(frozen=True, slots=True)
class RenderedWord:
    """The text that a model gets, or the problems that keep it from being rendered."""

    named: NamedSource
    result: ModelText | None
    problems: tuple[Problem, ...] = ()
    about_given: tuple[str, ...] = ()
    value_origins: Mapping[str, str] = field(default_factory=dict)
    advice: Advice = ADVICE

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings, without lines about variables that could not be resolved."""
        made = self.result.warnings if self.result is not None else ()
        return (*self.named.warnings, *self.about_given, *made)

    @property
    def all_warnings(self) -> tuple[str, ...]:
        """The warnings, and lines about variables that could not be resolved."""
        if self.result is None or self.named.source is None or self.problems:
            return self.warnings
        return render_warnings(self.named, self.result, self.about_given, self.advice)

    @property
    def lacks_trust(self) -> tuple[str, ...]:
        """A line about what is blank for want of trust, if anything is."""
        return () if self.result is None else tuple(untrusted_lines(self.result, self.advice))


def render_word(word: str, arguments: Arguments, streams: Streams) -> RenderedWord:
    """Find, read and render what a word on the command line names."""
    named = find(word, arguments, streams)
    given = given_trial(named, arguments)
    rendered = render_found(named, given.trial, arguments)
    return replace(rendered, about_given=given.warnings, value_origins=given.origins)


def render_found(named: NamedSource, trial: Trial, arguments: Arguments) -> RenderedWord:
    """Render a text with a trial, unless it has errors or lacks a required value."""
    result, problems = render_source(named, trial, utc_now)
    workspaces = () if trial.cwd is None else (workspace_given(named, arguments),)
    return RenderedWord(named, result, problems, advice=ADVICE._replace(workspaces=workspaces))
