"""What can be written at a place of a YAML file, of the keys and words that are known for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from editor_app.structured.typed_place import TypedPlace, is_in_comment
from editor_app.text.completions import Completion

Notes = Mapping[str, str]
"""Keys or words in the order they are offered, each with what it is for."""

_MOST_BEHIND: Final = 80


def is_no_place(source: str, offset: int, place: TypedPlace) -> bool:
    """Whether an offset is in a comment, or directly behind a colon, which needs a space first."""
    return is_in_comment(source, offset) or source[place.span.start - 1 : place.span.start] == ":"


def is_alone(place: TypedPlace) -> bool:
    """Whether nothing but a quote stands before the typed word in its value."""
    return place.line.removesuffix(place.typed).strip() in {"", "'", '"'}


def offer_keys(
    source: str, place: TypedPlace, notes: Notes, left_out: Collection[str]
) -> tuple[Completion, ...]:
    """Return the keys that can be written at a place, but for those in `left_out`."""
    rest = source[place.span.end : place.span.end + _MOST_BEHIND].lstrip(" \"'")
    if place.line != place.typed or (rest and rest[0] not in ":,}]#\n"):
        return ()
    keys = ((key, note) for key, note in notes.items() if key not in left_out)
    return offer(place, keys, "" if rest.startswith(":") else ": ")


def offer(
    place: TypedPlace, texts: Iterable[tuple[str, str]], behind: str = "", *, is_open: bool = False
) -> tuple[Completion, ...]:
    """Return those of `texts` that begin as what is typed, first the one that it is."""
    typed = place.typed.lower()
    offers = [
        Completion(text + behind, place.span, detail, is_open)
        for text, detail in dict(texts).items()
        if text.lower().startswith(typed)
    ]
    return tuple(sorted(offers, key=lambda completion: completion.text != place.typed + behind))
