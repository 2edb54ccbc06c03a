"""What is looked for, and where it stands in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any, Final, NamedTuple

from editor_app.text import Sentence, Span

MOST_HITS: Final = 200_000
"""How many hits of a text are counted."""
MOST_CHARACTERS: Final = 10_000
"""The characters of a pattern at most."""
MOST_IN_REGEX: Final = 2_000
"""The characters of a regular expression at most: the time to compile one grows with them."""
MOST_PARTS: Final = 10_000
"""The parts of a regular expression at most: compiling copies what is repeated, and cannot be stopped."""
SECONDS: Final = 1.0
TOOK_TOO_LONG: Final = Sentence("finding.took-too-long")
_TOO_LARGE: Final = Sentence("finding.regex-too-large")
_EACH: Final = 512  # hits between two looks at the time


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; a regular expression reads `^` and `$` as the ends of every line."""

    pattern: str = ""
    match_case: bool = False
    whole_word: bool = False
    is_regex: bool = False


class Found(NamedTuple):
    """The hits in a text, in order; `problem` is a sentence on why these are not all."""

    spans: tuple[Span, ...] = ()
    problem: str = ""


def find_all(
    text: str,
    query: Query,
    within: Span | None = None,
    *,
    seconds: float = SECONDS,
    matched: list[re.Match[str]] | None = None,
    most: int = MOST_HITS,
) -> Found:
    """Return the hits of a query in a text, or in a part of it, none for an empty pattern.

    `matched` takes the match of each, with which it is replaced later.
    """
    spans: list[Span] = []
    try:
        for match in matches(text, query, within, seconds=seconds):
            if len(spans) == most:
                return Found(tuple(spans), Sentence("finding.first-counted", count=most))
            spans.append(Span(*match.span()))
            if matched is not None:
                matched.append(match)
    except ValueError as problem:
        return Found((), str(problem))
    except TimeoutError:
        return Found(tuple(spans), TOOK_TOO_LONG)
    return Found(tuple(spans))


def matches(
    text: str, query: Query, within: Span | None = None, *, seconds: float = SECONDS
) -> Iterator[re.Match[str]]:
    """Yield the matches of a query in order; those of `regex` have the methods of those of `re`.

    A pattern that is none is a ValueError with a sentence, one that takes longer a TimeoutError. Between two
    hits of plain words the time is not looked at: 5 MB without any take some 60 ms.
    """
    if not query.pattern:
        return
    start, end = within or (0, len(text))
    compiled = _compiled(query)
    begun = perf_counter()
    limited = {"timeout": seconds, "concurrent": True} if query.is_regex else {}
    for number, match in enumerate(compiled.finditer(text, start, end, **limited)):
        yield match
        if number % _EACH == 0 and perf_counter() - begun > seconds:
            raise TimeoutError


@lru_cache(maxsize=8)
def _compiled(query: Query) -> Any:  # noqa: ANN401  a pattern of `re` or `regex`, which share no type
    """Return the compiled pattern of a query; one that is none is a ValueError with a sentence."""
    most = MOST_IN_REGEX if query.is_regex else MOST_CHARACTERS
    if len(query.pattern) > most:
        raise ValueError(Sentence("finding.pattern-too-long", characters=len(query.pattern), most=most))
    flags = re.MULTILINE if query.match_case else re.MULTILINE | re.IGNORECASE
    if not query.is_regex:
        return re.compile(_literal(query), flags)
    if size_of(query.pattern) > MOST_PARTS:
        raise ValueError(_TOO_LARGE)
    import regex

    try:
        alone = regex.compile(query.pattern, flags)  # its brackets have to be complete by themselves
        if not query.whole_word:
            return alone
        end = "\n" if alone.flags & regex.VERBOSE else ""  # of a comment
        return regex.compile(rf"\b(?:{query.pattern}{end})\b", flags)
    except regex.error as error:
        if error.pos is None:
            raise ValueError(Sentence("finding.regex-wrong", reason=error.msg)) from None
        at = error.pos + 1
        raise ValueError(Sentence("finding.regex-wrong-at", number=at, reason=error.msg)) from None
    except (RecursionError, OverflowError, MemoryError):
        raise ValueError(_TOO_LARGE) from None


def _literal(query: Query) -> str:
    pattern = re.escape(query.pattern)
    if not query.whole_word:
        return pattern
    before = r"(?<!\w)" if re.match(r"\w", query.pattern) else ""
    behind = r"(?!\w)" if re.match(r"\w", query.pattern[-1]) else ""
    return f"{before}{pattern}{behind}"


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
