"""Names close to a misspelled one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from editor_app.text.sentences.language import Sentence

MOST_CANDIDATES = 500


def nearest(name: str, candidates: Iterable[str], most: int = 1) -> list[str]:
    """Return up to `most` of `candidates` close to `name`, the closest first.

    Compared without case; a name longer than 100 characters gives none,
    and only the first 500 candidates are compared, so hostile input stays cheap.
    """
    from difflib import get_close_matches

    if not name or len(name) > 100:
        return []
    by_folded: dict[str, str] = {}
    for candidate in candidates:
        if len(by_folded) >= MOST_CANDIDATES:
            break
        if len(candidate) <= 100:
            by_folded.setdefault(candidate.lower(), candidate)
    return [by_folded[match] for match in get_close_matches(name.lower(), by_folded, most, 0.6)]


def did_you_mean(near: Sequence[str]) -> str:
    """Return a blank and the question whether the first of some names was meant; "" without one."""
    return f" {meant(near)}" if near else ""


def meant(near: Sequence[str], otherwise: str = "") -> str:
    """Return the question whether the first of some names was meant; `otherwise` without one."""
    return Sentence("text.did-you-mean", name=near[0]) if near else otherwise
