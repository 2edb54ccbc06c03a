"""JSON to the same tree with positions that YAML gives."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isinf
from typing import Final, NoReturn

from editor_app.pausing import PAUSE
from editor_app.structured.budget import MOST_DEPTH, Limit, TooMuch, refuse
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span

_BLANK = r"[ \t\n\r]*+"
_TEXT = r'"((?:[^"\\\x00-\x1f]++|\\.)*+)"'
_NUMBER = r"-?+(?:0|[1-9][0-9]*+)(?>(?:\.[0-9]++)?)(?>(?:[eE][+-]?+[0-9]++)?)"
_BARE = rf"((?:{_NUMBER}|true|false|null|NaN|-?+Infinity)(?![\w.+-]))"
_VALUE = rf"(?:(?:{_TEXT}|{_BARE}){_BLANK}([,\]}}]?+)|([\[{{]))"
_item = re.compile(_BLANK + _VALUE).match
_member = re.compile(rf"{_BLANK}{_TEXT}{_BLANK}:{_BLANK}{_VALUE}").match
_mark = re.compile(rf"{_BLANK}([,\]}}]?+)").match
_close = re.compile(rf"{_BLANK}([\]}}])").match
_decode = json.JSONDecoder().decode
_half = re.compile("[\ud800-\udfff]")
_escape_of_half = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
).finditer
_tags: Final = {"true": "bool", "false": "bool", "null": "null"}
_DOUBLE: Final = Style.DOUBLE
_new = tuple.__new__  # a call less than that of the class, for each of the thousands that are read
_CLOSING: Final = {"{": "}", "[": "]"}
_LONGEST_SURE_NUMBER = 300  # characters without an exponent; none of them is out of range


@dataclass(slots=True)
class Stop(Exception):  # noqa: N818  it never leaves this room
    """Reading ends at `at`: there, what is `expected` does not stand."""

    at: int
    expected: str  # "value", "first value", "key", "first key", "mark", "end", "escape"
    opened: int | None  # the innermost bracket that is still open
    last_end: int  # where the last thing read ends


@dataclass(slots=True)
class _OpenCollection:
    """A list or object whose end is not reached yet."""

    start: int
    closing: str
    entries: list[tuple[ScalarNode, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    key: ScalarNode | None = None  # the one in the object around it


def faultless_json(source: str, span: Span) -> Node | None:
    """Read the JSON in `span` of `source` if nothing at all is wrong with it, else return None."""
    problems: list[Diagnostic] = []
    try:
        node = read_values(source, span, problems)
    except (Stop, TooMuch):
        return None
    return None if problems else node


def read_values(source: str, span: Span, problems: list[Diagnostic]) -> Node:
    """Read one value and all in it; `Stop` says where that ends too early."""
    reader = _Reader(source, span.end, problems)
    at, mark, pause = span.start, "first", PAUSE.get()
    while reader.root is None:
        pause()
        if mark in {"first", ","}:
            at, mark = reader.read(at)
        else:
            at, mark = reader.close(at, mark)
    match = _mark(source, at, span.end)
    if match is not None and (match[1] or match.end() < span.end):
        raise Stop(match.start(1), "end", None, at)
    return reader.root


def whole_characters(text: str) -> str:
    """Return a text with U+FFFD for each half of a surrogate pair, which UTF-8 cannot hold."""
    return _half.sub("\ufffd", text)


def has_half_characters(data: object) -> bool:
    """Whether a text in JSON data, the keys of mappings too, has half of a surrogate pair."""
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if _half.search(part):
                return True
        elif isinstance(part, Mapping):
            waiting += part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return False


@dataclass(slots=True)
class _Reader:
    source: str
    end: int
    problems: list[Diagnostic]
    stack: list[_OpenCollection] = field(default_factory=list)
    root: Node | None = None

    def read(self, at: int) -> tuple[int, str]:
        """Read what stands in the innermost bracket until one opens or closes; return where and which."""
        if not self.stack:
            return self._read_root(at)
        opened = self.stack[-1]
        return self._read_members(at, opened) if opened.closing == "}" else self._read_items(at, opened)

    def _read_root(self, at: int) -> tuple[int, str]:
        match = _item(self.source, at, self.end)
        if match is None:
            self._stop(at, "value")
        text, bare, _, bracket = match.groups()
        if bracket is not None:
            return self._open(match.end() - 1, bracket, None)
        if text is None:
            self.root = _bare(bare, Span(*match.span(2)), self.problems)
        else:
            self.root = self._text(text, *match.span(1))
        return self.root.span.end, ""

    def _read_members(self, at: int, opened: _OpenCollection) -> tuple[int, str]:
        source, end, entries = self.source, self.end, opened.entries
        while (match := _member(source, at, end)) is not None:
            name, text, bare, mark, bracket = match.groups()
            start, stop = match.span(1)
            key = self._text(name, start, stop)
            at = match.end()
            if bracket is not None:
                return self._open(at - 1, bracket, key)
            if text is None:
                node = _bare(bare, Span(*match.span(3)), self.problems)
            else:
                start, stop = match.span(2)
                node = self._text(text, start, stop)
            entries.append((key, node))
            if mark != ",":
                return self._marked(at, mark, opened, node)
        return self._close_empty(at, "key", fresh=not entries)

    def _read_items(self, at: int, opened: _OpenCollection) -> tuple[int, str]:
        source, end, items = self.source, self.end, opened.items
        while (match := _item(source, at, end)) is not None:
            text, bare, mark, bracket = match.groups()
            at = match.end()
            if bracket is not None:
                return self._open(at - 1, bracket, None)
            if text is None:
                node = _bare(bare, Span(*match.span(2)), self.problems)
            else:
                start, stop = match.span(1)
                node = self._text(text, start, stop)
            items.append(node)
            if mark != ",":
                return self._marked(at, mark, opened, node)
        return self._close_empty(at, "value", fresh=not items)

    def _marked(self, at: int, mark: str, opened: _OpenCollection, last: Node) -> tuple[int, str]:
        if not mark:
            raise Stop(at, "mark", opened.start, last.span.end)
        return at, mark

    def close(self, at: int, mark: str) -> tuple[int, str]:
        """End the innermost list or object with the bracket before `at`; return the mark behind it."""
        done = self.stack.pop()
        if mark != done.closing:
            raise Stop(at - 1, "mark", done.start, at - 1)
        self._add(_closed(self.source, done, at, self.problems), done.key)
        if not self.stack:
            return at, ""
        match = _mark(self.source, at, self.end)
        assert match is not None
        if not match[1]:
            raise Stop(match.end(), "mark", self.stack[-1].start, at)
        return match.end(), match[1]

    def _add(self, node: Node, key: ScalarNode | None) -> None:
        if not self.stack:
            self.root = node
        elif key is not None:
            self.stack[-1].entries.append((key, node))
        else:
            self.stack[-1].items.append(node)

    def _open(self, at: int, bracket: str, key: ScalarNode | None) -> tuple[int, str]:
        if len(self.stack) >= MOST_DEPTH:
            message = Sentence("structured.too-deep", most=MOST_DEPTH)
            raise refuse("json-limit", Span(at, at + 1), message, Limit.DEPTH, most=str(MOST_DEPTH))
        self.stack.append(_OpenCollection(at, _CLOSING[bracket], key=key))
        return at + 1, "first"

    def _close_empty(self, at: int, expected: str, *, fresh: bool) -> tuple[int, str]:
        """Take the bracket that closes a list or object at once; anything else is not what is expected."""
        closing = _close(self.source, at, self.end) if fresh else None
        if closing is None:
            self._stop(at, f"first {expected}" if fresh else expected)
        return closing.end(), closing[1]

    def _text(self, raw: str, start: int, end: int) -> ScalarNode:
        value = raw
        if "\\" in raw:
            try:
                value = whole_characters(str(_decode(f'"{raw}"')))
            except ValueError:
                self._stop(start, "escape")
            matches = _escape_of_half(raw) if "\ufffd" in value else ()
            halves = [Span(*match.span(1)).shifted(start) for match in matches if match[1]]
            if halves:
                half = raw[halves[0].start - start : halves[0].end - start]
                message = Sentence("structured.half-character", half=half)
                fix = Fix(Sentence("text.remove-it"), tuple(Edit(place, "") for place in halves))
                problem = Diagnostic(
                    "json-value", Severity.ERROR, halves[0], message, {"value": half}, (fix,)
                )
                self.problems.append(problem)
        return _new(
            ScalarNode, (value, "str", _new(Span, (start - 1, end + 1)), _DOUBLE, None, True, None, "")
        )

    def _stop(self, at: int, expected: str) -> NoReturn:
        raise Stop(at, expected, self.stack[-1].start if self.stack else None, at)


def _bare(written: str, span: Span, problems: list[Diagnostic]) -> ScalarNode:
    tag = _tags.get(written)
    if tag is None:
        tag = "int" if written.removeprefix("-").isdigit() else "float"
        if written.endswith(("NaN", "y")):
            message = Sentence("structured.json-constant", written=written)
            fixes = (Fix(Sentence("structured.write-null"), (Edit(span, "null"),)),)
            problems.append(
                Diagnostic("json-value", Severity.ERROR, span, message, {"value": written}, fixes)
            )
        elif (len(written) > _LONGEST_SURE_NUMBER or "e" in written or "E" in written) and isinf(
            float(written)
        ):
            shown = written if len(written) <= 20 else f"{written[:20]}…"
            message = Sentence("structured.number-too-large", number=shown)
            fixes = (Fix(Sentence("structured.put-in-quotes"), (Edit(span, f'"{written}"'),)),)
            problems.append(Diagnostic("json-value", Severity.ERROR, span, message, {"value": shown}, fixes))
    if tag == "null":
        return ScalarNode(None, tag, span, flow=True, null_word=written)
    return ScalarNode(written, tag, span, flow=True)


def _closed(source: str, done: _OpenCollection, end: int, problems: list[Diagnostic]) -> Node:
    span = Span(done.start, end)
    if done.closing == "]":
        return SequenceNode(tuple(done.items), span, flow=True)
    node = MappingNode(tuple(done.entries), span, flow=True)
    if len({key[0] for key, _ in done.entries}) < len(done.entries):
        _report_repeated(source, node, problems)
    return node


def _report_repeated(source: str, node: MappingNode, problems: list[Diagnostic]) -> None:
    from editor_app.structured.editing.repairs import remove_entry

    seen: set[str | None] = set()
    for index, (key, _) in enumerate(node.entries):
        if key.value in seen:
            fixes = (Fix(Sentence("structured.remove-this-one"), remove_entry(source, node, index)),)
            message = Sentence("structured.repeated-key", name=key.value or "")
            args = {"key": str(key.value)}
            problems.append(Diagnostic("duplicate-key", Severity.ERROR, key.span, message, args, fixes))
        seen.add(key.value)
