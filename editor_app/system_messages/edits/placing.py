"""Writing a block into a list, and taking it out again, the list with its last one."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured import MappingNode, ScalarNode, SequenceNode, WrittenNode, is_bracketed
from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import Document, Refused, new_sequence, new_text
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.places import column_of, line_end, line_start
from editor_app.system_messages.edits.finding import BLOCK_LISTS, BlockList, name_of
from editor_app.system_messages.edits.snippets import Snippet, in_brackets
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit, Span


class Plan(NamedTuple):
    """Edits, what lists and mappings hold after them (by the ids of their nodes), and where the block is."""

    edits: tuple[Edit, ...]
    changes: dict[int, tuple[WrittenNode, ...]]
    path: BlockPath | None = None


def put_in(document: Document, home: BlockList, index: int, block: Snippet, node: WrittenNode) -> Plan:
    """Plan the writing of a block into a list, which may have to be begun."""
    source = document.source
    if home.blocks:
        key, items = home.listed
        changes = {id(items): (*home.blocks[:index], node, *home.blocks[index:])}
        if items.flow:
            last = home.blocks[-1]
            flow_style = brackets.flow_style_of(document, last if is_bracketed(last) else items)
            return Plan(brackets.insertion(source, items, index, in_brackets(block), flow_style), changes)
        dash = column_of(source, lines.extent_of(source, key, items, 0).dash)
        text = lines.indented(block.lines, dash)
        at_end = lines.ended(source, items) if index == len(home.blocks) else ()
        edit = lines.insertion(source, key, items, index, text, keeps=block.keeps)
        return Plan((*at_end, edit), changes)
    owned = home.owner.children
    if home.items is None:
        begun = (*owned, new_text(home.name), new_sequence((node,)))
        return Plan(_begin(document, home, block), {id(home.owner): begun})
    if not isinstance(home.items, SequenceNode) and not _is_null(home.items):
        raise Refused(
            f"‘{home.name}’ of ‘{name_of(home.owner, home.path)}’ is no list; mend it in the text first."
        )
    at = (home.owner.place_of(home.name) or 0) * 2 + 1
    changed = (*owned[:at], new_sequence((node,)), *owned[at + 1 :])
    return Plan(_fill(document, home, home.items, block), {id(home.owner): changed})


def _is_null(node: WrittenNode) -> bool:
    return isinstance(node, ScalarNode) and node.is_null


def _begin(document: Document, home: BlockList, block: Snippet) -> tuple[Edit, ...]:
    """Write the key and the first block of a list."""
    source, owner = document.source, home.owner
    if owner.flow:
        flow_style = brackets.flow_style_of(document, owner)
        snippet = in_brackets(block)
        if snippet.above or snippet.behind:
            raise Refused("Its comments have no place between brackets; change it in the text.")
        text = flow_style.key(home.name) + flow_style.written("[", [snippet.text], "]")
        return brackets.insertion(source, owner, len(owner.written), brackets.FlowSnippet(text), flow_style)
    column = column_of(source, owner.written[0][0].span.start)
    text = " " * column + f"{home.name}:\n" + lines.indented(block.lines, _first_column(source, home, column))
    at = line_end(source, owner.span.end)
    ended = lines.ended(source, owner)
    return (*ended, lines.lines_behind(source, at, text, keeps=block.keeps))


def _fill(document: Document, home: BlockList, items: WrittenNode, block: Snippet) -> tuple[Edit, ...]:
    """Write the first block of a list whose key is there already."""
    source, key = document.source, home.key
    assert key is not None
    if home.owner.flow:
        flow_style = brackets.flow_style_of(document, home.owner)
        if isinstance(items, SequenceNode):
            return brackets.insertion(source, items, 0, in_brackets(block), flow_style)
        return (Edit(items.span, flow_style.written("[", [in_brackets(block).text], "]")),)
    colon = source.index(":", key.span.end) + 1
    column = _first_column(source, home, column_of(source, key.span.start))
    at = line_end(source, max(items.span.end, colon))
    edits = (Edit(Span(colon, items.span.end), ""),) if items.span.end > colon else ()
    _check_bare(items)
    text = lines.indented(block.lines, column)
    return (*edits, lines.lines_behind(source, at, text, keeps=block.keeps))


def _check_bare(items: WrittenNode) -> None:
    """Refuse what has an anchor or a tag, which would have to go."""
    if isinstance(items, (ScalarNode, SequenceNode)) and (items.anchor or items.written_tag):
        raise Refused(UNSAFE)


def _first_column(source: str, home: BlockList, column: int) -> int:
    around = home.around
    if around is None or not around.blocks or is_bracketed(around.listed[1]):
        return column + 2
    key, items = around.listed
    dash = lines.extent_of(source, key, items, 0).dash
    return column + column_of(source, dash) - column_of(source, key.span.start)


def take_away(document: Document, home: BlockList, index: int) -> Plan:
    """Plan the removal of a block, and of the list where it was the last one."""
    source = document.source
    key, items = home.listed
    rest = (*home.blocks[:index], *home.blocks[index + 1 :])
    is_outer = home.name == BLOCK_LISTS.outer
    if rest or (is_outer and items.flow):
        edits = (
            brackets.removal(source, items, index)
            if items.flow
            else (lines.removal(source, key, items, index),)
        )
        return Plan(edits, {id(items): rest})
    if is_outer:
        edits = (lines.removal(source, key, items, index), _empty_list(source, key, items))
        return Plan(edits, {id(items): ()})
    return _without_list(source, home, index)


def _without_list(source: str, home: BlockList, index: int) -> Plan:
    """Plan the removal of a list's key with its only block."""
    owner, (key, items) = home.owner, home.listed
    at = owner.place_of(home.name) or 0
    children = owner.children
    left = (*children[: 2 * at], *children[2 * at + 2 :])
    if not left:
        raise Refused(UNSAFE)
    if owner.flow:
        edits = brackets.removal(source, owner, at)
    elif items.flow:
        edits = _without_key(source, key, owner, at, items.span.end)
    else:
        gone = lines.removal(source, key, items, index)
        if at and lines.keeps_blanks(source, children[2 * at - 1]):
            blank = lines.blank_end(source, gone.span.end)
            gone = Edit(Span(gone.span.start, blank), "")
        edits = (*_without_key(source, key, owner, at, line_end(source, key.span.end)), gone)
    return Plan(edits, {id(owner): left})


def _empty_list(source: str, key: WrittenNode, items: SequenceNode) -> Edit:
    _check_bare(items)
    at = source.index(":", key.span.end) + 1
    return Edit(Span(at, at), " []")


def _without_key(source: str, key: WrittenNode, owner: MappingNode, index: int, end: int) -> tuple[Edit, ...]:
    """Remove the line of a key that has nothing more below it; its comment stays."""
    start, key_end = key.span
    comment = _comment_on(source, end if end > line_end(source, key_end) else key_end)
    if not lines.begins_line(source, start):
        following = owner.written[index + 1][0] if index + 1 < len(owner.written) else None
        if comment or following is None or not is_bracketed(owner.written[index][1]):
            raise Refused(UNSAFE)
        return (Edit(Span(start, following.span.start), ""),)
    if comment:
        return (Edit(Span(start, line_end(source, end)), comment),)
    return (Edit(Span(line_start(source, start), min(line_end(source, end) + 1, len(source))), ""),)


def _comment_on(source: str, at: int) -> str:
    _, mark, comment = source[at : line_end(source, at)].partition(" #")
    return f"#{comment}" if mark else ""
