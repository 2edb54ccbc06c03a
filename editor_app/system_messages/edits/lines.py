"""Lists whose items stand on lines of their own, each behind a dash."""

from __future__ import annotations

import re
from typing import NamedTuple

from editor_app.structured import quoted_scalar
from editor_app.structured.edits import line_end
from editor_app.structured.spelling import fits_brackets
from editor_app.system_messages.edits.parts import Form, Part
from editor_app.system_messages.edits.values import Refused
from editor_app.text import Edit, Span

_before_dash = re.compile(r"(?:\s++|#[^\n]*+|[&!]\S*+)*+").match
_blank_lines = re.compile(r"(?>(?:[ \t]*+\n)*)").match
UNSAFE = "It is written in a way that can’t be changed safely here; change it in the text."


class Extent(NamedTuple):
    """The lines of an item, from the comments directly above its dash to the end of its last line."""

    start: int
    dash: int
    end: int


def line_start(source: str, at: int) -> int:
    """Return where the line `at` stands on begins."""
    return source.rfind("\n", 0, at) + 1


def begins_line(source: str, at: int) -> bool:
    """Whether only blanks stand before `at` on its line."""
    return not source[line_start(source, at) : at].strip(" ")


def extent_of(source: str, key: Part, items: Part, index: int) -> Extent:
    """Return the lines of an item of the list under `key`."""
    item = items.items[index]
    floor = line_end(source, items.items[index - 1].end if index else key.end) + 1
    match = _before_dash(source, items.items[index - 1].end if index else items.start)
    dash = match.end() if match else -1
    if source[dash : dash + 1] != "-" or dash < floor or not begins_line(source, dash):
        raise Refused(UNSAFE)
    start = line_start(source, dash)
    while start > floor:
        above = line_start(source, start - 1)
        if above < floor or not source[above:start].lstrip(" ").startswith("#"):
            break
        start = above
    return Extent(start, dash, line_end(source, max(item.end, dash + 1)))


def removal(source: str, key: Part, items: Part, index: int) -> Edit:
    """Take the lines of an item away, and the blank lines that set it apart."""
    start, _, end = extent_of(source, key, items, index)
    floor = line_end(source, items.items[index - 1].end if index else key.end) + 1
    above = start
    while above > floor and not source[line_start(source, above - 1) : above].strip():
        above = line_start(source, above - 1)
    end = min(end + 1, len(source))
    below = blank_end(source, end)
    if index and keeps_blanks(source, items.items[index - 1]):
        return Edit(Span(start, below), "")
    is_last = index + 1 == len(items.items)
    remark_above = above > floor
    if above < start and ((is_last and not remark_above) or (below > end and not is_last)):
        return Edit(Span(above, end), "")
    if not index and above == start and not is_last:
        return Edit(Span(start, below), "")
    return Edit(Span(start, end), "")


def insertion(source: str, key: Part, items: Part, index: int, text: str, *, keeps: bool) -> Edit:
    """Put lines before an item, or behind the last one, set apart as the others are.

    `keeps`: the text ends in a scalar that would keep a blank line behind it.
    """
    count = len(items.items)
    apart = "\n" if _is_apart(source, key, items, index) else ""
    if index < count:
        at = extent_of(source, key, items, index).start
        return Edit(Span(at, at), f"{text}\n{'' if keeps else apart}")
    last = items.items[-1]
    at = line_end(source, last.end)
    if keeps_blanks(source, last):
        apart = ""
    return lines_behind(source, at, apart + text, keeps=keeps)


def lines_behind(source: str, at: int, text: str, *, keeps: bool) -> Edit:
    """Put lines behind the one that ends at `at`; behind the blank ones too where they would be kept."""
    if keeps and at < len(source):
        behind = blank_end(source, at + 1)
        if behind > at + 1:
            return Edit(Span(behind, behind), f"{text}\n")
    return Edit(Span(at, at), f"\n{text}" + ("\n" if at == len(source) else ""))


