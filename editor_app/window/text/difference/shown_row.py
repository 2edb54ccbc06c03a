"""The text that a row of a difference has in Qt: what Qt cannot show is named, very long lines are cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from editor_app.text import Sentence, Span
from editor_app.window.kit.positions import QtPosition, Utf16Index
from editor_app.window.text.difference.difference_rows import Row, RowKind
from editor_app.window.text.document.placeholders import label_of, placeholder_places

MOST_SHOWN: Final = 2_000
_BEFORE_CHANGE: Final = 200
ROW_BREAK: Final = "\u2028"
"""Begins a further row of a block: as many follow a line as the line beside it needs more."""
_SIGNS: Final = {RowKind.REMOVED: "- ", RowKind.ADDED: "+ ", RowKind.GAP: ""}


class Piece(NamedTuple):
    """A part of a line: its exact text, and what is shown of it, which may be a name or a count."""

    exact: str
    shown: str

    @property
    def is_plain(self) -> bool:
        """Whether the text is shown as it is."""
        return self.exact == self.shown


class ShownRow(NamedTuple):
    """A row's text in Qt, which begins with its sign; the spans are of its changed words, and of names."""

    text: str
    changed: tuple[Span, ...] = ()
    named: tuple[Span, ...] = ()


def sign_of(row: Row) -> str:
    """Return the sign and the blank that a row begins with."""
    return _SIGNS.get(row.kind, "  ")


def shown_row(row: Row) -> ShownRow:
    """Return what Qt gets for a row."""
    sign = sign_of(row)
    if row.kind in {RowKind.FOLDED, RowKind.MORE}:
        words = sign + words_of(row)
        return ShownRow(words, named=(Span(0, len(words)),))
    places: dict[int, int] = {place: 0 for span in row.changed for place in span}
    texts, named = [sign], []
    exact, shown = 0, len(sign)
    for piece in pieces_of(row):
        if not piece.is_plain:
            named.append(Span(shown, shown + len(piece.shown)))
        for place in places:
            if exact <= place <= exact + len(piece.exact):
                into = place - exact if piece.is_plain or place == exact else len(piece.shown)
                places[place] = shown + into
        texts.append(piece.shown)
        exact += len(piece.exact)
        shown += len(piece.shown)
    spans = (Span(places[start] or len(sign), places[end] or shown) for start, end in row.changed)
    return ShownRow("".join(texts), tuple(spans), tuple(named))


def words_of(row: Row) -> str:
    """Return what a row says that stands for several lines."""
    if row.kind is RowKind.MORE:
        return Sentence("window-text.more-lines", count=row.lines)
    return Sentence("window-text.same-lines", count=row.lines)


def exact_part(row: Row, start: QtPosition, end: QtPosition) -> str:
    """Return the exact text of what is shown between two positions in a row with its sign."""
    index = Utf16Index(shown_row(row).text)
    first, last = index.offset_at(start), index.offset_at(end)
    parts: list[str] = []
    at = len(sign_of(row))
    for piece in pieces_of(row):
        behind = at + len(piece.shown)
        if first < behind and last > at:
            parts.append(piece.exact[max(first - at, 0) : last - at] if piece.is_plain else piece.exact)
        at = behind
    return "".join(parts)


def pieces_of(row: Row) -> Iterator[Piece]:
    """Yield the parts of a line in order; together their exact texts are the line."""
    text = row.text
    first, last = _window(row)
    if first:
        yield Piece(text[:first], f"{_characters(first)} … ")
    at = first
    for place in placeholder_places(text[first:last]):
        character = text[first + place]
        if first + place > at:
            yield Piece(text[at : first + place], text[at : first + place])
        yield Piece(character, f"⟨{label_of(character)}⟩")
        at = first + place + 1
    if at < last:
        yield Piece(text[at:last], text[at:last])
    if last < len(text):
        yield Piece(text[last:], f" … {_characters(len(text) - last)}")


def _window(row: Row) -> tuple[int, int]:
    """Return which part of a line is shown: of a long one, the part around its first changed words."""
    length = len(row.text)
    if length <= MOST_SHOWN:
        return 0, length
    changed = row.changed[0].start if row.changed else 0
    first = changed - _BEFORE_CHANGE if changed > MOST_SHOWN - _BEFORE_CHANGE else 0
    return first, min(first + MOST_SHOWN, length)


def _characters(number: int) -> str:
    return Sentence("window-text.more-characters", count=number)
