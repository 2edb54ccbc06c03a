"""Glob patterns for paths, matched in bounded time whatever the pattern.

A path is matched folder by folder, by the segments of the pattern that each name can be compared with: what
is known of a folder holds for all in it. `*` within a segment by taking the first place its next part fits,
without backtracking. bracex expands braces, and wcmatch reads the parts between the stars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from editor_app.text import Sentence, Span

MOST_CHARACTERS = 500
MOST_SEGMENTS = 50
MOST_ALTERNATIVES = 100

SegmentTest = Callable[[str], bool]
Places = frozenset[int]
_WILD = re.compile(r"[*?\[\\]")
_BEYOND_STARS = re.compile(r"[?\[\\]")
_is_range = re.compile(r"-?\w+\.\.-?\w+(?:\.\.-?\d+)?").fullmatch


@dataclass(frozen=True, slots=True)
class Glob:
    """A pattern of path segments; None among them stands for `**`."""

    segments: tuple[SegmentTest | None, ...]

    def matches(self, path: Sequence[str]) -> bool:
        """Whether the pattern covers the whole path, given as its segments."""
        if not path:
            return False
        places = self.places
        for folder in path[:-1]:
            places = self.places_in(places, folder)
        return self.can_end(places) and self.last(path[-1])

    @property
    def places(self) -> Places:
        """The segments of the pattern that the first name of a path can be compared with."""
        return self._reached({0})

    def places_in(self, places: Places, folder: str) -> Places:
        """Return the segments that a name in a folder can be compared with, given those for the folder's."""
        segments, below = self.segments, set()
        for index in places:
            test = segments[index]
            if test is None:
                below.add(index)
            elif index + 1 < len(segments) and test(folder):
                below.add(index + 1)
        return self._reached(below)

    def can_end(self, places: Places) -> bool:
        """Whether a name that is compared with the segments at `places` can be the last of a path."""
        return len(self.segments) - 1 in places

    @property
    def last(self) -> SegmentTest:
        """The test of the last name of a path."""
        return self.segments[-1] or _any_name

    def _reached(self, places: set[int]) -> Places:
        """Return the places with those behind a `**`, which may stand for no folder."""
        for offset in sorted(places):
            after = offset
            while self.segments[after] is None and after + 1 < len(self.segments):
                after += 1
                places.add(after)
        return frozenset(places)


def _any_name(_name: str) -> bool:
    return True


def read_globs(pattern: str) -> tuple[Glob, ...] | str:
    """Read a pattern with `*`, `?`, `[…]`, `**` and `{a,b}`; for one that cannot be used, return a sentence.

    A pattern without a slash matches a name in any folder, one with a slash
    matches from the root. Each alternative of its braces is a glob.
    """
    if not pattern.strip("/"):
        return Sentence("library.pattern-empty")
    if len(pattern) > MOST_CHARACTERS:
        return Sentence("library.pattern-too-long", most=MOST_CHARACTERS)
    alternatives = [pattern]
    if "{" in pattern:
        import bracex

        try:
            alternatives = list(bracex.expand(pattern, keep_escapes=True, limit=MOST_ALTERNATIVES))
        except (bracex.ExpansionLimitException, RecursionError):
            return Sentence("library.pattern-too-many", most=MOST_ALTERNATIVES)
    globs = []
    for alternative in alternatives:
        anchored = "/" in alternative
        segments = alternative.strip("/").split("/")
        if len(segments) > MOST_SEGMENTS:
            return Sentence("library.pattern-too-deep", most=MOST_SEGMENTS)
        globs.append(read_glob(segments if anchored else ["**", *segments]))
    return tuple(globs)


def single_choices(pattern: str) -> tuple[Span, ...]:
    """Return the spans of braces without a comma, which are read as plain characters, in order.

    Not among them are ranges (`{1..3}`), doubled braces (`{{name}}`), a placeholder in a folder's name, and
    braces behind a dollar sign (`${name}`), a shell's variable. Braces around nothing but such braces and
    text are among them: with the inner ones removed they would be reported next.
    """
    spans: list[Span] = []
    opened: list[int] = []
    is_plain: list[bool] = []  # for each open brace: only text will stay in it
    offset = 0
    while offset < len(pattern):
        letter = pattern[offset]
        if letter == "{":
            opened.append(offset)
            is_plain.append(True)
        elif letter == "}" and opened:
            braces = Span(opened.pop(), offset + 1)
            if is_plain.pop() and _is_single_choice(pattern, braces):
                spans.append(braces)
            elif opened:
                is_plain[-1] = False
        elif letter in ",\\" and opened:
            is_plain[-1] = False
        offset += 2 if letter == "\\" else 1
    return tuple(sorted(spans))


