"""Where in a YAML file somebody types: the keys above, told line by line, as the text may be unreadable."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from editor_app.text import Span

MOST_LINES: Final = 5000
"""How many lines above are looked at."""

_key = re.compile(r"""\s*(?:- +)*(?:"([^"\\]*)"|'([^']*)'|([A-Za-z_][\w-]*)) *:(?: |$)""").match
_dashes = re.compile(r"(\s*(?:- +)*)(?:-$)?").match
_typed = re.compile(r"[\w.-]*\Z").search
_MOST_COLUMNS: Final = 1000
_BELOW: Final = frozenset(("", "|", ">", "|-", ">-", "|+", ">+"))


class TypedPlace(NamedTuple):
    """A place in a file: the keys above it without numbers of lists, and the key whose value it is in.

    `typed` is the word before it, with its span; `line` is all of the value, or of the item, up to it.
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
    found = _typed(line)
    typed = found.group() if found is not None else ""
    span = Span(offset - len(typed), offset)
    flow_path, rest, in_flow = _in_braces(line)
    dashes = _dashes(line)
    column = len(dashes.group(1)) if dashes is not None else 0
    above = _keys_above(source, start, column)
    if in_flow:
        key = _key(rest)
        own = _name(key) if key is not None else None
        value = rest[key.end() :] if key is not None else rest
        return TypedPlace((*above, *flow_path), own, typed, span, value.lstrip())
    key = _key(line)
    own = _name(key) if key is not None else None
    value = line[key.end() :] if key is not None else line[column:]
    return TypedPlace(above, own, typed, span, value.lstrip())


def _in_braces(line: str) -> tuple[tuple[str, ...], str, bool]:
    """Return the keys of the mappings in braces that are open, and what is typed in the innermost."""
    opened: list[tuple[str, str]] = []
    quote = ""
    at = 0
    start = _text_start(line)
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and line[index - 1 : index] in {"", " ", "[", "{", ","}:
            quote = character
        elif character in "{[" and (index == start or line[index - 1] in " {[,"):
            head = _key(line[at:index] if opened else line[:index])
            name = _name(head) if head is not None else ""
            opened.append((character, name))
            at = index + 1
        elif character in "}]" and opened:
            opened.pop()
            at = index + 1
        elif character == "," and opened:
            at = index + 1
    if not opened:
        return (), line, False
    return tuple(name for _, name in opened if name), line[at:], True


def _text_start(line: str) -> int:
    found = _dashes(line)
    return len(found.group(1)) if found is not None else 0


def _keys_above(source: str, start: int, column: int) -> tuple[str, ...]:
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
        if not shown or shown.startswith("#"):
            continue
        indent, starts, found = len(line) - len(shown), _text_start(line), _key(line)
        is_above = starts < column or (is_item and starts == column == indent)
        if found is not None and is_above and line[found.end() :].strip() in _BELOW:
            path.append(_name(found))
            column, is_item = starts, False
        if indent < column and shown.startswith("- "):
            column, is_item = indent, True
    return tuple(reversed(path))


def _name(found: re.Match[str]) -> str:
    return next((name for name in found.groups() if name is not None), "")
