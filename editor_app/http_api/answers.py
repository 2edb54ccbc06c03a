"""What is sent back: a JSON document with its status, or the refusal of a request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from editor_app.http_api.errors import ERRORS
from editor_app.text import together
from editor_app.wire.problems import JsonObject, Problem, to_json_line

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; without a document it has no body. `notes` are for the log alone."""

    document: JsonObject | None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: _NO_HEADERS)
    notes: tuple[str, ...] = ()

    @property
    def body(self) -> bytes:
        """The document as JSON in UTF-8."""
        return b"" if self.document is None else to_json_line(self.document)

    @property
    def all_headers(self) -> Mapping[str, str]:
        """The headers, with those of every answer."""
        headers = {"Cache-Control": "no-store", **self.headers}
        return headers if self.document is None else {"Content-Type": "application/json", **headers}


class ErrorAnswer(Exception):  # noqa: N818  an answer, not a fault
    """Ends a request with an error; `message` says what is wrong, where, and what to do."""

    def __init__(
        self,
        code: str,
        *sentences: str,
        suggestions: Iterable[str] = (),
        problems: Iterable[Problem] = (),
        headers: Mapping[str, str] = _NO_HEADERS,
        notes: tuple[str, ...] = (),
    ) -> None:
        """Keep what the answer says; `notes` are for the log alone."""
        self.message = together(sentences)
        super().__init__(self.message)
        self.code = code
        self.suggestions = tuple(suggestions)
        self.problems = tuple(problems)
        self.headers = headers
        self.notes = notes

    @property
    def answer(self) -> Answer:
        """The answer that says so."""
        problems = [problem.to_json() for problem in self.problems]
        document = error_answer_document(self.code, self.message, self.suggestions, problems)
        return Answer(document, ERRORS[self.code].status, self.headers, self.notes)


def error_answer_document(
    code: str, message: str, suggestions: Iterable[str] = (), problems: Iterable[JsonObject] = ()
) -> JsonObject:
    """Return the document of an answer that is an error."""
    return {
        "error": {
            "code": code,
            "message": message,
            "suggestions": list(suggestions),
            "problems": list(problems),
        }
    }
