"""Names close to a misspelled one."""

from __future__ import annotations

from collections.abc import Iterable

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
