"""How large a regular expression becomes when it is compiled: a part that is repeated is copied then."""

from __future__ import annotations

import re
from typing import Final

_PART: Final = re.compile(
    r"""
    \\. | \(\?\#[^)]*+\) | \[\^?+\]?+(?>(?:\\.|\[:[^:\]]*+:\]|[^\]\\])*)\]
    | (?P<least>\+|\{[0-9\s]*+(?>(?:,[0-9\s]*+)?)\})[+?]?+ | [*?][+?]?+ | .
    """,
    re.DOTALL | re.VERBOSE,
)


def size_of(pattern: str) -> int:
    """Return about how many parts a regular expression has when compiled: for `(ab){3}`, eight."""
    sizes, last = [0], 0  # of the groups that are open, and of what a count at this place repeats
    for part in _PART.finditer(pattern):
        least, words = part["least"], part[0]
        if least is not None:
            last *= _number(least)
        elif words == "(":
            sizes.append(0)
        elif words == ")" and len(sizes) > 1:
            last = sizes.pop()
        elif not words.isspace() or not last:  # what a count repeats may be before spaces, with `(?x)`
            last = 1
        sizes[-1] += last if words != "(" else 0
    return sum(sizes)


def _number(least: str) -> int:
    digits = "".join(least.strip("{}").partition(",")[0].split())
    return 1 if least == "+" else int(digits or 0)
