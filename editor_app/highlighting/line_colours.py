"""The colour roles of one line: Markdown, YAML, TOML and JSON, by single-pass patterns.

Pygments' lexers need whole texts and take sixty times as long for a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from typing import NamedTuple

from editor_app.text import Span, line_end

_MARKS = ("```", "~~~")
_LANGUAGE = re.compile(r"[ \t]*+\{?[ \t]*+\.?([\w#+.-]*+)")


class Fence(NamedTuple):
    """A fenced block.

    `span` goes from the opening line through the closing line, without one to the text's length + 1;
    `code` is the text between these lines; `language` is the first word behind the opening mark, or "".
    """

    span: Span
    code: Span
    language: str


def find_fences(text: str, start: int = 0) -> list[Fence]:
    """Find the fenced blocks from `start` on, in order; one that is never closed goes on to the end."""
    fences: list[Fence] = []
    opened = code = -1
    mark = language = ""
    for line in merge(*(_mark_lines(text, start, marker) for marker in _MARKS)):
        behind = line_end(text, line)
        words = text[line:behind].strip(" \t")
        marks = words[: len(words) - len(words.lstrip(words[0]))]
        if opened < 0:
            opened, code, mark = line, behind + 1, marks
            language = fence_language(words[len(marks) :])
        elif marks.startswith(mark) and words == marks:
            fences.append(Fence(Span(opened, behind), Span(code, line), language))
            opened, mark = -1, ""
    if opened >= 0:
        end = len(text)
        fences.append(Fence(Span(opened, end + 1), Span(min(code, end), end), language))
    return fences


def fence_language(words: str) -> str:
    """Return the language of an info string (the words behind a fence's mark) in lower case, or ""."""
    match = _LANGUAGE.match(words[:40])
    return match[1].lower() if match else ""


def _mark_lines(text: str, start: int, marker: str) -> Iterator[int]:
    """Yield the start of each line that begins with `marker`, from `start` on; each line is read once."""
    place = text.find(marker, start)
    while place >= 0:
        line = text.rfind("\n", 0, place) + 1
        if line >= start and place - line <= 3 and not text[line:place].strip(" "):
            yield line
        newline = text.find("\n", place)
        place = text.find(marker, newline) if newline >= 0 else -1


LONGEST_COLOURED = 2_000
"""Characters of a line; longer lines are data, not prose, and stay plain."""


class Colour(NamedTuple):
    """A part of a line and its role; the roles "strong" and "emphasis" are font styles, not colours."""

    start: int
    end: int
    role: str


_REMEMBERED = 512  # lines: enough for those on the screen

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r" {0,3}(?:(?>(?:-[ \t]*+){3,})|(?>(?:\*[ \t]*+){3,})|(?>(?:_[ \t]*+){3,})|={3,}+)$")
_LIST_OR_QUOTE = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])(?=[ \t])|(?: {0,3}>[ \t]?)+")
_INLINE = re.compile(
    r"""(?P<code>(?<!`)(`{1,3})(?!`)[^`\n]++\2(?!`))
    | (?P<strong>\*\*(?![\s*])[^*\n]++\*\*|__(?![\s_])[^_\n]++__)
    | (?P<emphasis>(?<![\w*])\*(?![\s*])[^*\n]++\*(?![\w*])|(?<![\w_])_(?![\s_])[^_\n]++_(?![\w_]))
    | \](?P<link>\([^()\s]*+\))""",
    re.VERBOSE,
)
_INLINE_HINTS = "`*_]"
_ROLES = {"code": "str", "strong": "strong", "emphasis": "emphasis", "link": "soft"}

_KEY = re.compile(
    r"""[ \t]*+(?>(?:-[ \t]++)*)(?P<key>"(?:[^"\\]|\\.)*+"[ \t]*+|'(?:[^']|'')*+'[ \t]*+
    |(?:[^\s\#:{}\[\],&*!|>'"%@`-]|-[^\s\#:])[^:\#]*+):(?=[ \t]|$)""",
    re.VERBOSE,
)
_DASHES = re.compile(r"[ \t]*+(?>(?:-(?:[ \t]++|$))*)")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))\#")
_FLOW = re.compile(r"""(?:"(?:[^"\\]|\\.)*+"?|[^{}\[\],:\s"]++)(?P<key>(?=[ \t]*+:(?:[ \t]|$)))?""")
_TOML_KEY = re.compile(r"""(?P<key>(?>(?:[\w.\t -]|"(?>(?:[^"\\]|\\.)*)"|'[^']*+')*))=""")
_TOML = re.compile(r"""(?:"(?:[^"\\]|\\.)*+"?|'[^']*+'?|[-\w.+:]++)(?P<key>(?=[ \t]*+=))?""")
_JSON = re.compile(r"""(?:"(?:[^"\\]|\\.)*+"?|[-\w.+]++)(?P<key>(?=[ \t]*+:))?""")


