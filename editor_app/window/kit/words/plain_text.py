"""Text from files prepared for painting in a row: one line, no reordering, quoted names marked."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from editor_app.text import Sentence
from editor_app.text.tokens import tokenizer_of

LONGEST: Final = 400

_UNSHOWABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_NAME: Final = re.compile("‘([^‘’]{1,120})’")


class SentencePart(NamedTuple):
    """A part of a sentence; with `strong` it is a quoted name, which is painted bold."""

    text: str
    strong: bool


def one_line(text: str, most: int = LONGEST) -> str:
    """Return `text` as one line of at most so many characters, without control and reordering ones."""
    if len(text) > most:
        text = text[: most - 1] + "…"
    return _UNSHOWABLE.sub(" ", text)


def segments(sentence: str) -> tuple[SentencePart, ...]:
    """Split a sentence at its ‘quoted’ names, which are returned without the quotes and marked as bold."""
    sentence = one_line(sentence)
    words = _NAME.split(sentence)  # every second one is a name
    parts = (SentencePart(text, strong=bool(number % 2)) for number, text in enumerate(words))
    return tuple(part for part in parts if part.text)


def tokens_in_words(number: int, *, is_estimate: bool) -> str:
    """Return "≈ 58", or "58" where they were counted."""
    kind = "estimate" if is_estimate and number else "exact"
    return Sentence("window-kit.tokens", count=number, kind=kind)


def counted_tokens(number: int, *, is_estimate: bool) -> Sentence:
    """Return "≈ 58 tokens", or "58 tokens" where they were counted."""
    shown = tokens_in_words(number, is_estimate=is_estimate)
    return Sentence("text.tokens", count=number, shown=shown)


def cached_words(kept: int, total: int | None) -> str:
    """Return how much of a text a provider can cache next turn: `kept` of `total`, or all for None."""
    if total is None or kept == total:
        return Sentence("window-kit.cached-all")
    if not kept:
        return Sentence("window-kit.not-cached")
    return Sentence("window-kit.cached-first", percent=max(1, min(99, round(100 * kept / total))))


def how_counted(model: str | None) -> str:
    """Return the sentence that says what counts the tokens of texts for a model."""
    name, is_exact = tokenizer_of(model)
    if not name:
        return Sentence("window-kit.tokens-by-bytes")
    if not model:
        return Sentence("window-kit.tokens-without-model", name=name)
    if is_exact:
        return Sentence("window-kit.tokens-exact", name=name, model=model)
    return Sentence("window-kit.tokens-estimated", name=name, model=model)


def number_in_words(number: int) -> str:
    """Return "1,234"."""
    return Sentence("window-kit.number", number=number)
