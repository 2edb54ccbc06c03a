"""The problems of files as rows of a list."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from editor_app.text import Diagnostic, LineIndex, Sentence, Severity, listed

_MOST_ROWS = 5_000  # nobody reads more problems of one file, and making rows takes time


class ProblemPlace(NamedTuple):
    """Where a problem is; `line` and `column` count from 1.

    `file` is the path from the library's root where rows of several files are listed. `part` names the part
    of a whole that the problem is in, such as a message of a chat, and `order` is where that part stands
    among the others.
    """

    line: int
    column: int
    path: Path | None = None
    file: str = ""
    part: str = ""
    order: int = 0

    @property
    def shown(self) -> str:
        """Line and column as shown, or the part of the whole with them."""
        place = f"{self.line}:{self.column}"
        if not self.part or place == "1:1":
            return self.part or place
        return Sentence("window-documents.place-in-part", part=self.part, place=place)

    @property
    def in_file(self) -> str:
        """The place behind the path of the file, if it has one."""
        return f"{self.path or ''}:{self.shown}".lstrip(":")


class ProblemRow(NamedTuple):
    """A problem as it is shown.

    `fix_title` is that of the first fix, "" for none. `subject` is any object, such as the diagnostic, which
    the panel returns with a chosen row.
    """

    severity: Severity
    message: str
    code: str
    place: ProblemPlace
    fix_title: str = ""
    subject: object = None

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        line, column, _path, file, part, _order = self.place
        place = Sentence("window-documents.line-and-column", line=line, column=column)
        fix = Sentence("window-documents.fix-titled", title=self.fix_title) if self.fix_title else ""
        return Sentence(
            "window-documents.problem",
            severity=self.severity.in_words,
            message=self.message,
            code=self.code,
            about=listed((file or part, place, fix)),
        )


def problem_rows(
    diagnostics: Iterable[Diagnostic], lines: LineIndex, path: Path | None = None, file: str = ""
) -> tuple[ProblemRow, ...]:
    """Return the rows of a file's first problems; `subject` of each is its diagnostic.

    `file` is the name of the file, for lists of several files.
    """
    return tuple(
        ProblemRow(
            diagnostic.severity,
            diagnostic.message,
            diagnostic.code,
            ProblemPlace(*lines.position(diagnostic.span.start), path, file),
            diagnostic.fixes[0].title if diagnostic.fixes else "",
            diagnostic,
        )
        for diagnostic in islice(diagnostics, _MOST_ROWS)
    )
