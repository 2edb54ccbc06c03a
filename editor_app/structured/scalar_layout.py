"""How each style of scalar spreads its value over the source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from editor_app.text import Span, line_end

_properties = re.compile(
    r"(?>(?:[&!][^\s]*+(?:\Z|[ \t\n]++(?>(?:\#[^\n]*+(?:\Z|\n[ \t\n]*+))*)))+)"  # comments are passed over
).match
_header = re.compile(r"([|>])([+-]?+)([1-9]?+)([+-]?+)[^\n]*+").match
_ESCAPE = (
    r"(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?P<code>x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|(?P<short>.)"
)
# In quotes and plain: text up to the blanks before a line's end, a fold, an escape.
_double_parts = re.compile(
    r"(?>(?:[^\\\n\t ]++|[\t ]++(?!\n))+)"
    r"|[\t ]*+(?P<fold>\n)[\t\n ]*+"
    rf"|\\(?:(?P<joint>\n)[\t\n ]*+|{_ESCAPE})"
).finditer
_escapes = re.compile(rf"\\(?:{_ESCAPE})").finditer
_plain_parts = re.compile(r"(?>(?:[^\n\t ]++|[\t ]++(?!\n))+)|[\t ]*+(?P<fold>\n)[\t\n ]*+").finditer
_single_parts = re.compile(
    r"(?>(?:[^'\n\t ]++|[\t ]++(?!\n))+)|[\t ]*+(?P<fold>\n)[\t\n ]*+|(?P<quote>'')"
).finditer
_remark = re.compile(r"\#[^\n]*+")
_SHORT = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}

_FAR = 1 << 40


class Layout(NamedTuple):
    """The value that a scalar's source gives, and which part gave what.

    `runs` are (place in the value, place in the source, length) of equal text,
    `escaped` (place in the value, place in the source, width) of single
    characters written otherwise. `indent` is a block's column.
    """

    value: str
    runs: list[tuple[int, int, int]]
    escaped: list[tuple[int, int, int]]
    span: Span
    indent: int = 0


class Header(NamedTuple):
    """The line a block scalar begins with: `|2-  # comment`."""

    chomping: str
    digit: str
    indicators: Span  # between the `|` and the comment
    end: int


def after_properties(source: str, span: Span) -> int:
    """Return where a scalar itself begins, behind its anchor and tag."""
    if source[span.start : span.start + 1] not in {"&", "!"}:
        return span.start
    properties = _properties(source, span.start, span.end)
    return span.start if properties is None else properties.end()


def header_of(source: str, start: int) -> Header | None:
    """Read a block scalar's first line."""
    match = _header(source, start)
    if match is None:
        return None
    return Header(match[2] or match[4], match[3], Span(match.start(2), match.end(4)), match.end())


def nothing(at: int) -> Layout:
    """Return the layout of a value that is not there."""
    return Layout("", [], [], Span(at, at))


def plain(source: str, span: Span) -> Layout | None:
    """Take an unquoted scalar apart."""
    return _spread(source, span, _plain_parts(source, span.start, span.end))


def single(source: str, span: Span) -> Layout | None:
    """Take a scalar in single quotes apart."""
    return _spread(source, span, _single_parts(source, span.start + 1, span.end - 1))


def double(source: str, span: Span) -> Layout | None:
    """Take a scalar in double quotes apart, YAML's or JSON's."""
    if source.find("\n", span.start, span.end) < 0:
        return _double_on_one_line(source, span)
    return _spread(source, span, _double_parts(source, span.start + 1, span.end - 1))


def _spread(source: str, span: Span, parts: Iterable[re.Match[str]]) -> Layout | None:
    """Lay out the parts of a scalar; None for an escape that stands for nothing."""
    layout = _Spread(source, span)
    for part in parts:
        kind = part.lastgroup
        if kind is None:
            layout.run(*part.span())
        elif kind == "fold":
            layout.fold(part)
        elif kind == "joint":
            layout.breaks(part.start("joint") + 1, part.end())
        else:
            character = "'" if kind == "quote" else _unescaped(part)
            if character is None:
                return None
            layout.respell(character, part.start(), part.end() - part.start())
    return layout.done()


def _double_on_one_line(source: str, span: Span) -> Layout | None:
    """Do what `double` does where nothing is folded, in a quarter of the time."""
    parts: list[str] = []
    runs: list[tuple[int, int, int]] = []
    escaped: list[tuple[int, int, int]] = []
    at, length = span.start + 1, 0
    for part in _escapes(source, at, span.end - 1):
        start, end = part.span()
        if start > at:
            runs.append((length, at, start - at))
            parts.append(source[at:start])
            length += start - at
        character = _SHORT.get(source[start + 1]) if end - start == 2 else _unescaped(part)
        if character is None:
            return None
        escaped.append((length, start, end - start))
        parts.append(character)
        length += 1
        at = end
    if span.end - 1 > at:
        runs.append((length, at, span.end - 1 - at))
        parts.append(source[at : span.end - 1])
    return Layout("".join(parts), runs, escaped, span)


