"""Regular expressions that never backtrack: the time to search a text grows with its length alone.

A pattern comes from a file that anybody may have written, so it must not be
able to stop a window or a test run. It is turned into states that are all
followed at once. What needs backtracking (references to groups, looking ahead
or behind) is refused. `^` and `$` stand at every line's ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from editor_app.prompts.cases.pattern_syntax import (
    Alternatives,
    Anchor,
    AnchorKind,
    BadPattern,
    Characters,
    Expression,
    Repeat,
    Sequence,
    parse_pattern,
)
from editor_app.text import Sentence

MOST_STATES = 500
_MOST_REMEMBERED = 10_000
_START, _MATCH = 0, -1

_States: TypeAlias = frozenset[int]
_Takes: TypeAlias = Callable[[str], bool] | AnchorKind | None


class _Step(NamedTuple):
    """One state: what it takes, and the next states; only one that takes nothing may have several."""

    takes: _Takes
    leads_to: tuple[int, ...]


class Pattern:
    """A pattern compiled to states, for searching texts."""

    def __init__(self, steps: list[_Step]) -> None:
        """Take the states; the first is where a match begins."""
        self._steps = steps
        self._has_anchors = any(isinstance(step.takes, AnchorKind) for step in steps)
        self._remembered: dict[tuple[_States, str, str], _States] = {}

    def is_in(self, text: str) -> bool:
        """Whether the pattern matches anywhere in `text`."""
        states: _States = frozenset()
        before = ""
        for after in (*text, ""):
            key = (states, before if self._has_anchors else "", after)
            following = self._remembered.get(key)
            if following is None:
                following = self._follow(states, before, after)
                if len(self._remembered) >= _MOST_REMEMBERED:
                    self._remembered.clear()
                self._remembered[key] = following
            if _MATCH in following:
                return True
            states, before = following, after
        return False

    def _follow(self, states: _States, before: str, after: str) -> _States:
        """Return the states behind the character `after`, with one more match begun in front of it."""
        followed = {_START, *states}
        waiting = list(followed)
        following: set[int] = set()
        while waiting:
            takes, leads_to = self._steps[waiting.pop()]
            if takes is None or isinstance(takes, AnchorKind):
                if takes is not None and not takes.stands_between(before, after):
                    continue
                if _MATCH in leads_to:
                    return frozenset((_MATCH,))
                new = [state for state in leads_to if state not in followed]
                followed.update(new)
                waiting += new
            elif after and takes(after):
                following.update(leads_to)
        return frozenset(following)


def read_pattern(text: str) -> tuple[Pattern | None, str]:
    """Return a pattern, or None and a sentence that says why it is none."""
    try:
        expression = parse_pattern(text)
        steps: list[_Step] = [_Step(None, ())]
        first = _build(expression, _MATCH, steps)
    except BadPattern as bad:
        return None, str(bad)
    steps[_START] = _Step(None, (first,))
    return Pattern(steps), ""


def _build(expression: Expression, then: int, steps: list[_Step]) -> int:
    """Add the states of an expression that lead to `then`, and return the first."""
    match expression:
        case Characters(takes):
            return _add(steps, takes, (then,))
        case Anchor(kind):
            return _add(steps, kind, (then,))
        case Sequence(parts):
            for part in reversed(parts):
                then = _build(part, then, steps)
            return then
        case Alternatives(choices):
            return _add(steps, None, tuple(_build(choice, then, steps) for choice in choices))
        case Repeat(inner, least, most):
            return _build_repeat(inner, least, most, then, steps)


def _build_repeat(inner: Expression, least: int, most: int | None, then: int, steps: list[_Step]) -> int:
    if most is None:
        loop = _add(steps, None, ())
        steps[loop] = _Step(None, (_build(inner, loop, steps), then))
        then = loop
    else:
        for _ in range(most - least):
            then = _add(steps, None, (_build(inner, then, steps), then))
    for _ in range(least):
        first = _build(inner, then, steps)
        if first == then:  # an expression that takes nothing is not repeated
            break
        then = first
    return then


def _add(
    steps: list[_Step], takes: Callable[[str], bool] | AnchorKind | None, leads_to: Iterable[int]
) -> int:
    if len(steps) >= MOST_STATES:
        raise BadPattern(Sentence("prompts.pattern-too-large"))
    steps.append(_Step(takes, tuple(leads_to)))
    return len(steps) - 1
