"""Sentences and words that follow each other, joined as the language of the process does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from editor_app.text.sentences.language import Sentence


def together(sentences: Iterable[str]) -> str:
    """Return sentences that follow each other as one text; empty ones are left out."""
    said = [sentence for sentence in sentences if sentence]
    return Sentence("text.together", sentences=said) if said else ""


def listed(words: Iterable[str]) -> str:
    """Return words as a list such as "a, b, c"; empty ones are left out."""
    said = [word for word in words if word]
    return Sentence("text.listed", words=said) if said else ""


def some_of(names: Sequence[str], most: int) -> list[str]:
    """Return the first of some names and how many more there are, to be joined in a sentence."""
    more = len(names) - most
    return [*names[:most], *([Sentence("text.and-more", count=more)] if more > 0 else [])]
