"""The exception that ends a command with a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from editor_app.library.files.reading import quoted
from editor_app.text import Sentence, meant, nearest, together


class Failure(Exception):  # noqa: N818  a result of a command, not a bug in it
    """Ends a command with exit code 2.

    `code` is the kind of failure, for scripts: "usage", "not-found", "file", "values", "kind", "display",
    "output", "port", "port-in-use", "extra", "endpoint", "key" or "fault". Of a prompt that is not there it
    is FILE_NOT_FOUND, as its `type_`.
    """

    def __init__(
        self,
        code: str,
        *sentences: str,
        type_: str | None = None,
        path: Path | None = None,
        suggestions: Iterable[str] = (),
    ) -> None:
        """Keep the sentences, which say what went wrong, where, and what to do."""
        self.sentence = together(sentences)
        super().__init__(self.sentence)
        self.code = code
        self.type = type_
        self.path = path
        self.suggestions = tuple(suggestions)


def check_choice(option: str, word: str | None, choices: Iterable[str]) -> None:
    """Raise Failure for an option's value that is not one of its choices; without a value there is none."""
    known = tuple(choices)
    if word is not None and word not in known:
        near = nearest(word, known)
        wrong = Sentence("cli.not-a-choice", option=option, word=quoted(word))
        one_of = Sentence("cli.one-of", choices=known)
        raise Failure("usage", wrong, meant(near), one_of, suggestions=near)
