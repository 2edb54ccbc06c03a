"""Which opener, `else` and closer belong together, and which of them are text.

Tags are letters here: "i" and "u" open a condition, "e" divides it, "x" and "y" close
it, "c" is a comment, which is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

ELSE_OF = "!"

# Whether the tags with these letters fit together, and no condition stands in another.
stand_side_by_side = re.compile("(?:[iu]c*(?:ec*)?[xy]|c)*").fullmatch

# The sides of conditions in order of the tags they begin behind, as three lists side by side: the
# places of the tags before and behind each side, and the spelling of its condition's opener, with
# ELSE_OF before it for the other side.
Sides: TypeAlias = tuple[list[int], list[int], list[str]]


def pair(spellings: Sequence[str], places: list[int], letters: str) -> Sides | None:
    """Return the sides of the conditions that the tags at `places` make; None unless all tags fit."""
    starts: list[int] = []
    ends: list[int] = []
    keys: list[str] = []
    open_sides: list[int] = []
    for place, letter in zip(places, letters, strict=True):
        if letter in "xy":
            if not open_sides:
                return None
            ends[open_sides.pop()] = place
        elif letter in "iu":
            open_sides.append(len(starts))
            starts.append(place)
            ends.append(0)
            keys.append(spellings[place])
        elif letter == "e":
            if not open_sides or keys[open_sides[-1]][0] == ELSE_OF:
                return None
            side = open_sides[-1]
            ends[side] = place
            open_sides[-1] = len(starts)
            starts.append(place)
            ends.append(0)
            keys.append(ELSE_OF + keys[side])
    return None if open_sides else (starts, ends, keys)


class TagProblem(NamedTuple):
    """A tag that fits no condition and so is text, or a closer that names the other opener.

    `opener` is the place of its condition's opener, `divider` that of an unclosed one's `else`; or -1.
    """

    code: str
    place: int
    opener: int
    divider: int = -1


def untangle(
    places: list[int], letters: str, closers: Mapping[str, str]
) -> tuple[set[int], list[TagProblem]]:
    """Return the places of the tags that are text, and every problem in order of place.

    `closers` has for the letter of an opener that of the closer that names it.
    """
    text: set[int] = set()
    problems: list[TagProblem] = []
    openers: list[tuple[int, str]] = []
    dividers: dict[int, int] = {}
    for place, letter in zip(places, letters, strict=True):
        inner, opened = openers[-1] if openers else (-1, "")
        if letter in closers:
            openers.append((place, letter))
        elif letter == "e":
            if inner < 0 or inner in dividers:
                text.add(place)
                problems.append(TagProblem("stray-else" if inner < 0 else "second-else", place, inner))
            else:
                dividers[inner] = place
        elif letter in "xy":
            if inner < 0:
                text.add(place)
                problems.append(TagProblem("stray-close", place, -1))
                continue
            openers.pop()
            if letter != closers[opened]:
                problems.append(TagProblem("mismatched-close", place, inner))
    for place, _ in openers:
        divider = dividers.get(place, -1)
        problems.append(TagProblem("unclosed-condition", place, place, divider))
        text.update((place, divider))
    problems.sort(key=lambda problem: problem.place)
    return text, problems