@lru_cache(_REMEMBERED)
def markdown_colours(line: str) -> tuple[Colour, ...]:
    """Colour a line of Markdown outside code fences."""
    if len(line) > LONGEST_COLOURED or not line:
        return ()
    if "#" in line[:4] and _HEADING.match(line):
        return (Colour(0, len(line), "strong"),)
    colours: list[Colour] = []
    begin = 0
    if line.lstrip()[:1] in "-*+>_=0123456789":
        if _RULE.match(line):
            return (Colour(0, len(line), "faint"),)
        marker = _LIST_OR_QUOTE.match(line)
        if marker:
            begin = marker.end()
            colours.append(Colour(0, begin, "soft"))
    if any(hint in line for hint in _INLINE_HINTS):
        for match in _INLINE.finditer(line, begin):
            role = _ROLES[match.lastgroup or "code"]
            colours.append(Colour(*match.span(match.lastgroup or 0), role))
    offset = line.find("<!--")
    while 0 <= offset < (end := line.find("-->", offset)):
        colours.append(Colour(offset, end + 3, "faint"))
        offset = line.find("<!--", end)
    return tuple(colours)


@lru_cache(_REMEMBERED)
def yaml_colours(line: str) -> tuple[Colour, ...]:
    """Colour a line of YAML: keys, scalars and comments; not in order."""
    if len(line) > LONGEST_COLOURED or not line.strip():
        return ()
    if line.startswith(("---", "...")) and not line[3:].strip():
        return (Colour(0, len(line), "faint"),)
    end = _comment_start(line)
    colours = [Colour(end, len(line), "faint")] if end < len(line) else []
    key = _KEY.match(line, 0, end)
    offset = 0
    if key:
        offset = key.end()
        colours.append(Colour(key.start("key"), offset, "key"))
    else:
        dashes = _DASHES.match(line, 0, end)
        offset = dashes.end() if dashes else 0
    value = line[offset:end]
    begin = offset + len(value) - len(value.lstrip())
    stop = offset + len(value.rstrip())
    if begin < stop:
        if line[begin] in "{[":
            colours += _keys_and_scalars(_FLOW.finditer(line, begin, stop))
        else:
            colours.append(Colour(begin, stop, "str"))
    return tuple(colours)


@lru_cache(_REMEMBERED)
def toml_colours(line: str) -> tuple[Colour, ...]:
    """Colour a line of TOML: tables, keys, values and comments; not in order."""
    if len(line) > LONGEST_COLOURED or not line.strip():
        return ()
    end = _comment_start(line)
    colours = [Colour(end, len(line), "faint")] if end < len(line) else []
    begin, stop = len(line) - len(line.lstrip()), len(line[:end].rstrip())
    key = _TOML_KEY.match(line, begin, end)
    if key:
        colours.append(Colour(begin, key.end("key"), "key"))
        colours += _keys_and_scalars(_TOML.finditer(line, key.end(), end))
    elif line[begin:stop].startswith("[") and line[begin:stop].endswith("]"):
        colours.append(Colour(begin, stop, "key"))
    elif begin < stop:
        colours += _keys_and_scalars(_TOML.finditer(line, begin, end))
    return tuple(colours)


@lru_cache(_REMEMBERED)
def json_colours(line: str) -> tuple[Colour, ...]:
    """Colour a line of JSON."""
    return () if len(line) > LONGEST_COLOURED else tuple(_keys_and_scalars(_JSON.finditer(line)))


def _keys_and_scalars(matches: Iterator[re.Match[str]]) -> Iterator[Colour]:
    return (Colour(*match.span(), "str" if match["key"] is None else "key") for match in matches)


def _comment_start(line: str) -> int:
    """Return where a comment begins, or the line's length; a number sign in quotes begins none."""
    if "#" not in line:
        return len(line)
    for match in _COMMENT.finditer(line):
        before = line[: match.start()]
        if before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            return match.start()
    return len(line)
