"""The YAML that most frontmatters are: lines of `key: value`, and lists of such lines.

Reading it takes a quarter of the time that a whole YAML reader needs, and
loads no library. What is not certainly read the same way is left to that one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style
from editor_app.text import Span

# Tabs, other line breaks and what can't stand in YAML at all are the other reader's business.
_odd = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
).search
# A line is blank, a comment, or a key after an optional dash, with the rest of its line.
_lines = re.compile(
    r" *+(?:(- ++)?+([A-Za-z_][A-Za-z0-9_-]*+):(?: ++([^\n]*+))?+|\#[^\n]*+)?+(?:\n|\Z)"
).finditer
_begins_plain = re.compile(r"[^\W\d]|[/(]").match
_integer = re.compile(r"0|[1-9][0-9]*").fullmatch
_float = re.compile(r"[0-9]+\.[0-9]+").fullmatch
_version = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+").fullmatch
_TRUTHS = frozenset("yes no true false on off".split())  # noqa: SIM905  one line
_WORDS = {spelling: "bool" for word in _TRUTHS for spelling in (word, word.title(), word.upper())}
_WORDS |= dict.fromkeys(("null", "Null", "NULL"), "null")


class _Unsure(Exception):  # noqa: N818  it never leaves this file
    """The text may mean something else to a whole YAML reader."""


class _Pending(NamedTuple):
    """A key whose value may follow on the next lines; `place` is where an empty one stands."""

    key: ScalarNode
    place: int


class _Frame:
    """A list or mapping whose end is not reached yet, and the column its lines begin in."""

    __slots__ = ("column", "entries", "items", "pending", "seen", "start")

    def __init__(self, column: int, start: int, *, is_list: bool) -> None:
        self.column = column
        self.start = start
        self.items: list[Node] | None = [] if is_list else None
        self.entries: list[tuple[ScalarNode, Node]] = []
        self.seen: set[str] = set()
        self.pending: _Pending | None = None


def read_plain(source: str, span: Span) -> MappingNode | None:
    """Read the YAML in `span` if it is of the simplest sort, else return None; positions are of `source`."""
    if span.length > MOST_CHARACTERS or _odd(source, span.start, span.end):
        return None
    try:
        node = _read_lines(source, span)
    except _Unsure:
        return None
    return node if isinstance(node, MappingNode) else None


def _read_lines(source: str, span: Span) -> Node | None:
    stack: list[_Frame] = []
    at = span.start
    for match in _lines(source, span.start, span.end):
        start, end = match.span()
        if start != at:
            raise _Unsure
        at = end
        dash, key, rest = match.groups()
        if key is None:
            continue
        content = match.start(2)
        column = content - start
        if dash is not None:
            column -= len(dash)
        while len(stack) > 1 and stack[-1].column > column:
            _close(stack)
        if dash is None:
            _begin_key(stack, column, content)
        else:
            _begin_item(stack, column, content - len(dash))
            _open(stack, column + len(dash), content)
        frame = stack[-1]
        if key in frame.seen or key in _WORDS:
            raise _Unsure
        frame.seen.add(key)
        place = content + len(key)
        name = ScalarNode(key, "str", Span(content, place))
        value = _value(rest, match.start(3)) if rest else None
        if value is None:
            frame.pending = _Pending(name, place + 1)
        else:
            frame.entries.append((name, value))
    if at < span.end:
        raise _Unsure
    while len(stack) > 1:
        _close(stack)
    return _finished(stack[0]) if stack else None


def _begin_item(stack: list[_Frame], column: int, start: int) -> None:
    """Go to the list whose dashes stand in `column`, or open it as the value of the last key."""
    if not stack:
        raise _Unsure
    frame = stack[-1]
    if frame.items is not None:
        if frame.column != column:
            raise _Unsure
    elif frame.pending is not None and column >= frame.column:
        _open(stack, column, start, is_list=True)
    else:
        raise _Unsure


def _begin_key(stack: list[_Frame], column: int, start: int) -> None:
    """Go to the mapping whose keys stand in `column`, or open it as the value of the last key."""
    if not stack:
        _open(stack, column, start)
        return
    if stack[-1].items is not None:  # a list whose dashes stand under the keys ends here
        _close(stack)
    frame = stack[-1]
    if frame.column == column:
        _end_pending(frame)
    elif frame.column < column and frame.pending is not None:
        _open(stack, column, start)
    else:
        raise _Unsure


def _open(stack: list[_Frame], column: int, start: int, *, is_list: bool = False) -> None:
    if len(stack) >= MOST_DEPTH:
        raise _Unsure
    stack.append(_Frame(column, start, is_list=is_list))


def _close(stack: list[_Frame]) -> None:
    """End the innermost list or mapping and give it to the one around it."""
    node = _finished(stack.pop())
    frame = stack[-1]
    if frame.items is not None:
        frame.items.append(node)
    else:
        assert frame.pending is not None
        frame.entries.append((frame.pending.key, node))
        frame.pending = None


def _finished(frame: _Frame) -> Node:
    if frame.items is not None:
        return SequenceNode(tuple(frame.items), Span(frame.start, frame.items[-1].span.end))
    _end_pending(frame)
    return MappingNode(tuple(frame.entries), Span(frame.start, frame.entries[-1][1].span.end))


def _end_pending(frame: _Frame) -> None:
    if frame.pending is not None:
        key, place = frame.pending
        frame.entries.append((key, ScalarNode(None, "null", Span(place, place))))
        frame.pending = None


def _value(rest: str, start: int) -> Node | None:
    """Read what stands behind a key on its line, from `start` on, or None where nothing does."""
    first = rest[0]
    if first == "#":
        return None
    if first in {"'", '"'}:
        return _quoted(rest, start)
    if " #" in rest:
        rest = rest[: rest.index(" #")]
    text = rest.rstrip(" ")
    span = Span(start, start + len(text))
    if text == "[]":
        return SequenceNode((), span, flow=True)
    tag = _tag(text)
    return ScalarNode(None if tag == "null" else text, tag, span)


def _quoted(rest: str, start: int) -> ScalarNode:
    quote = rest[0]
    text, close, behind = rest[1:].partition(quote)
    remark = behind.lstrip(" ")
    if not close or "\\" in text or (remark and not (remark[0] == "#" and behind[0] == " ")):
        raise _Unsure
    return ScalarNode(text, "str", Span(start, start + len(text) + 2), Style(quote))


def _tag(text: str) -> str:
    """Return what YAML takes an unquoted value for."""
    if _begins_plain(text):
        if ": " in text or text.endswith(":"):
            raise _Unsure
        return _WORDS.get(text, "str")
    if _integer(text):
        return "int"
    if _float(text):
        return "float"
    if _version(text):
        return "str"
    raise _Unsure
