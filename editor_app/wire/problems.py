"""JSON as bytes, and problems as JSON: with their file, and with lines and columns from 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from editor_app.analysis.analysis import row_of
from editor_app.analysis.library_facts.check import CheckedFile
from editor_app.prompts.entities import PromptError, PromptErrorType
from editor_app.text import Diagnostic, Edit, Fix, LineIndex, Position, Severity, Span
from editor_app.text.readable_json import readable_json, readable_json_pieces
from editor_app.text.sentences.language import in_english

FORMAT = 1

JsonObject: TypeAlias = Mapping[str, object]


def to_json(document: JsonObject) -> bytes:
    """Write a document as UTF-8 with a newline at its end.

    Characters stay readable, but what could steer a terminal or is half a surrogate pair is escaped. Programs
    get sentences in English, whatever language the process speaks.
    """
    return readable_json(in_english(document), indent=2).encode("utf-8") + b"\n"


def to_json_line(document: JsonObject) -> bytes:
    """Write a document on one line, otherwise as `to_json` does."""
    return readable_json(in_english(document), indent=None).encode("utf-8") + b"\n"


def to_json_pieces(document: JsonObject) -> Iterator[str]:
    """Yield what `to_json` writes piece by piece, for who must not wait until all of it is written."""
    yield from readable_json_pieces(in_english(document), indent=2)
    yield "\n"


_TYPES = frozenset(PromptErrorType)


class Region(NamedTuple):
    """Lines and columns, from 1, of a first character and of the place after the last one."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Repair:
    """A fix: its title, and text edits with their regions."""

    title: str
    edits: tuple[tuple[Region, str], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic or a prompt error, with its file.

    `type` is the category of a prompt file's error; `repairs` are the fixes that edit the text.
    """

    code: str
    severity: Severity
    message: str
    file_path: str
    region: Region | None = None
    field: str | None = None
    type: PromptErrorType | None = None
    suggestions: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the fields that are not empty."""
        document: dict[str, object] = {"type": self.type} if self.type else {}
        document |= {"code": self.code, "severity": self.severity, "message": self.message}
        document["filePath"] = self.file_path
        if self.field:
            document["field"] = self.field
        if self.region:
            document |= region_to_json(self.region)
        return {**document, "suggestions": list(self.suggestions)}


def failed_document(problems: Iterable[Problem], **empty: object) -> JsonObject:
    """Return what a command prints where problems keep it from its work; `empty` are its usual fields."""
    return {"format": FORMAT, **empty, "problems": [problem.to_json() for problem in problems]}


def region_of(span: Span, lines: LineIndex) -> Region:
    """Return the region of a span."""
    return Region(lines.position(span.start), lines.position(span.end))


def region_to_json(region: Region) -> JsonObject:
    """Return a region's four fields."""
    (line, column), (end_line, end_column) = region
    return {"line": line, "column": column, "endLine": end_line, "endColumn": end_column}


def _problem(diagnostic: Diagnostic, file_path: str, places: _Places, *, in_prompt: bool) -> Problem:
    error_type = None
    if diagnostic.code in _TYPES:
        error_type = PromptErrorType(diagnostic.code)
    elif in_prompt and diagnostic.severity is Severity.ERROR:
        error_type = PromptErrorType.TEMPLATE_SYNTAX_ERROR
    suggestions = (diagnostic.args["suggestion"],) if "suggestion" in diagnostic.args else ()
    return Problem(
        diagnostic.code,
        diagnostic.severity,
        diagnostic.message,
        file_path,
        region_of(diagnostic.span, places.lines),
        diagnostic.args.get("field"),
        error_type,
        tuple(fix.title for fix in diagnostic.fixes) or suggestions,
        tuple(places.repair(fix) for fix in diagnostic.fixes if fix.edits and fix.rename is None),
    )


def problems_of_file(checked: CheckedFile) -> tuple[Problem, ...]:
    """Return the problems of a library's file; without its text they have no region."""
    path = str(checked.path)
    if checked.lines is None:
        return tuple(
            Problem(diagnostic.code, diagnostic.severity, diagnostic.message, path)
            for diagnostic in checked.diagnostics
        )
    in_prompt = row_of(checked.kind).sending.refused is not None
    return problems_of(checked.diagnostics, path, checked.lines, in_prompt=in_prompt)


def problems_of(
    diagnostics: Iterable[Diagnostic], file_path: str, lines: LineIndex, *, in_prompt: bool = False
) -> tuple[Problem, ...]:
    """Return the problems of a text, in the same order; a fix that several share is one repair.

    The errors of a prompt file (`in_prompt`) have a type.
    """
    placed = _Places(lines)
    return tuple(_problem(diagnostic, file_path, placed, in_prompt=in_prompt) for diagnostic in diagnostics)


def problem_of_error(error: PromptError) -> Problem:
    """Return a prompt error as a problem; as its text is not known here, its region is empty."""
    region = None
    if error.line is not None:
        start = Position(error.line, error.column or 1)
        region = Region(start, start)
    code = error.diagnostic.code if error.diagnostic else str(error.type)
    return Problem(
        code,
        Severity.ERROR,
        error.message,
        error.file_path,
        region,
        error.field,
        error.type,
        error.suggestions,
    )


class _Places:
    """Regions and repairs of a text, each repair made once: thousands of problems may share a fix."""

    def __init__(self, lines: LineIndex) -> None:
        self.lines = lines
        self._repairs: dict[tuple[str, int], tuple[Repair, tuple[Edit, ...]]] = {}

    def repair(self, fix: Fix) -> Repair:
        """Return a fix as a repair; the same object for the same edits."""
        key = (fix.title, id(fix.edits))
        if key not in self._repairs:
            placed = tuple((region_of(span, self.lines), text) for span, text in fix.edits)
            self._repairs[key] = Repair(fix.title, placed), fix.edits  # kept, so that `id()` is not reused
        return self._repairs[key][0]
