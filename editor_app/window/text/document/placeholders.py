"""Placeholders: private-use characters in Qt's document for those that Qt cannot hold or does not show."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

_AWKWARD = (
    "\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f"  # controls; \r is none of an editor, which has newlines alone
    "\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # no width, or turn it
    "\x85\u2028\u2029\ufdd0\ufdd1\ufffc\ufffe"  # end a line in Qt, mark an object, or swap its bytes
    "\ud800-\udfff"  # half of a surrogate pair; Qt gives none back
    "\ue000-\uf8ff"  # private characters are their own placeholders, unless used for others
)
_awkward = re.compile(f"[{_AWKWARD}]").search
_each_awkward = re.compile(f"[{_AWKWARD}]")
_FIRST, _LAST = 0xE000, 0xF8EF  # not U+F8F0 on, as keyboards can type the last ones
SOFT_BREAK = "\uf8fe"
"""Ends each piece of a long line but the last: it and the newline behind it are not in the text."""

_SHORT = {
    "\x00": "NUL", "\x07": "BEL", "\x08": "BS", "\x0b": "VT", "\x0c": "FF", "\x1b": "ESC", "\x7f": "DEL",
    "\x85": "NEL", "\u061c": "ALM", "\u180e": "MVS", "\u200b": "ZWSP", "\u200e": "LRM", "\u200f": "RLM",
    "\u2028": "LSEP", "\u2029": "PSEP", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO",
    "\u202e": "RLO", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI",
    "\ufeff": "BOM", "\ufffc": "OBJ", "\r": "CR",
}  # fmt: skip


class Placeholders:
    """The placeholders of one document: which private-use character stands for which awkward one.

    Pairs are made when first needed and kept, so that undo restores the same.
    Every awkward character has its own placeholder, a private one too if it
    is used for another, so that `restored` is unambiguous.
    """

    __slots__ = ("_free", "_shown", "exact")

    def __init__(self) -> None:
        """Start with no pairs."""
        self._shown: dict[str, str] = {}
        self.exact: dict[str, str] = {}
        self._free = _LAST

    def shown(self, text: str) -> str:
        """Return `text` with a placeholder for each awkward character; the length stays.

        Raises OverflowError if nearly all of the 6400 private characters are in use, so that none is left.
        """
        if _awkward(text) is None:
            return text
        return _each_awkward.sub(lambda match: self._shown.get(match[0]) or self._pair(match[0]), text)

    def restored(self, shown: str) -> str:
        """Return `shown` with the exact character for each placeholder."""
        if _awkward(shown) is None:
            return shown
        return _each_awkward.sub(lambda match: self._exact(match[0]), shown)

    def places(self, shown: str) -> list[tuple[int, str]]:
        """Return the offset of each placeholder in `shown` and its exact character; "" for a soft break."""
        places: list[tuple[int, str]] = []
        for match in _each_awkward.finditer(shown):
            character = "" if match[0] == SOFT_BREAK else self.exact.get(match[0], match[0])
            if character != match[0]:
                places.append((match.start(), character))
        return places

    def _exact(self, shown: str) -> str:
        """Return the exact character for a shown one; a private one typed into Qt is its own from now on."""
        if shown not in self.exact and _is_private(shown):
            self._shown[shown] = self.exact[shown] = shown
        return self.exact.get(shown, shown)

    def _pair(self, character: str) -> str:
        if _is_private(character) and character != SOFT_BREAK and character not in self.exact:
            placeholder = character
        else:
            while (placeholder := chr(self._free)) in self.exact:
                self._free -= 1
                if self._free < _FIRST:
                    raise OverflowError("more different private characters than one text can show")
        self._shown[character] = placeholder
        self.exact[placeholder] = character
        return placeholder


def placeholder_places(text: str) -> list[int]:
    """Return the offsets of the characters of `text` that are, or would be shown as, placeholders."""
    return [match.start() for match in _each_awkward.finditer(text)]


def has_more_placeholders(text: str, most: int, start: int = 0, end: int | None = None) -> bool:
    """Whether [start, end) of `text`, exact or shown, has more than `most` of those."""
    placeholders = _each_awkward.finditer(text, start, len(text) if end is None else end)
    return next(islice(placeholders, most, None), None) is not None


def label_of(character: str) -> str:
    """Return the label that is drawn for a character with a placeholder, such as "NUL" or "U+0001"."""
    return _SHORT.get(character) or f"U+{ord(character):04X}"


def character_name(character: str) -> str:
    """Return a character's code and its Unicode name, if it has one."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


def _is_private(character: str) -> bool:
    return _FIRST <= ord(character) <= 0xF8FF