def literal(source: str, start: int, value: str) -> Layout | None:
    """Lay a `|` scalar's value over its lines; None if it does not fit them."""
    header = header_of(source, start)
    if header is None:
        return None
    indent = block_indent(source, header.end + 1, value)
    runs: list[tuple[int, int, int]] = []
    at, done, whole = header.end + 1, 0, len(value)
    while done < whole:
        line_end = source.find("\n", at)
        text = at
        while text < at + indent and source.startswith(" ", text):
            text += 1
        newline = value.find("\n", done)
        stop = whole if newline < 0 else newline + 1
        length = stop - done
        if value[done:stop] != source[text : text + length]:
            return None
        runs.append((done, text, length))
        done = stop
        at = (len(source) if line_end < 0 else line_end) + 1
    end = runs[-1][1] + runs[-1][2] if runs else header.end
    return Layout(value, runs, [], Span(min(header.end + 1, end), end), indent % _FAR)


def folded(source: str, start: int, end: int, value: str) -> Layout | None:
    """Lay a `>` scalar's value over its lines."""
    header = header_of(source, start)
    if header is None:
        return None
    indent = block_indent(source, header.end + 1, value)
    layout = _Spread(source, Span(header.end + 1, end))
    newline, begins_blank = -1, True  # the last line's end; whether it keeps its own line
    empty: list[int] = []
    at = header.end + 1
    while at <= end:
        behind = line_end(source, at)
        text = at
        while text < at + indent and source.startswith(" ", text):
            text += 1
        if text == behind:
            empty.append(behind)
        elif text < at + indent:
            return None
        else:
            blank = source[text] in " \t"
            if newline >= 0 and (begins_blank or blank):
                layout.run(newline, newline + 1)
            elif newline >= 0 and not empty:
                layout.respell(" ", newline, 1)
            for place in empty:
                layout.run(place, place + 1)
            layout.run(text, behind)
            newline, begins_blank, empty = behind, blank, []
        at = behind + 1
    _end_folded(layout, header, [newline, *empty], source)
    done = layout.done()
    body = Span(header.end + 1, max(end, header.end + 1))
    return done._replace(span=body, indent=indent % _FAR)


def block_indent(source: str, start: int, value: str) -> int:
    """Return the column of a block's text, found where the source has the value's first written line.

    A value of nothing but line ends has none, and gives more than any line has.
    """
    at = len(value) - len(value.lstrip("\n"))
    if at == len(value):
        return _FAR
    for _ in range(at):
        start = source.find("\n", start) + 1
    line, text = source[start : line_end(source, start)], value[at : line_end(value, at)]
    if not text.strip(" "):
        return max(len(line) - len(text), 0)
    spaces = len(line) - len(line.lstrip(" "))
    return max(spaces - (len(text) - len(text.lstrip(" "))), 0)


def _end_folded(layout: _Spread, header: Header, newlines: list[int], source: str) -> None:
    """Add the line ends behind a folded block's text that its header keeps."""
    first, *others = newlines
    breaks = [] if header.chomping == "-" else [first] if first >= 0 else []
    if header.chomping == "+":
        breaks += others
    for place in breaks:
        if place < len(source):
            layout.run(place, place + 1)


def _unescaped(part: re.Match[str]) -> str | None:
    """Return the character that an escape stands for."""
    short, pair = part["short"], part["pair"]
    if short is not None:
        return _SHORT.get(short)
    if pair is not None:
        high, low = int(pair[1:5], 16), int(pair[7:], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
    code = int(part["code"][1:], 16)
    if 0xD800 <= code <= 0xDFFF:  # half of a pair is read as this too
        return "\ufffd"
    return chr(code) if code <= 0x10FFFF else None


class _Spread:
    """Collects the parts of a layout while a scalar is read."""

    __slots__ = ("escaped", "length", "parts", "runs", "source", "span")

    def __init__(self, source: str, span: Span) -> None:
        self.source = source
        self.span = span
        self.parts: list[str] = []
        self.runs: list[tuple[int, int, int]] = []
        self.escaped: list[tuple[int, int, int]] = []
        self.length = 0

    def run(self, start: int, end: int) -> None:
        self.parts.append(self.source[start:end])
        self.runs.append((self.length, start, end - start))
        self.length += end - start

    def respell(self, character: str, start: int, width: int) -> None:
        self.parts.append(character)
        self.escaped.append((self.length, start, width))
        self.length += 1

    def fold(self, part: re.Match[str]) -> None:
        """Add a line break in running text: a space, or the blank lines behind it."""
        newline = part.start("fold")
        if not self.breaks(newline + 1, part.end()):
            self.respell(" ", newline, 1)

    def breaks(self, start: int, end: int) -> bool:
        """Add the line breaks between two places, and say whether there are any."""
        is_escaped = False
        while (newline := self.source.find("\n", start, end)) >= 0:
            self.run(newline, newline + 1)
            start, is_escaped = newline + 1, True
        return is_escaped

    def done(self) -> Layout:
        return Layout("".join(self.parts), self.runs, self.escaped, self.span)


def place_of_nothing(source: str, key_end: int, mark: int) -> int:
    """Return where a value stands that is not written, given the mark that its reader puts there.

    Where a key goes without a colon, that is the mark of whatever follows; the value then ends with its key.
    """
    return mark if ":" in _remark.sub("", source[key_end:mark]) else key_end
