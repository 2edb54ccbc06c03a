"""The edits that replace the hits of a query."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple

from editor_app.finding.queries import MOST_HITS, SECONDS, TOOK_TOO_LONG, Query, matches
from editor_app.text import Edit, Sentence, Span

LONGEST: Final = 5_000_000
"""The characters of a text at most after replacing: more cannot be edited."""
_TOO_LONG: Final = Sentence("finding.too-long", most=LONGEST)
_TOO_MANY: Final = Sentence("finding.too-many", most=MOST_HITS)
_PART: Final = re.compile(
    r"\$(?:(?P<dollar>\$)|(?P<whole>&|0)|(?P<number>[1-9][0-9]?)|\{(?P<name>\w{1,64})\})|\\(?P<letter>[nt\\])"
)


class Replaced(NamedTuple):
    """The edits that replace hits, or a sentence on why there are none."""

    edits: tuple[Edit, ...] = ()
    problem: str = ""


def edits_of(text: str, query: Query, replacement: str, within: Span | None = None) -> Replaced:
    r"""Return the edits that replace all hits in a text, or in a part of it.

    In the replacement of a regular expression, `$1` and `${name}` are groups, `$0` and `$&` the whole hit,
    `$$` is a dollar sign, `\n` a new line, and `\t` a tab.
    """
    return edits_of_matches(text, matches(text, query, within, seconds=SECONDS * 2), query, replacement)


def edits_of_matches(text: str, found: Iterable[re.Match[str]], query: Query, replacement: str) -> Replaced:
    """Return the edits that replace hits in the text in which they were found."""
    edits: list[Edit] = []
    length = len(text)
    try:
        for match in found:
            edit = Edit(Span(*match.span()), expanded(match, query, replacement))
            length += edit.growth
            if length > max(LONGEST, len(text)):
                return Replaced((), _TOO_LONG)
            if len(edits) == MOST_HITS:
                return Replaced((), _TOO_MANY)
            edits.append(edit)
    except ValueError as problem:
        return Replaced((), str(problem))
    except TimeoutError:
        return Replaced((), TOOK_TOO_LONG)
    return Replaced(tuple(edits))


def edit_at(
    text: str, query: Query, replacement: str, span: Span, within: Span | None = None
) -> Edit | str | None:
    """Return the edit that replaces one hit, a sentence why not, or None where it no longer stands."""
    rest = Span(span.start, within.end if within is not None else len(text))
    first = islice(matches(text, query, rest, seconds=SECONDS * 2), 1)
    replaced = edits_of_matches(text, (one for one in first if one.span() == span), query, replacement)
    return replaced.problem or next(iter(replaced.edits), None)


def expanded(match: re.Match[str], query: Query, replacement: str) -> str:
    """Return the text in place of a match; a group that the pattern has not is a ValueError."""
    if not query.is_regex or ("$" not in replacement and "\\" not in replacement):
        return replacement

    def part(found: re.Match[str]) -> str:
        if found["dollar"]:
            return "$"
        if found["letter"]:
            return {"n": "\n", "t": "\t", "\\": "\\"}[found["letter"]]
        name = found["number"] or found["name"] or "0"
        try:
            return match[int(name) if name.isdecimal() else name] or ""
        except IndexError:
            raise ValueError(Sentence("finding.no-group", name=name)) from None

    return _PART.sub(part, replacement)
