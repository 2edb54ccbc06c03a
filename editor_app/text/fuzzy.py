"""Fuzzy matching: which texts have the letters of a query in its order, and how well.

    query = FuzzyQuery("tmp")
    query.match(FuzzyText("Toggle Markdown Preview")).positions  # (0, 7, 16)

Letters at the beginnings of words and letters in a row count most. A query of several words, or of the parts
of a path, matches where each of them does.
"""

from __future__ import annotations

import re
from itertools import accumulate, pairwise, zip_longest
from typing import Final, NamedTuple

LONGEST_QUERY: Final = 200
LONGEST_TEXT: Final = 400
"""How many characters of a query and of a text are looked at."""

_LETTER: Final = 16
_BEGINNING: Final = 14
_IN_A_ROW: Final = 12
_GAP: Final = -10
_BEHIND: Final = -10
_WHOLE: Final = 20
_LETTERS_TO_LOSE: Final = 8  # of a label, for each of which the score is less by one
_split_words = re.compile(r"[\s/\\]+").split


class FuzzyText:
    """A text to be matched; the `label` it begins with counts more than what is `behind` that."""

    __slots__ = ("folded", "label_length", "text")

    def __init__(self, label: str, behind: str = "") -> None:
        """Prepare both, each up to the longest that is looked at."""
        self.text = f"{label[:LONGEST_TEXT]}\n{behind[:LONGEST_TEXT]}"
        self.folded = _fold(self.text)
        self.label_length = min(len(label), LONGEST_TEXT)

    def begins_word(self, at: int) -> bool:
        """Whether a word begins at a position: behind other characters, or at a capital behind a small."""
        before, here = self.text[at - 1 : at], self.text[at]
        return not before.isalnum() or (here.isupper() and before.islower())


class FuzzyMatch(NamedTuple):
    """How well a text matches, and the positions of the letters that do."""

    score: int
    positions: tuple[int, ...]


class FuzzyQuery:
    """What is looked for."""

    def __init__(self, typed: str) -> None:
        """Look for each word of what was typed."""
        words = _split_words(_fold(typed[:LONGEST_QUERY]))
        self.words = tuple(dict.fromkeys(word for word in words if word))

    def match(self, text: FuzzyText) -> FuzzyMatch | None:
        """Return the best match of all words, None if one of them has none."""
        score, positions = 0, set[int]()
        for word in self.words:
            found = _in_a_row(word, text) or _spread(word, text)
            if found is None:
                return None
            score += found.score
            positions.update(found.positions)
        return FuzzyMatch(score - text.label_length // _LETTERS_TO_LOSE, tuple(sorted(positions)))


def _fold(text: str) -> str:
    """Return the text in small letters, each at its place."""
    folded = text.lower()
    if len(folded) == len(text):
        return folded
    return "".join(letter if len(letter.lower()) != 1 else letter.lower() for letter in text)


def _in_a_row(word: str, text: FuzzyText) -> FuzzyMatch | None:
    """Return the match of all letters in a row, at the beginning of a word if that is in the label, too."""
    first = at = text.folded.find(word)
    while at >= 0 and not text.begins_word(at):
        at = text.folded.find(word, at + 1, text.label_length)
    at = first if at < 0 else at
    if at < 0:
        return None
    end = at + len(word)
    score = (_LETTER + _IN_A_ROW) * len(word) - _IN_A_ROW
    score += _BEGINNING * (2 * text.begins_word(at) + (at == 0))
    score += _WHOLE * (at == 0 and end == text.label_length)
    score += _BEHIND * len(word) * (at > text.label_length)
    return FuzzyMatch(score, tuple(range(at, end)))


def _has_in_order(word: str, text: FuzzyText) -> bool:
    at = -1
    for letter in word:
        at = text.folded.find(letter, at + 1, text.label_length)
        if at < 0:
            return False
    return True


def _spread(word: str, text: FuzzyText) -> FuzzyMatch | None:
    """Return the best match in the label: at each place of a letter, the best of what leads there.

    A letter but the last one begins a word, is beside the one before or behind it in the typed word, or is in
    a word that has one before: single letters scattered over several words are no match.
    """
    if not _has_in_order(word, text):  # as most texts
        return None
    in_word = list(accumulate(text.begins_word(at) for at in range(text.label_length)))
    before: dict[int, tuple[int, int]] = {}  # score and place of the letter before, by place
    steps: list[dict[int, tuple[int, int]]] = []
    start = 0
    for letter, after in zip_longest(word, word[1:], fillvalue=""):
        now: dict[int, tuple[int, int]] = {}
        nearest = -1
        best: tuple[int, int] | None = None if steps else (0, -1)  # score and place, among those with a gap
        for at in range(start, text.label_length):
            if at - 2 in before and (best is None or before[at - 2][0] > best[0]):
                best = before[at - 2][0], at - 2
            if at - 2 in before:
                nearest = at - 2
            if text.folded[at] != letter:
                continue
            shares_word = nearest >= 0 and in_word[nearest] == in_word[at]
            goes_on = text.folded.startswith(after, at + 1)  # as any text does behind the last one
            if not (at - 1 in before or shares_word or goes_on or text.begins_word(at)):
                continue
            own = _LETTER + _BEGINNING * (text.begins_word(at) + (at == 0))
            choices = [] if best is None else [(best[0] + own + (_GAP if steps else 0), best[1])]
            if at - 1 in before:
                choices.append((before[at - 1][0] + own + _IN_A_ROW, at - 1))
            if choices:
                now[at] = max(choices)
        if not now:
            return None
        steps.append(now)
        before, start = now, min(now) + 1
    at = max(before, key=lambda place: before[place][0])
    score, positions = before[at][0], [at]
    for later, _ in pairwise(reversed(steps)):
        positions.append(later[positions[-1]][1])
    return FuzzyMatch(score, tuple(reversed(positions)))
