"""The steps of regular expressions, counted by a plain matcher that backtracks as Python’s own does.

`re` works in C, where nothing can be counted; this follows the same parsed pattern.
Python skips some places where a match cannot begin, so it takes fewer steps, but its work grows no faster.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from re import _constants as op
from re import _parser
from typing import Any

CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_NOT_DIGIT: lambda one: not one.isdecimal(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
    op.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
    op.CATEGORY_NOT_WORD: lambda one: not (one.isalnum() or one == "_"),
}

ONE_CHARACTER = (op.LITERAL, op.NOT_LITERAL, op.IN, op.ANY)


def patterns_of(module: object) -> list[re.Pattern[str]]:
    """Return the patterns that lie in a module by themselves or as a bound method."""
    found = (getattr(value, "__self__", value) for value in vars(module).values())
    return list(dict.fromkeys(one for one in found if isinstance(one, re.Pattern)))


def steps_of_search(pattern: re.Pattern[str], text: str) -> int:
    """Count the steps of finding every match in `text`."""
    run = Run(pattern, text)
    list(run.spans())
    return run.steps


def steps_of_match(pattern: re.Pattern[str], text: str) -> int:
    """Count the steps of matching at the beginning of `text`."""
    run = Run(pattern, text)
    run.end_of_match(0)
    return run.steps


class Run:
    """One search, and the steps it has taken so far: parts tried at places, characters among them."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self.steps = 0
        self._text = text
        self._flags = pattern.flags
        self._parts = [*_parser.parse(pattern.pattern, pattern.flags)]
        self._groups: dict[int, tuple[int, int]] = {}

    def spans(self) -> Iterator[tuple[int, int]]:
        """Find the matches one after the other, none of them empty."""
        at = 0
        while at <= len(self._text):
            end = self.end_of_match(at)
            if end is not None and end > at:
                yield at, end
                at = end
            else:
                at += 1

    def end_of_match(self, at: int) -> int | None:
        self._groups = {}
        with deep_recursion():
            return next(self._match(self._parts, at), None)

    def _match(self, parts: Sequence[Any], at: int) -> Iterator[int]:
        """Return every place where the parts can end, in the order in which they are tried."""
        if not parts:
            yield at
            return
        for middle in self._part(parts[0], at):
            yield from self._match(parts[1:], middle)

    def _part(self, part: Any, at: int) -> Iterator[int]:
        self.steps += 1
        kind, argument = part
        if kind in ONE_CHARACTER:
            if at < len(self._text) and self._takes(part, self._text[at]):
                yield at + 1
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            least, most, inner = argument
            yield from self._repeat(kind, [*inner], least, most, at)
        elif kind is op.SUBPATTERN:
            yield from self._group(argument[0], [*argument[3]], at)
        elif kind is op.BRANCH:
            for choice in argument[1]:
                yield from self._match([*choice], at)
        elif kind is op.ATOMIC_GROUP:
            yield from self._first([*argument], at)
        else:
            yield from self._condition(kind, argument, at)

    def _condition(self, kind: Any, argument: Any, at: int) -> Iterator[int]:
        """Follow a part that depends on what stands round it or was matched before."""
        if kind in (op.ASSERT, op.ASSERT_NOT):
            direction, inner = argument
            start = at if direction > 0 else at - inner.getwidth()[0]
            holds = start >= 0 and any(True for _ in self._first([*inner], start))
            if holds == (kind is op.ASSERT):
                yield at
        elif kind is op.GROUPREF:
            start, end = self._groups.get(argument, (0, -1))
            if end >= start and self._text.startswith(self._text[start:end], at):
                self.steps += end - start
                yield at + end - start
        elif kind is op.AT:
            if self._stands_at(argument, at):
                yield at
        else:
            raise NotImplementedError(kind)

    def _first(self, parts: Sequence[Any], at: int) -> Iterator[int]:
        for end in self._match(parts, at):
            yield end
            return

    def _group(self, number: int | None, parts: Sequence[Any], at: int) -> Iterator[int]:
        for end in self._match(parts, at):
            if number is None:
                yield end
                continue
            before = dict(self._groups)
            self._groups[number] = (at, end)
            yield end
            self._groups = before

    def _repeat(self, kind: Any, inner: Sequence[Any], least: int, most: int, at: int) -> Iterator[int]:
        is_character = len(inner) == 1 and inner[0][0] in ONE_CHARACTER
        if kind is op.POSSESSIVE_REPEAT or (is_character and kind is op.MAX_REPEAT):
            ends = [at]
            while len(ends) <= most:
                end = next(self._match(inner, ends[-1]), None)
                if end is None or (end == ends[-1] and len(ends) > least):
                    break
                ends.append(end)
            for end in reversed(ends[least:] if kind is op.MAX_REPEAT else ends[least:][-1:]):
                self.steps += 1
                yield end
        else:
            yield from self._repeat_group(kind, inner, least, most, at)

    def _repeat_group(self, kind: Any, inner: Sequence[Any], least: int, most: int, at: int) -> Iterator[int]:
        self.steps += 1
        if kind is op.MIN_REPEAT and least <= 0:
            yield at
        if most > 0:
            for end in self._match(inner, at):
                if end > at or least > 0:
                    yield from self._repeat_group(kind, inner, least - 1, most - 1, end)
                else:
                    yield end  # a turn that takes nothing is the last
        if kind is op.MAX_REPEAT and least <= 0:
            yield at

    def _takes(self, part: Any, one: str) -> bool:
        kind, argument = part
        if kind is op.ANY:
            return one != "\n" or bool(self._flags & re.DOTALL)
        forms = {one, one.lower(), one.upper()} if self._flags & re.IGNORECASE else {one}
        if kind is op.LITERAL:
            return chr(argument) in forms
        if kind is op.NOT_LITERAL:
            return chr(argument) not in forms
        is_negated = argument[0][0] is op.NEGATE
        return is_negated != any(_is_in(entry, form) for entry in argument for form in forms)

    def _stands_at(self, place: Any, at: int) -> bool:
        text = self._text
        starts_line, ends_line = text[at - 1 : at] in ("", "\n"), text[at : at + 1] in ("", "\n")
        if place in (op.AT_BOUNDARY, op.AT_NON_BOUNDARY):
            is_word = CATEGORIES[op.CATEGORY_WORD]
            beside = [
                bool(one) and is_word(one) for one in (text[at - 1 : at] if at else "", text[at : at + 1])
            ]
            return (beside[0] != beside[1]) == (place is op.AT_BOUNDARY)
        if place is op.AT_BEGINNING_STRING or (place is op.AT_BEGINNING and not self._flags & re.MULTILINE):
            return at == 0
        if place is op.AT_BEGINNING:
            return at == 0 or starts_line
        if place is op.AT_END_STRING:
            return at == len(text)
        return ends_line if self._flags & re.MULTILINE else text[at:] in ("", "\n")


def _is_in(entry: Any, one: str) -> bool:
    kind, argument = entry
    if kind is op.LITERAL:
        return ord(one) == argument
    if kind is op.RANGE:
        return bool(argument[0] <= ord(one) <= argument[1])
    return kind is op.CATEGORY and CATEGORIES[argument](one)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let a repeated group be followed through some thousand turns."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
