"""Changes to a scalar's value, as the smallest changes to its source that keep how it is written."""

from __future__ import annotations

import re

from editor_app.structured import scalar_layout
from editor_app.structured.editing.block_scalars import BlockLayout, needs_digit, write_block
from editor_app.structured.nodes import ScalarNode, Style
from editor_app.structured.scalar_layout import Layout
from editor_app.structured.scalar_places import layout_of, map_of
from editor_app.structured.spelling import (
    escaped,
    fits_a_block,
    is_plain,
    quoted_scalar,
    quoted_twice,
    resolves_to,
    stays_plain,
    stays_readable,
)
from editor_app.text import Edit, Span, difference, line_end, line_start

_document_mark = re.compile(r"\n(?:---|\.\.\.)(?:\s|\Z)").search
_other_break = re.compile("[\x85\u2028\u2029]").search
_json_number = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?").fullmatch


def edit_scalar(source: str, node: ScalarNode, edit: Edit) -> tuple[Edit, ...]:
    """Make `edit`, whose span counts in the scalar's value, by edits of `source`.

    The style stays where it can hold the new text. In place of an alias comes
    a scalar of its own. Nothing is returned where nothing changes, or where the
    scalar stands so that no value can follow.
    """
    old = node.value or ""
    start = min(max(edit.span.start, 0), len(old))
    span = Span(start, min(max(edit.span.end, start), len(old)))
    return _changed(source, node, old, old[: span.start] + edit.text + old[span.end :])


def write_scalar(source: str, node: ScalarNode, value: str) -> tuple[Edit, ...]:
    """Give a scalar a whole new text, by the smallest edits of `source`; see `edit_scalar`."""
    return _changed(source, node, node.value, value)


def _changed(source: str, node: ScalarNode, old: str | None, new: str) -> tuple[Edit, ...]:
    if old == new:
        return ()
    old = old or ""
    small = difference(old, new) or Edit(Span(0, 0), "")
    layout = layout_of(source, node)
    if layout is not None and layout.value == old and node.value is not None:
        edits = _in_style(source, node, small, new, layout)
        if edits is not None:
            return edits
    return _rewritten(source, node, new, layout)


def _in_style(
    source: str, node: ScalarNode, small: Edit, new: str, layout: Layout
) -> tuple[Edit, ...] | None:
    """Make the edit without changing how the scalar is written, or return None."""
    if node.style is Style.LITERAL:
        return _in_lines(source, node, small, new, layout)
    if node.style is Style.DOUBLE:
        becomes_lines = "\n" in new and "\n" not in (node.value or "")
        if becomes_lines and not node.flow and fits_a_block(new):
            return None
        text = escaped(small.text)
    elif not stays_readable(small.text) or set(small.text) & {"\t", "\n"}:
        return None
    else:
        text = small.text.replace("'", "''") if node.style is Style.SINGLE else small.text
    span = map_of(layout).source_span(small.span)
    if span.end > node.span.end:
        return None
    before, after = source[node.span.start : span.start], source[span.end : node.span.end]
    written = before + text + after
    changed = node._replace(value=new, span=Span(0, len(written)))
    if node.style is Style.FOLDED:
        if not layout.indent or (needs_digit(new) and not _digit(written, changed.span)):
            return None
        written += source[node.span.end : node.span.end + 1]  # the last line's end counts
    elif _document_mark(written) or (node.style is Style.PLAIN and not _is_still_plain(written, changed)):
        return None
    again = layout_of(written, changed)
    if again is None or again.value != new or again.indent != layout.indent:
        return None
    return (Edit(span, text),)


