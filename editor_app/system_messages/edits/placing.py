"""Inserting a block into a list, removing one, with its last block the list, too, and wrapping one."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import Document, Refused, new_sequence, new_text, with_children
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.places import column_of, indent_of, line_end, line_start
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, WrittenNode, is_bracketed
from editor_app.system_messages.edits.finding import BLOCK_LISTS, BlockList, name_of, text_of
from editor_app.system_messages.edits.new_blocks import gap_of, new_block
from editor_app.system_messages.edits.snippets import Snippet, in_brackets, snippet_at
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit, Span


class Plan(NamedTuple):
    """Edits of the text, and what they lead to.

    `changes` are the children that changed lists and mappings have then, by the `id()` of their nodes; `path`
    is that of the block, None for one that is removed.
    """

    edits: tuple[Edit, ...]
    changes: dict[int, tuple[WrittenNode, ...]]
    path: BlockPath | None = None


def put_in(document: Document, block_list: BlockList, index: int, block: Snippet, node: WrittenNode) -> Plan:
    """Plan the insertion of a block at an index of a list, which is written if the owner has none yet."""
    source = document.source
    if block_list.blocks:
        key, items = block_list.listed
        changes = {id(items): (*block_list.blocks[:index], node, *block_list.blocks[index:])}
        if items.flow:
            last = block_list.blocks[-1]
            flow_style = brackets.flow_style_of(document, last if is_bracketed(last) else items)
            return Plan(brackets.insertion(source, items, index, in_brackets(block), flow_style), changes)
        dash = column_of(source, lines.extent_of(source, key, items, 0).dash)
        text = lines.indented(block.lines, dash)
        at_end = lines.ended(source, items) if index == len(block_list.blocks) else ()
        edit = lines.insertion(source, key, items, index, text, keeps=block.keeps)
        return Plan((*at_end, edit), changes)
    owned = block_list.owner.children
    if block_list.items is None:
        begun = (*owned, new_text(block_list.name), new_sequence((node,)))
        return Plan(_begin(document, block_list, block), {id(block_list.owner): begun})
    if not isinstance(block_list.items, SequenceNode) and not (
        isinstance(block_list.items, ScalarNode) and block_list.items.is_null
    ):
        raise Refused(
            f"‘{block_list.name}’ of ‘{name_of(block_list.owner, block_list.path)}’ "
            "is no list; mend it in the text first."
        )
    at = (block_list.owner.place_of(block_list.name) or 0) * 2 + 1
    changed = (*owned[:at], new_sequence((node,)), *owned[at + 1 :])
    return Plan(_fill(document, block_list, block_list.items, block), {id(block_list.owner): changed})


def _begin(document: Document, block_list: BlockList, block: Snippet) -> tuple[Edit, ...]:
    """Return the edits that write a list with its key and first block."""
    source, owner = document.source, block_list.owner
    if owner.flow:
        flow_style = brackets.flow_style_of(document, owner)
        snippet = in_brackets(block)
        if snippet.above or snippet.behind:
            raise Refused("Its comments have no place between brackets; change it in the text.")
        text = flow_style.key(block_list.name) + flow_style.written("[", [snippet.text], "]")
        return brackets.insertion(source, owner, len(owner.written), brackets.FlowSnippet(text), flow_style)
    column = column_of(source, owner.written[0][0].span.start)
    text = (
        " " * column
        + f"{block_list.name}:\n"
        + lines.indented(block.lines, _first_column(source, block_list, column))
    )
    at = line_end(source, owner.span.end)
    ended = lines.ended(source, owner)
    return (*ended, lines.lines_behind(source, at, text, keeps=block.keeps))


def _fill(document: Document, block_list: BlockList, items: WrittenNode, block: Snippet) -> tuple[Edit, ...]:
    """Return the edits that write the first block of a list whose key is in the file already."""
    source, key = document.source, block_list.key
    assert key is not None
    if block_list.owner.flow:
        flow_style = brackets.flow_style_of(document, block_list.owner)
        if isinstance(items, SequenceNode):
            return brackets.insertion(source, items, 0, in_brackets(block), flow_style)
        return (Edit(items.span, flow_style.written("[", [in_brackets(block).text], "]")),)
    colon = source.index(":", key.span.end) + 1
    column = _first_column(source, block_list, column_of(source, key.span.start))
    at = line_end(source, max(items.span.end, colon))
    edits = (Edit(Span(colon, items.span.end), ""),) if items.span.end > colon else ()
    _check_bare(items)
    text = lines.indented(block.lines, column)
    return (*edits, lines.lines_behind(source, at, text, keeps=block.keeps))


def _check_bare(items: WrittenNode) -> None:
    """Raise `Refused` for an empty list with an anchor or a tag, which the edit would remove."""
    if isinstance(items, (ScalarNode, SequenceNode)) and (items.anchor or items.written_tag):
        raise Refused(UNSAFE)


def _first_column(source: str, block_list: BlockList, column: int) -> int:
    around = block_list.around
    if around is None or not around.blocks or is_bracketed(around.listed[1]):
        return column + 2
    key, items = around.listed
    dash = lines.extent_of(source, key, items, 0).dash
    return column + column_of(source, dash) - column_of(source, key.span.start)


def take_away(document: Document, block_list: BlockList, index: int) -> Plan:
    """Plan the removal of a block, and of a list of children with its last block."""
    source = document.source
    key, items = block_list.listed
    rest = (*block_list.blocks[:index], *block_list.blocks[index + 1 :])
    is_outer = block_list.name == BLOCK_LISTS.outer
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
    return _without_list(source, block_list, index)


def _without_list(source: str, block_list: BlockList, index: int) -> Plan:
    """Plan the removal of a list of children, its key and its only block."""
    owner, (key, items) = block_list.owner, block_list.listed
    at = owner.place_of(block_list.name) or 0
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
    """Return the edits that remove the line of a key with an empty value; a comment on it is kept."""
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


def wrap(document: Document, block_list: BlockList, index: int) -> Plan:
    """Plan the replacement of a block by a new block that has it as its only child."""
    source = document.source
    key, items = block_list.listed
    block = block_list.blocks[index]
    type_ = text_of(block, "type") or "behavior"
    new = new_block(
        document, block_list, index + 1, type_, f"Write what these {type_} instructions share here."
    )
    assert isinstance(new.node, MappingNode)
    children = (*new.node.children, new_text(BLOCK_LISTS.inner), new_sequence((block,)))
    node = with_children(new.node, children)
    changes = {id(items): (*block_list.blocks[:index], node, *block_list.blocks[index + 1 :])}
    path = (*block_list.path, index)
    wrapped = snippet_at(document, block_list, index)
    if items.flow:
        edits = _wrap_in_brackets(document, block_list, index, new, wrapped)
        return Plan(edits, changes, path)
    start, dash, end = lines.extent_of(source, key, items, index)
    column = column_of(source, dash)
    inner = gap_of(document, block_list) + 1
    step = column - column_of(source, key.span.start)
    text = f"{new.lines}\n{' ' * inner}{BLOCK_LISTS.inner}:\n{lines.indented(wrapped.lines, inner + step)}"
    closing = "\n" if end == len(source) and not source.endswith("\n") else ""
    return Plan((Edit(Span(start, end), lines.indented(text, column) + closing),), changes, path)


def _wrap_in_brackets(
    document: Document, block_list: BlockList, index: int, new: Snippet, wrapped: Snippet
) -> tuple[Edit, ...]:
    block = block_list.blocks[index]
    flow_style = brackets.flow_style_of(document, block if is_bracketed(block) else block_list.owner)
    snippet, opened = in_brackets(wrapped), in_brackets(new).text
    child = flow_style.key(BLOCK_LISTS.inner) + flow_style.written("[", [snippet.text], "]")
    if "\n" in opened and flow_style.unit is not None:
        text = opened[:-2] + f",\n{flow_style.unit}{brackets.set_in(child, flow_style.unit)}\n}}"
    else:
        text = f"{opened[:-1]}{flow_style.comma}{child}}}"
    indent = indent_of(document.source, block.span.start)
    return (Edit(block.span, brackets.set_in(text, indent)),)
