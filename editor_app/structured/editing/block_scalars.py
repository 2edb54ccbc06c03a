"""Writing a text on lines of its own, below a `|`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from editor_app.structured import scalar_layout
from editor_app.structured.editing.places import column_of
from editor_app.structured.nodes import ScalarNode, Style
from editor_app.structured.scalar_layout import Layout
from editor_app.text import Edit, Span, difference, line_end

_before_value = re.compile(r"([ \t]*+)((?>(?:[-?:][ \t]++)*))").match
_blank_lines = re.compile(r"(?>(?:\n[ \t]*+(?=\n|\Z))*)").match
_spaces = re.compile(r"\n( *+)").match
STEP = 2


@dataclass(frozen=True, slots=True)
class BlockLayout:
    """The place of a block in the source: its header's part to replace, and its lines.

    `parent` is the column that the block has to be to the right of, None where
    that is not to be seen on its line. `kept` are the places of an old
    block's lines that may stay.
    """

    head: Span
    lead: str
    body: Span
    indent: int
    parent: int | None
    chomping: str | None = None
    digit: str = ""
    layout: Layout | None = None

    @staticmethod
    def of(source: str, node: ScalarNode, layout: Layout | None) -> BlockLayout | None:
        """Find the place of a scalar's text as a block; None where no block can stand."""
        start = scalar_layout.after_properties(source, node.span)
        parent = parent_column(source, node.span.start)
        own_line = column_of(source, start) or STEP  # a text alone on its line shows the indent itself
        indent = own_line if parent is None else max(parent, 0) + STEP
        header = scalar_layout.header_of(source, start) if node.style.is_block else None
        if header is None:
            return BlockLayout._new(source, node, start, indent, parent)
        if header.digit and parent is not None:
            indent = max(parent, 0) + int(header.digit)
        elif header.digit and not (layout and layout.indent):
            return None
        if layout is not None and layout.indent:
            indent = layout.indent
        literal = node.style is Style.LITERAL and layout is not None and layout.value == (node.value or "")
        return BlockLayout(
            Span(start, header.indicators.end),
            "",
            Span(header.end, max(node.span.end, header.end)),
            indent,
            parent,
            header.chomping if literal else None,
            header.digit,
            layout if literal else None,
        )

    @staticmethod
    def _new(
        source: str, node: ScalarNode, start: int, indent: int, parent: int | None
    ) -> BlockLayout | None:
        end = node.span.end
        before = source[max(start - 1, 0) : start]
        if start == end and before not in {"", " ", "\n", "\t", ":", "-"} and start == node.span.start:
            return None
        lead = " " if start == end and before not in {"", " ", "\n", "\t"} else ""
        behind = line_end(source, end)
        return BlockLayout(Span(start, end), lead, Span(behind, behind), indent, parent)


def write_block(source: str, block: BlockLayout, value: str, same: int) -> tuple[Edit, ...] | None:
    """Write `value` below a `|`; its lines before the character at `same` stay as they are.

    None where that can't be: the block would take in what follows it, or
    needs an indicator for an indent that can't be told.
    """
    text = value.rstrip("\n")
    ends = len(value) - len(text)
    chomping = _chomping(block.chomping, text, ends)
    digit = block.digit
    base = max(block.parent or 0, 0)
    if needs_digit(value) and not digit:
        if block.parent is None or not 1 <= block.indent - base <= 9:
            return None
        digit = str(block.indent - base)
    begin, first = _kept(source, block, text, same)
    rows = text[first:].split("\n") if text else []
    written = "".join("\n" + " " * block.indent + row if row else "\n" for row in rows)
    behind = _blank_lines(source, block.body.end)
    end = block.body.end
    assert behind is not None
    if chomping == "+":
        end = behind.end()
        written += "\n" * (ends - 1 if text else ends)
    elif _is_deep(behind.group(), block, bool(text)):
        end = behind.end()
        written += "\n" * behind.group().count("\n")
    following = _spaces(source, behind.end())
    least = block.indent if text or digit else base + 1
    if following is not None and following.end() < len(source) and len(following[1]) >= least:
        return None  # it would be read as the block's text
    if chomping != "-" and end == len(source) and value:
        written += "\n"
    header = f"{block.lead}|{digit}{chomping}"
    edits = (
        _edit(source, block.head, header),
        _edit(source, Span(begin, end), written),
    )
    return tuple(edit for edit in edits if edit is not None)


def needs_digit(value: str) -> bool:
    """Whether a block's indent can't be told from its first line, as that begins with blanks."""
    return value.lstrip("\n")[:1] in {" ", "\t"}


def parent_column(source: str, at: int) -> int | None:
    """Return the column of the key or dash that the value at `at` belongs to, if that is on its line."""
    line = source.rfind("\n", 0, at) + 1
    marks_before = _before_value(source, line, at)
    assert marks_before is not None
    if marks_before.end() < at:
        return marks_before.end() - line
    marks = marks_before.group(2).rstrip()
    return marks_before.start(2) + len(marks) - 1 - line if marks else None


def _chomping(old: str | None, text: str, ends: int) -> str:
    """Return the indicator that gives a text its line ends; the old one if that does."""
    fits = {"-": not ends, "": ends == 1 if text else not ends, "+": ends > 0}
    if old is not None and fits[old]:
        return old
    if not text:
        return "+" if ends else ""
    return "-" if not ends else "" if ends == 1 else "+"


def _kept(source: str, block: BlockLayout, text: str, same: int) -> tuple[int, int]:
    """Return where in the source and in the text the lines begin that are written anew."""
    layout = block.layout
    if layout is None or not same or not text:
        return block.body.start, 0
    first = text.rfind("\n", 0, same) + 1
    for place, start, length in layout.runs:
        if place <= first < place + length:
            return source.rfind("\n", 0, start), first
    return block.body.start, 0


def _is_deep(blank: str, block: BlockLayout, written: bool) -> bool:
    """Whether blank lines behind a block would become a part of its text."""
    if block.layout is not None and written and block.layout.value.strip("\n"):
        return False
    return any("\t" in line or len(line) >= block.indent for line in blank.split("\n")) if blank else False


def _edit(source: str, span: Span, written: str) -> Edit | None:
    change = difference(span.of(source), written)
    return None if change is None else Edit(change.span.shifted(span.start), change.text)
