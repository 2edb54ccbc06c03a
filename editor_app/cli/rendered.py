"""Rendering what a word on the command line names, with the command line's values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from editor_app.analysis import ModelText, Trial
from editor_app.cli.blanks import unresolved_lines, untrusted_lines
from editor_app.cli.command_line import Arguments
from editor_app.cli.found import find
from editor_app.cli.given.trial import given_trial
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.wire import Problem
from editor_app.wire.named_texts import NamedSource, render_source


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text that a model gets, or the problems that keep it from being rendered."""

    found: NamedSource
    result: ModelText | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    value_origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_warnings(self) -> tuple[str, ...]:
        """The warnings, and lines about variables that could not be resolved."""
        if self.result is None or self.found.source is None or self.problems:
            return self.warnings
        return (*self.warnings, *unresolved_lines(self.result, self.found.source.shown))

    @property
    def lacks_trust(self) -> tuple[str, ...]:
        """A line about what is blank for want of trust, if anything is."""
        return () if self.result is None else tuple(untrusted_lines(self.result))


def render_word(word: str, arguments: Arguments, streams: Streams) -> Rendered:
    """Find, read and render what a word on the command line names."""
    found = find(word, arguments, streams)
    given = given_trial(found, arguments)
    rendered = render_found(found, given.trial)
    made = rendered.result.warnings if rendered.result is not None else ()
    warnings = (*found.warnings, *given.warnings, *made)
    return replace(rendered, warnings=warnings, value_origins=given.origins)


def render_found(found: NamedSource, trial: Trial) -> Rendered:
    """Render a text with a trial, unless it has errors or lacks a required value."""
    result, problems = render_source(found, trial, utc_now)
    return Rendered(found, result, problems)
