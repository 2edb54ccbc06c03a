"""The exception that ends a command with a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


class Failure(Exception):  # noqa: N818  a result of a command, not a bug in it
    """Ends a command with exit code 2.

    `code` is the kind of failure, for scripts: "usage", "not-found", "file", "values", "kind", "display",
    "output", "port", "port-in-use", "extra", "endpoint", "key" or "fault". Of a prompt that is not there it
    is FILE_NOT_FOUND, as its `type_`.
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        type_: str | None = None,
        path: Path | None = None,
        suggestions: Iterable[str] = (),
    ) -> None:
        """Keep the sentence, which says what went wrong, where, and what to do."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.type = type_
        self.path = path
        self.suggestions = tuple(suggestions)
