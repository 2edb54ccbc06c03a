"""Warnings about values that were given and that a text does not use, most likely because of a typo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from editor_app.library.files.reading import quoted, shown
from editor_app.text import Sentence
from editor_app.variables.catalog import short_name

_MOST_NAMED = 5


def unused_warnings(
    unused: Sequence[str], near: Callable[[str], Sequence[str]], by: str = "text"
) -> Iterator[str]:
    """Yield a warning for each of the first values that are not used; count the rest.

    `near` returns the names that one may stand for: looking for them takes time, so it is asked of few. `by`
    says what could use them: a “template” or another “text”.
    """
    for name in unused[:_MOST_NAMED]:
        meant = near(name)
        hint = Sentence("text.did-you-mean", name=shown(meant[0])) if meant else ""
        yield Sentence("library.value-unused", name=quoted(short_name(name)), by=by, hint=hint)
    others = len(unused) - _MOST_NAMED
    if others > 0:
        yield Sentence("library.more-unused", count=others)
