"""Text edits: applying and sorting them, and finding the edit between two texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from editor_app.text.spans import Span

_BEGINNING = 200  # characters: so much of a moved text is searched for


class Edit(NamedTuple):
    """Replace the text of `span` with `text`; an empty span inserts."""

    span: Span
    text: str

    @property
    def growth(self) -> int:
        """By how many code points the edit lengthens the source."""
        return len(self.text) - self.span.length


def insert_at(at: int, text: str) -> Edit:
    """Return the edit that puts a text at an offset."""
    return Edit(Span(at, at), text)


def apply_edits(source: str, edits: Iterable[Edit]) -> str:
    """Return `source` with all `edits` made at once.

    The spans are of the unedited source, in any order; insertions at one
    place keep the order given. Overlapping spans raise ValueError.
    """
    pieces: list[str] = []
    at = 0
    for span, text in in_order(edits):
        if span.start < at or span.end > len(source) or span.end < span.start:
            raise ValueError(f"edit {span} overlaps another or lies outside the source")
        pieces += source[at : span.start], text
        at = span.end
    pieces.append(source[at:])
    return "".join(pieces)


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Sort edits by place; an insert_at comes before a replacement that starts there."""
    return sorted(edits, key=lambda edit: (edit.span.start, edit.span.end))


def difference(old: str, new: str) -> Edit | None:
    """Return the one smallest edit that turns `old` into `new`, or None if they are equal."""
    if old == new:
        return None
    start = common_prefix(old, new)
    limit = min(len(old), len(new)) - start
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    tail = low
    return Edit(Span(start, len(old) - tail), new[start : len(new) - tail])


def rebased(edit: Edit, before: str, now: str) -> Edit | None:
    """Return an edit of the text `before` as an edit of `now`, None where both changed the same place."""
    other = difference(before, now)
    if other is None or edit.span.end <= other.span.start:
        return edit
    if edit.span.start < other.span.end:
        return None
    return Edit(edit.span.shifted(other.growth), edit.text)


def text_amid_move(old: str, edit: Edit, least: int) -> str | None:
    """Return `old` without the part that `edit` moves: the text between taking it out and inserting it.

    None unless `edit` moves a part past at least `least` characters, which are found by their first 200.
    """
    start, end = edit.span
    removed, inserted = old[start:end], edit.text
    at = inserted.find(removed[:_BEGINNING])
    if at > 0 and (stays := common_prefix(removed, inserted[at:])) >= least:  # to the front
        return f"{old[:start]}{removed[:stays]}{inserted[at + stays :]}{old[end:]}"
    at = removed.find(inserted[:_BEGINNING])
    if at > 0 and common_prefix(inserted, removed[at:]) >= least:  # towards the end
        return f"{old[:start]}{removed[at:]}{old[end:]}"
    return None


def common_prefix(a: str, b: str) -> int:
    """Return how many characters two texts begin with alike."""
    low, high = 0, min(len(a), len(b))
    while low < high:  # bisecting compares slices in C; a loop over characters does not
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
