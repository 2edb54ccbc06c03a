"""What could not be done, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


class Failure(Exception):  # noqa: N818  it is the outcome of a command, not a fault in it
    """Ends a command with exit code 2.

    `code` sorts failures for scripts: "usage", "not-found", "file", "values",
    "kind", "display", "output", "fault".
    """

    def __init__(
        self, code: str, sentence: str, *, path: Path | None = None, suggestions: Iterable[str] = ()
    ) -> None:
        """Keep the sentence, which says what, where and what next."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.path = path
        self.suggestions = tuple(suggestions)
