"""The YAML that most files are: lines of `key: value`, texts below a `|`, and lists of either or of names.

Reading it takes a quarter of the time that a whole YAML reader needs, and
loads no library. What is not certainly read the same way is left to that one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from editor_app.pausing import PAUSE
from editor_app.structured.budget import MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style
from editor_app.text import Span

# Tabs, other line breaks and what can't stand in YAML at all are the other reader's business.
_odd = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
).search
# Anchors are too; that one stands far below is better known before the lines above it are read for nothing.
_anchor = re.compile(r"\n *+(?:- ++)?(?:[A-Za-z_][A-Za-z0-9_-]*+: ++)?&[^\s]").search
# A line is blank, a comment, a list's value, or a key after an optional dash with the rest of its line, which
# may be the `|` of a text: all lines that begin with as many blanks as its first one.
_line = re.compile(
    r"( *+)(?:(?>(- ++)?)([A-Za-z_][A-Za-z0-9_-]*+):"
    r"(?:(?:\n|\Z)| ++(?:\|(-?)(?>(?: ++\#[^\n]*+)?)\n"
    r"((\1 ++)[^\s][^\n]*+(?:\n|\Z)(?>(?:\6[^\n]*+(?:\n|\Z)|\n)*))"
    r"|([^\n]*+)(?:\n|\Z)))"
    r"|- ++([^\n]++)(?:\n|\Z)"
    r"|(?:\#[^\n]*+)?+(?:\n|\Z))"
).match
_FLOW_ITEM = r"(?:[A-Za-z_/(][A-Za-z0-9_./()*+-]*+|'[^'\n]*+'|\"[^\"\\\n]*+\")"
_is_flow_list = re.compile(rf"\[ *+{_FLOW_ITEM}(?>(?: *+, *+{_FLOW_ITEM})*) *+\]").fullmatch
_flow_items = re.compile(_FLOW_ITEM).finditer
_LONGEST_KEY = 1000  # characters; other readers do not look much further for its colon
_begins_plain = re.compile(r"[^\W\d]|[/(]").match
_integer = re.compile(r"0|-?[1-9][0-9]*").fullmatch
_date = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?").fullmatch
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


def read_plain(source: str, span: Span) -> MappingNode | SequenceNode | None:
    """Read the YAML in `span` if it is of the simplest sort, else return None; positions are of `source`."""
    start, end = span
    if end - start > MOST_CHARACTERS or _odd(source, start, end):
        return None
    if source.find("&", start, end) >= 0 and _anchor(source, start, end):
        return None
    try:
        node = _read_lines(source, span)
    except _Unsure:
        return None
    return node if not isinstance(node, ScalarNode) else None


def _read_lines(source: str, span: Span) -> Node | None:
    stack: list[_Frame] = []
    at = span.start
    after_text, pause = False, PAUSE.get()
    while at < span.end:
        pause()
        match = _line(source, at, span.end)
        if match is None:  # looking for one further on would take the square of a long line's length
            raise _Unsure
        start, at = match.span()
        if match[3] is not None:
            _add_key(source, stack, match)
        elif after_text and match[1] and at - start <= len(match[1]) + 1:
            raise _Unsure  # whether a line of blanks is the last of a text is not for this reader
        elif match[8] is not None:
            dash = match.end(1)
            column = dash - start
            value = _value(match[8], match.start(8))
            if value is None:
                raise _Unsure
            while len(stack) > 1 and stack[-1].column > column:
                _close(stack)
            _begin_item(stack, column, dash)
            frame = stack[-1]
            assert frame.items is not None
            frame.items.append(value)
        after_text = match[5] is not None
    while len(stack) > 1:
        _close(stack)
    return _finished(stack[0]) if stack else None


def _add_key(source: str, stack: list[_Frame], match: re.Match[str]) -> None:
    """Add a line's key, and what stands behind or below it."""
    _, dash, key, chomping, text, text_indent, rest, _ = match.groups()
    content = match.start(3)
    column = content - match.start()
    if dash is not None:
        column -= len(dash)
    while len(stack) > 1 and stack[-1].column > column:
        _close(stack)
    if dash is None:
        _begin_key(stack, column, content)
    else:
        _begin_item(stack, column, content - len(dash))
        column += len(dash)
        _open(stack, column, content)
    frame = stack[-1]
    if key in frame.seen or key in _WORDS or len(key) > _LONGEST_KEY:
        raise _Unsure
    frame.seen.add(key)
    place = content + len(key)
    name = ScalarNode(key, "str", Span(content, place))
    value: Node | None = None
    if text is not None:
        if len(text_indent) <= column:
            raise _Unsure
        value = _text(text, text_indent, chomping, source.index("|", place), match.start(5))
    elif rest:
        value = _value(rest, match.start(7))
    if value is None:
        frame.pending = _Pending(name, place + 1)
    else:
        frame.entries.append((name, value))


def _begin_item(stack: list[_Frame], column: int, start: int) -> None:
    """Go to the list whose dashes stand in `column`, or open it as the value of the last key."""
    if not stack:
        _open(stack, column, start, is_list=True)
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
        if len(stack) == 1:
            raise _Unsure
        _close(stack)
    frame = stack[-1]
    if frame.column == column:
        _end_pending(frame)
    elif frame.column < column and frame.pending is not None:
        _open(stack, column, start)
    else:
        raise _Unsure


def _open(stack: list[_Frame], column: int, start: int, *, is_list: bool = False) -> None:
    if len(stack) >= MOST_DEPTH - 1:  # brackets on a line may be one more
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
    if first == "[":
        if text == "[]":
            return SequenceNode((), span, flow=True)
        if not _is_flow_list(text):
            raise _Unsure
        items: list[Node] = []
        for match in _flow_items(text, 1):
            item, place = match[0], Span(span.start + match.start(), span.start + match.end())
            if item[0] in {"'", '"'}:
                items.append(ScalarNode(item[1:-1], "str", place, Style(item[0]), None, flow=True))
            else:
                items.append(_unquoted(item, _tag(item), place, flow=True))
        return SequenceNode(tuple(items), span, flow=True)
    if text == "{}":
        return MappingNode((), span, flow=True)
    tag = _tag(text)
    return _unquoted(text, tag, span)


def _unquoted(text: str, tag: str, span: Span, *, flow: bool = False) -> ScalarNode:
    if tag == "null":
        return ScalarNode(None, tag, span, flow=flow, null_word=text)
    return ScalarNode(text, tag, span, flow=flow)


def _text(body: str, indent: str, chomping: str, header: int, start: int) -> ScalarNode:
    """Read the lines below a `|` that stands at `header`; they begin at `start`, all with `indent`."""
    lines = body.rstrip("\n")
    text = lines[len(indent) :].replace("\n" + indent, "\n")
    if lines[-1] == " " and lines.rpartition("\n")[2].isspace():
        raise _Unsure  # what a last line of blanks belongs to is not for this reader
    ends = "\n" if not chomping and len(body) > len(lines) else ""
    return ScalarNode(text + ends, "str", Span(header, start + len(lines)), Style.LITERAL)


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
    if _date(text):
        return "timestamp"
    raise _Unsure