def _is_apart(source: str, key: Part, items: Part, index: int) -> bool:
    """Whether a blank line stands between the items around `index`."""
    count = len(items.items)
    if count < 2:
        return False
    second = min(max(index, 1), count - 1)
    first_end = line_end(source, items.items[second - 1].end)
    return (
        not source[first_end + 1 : line_end(source, first_end + 1)].strip()
        or "\n\n" in (source[first_end : extent_of(source, key, items, second).start])
    )


def keeps_blanks(source: str, part: Part) -> bool:
    """Whether a part ends in a scalar that keeps the blank lines behind it."""
    last = last_scalar(part)
    return last.style in {"|", ">"} and "+" in _header(source, last)


def blank_end(source: str, at: int) -> int:
    """Return where the blank lines from a line's start on end."""
    match = _blank_lines(source, at)
    return match.end() if match else at


def last_scalar(part: Part) -> Part:
    """Return what stands last in a part."""
    while part.items:
        part = part.items[-1]
    return part


def _header(source: str, scalar: Part) -> str:
    return source[scalar.start : line_end(source, scalar.start)].partition(" #")[0]


def ended(source: str, part: Part) -> tuple[Edit, ...]:
    """Return the edit that keeps a text without a last newline as it is when lines follow it."""
    last = last_scalar(part)
    if last.style not in {"|", ">"} or last.end < len(source) or "\n" not in source[last.start : last.end]:
        return ()
    header = _header(source, last)
    at = last.start + header.rindex(last.style) + 1
    chomping = header[header.rindex(last.style) :]
    if "-" in chomping:
        return ()
    keeps = chomping.find("+")
    return (Edit(Span(at, at), "-") if keeps < 0 else Edit(Span(at + keeps - 1, at + keeps), "-"),)


def outdented(text: str, column: int) -> str:
    """Move lines to the left by `column`, as far as they are blank there."""
    return "\n".join(_without(line, column) for line in text.split("\n")) if column else text


def _without(line: str, column: int) -> str:
    return line[min(column, len(line) - len(line.lstrip(" "))) :]


def indented(text: str, column: int) -> str:
    """Move lines to the right by `column`; empty ones stay empty."""
    blanks = " " * column
    return "\n".join(blanks + line if line else line for line in text.split("\n"))


def flow_text(source: str, part: Part) -> str:
    """Write a part in brackets, on one line."""
    if part.form is Form.ALIAS:
        return f"*{part.value}"
    if part.flow and "\n" not in source[part.start : part.end]:
        return source[part.start : part.end]
    properties = "".join(
        (f"&{part.anchor} " if part.anchor else "", f"{_short(part.tag)} " if part.tag else "")
    )
    if part.form is Form.LIST:
        return f"{properties}[{', '.join(flow_text(source, item) for item in part.items)}]"
    if part.form is Form.MAP:
        entries = (f"{flow_text(source, key)}: {_value(source, value)}" for key, value in part.pairs())
        return f"{properties}{{{', '.join(entries)}}}"
    text = source[part.start : part.end]
    if part.style in {"|", ">"} or "\n" in text:
        return properties + quoted_scalar(part.value)
    if not part.style and not fits_brackets(part.value):
        return properties + quoted_scalar(part.value)
    return text


def _value(source: str, part: Part) -> str:
    return flow_text(source, part) or "null"


def _short(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")


def has_comment(source: str, start: int, end: int, part: Part) -> bool:
    """Whether a comment stands between `start` and `end`, in or beside a part."""
    at = start
    for leaf_start, leaf_end in _leaves(source, part):
        if "#" in source[at:leaf_start]:
            return True
        at = leaf_end
    return "#" in source[at:end]


def _leaves(source: str, part: Part) -> list[Span]:
    found: list[Span] = []

    def go(part: Part) -> None:
        if part.items:
            for item in part.items:
                go(item)
        elif part.style in {"|", ">"}:
            header = source[part.start : line_end(source, part.start)].partition(" #")[0]
            found.append(Span(part.start, part.start + len(header)))
            found.append(Span(max(found[-1].end, line_end(source, part.start)), max(part.end, found[-1].end)))
        else:
            found.append(Span(part.start, part.end))

    go(part)
    return found
