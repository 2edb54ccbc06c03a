"""Where in a YAML file somebody types: the keys above, told line by line, as the text may be unreadable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from editor_app.text import Span, line_end

MOST_LINES: Final = 20_000
"""How many lines above are looked at."""

_key = re.compile(r"""\s*(?:- +)*(?:"([^"\\]*)"|'([^']*)'|([A-Za-z_][\w-]*)) *:(?: |$)""").match
_dashes = re.compile(r"(\s*(?:- +)*)(?:-$)?").match
_typed = re.compile(r"[\w.-]*\Z").search
_goes_on = re.compile(r"[\w.-]*").match
_is_below = re.compile(r" *(?:(?:[|>][-+0-9]*|&\S+|!\S*) *)?(?:(?<![^ ])#.*)?").fullmatch
_begins_comment = re.compile(r"(?:^|[ \t])#").search
_MOST_COLUMNS: Final = 1000
_MOST_BESIDE: Final = 1000
_UNKNOWN: Final = ("?",)  # no table has it: a value that goes on from line to line


class KeysBeside(NamedTuple):
    """The keys of the mapping that an offset is in, each with what its line says; whether a list has it."""

    values: Mapping[str, str]
    is_item: bool = False


class TypedPlace(NamedTuple):
    """A place in a file: the keys above it without numbers of lists, and the key whose value it is in.

    `typed` is the word before it, `span` that of the whole word; `line` is all of the value, or of the item,
    up to it.
    """

    path: tuple[str, ...]
    key: str | None
    typed: str
    span: Span
    line: str


def typed_place(source: str, offset: int) -> TypedPlace:
    """Return where an offset stands; in braces, what is open before it on its line counts as well."""
    start = source.rfind("\n", 0, offset) + 1
    line = source[max(start, offset - _MOST_COLUMNS) : offset]
    match = _typed(line)
    typed = match.group() if match is not None else ""
    behind = _goes_on(source, offset, offset + _MOST_COLUMNS)
    span = Span(offset - len(typed), behind.end() if behind is not None else offset)
    flow_path, rest, in_flow = _in_braces(line)
    dashes = _dashes(line)
    column = len(dashes.group(1)) if dashes is not None else 0
    above = _keys_above(source, start, column, begins_item="-" in line[:column])
    key = _key(rest)
    if key is None:
        return TypedPlace((*above, *flow_path), None, typed, span, rest[0 if in_flow else column :].lstrip())
    return TypedPlace((*above, *flow_path), _name(key), typed, span, rest[key.end() :].lstrip())


def is_in_comment(source: str, offset: int) -> bool:
    """Whether an offset is in a comment of its line, whose quotes are not looked at."""
    start = max(source.rfind("\n", 0, offset) + 1, offset - _MOST_COLUMNS)
    return _begins_comment(source, start, offset) is not None


def keys_beside(source: str, offset: int) -> KeysBeside:
    """Return the keys beside the one that is written at an offset, those of the braces around it first."""
    start = source.rfind("\n", 0, offset) + 1
    line = source[max(start, offset - _MOST_COLUMNS) : offset]
    behind = source[offset : min(line_end(source, offset), offset + _MOST_COLUMNS)]
    opened: list[int] = []
    for index, character in _marks(line):
        if character in "{[":
            opened.append(index)
        elif character in "}]" and opened:
            opened.pop()
    if opened:
        flow = (*_flow_keys(line[opened[-1] + 1 :], goes_on=False), *_flow_keys(behind, goes_on=True))
        return KeysBeside(dict(flow))
    dashes = _dashes(line)
    column = len(dashes.group(1)) if dashes is not None else 0
    values: dict[str, str] = {}
    is_item = "-" in line[:column]
    if not is_item:
        is_item = _collect(values, _lines_above(source, start), column)
    _collect(values, _lines_below(source, offset), column, goes_up=False)
    return KeysBeside(values, is_item)


