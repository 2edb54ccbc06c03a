"""The problems of a whole chat as rows of the problems panel: those of its request, and of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.chat_requests.problems import ChatFix, RequestProblem, message_number
from editor_app.text import Diagnostic, LineIndex, Position, Sentence
from editor_app.window.documents.problem_rows import ProblemPlace, ProblemRow

_START: Final = Position(1, 1)
_REQUEST: Final = Sentence("window-chat.of-request")


class ChatProblemSubject(NamedTuple):
    """What a row stands for: the file, None for the request, the diagnostic of it, and a fix of the chat."""

    path: Path | None
    diagnostic: Diagnostic
    fix: ChatFix | None = None


def chat_problem_rows(
    of_request: Iterable[RequestProblem],
    of_files: Mapping[Path, Iterable[Diagnostic]],
    lines_of: Callable[[Path], LineIndex | None],
) -> tuple[ProblemRow, ...]:
    """Return the rows of a chat in the order of its messages, each with the message's number as its part.

    `of_files` has the problems of the message files themselves, with every message of the chat in order. The
    subject of each row is a ChatProblemSubject.
    """
    lines_of = cache(lines_of)
    places: dict[Path | None, int] = {path: place for place, path in enumerate(of_files)}
    rows: list[ProblemRow] = []
    for problem in of_request:
        if problem.finding is not None and problem.finding.is_of_short_prefix:
            continue  # the request says it, at the part that it is about
        part, order = problem.number or _REQUEST, places.get(problem.path, len(places))
        rows.append(_row(part, order, problem.path, problem.diagnostic, _START, problem.fix))
    for index, (path, diagnostics) in enumerate(of_files.items()):
        for diagnostic in diagnostics:
            lines = lines_of(path) if diagnostic.span.start > 0 else None
            place = lines.position(diagnostic.span.start) if lines is not None else _START
            rows.append(_row(message_number(path, index), index, path, diagnostic, place))
    return tuple(rows)


def _row(
    part: str,
    order: int,
    path: Path | None,
    diagnostic: Diagnostic,
    place: Position,
    fix: ChatFix | None = None,
) -> ProblemRow:
    first = diagnostic.fixes[0].title if diagnostic.fixes else ""
    return ProblemRow(
        diagnostic.severity,
        diagnostic.message,
        diagnostic.code,
        ProblemPlace(*place, path, part=part, order=order),
        fix.title if fix is not None else first,
        ChatProblemSubject(path, diagnostic, fix),
    )
