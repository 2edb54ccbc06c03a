"""How many problems of each severity there are, and that in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from editor_app.text import Sentence, Severity


class Counts(NamedTuple):
    """The number of problems of each severity."""

    errors: int = 0
    warnings: int = 0
    information: int = 0

    @property
    def total(self) -> int:
        """The sum of all severities."""
        return self.errors + self.warnings + self.information

    def worst(self) -> Counts:
        """Return only the count of the worst severity that occurs."""
        if self.errors:
            return Counts(self.errors)
        return Counts(0, self.warnings) if self.warnings else self

    def in_words(self) -> str:
        """Return "1 error, 2 warnings", or "" for none."""
        errors = Sentence("text.errors", count=self.errors)
        warnings = Sentence("text.warnings", count=self.warnings)
        notes = Sentence("text.notes", count=self.information)
        counts = [words for words, number in zip((errors, warnings, notes), self, strict=True) if number]
        return Sentence("window-kit.counts", counts=counts) if counts else ""

    def shown(self) -> Iterable[tuple[Severity, int]]:
        """Return the severities that occur, the worst first."""
        return [(severity, number) for severity, number in zip(Severity, self, strict=True) if number]