def _collect(values: dict[str, str], lines: Iterator[str], column: int, *, goes_up: bool = True) -> bool:
    """Add the keys of a mapping’s lines, which begin at `column`; return whether the first is an item’s."""
    looked_at = 0
    for line in lines:
        shown = line.lstrip(" ")
        if not shown or shown.startswith("#") or len(line) - len(shown) > column:
            continue
        looked_at += 1
        is_first, key = len(line) - len(shown) < column, _key(line)
        if not is_first and shown.startswith("- "):
            continue  # of a list in the same column as its key
        if _text_start(line) != column or (is_first and not goes_up):
            return False
        if key is not None:
            values.setdefault(_name(key), line[key.end() :].strip())
        if is_first:
            return True
        if looked_at >= _MOST_BESIDE:
            break
    return False


def _lines_above(source: str, start: int) -> Iterator[str]:
    for _ in range(MOST_LINES):
        if start <= 0:
            return
        begin = source.rfind("\n", 0, start - 1) + 1
        yield source[begin : min(start - 1, begin + _MOST_COLUMNS)]
        start = begin


def _lines_below(source: str, offset: int) -> Iterator[str]:
    for _ in range(MOST_LINES):
        begin = source.find("\n", offset) + 1
        if begin <= 0:
            return
        offset = begin
        yield source[begin : min(line_end(source, begin), begin + _MOST_COLUMNS)]


def _marks(line: str) -> Iterator[tuple[int, str]]:
    """Yield where braces, brackets and commas stand that are no part of a text."""
    quote = ""
    start = _text_start(line)
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and line[index - 1 : index] in {"", " ", "[", "{", ","}:
            quote = character
        elif character in "}]," or (character in "{[" and (index == start or line[index - 1] in " {[,")):
            yield index, character


def _flow_keys(text: str, *, goes_on: bool) -> Iterator[tuple[str, str]]:
    """Yield the keys of the mapping in braces that a text is in, whose end it has if it `goes_on`."""
    depth, begin = 0, 0
    for index, character in enumerate(f"{text},"):
        if character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
        if (character == "," and depth == 0) or depth < 0:
            key = _key(text[begin:index])
            if key is not None and not (goes_on and begin == 0):
                yield _name(key), text[begin + key.end() : index].strip()
            begin = index + 1
        if depth < 0:
            return


def _in_braces(line: str) -> tuple[tuple[str, ...], str, bool]:
    """Return the keys of the mappings in braces that are open, and what is typed in the innermost."""
    opened: list[str] = []
    at = 0
    for index, character in _marks(line):
        if character in "{[":
            head = _key(line[at:index] if opened else line[:index])
            opened.append(_name(head) if head is not None else "")
        elif not opened:
            continue
        elif character in "}]":
            opened.pop()
        at = index + 1
    if not opened:
        return (), line, False
    return tuple(name for name in opened if name), line[at:], True


def _text_start(line: str) -> int:
    match = _dashes(line)
    return len(match.group(1)) if match is not None else 0


def _keys_above(source: str, start: int, column: int, *, begins_item: bool) -> tuple[str, ...]:
    """Return the keys of the lines above that are less indented, the outermost first."""
    path: list[str] = []
    end = start - 1
    is_item = False  # a list may stand in the same column as the key that it belongs to
    for _ in range(MOST_LINES):
        if end < 0 or (column == 0 and not is_item):
            break
        begin = source.rfind("\n", 0, end) + 1
        line = source[begin : min(end, begin + _MOST_COLUMNS)]
        end = begin - 1
        shown = line.lstrip(" ")
        indent = len(line) - len(shown)
        if indent > column or (indent == column and not is_item) or not shown or shown.startswith("#"):
            continue
        starts, match = _text_start(line), _key(line)
        is_above = starts < column or (is_item and starts == column)
        if match is not None and is_above:
            if not _is_below(line[match.end() :]):
                return _UNKNOWN  # within the braces, quotes or the text of that line
            path.append(_name(match))
            column, is_item = starts, False
        if indent < column and shown.startswith("- "):
            if match is None and starts == column and not (path or begins_item):
                return _UNKNOWN  # a text of several lines
            column, is_item = indent, True
    return tuple(reversed(path))


def _name(match: re.Match[str]) -> str:
    return next((name for name in match.groups() if name is not None), "")
