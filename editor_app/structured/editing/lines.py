"""Lists whose items stand on lines of their own, each behind a dash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from editor_app.structured.editing.documents import EditRefused
from editor_app.structured.nodes import AliasNode, ScalarNode, SequenceNode, WrittenNode
from editor_app.structured.spelling import fits_brackets, quoted_scalar
from editor_app.text import Edit, Sentence, Span, line_end, line_start

_before_dash = re.compile(r"(?:\s++|#[^\n]*+|[&!]\S*+)*+").match
_blank_lines = re.compile(r"(?>(?:[ \t]*+\n)*)").match
UNSAFE = Sentence("structured.unsafe")


class Extent(NamedTuple):
    """The lines of an item, from the comments directly above its dash to the end of its last line."""

    start: int
    dash: int
    end: int


def begins_line(source: str, at: int) -> bool:
    """Whether only blanks stand before `at` on its line."""
    return not source[line_start(source, at) : at].strip(" ")


def extent_of(source: str, key: WrittenNode, items: SequenceNode, index: int) -> Extent:
    """Return the lines of an item of the list under `key`."""
    written = items.written
    item = written[index]
    floor = line_end(source, written[index - 1].span.end if index else key.span.end) + 1
    match = _before_dash(source, written[index - 1].span.end if index else items.span.start)
    dash = match.end() if match else -1
    if source[dash : dash + 1] != "-" or dash < floor or not begins_line(source, dash):
        raise EditRefused(UNSAFE)
    start = line_start(source, dash)
    while start > floor:
        above = line_start(source, start - 1)
        if above < floor or not source[above:start].lstrip(" ").startswith("#"):
            break
        start = above
    return Extent(start, dash, line_end(source, max(item.span.end, dash + 1)))


def removal(source: str, key: WrittenNode, items: SequenceNode, index: int) -> Edit:
    """Take the lines of an item away, and the blank lines that set it apart."""
    start, _, end = extent_of(source, key, items, index)
    floor = line_end(source, items.written[index - 1].span.end if index else key.span.end) + 1
    above = start
    while above > floor and not source[line_start(source, above - 1) : above].strip():
        above = line_start(source, above - 1)
    end = min(end + 1, len(source))
    below = blank_end(source, end)
    if index and keeps_blanks(source, items.written[index - 1]):
        return Edit(Span(start, below), "")
    is_last = index + 1 == len(items.items)
    remark_above = above > floor
    if above < start and ((is_last and not remark_above) or (below > end and not is_last)):
        return Edit(Span(above, end), "")
    if not index and above == start and not is_last:
        return Edit(Span(start, below), "")
    return Edit(Span(start, end), "")


def insertion(
    source: str, key: WrittenNode, items: SequenceNode, index: int, text: str, *, keeps: bool
) -> Edit:
    """Put lines before an item, or behind the last one, set apart as the others are.

    `keeps`: the text ends in a scalar that would keep a blank line behind it.
    """
    count = len(items.items)
    apart = "\n" if _is_apart(source, key, items, index) else ""
    if index < count:
        at = extent_of(source, key, items, index).start
        return Edit(Span(at, at), f"{text}\n{'' if keeps else apart}")
    last = items.written[-1]
    at = line_end(source, last.span.end)
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


def _is_apart(source: str, key: WrittenNode, items: SequenceNode, index: int) -> bool:
    """Whether a blank line stands between the items around `index`."""
    count = len(items.items)
    if count < 2:
        return False
    second = min(max(index, 1), count - 1)
    first_end = line_end(source, items.written[second - 1].span.end)
    return (
        not source[first_end + 1 : line_end(source, first_end + 1)].strip()
        or "\n\n" in source[first_end : extent_of(source, key, items, second).start]
    )


def keeps_blanks(source: str, node: WrittenNode) -> bool:
    """Whether a node ends in a scalar that keeps the blank lines behind it."""
    last = _last_block_scalar(node)
    return last is not None and "+" in _header(source, last)


def blank_end(source: str, at: int) -> int:
    """Return where the blank lines from a line's start on end."""
    match = _blank_lines(source, at)
    return match.end() if match else at


def _last_block_scalar(node: WrittenNode) -> ScalarNode | None:
    """Return what stands last in a node, if that is a text on lines of its own."""
    while children := node.children:
        node = children[-1]
    return node if isinstance(node, ScalarNode) and node.style.is_block else None


def _header(source: str, scalar: ScalarNode) -> str:
    return source[scalar.span.start : line_end(source, scalar.span.start)].partition(" #")[0]


def ended(source: str, node: WrittenNode) -> tuple[Edit, ...]:
    """Return the edit that keeps a text without a last newline as it is when lines follow it."""
    last = _last_block_scalar(node)
    if last is None or last.span.end < len(source) or "\n" not in last.span.of(source):
        return ()
    header = _header(source, last)
    at = last.span.start + header.rindex(last.style) + 1
    chomping = header[header.rindex(last.style) :]
    if "-" in chomping:
        return ()
    keeps = chomping.find("+")
    return (Edit(Span(at, at), "-") if keeps < 0 else Edit(Span(at + keeps - 1, at + keeps), "-"),)


def outdented(text: str, column: int) -> str:
    """Move lines to the left by `column`, as far as they are blank there."""
    return (
        "\n".join(line[min(column, len(line) - len(line.lstrip(" "))) :] for line in text.split("\n"))
        if column
        else text
    )


def indented(text: str, column: int) -> str:
    """Move lines to the right by `column`; empty ones stay empty."""
    blanks = " " * column
    return "\n".join(blanks + line if line else line for line in text.split("\n"))


def flow_text(source: str, node: WrittenNode) -> str:
    """Write a node in brackets, on one line."""
    if isinstance(node, AliasNode):
        return f"*{node.name}"
    text = node.span.of(source)
    properties = (f"&{node.anchor} " if node.anchor else "") + (
        f"{node.written_tag.replace('tag:yaml.org,2002:', '!!')} " if node.written_tag else ""
    )
    if isinstance(node, ScalarNode):
        if node.style.is_block or "\n" in text or (not node.style and not fits_brackets(node.text)):
            return properties + quoted_scalar(node.text)
        return text
    if node.flow and "\n" not in text:
        return text
    if isinstance(node, SequenceNode):
        return f"{properties}[{', '.join(flow_text(source, item) for item in node.written)}]"
    entries = (
        f"{flow_text(source, key)}: {flow_text(source, value) or 'null'}" for key, value in node.written
    )
    return f"{properties}{{{', '.join(entries)}}}"


def has_comment(source: str, start: int, end: int, node: WrittenNode) -> bool:
    """Whether a comment stands between `start` and `end`, in or beside a node."""
    at = start
    for leaf_start, leaf_end in _leaves(source, node):
        if "#" in source[at:leaf_start]:
            return True
        at = leaf_end
    return "#" in source[at:end]


def _leaves(source: str, node: WrittenNode) -> Iterator[Span]:
    """Yield where text stands that is no comment, whatever is in it."""
    children = node.children
    if children:
        for child in children:
            yield from _leaves(source, child)
    elif isinstance(node, ScalarNode) and node.style.is_block:
        header_end = node.span.start + len(_header(source, node))
        yield Span(node.span.start, header_end)
        yield Span(max(header_end, line_end(source, node.span.start)), max(node.span.end, header_end))
    else:
        yield node.span