def _in_lines(
    source: str, node: ScalarNode, small: Edit, new: str, layout: Layout
) -> tuple[Edit, ...] | None:
    """Edit a `|` block line by line, with its indent."""
    if not stays_readable(new):
        return None
    old, (start, end) = layout.value, small.span
    body, new_body = old.rstrip("\n"), new.rstrip("\n")
    digit = _digit(source, node.span)
    same_end = len(old) - len(body) == len(new) - len(new_body)
    if not (body and new_body and same_end and end <= len(body)) or (needs_digit(new) and not digit):
        block = BlockLayout.of(source, node, layout)
        if block is None:
            return None
        return write_block(source, block, new, min(start, len(body), len(new_body)))
    places = map_of(layout)
    first, last = line_start(old, start), line_end(old, end)
    line = Span(line_start(source, places.to_source(first)), places.to_source(last))
    rows = (old[first:start] + small.text + old[end:last]).split("\n")
    written = "\n".join(" " * layout.indent + row if row else "" for row in rows)
    change = difference(line.of(source), written)
    return () if change is None else (Edit(change.span.shifted(line.start), change.text),)


def _rewritten(source: str, node: ScalarNode, new: str, layout: Layout | None) -> tuple[Edit, ...]:
    """Write a scalar anew, as a block if it has several lines, else as a person would."""
    start = scalar_layout.after_properties(source, node.span)
    if node.style.is_block and _other_break(source, start, node.span.end + 1):
        span = Span(start, node.span.end)
        written = quoted_twice(new)
        tail = span.of(source).rstrip(" \n\x85\u2028\u2029")
        ends_line = _other_break(source, span.start + len(tail), span.end) is not None
        return (Edit(span, f"{written}\n" if ends_line else written),)
    was_lines = "\n" in source[start : node.span.end]
    if not node.flow and ("\n" in new or was_lines) and fits_a_block(new):
        block = BlockLayout.of(source, node, layout)
        block_edits = None if block is None else write_block(source, block, new, 0)
        if block_edits is not None:
            return block_edits
    written = _spelled(node, new)
    if start == node.span.end:
        lead = _lead(source, start, flow=node.flow)
        return () if lead is None else (Edit(Span(start, start), lead + written),)
    if not node.style.is_block or source.startswith("*", start):
        return (Edit(Span(start, node.span.end), written),)
    header = scalar_layout.header_of(source, start)
    if header is None:
        return ()
    edits = (Edit(Span(start, header.indicators.end), written), Edit(Span(header.end, node.span.end), ""))
    return tuple(edit for edit in edits if edit.text or edit.span.length)


def _spelled(node: ScalarNode, value: str) -> str:
    """Write a text on one line."""
    if "\n" in value or (node.flow and (node.style is Style.DOUBLE or node.tag != "str")):
        return quoted_twice(value)
    if node.style is Style.PLAIN and is_plain(value, flow=node.flow) and resolves_to(value, "str"):
        return value
    return quoted_scalar(value)


def _lead(source: str, at: int, *, flow: bool) -> str | None:
    """Return what has to stand between what precedes an empty value and the new one."""
    before = source[max(at - 1, 0) : at]
    if before in {"", " ", "\n", "\t"}:
        before_blank = source[max(at - 200, 0) : at].rstrip()[-1:]
        return "" if before_blank in {"", ":", "-", "?"} or not flow else ": "
    if before in {":", "-", "?"}:
        return " "
    word = source[max(at - 200, 0) : at].rsplit(maxsplit=1)[-1]
    if word[:1] in {"&", "!"}:
        return " "
    return ": " if flow else None


def _is_still_plain(written: str, node: ScalarNode) -> bool:
    start = scalar_layout.after_properties(written, node.span)
    value = node.value or ""
    if not resolves_to(value, node.tag) or written[start:].strip() != written[start:]:
        return False
    if node.flow and node.tag != "str" and not _json_number(value):
        return False
    first, *others = written[start:].split("\n")
    return stays_plain(first, flow=node.flow) and all(
        not row.strip()
        or (row.lstrip()[0] not in "#-?:" and stays_plain(row.strip(), flow=node.flow, first=False))
        for row in others
    )


def _digit(source: str, span: Span) -> str:
    header = scalar_layout.header_of(source, scalar_layout.after_properties(source, span))
    return "" if header is None else header.digit
