"""How each newline of a text is spelled, as letters: an edit of these tells what became of the newlines.

The first letter is how inserted newlines are spelled. Where a text has mixed newlines, one for each of its
newlines follows; else none does.
"""

from __future__ import annotations

from typing import Final

from editor_app.text.encoding import Newlines

_LETTERS: Final = {"\n": "n", "\r\n": "b", "\r": "r"}
_SPELLINGS: Final = {letter: spelling for spelling, letter in _LETTERS.items()}


def letter_of(spelling: str) -> str:
    r"""Return the letter of "\n", "\r\n" or "\r"."""
    return _LETTERS[spelling]


def letters_of(newlines: Newlines, text: str) -> str:
    """Return the letters of a text with these newlines."""
    dominant = _LETTERS[newlines.dominant]
    if not newlines.exceptions:
        return dominant
    pieces, at = [dominant], 0
    for offset, spelling in newlines.exceptions:
        pieces += dominant * text.count("\n", at, offset), _LETTERS[spelling]
        at = offset + 1
    pieces.append(dominant * text.count("\n", at))
    return "".join(pieces)


def newlines_of(letters: str, text: str) -> Newlines | None:
    """Return the newlines that letters stand for in a text; None for letters of another text."""
    dominant, each = letters[:1], letters[1:]
    if not letters_fit(letters, text):
        return None
    spelling = _SPELLINGS[dominant]
    if not each.strip(dominant):
        return Newlines(spelling)
    exceptions: list[tuple[int, str]] = []
    at = -1
    for letter in each:
        at = text.index("\n", at + 1)
        if letter != dominant:
            exceptions.append((at, _SPELLINGS[letter]))
    return Newlines(spelling, tuple(exceptions))


def letters_fit(letters: str, text: str) -> bool:
    """Whether letters can be those of a text."""
    has_all = len(letters) == 1 or len(letters) - 1 == text.count("\n")
    return has_all and not letters.strip("nbr")
