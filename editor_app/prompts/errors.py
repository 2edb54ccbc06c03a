"""The error that loading and rendering prompts raises, with a type for callers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from editor_app.text import Diagnostic, LineIndex, MoreProblems, Severity


class PromptErrorType(StrEnum):
    """The categories of errors, by the names that callers rely on."""

    FILE_NOT_FOUND = "FILE_NOT_FOUND"
    PARSE_ERROR = "PARSE_ERROR"
    INVALID_FRONTMATTER = "INVALID_FRONTMATTER"
    MISSING_REQUIRED_FIELD = "MISSING_REQUIRED_FIELD"
    INVALID_VARIABLE = "INVALID_VARIABLE"
    ENCODING_ERROR = "ENCODING_ERROR"
    TEMPLATE_SYNTAX_ERROR = "TEMPLATE_SYNTAX_ERROR"
    MISSING_REQUIRED_VARIABLE = "MISSING_REQUIRED_VARIABLE"


class PromptError(Exception):
    """A prompt that can't be used, or can't be rendered with these values.

    `line` and `column` count from 1; `causes` are the errors behind this one,
    in the order they were met; `diagnostic` is the problem in the text, if it
    is one.
    """

    def __init__(  # noqa: PLR0913  these are the fields of the documented error
        self,
        type: PromptErrorType,  # noqa: A002  callers know it by this name
        message: str,
        file_path: str,
        *,
        field: str | None = None,
        line: int | None = None,
        column: int | None = None,
        suggestions: Iterable[str] = (),
        causes: Iterable[PromptError] = (),
        diagnostic: Diagnostic | None = None,
    ) -> None:
        """Keep the parts that callers may show."""
        super().__init__(message)
        self.type = type
        self.message = message
        self.file_path = file_path
        self.field = field
        self.line = line
        self.column = column
        self.suggestions = tuple(suggestions)
        self.causes = tuple(causes)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line is not None else ""
        return f"{self.file_path}{place}: {self.message}" if self.file_path else self.message

    def __repr__(self) -> str:
        return f"<PromptError {self.type} {self}>"


def error_from(diagnostic: Diagnostic, file_path: str, lines: LineIndex) -> PromptError:
    """Return the error that stands for a problem in the text."""
    code = diagnostic.code
    place = lines.position(diagnostic.span.start)
    return PromptError(
        PromptErrorType(code) if code in set(PromptErrorType) else PromptErrorType.TEMPLATE_SYNTAX_ERROR,
        diagnostic.message,
        file_path,
        field=diagnostic.args.get("field"),
        line=place.line,
        column=place.column,
        suggestions=(fix.title for fix in diagnostic.fixes),
        diagnostic=diagnostic,
    )


def error_count(errors: Iterable[PromptError]) -> int:
    """Return the number of errors, including those that a MoreProblems among them counts."""
    return sum(_counted(error.diagnostic) for error in errors)


def _counted(diagnostic: Diagnostic | None) -> int:
    if not isinstance(diagnostic, MoreProblems):
        return 1
    return sum(count for (_, severity), count in diagnostic.counted.items() if severity is Severity.ERROR)
