"""Problems in the user's text, and their fixes, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from editor_app.text.edits import Edit
from editor_app.text.spans import Span


class Severity(StrEnum):
    """How bad a problem is; the first is the worst."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"

    @property
    def rank(self) -> int:
        """0 for the worst, for sorting."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Rename:
    """A file's new name, in the same folder."""

    old_name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that makes a diagnostic go away: text edits, or a rename of the file."""

    title: str
    edits: tuple[Edit, ...] = ()
    rename: Rename | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem in the user's text.

    `code` is stable; `message` is one English sentence made from `code` and
    `args`; `span` is of the file's engine text (LF, no BOM).
    """

    code: str
    severity: Severity
    span: Span
    message: str
    args: Mapping[str, str] = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()


def in_file_order(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by place; at one place the worst comes first."""
    return tuple(sorted(diagnostics, key=lambda d: (d.span.start, d.severity.rank, d.span.end, d.code)))