def without_braces(pattern: str, spans: Sequence[Span]) -> str:
    """Return a pattern without the braces that begin and end at `spans`."""
    braces = {offset for span in spans for offset in (span.start, span.end - 1)}
    return "".join(letter for offset, letter in enumerate(pattern) if offset not in braces)


def _is_single_choice(pattern: str, braces: Span) -> bool:
    if pattern.endswith("$", 0, braces.start):
        return False
    inside = pattern[braces.start + 1 : braces.end - 1].replace("{", "").replace("}", "")
    is_doubled = pattern.endswith("{", 0, braces.start) and pattern.startswith("}", braces.end)
    return bool(inside) and not is_doubled and not _is_range(inside)


def read_glob(segments: Sequence[str]) -> Glob:
    """Read a pattern that has been split at its slashes; braces are plain characters."""
    tests: list[SegmentTest | None] = []
    for segment in segments:
        if segment != "**":
            tests.append(segment_test(segment))
        elif not tests or tests[-1] is not None:
            tests.append(None)
    return Glob(tuple(tests))


def wildcards_in(segment: str) -> int:
    """Return how many wildcards a segment of a pattern has: what comparing it with a name costs."""
    return len(_WILD.findall(segment))


def segment_test(pattern: str) -> SegmentTest:
    """Return a test for one name; nearly all patterns need no regular expression."""
    if not _WILD.search(pattern):
        return pattern.__eq__
    rest = pattern[1:]
    if pattern[0] == "*" and rest and not _WILD.search(rest):
        return lambda name: name.endswith(rest)
    if not pattern.strip("*"):
        return _any_name
    if not _BEYOND_STARS.search(pattern):
        return _stars_test(pattern)
    first, *later = _split_at_stars(pattern)
    middle = "".join(f"(?>.*?{_part_regex(part)})" for part in later[:-1])
    end = f".*{_part_regex(later[-1])}" if later else ""
    fullmatch = re.compile(_part_regex(first) + middle + end, re.DOTALL).fullmatch
    return lambda name: fullmatch(name) is not None


def _stars_test(pattern: str) -> SegmentTest:
    """Return a test for a pattern that has no wildcards but stars."""
    first, *middle, last = pattern.split("*")
    parts = [part for part in middle if part]
    shortest = len(pattern) - pattern.count("*")

    def test(name: str) -> bool:
        if len(name) < shortest or not name.startswith(first) or not name.endswith(last):
            return False
        offset, end = len(first), len(name) - len(last)
        for part in parts:
            offset = name.find(part, offset, end)
            if offset < 0:
                return False
            offset += len(part)
        return True

    return test


def _part_regex(part: str) -> str:
    """Return the regular expression of a pattern without stars; it matches names of one length only."""
    if "[" not in part and "\\" not in part:
        return re.escape(part).replace(r"\?", ".")
    from wcmatch import fnmatch

    (regex,), _excluded = fnmatch.translate(part, flags=fnmatch.CASE | fnmatch.DOTMATCH)
    return str(regex).removeprefix("^").removesuffix("$")


def _split_at_stars(pattern: str) -> list[str]:
    parts, start, offset = list[str](), 0, 0
    while offset < len(pattern):
        if pattern[offset] == "*":
            parts.append(pattern[start:offset])
            offset = start = offset + 1
        elif pattern[offset] == "\\":
            offset += 2
        elif pattern[offset] == "[":
            offset = _class_end(pattern, offset)
        else:
            offset += 1
    parts.append(pattern[start:])
    # Stars in a row are one star.
    return [part for n, part in enumerate(parts) if part or n in {0, len(parts) - 1}]


def _class_end(pattern: str, start: int) -> int:
    """Return where the character class at `start` ends, or the next character if it never does."""
    if pattern.find("]", start) < 0:
        return start + 1
    offset = start + 1
    if pattern[offset : offset + 1] in {"!", "^"}:
        offset += 1
    if pattern[offset : offset + 1] == "]":
        offset += 1
    while offset < len(pattern) and pattern[offset] != "]":
        if pattern.startswith("[:", offset) and pattern.find(":]", offset + 2) > 0:
            offset = pattern.find(":]", offset + 2) + 2
        else:
            offset += 2 if pattern[offset] == "\\" else 1
    return offset + 1 if offset < len(pattern) else start + 1
