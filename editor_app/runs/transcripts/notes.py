"""What an import lost or changed, each sort of it once, with how often and where it was found first."""

from __future__ import annotations

from typing import NamedTuple


class ImportNote(NamedTuple):
    """Something that is to be known of an import: the first place, as people write it, and a sentence."""

    place: str
    message: str


class Notes:
    """The notes of an import; what is found very often is one note that counts it."""

    def __init__(self) -> None:
        """Begin with nothing to be told."""
        self._found: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}

    def add(self, place: str, what: str) -> None:
        """Note that something was found at a place; `what` is how the sentence goes on behind the place."""
        places = self._found.setdefault(what, [])
        if len(places) < 3:
            places.append(place)
        self._counts[what] = self._counts.get(what, 0) + 1

    def all(self) -> tuple[ImportNote, ...]:
        """Return the notes in the order in which each was found first."""
        return tuple(
            ImportNote(places[0], _sentence(what, places, self._counts[what]))
            for what, places in self._found.items()
        )


def _sentence(what: str, places: list[str], count: int) -> str:
    if count == 1:
        return f"{places[0]}: {what}."
    more = f" and {count - len(places):,} more" if count > len(places) else ""
    return f"{', '.join(places)}{more}: {what}."
