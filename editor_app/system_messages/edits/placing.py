"""New blocks, blocks as snippets, and inserting one into a list, removing one and wrapping one."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import (
    Document,
    EditRefused,
    new_mapping,
    new_sequence,
    new_text,
    new_word,
    with_children,
)
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.places import column_of, indent_of
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, WrittenNode, is_bracketed
from editor_app.structured.spelling import spell
from editor_app.system_messages.edits.finding import BLOCK_LISTS, BlockList, all_blocks, name_of, text_of
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit, Sentence, Span, line_end, line_start


class Snippet(NamedTuple):
    """A block as text: `lines` with the dash in column 0, and `flow` for lists in brackets.

    `flow` is None where the block can't be written in brackets, and `why_not` says why. `keeps`: its last
    scalar keeps the blank lines after it.
    """

    node: WrittenNode
    lines: str
    flow: brackets.FlowSnippet | None
    keeps: bool = False
    why_not: str = ""


def snippet_at(
    document: Document, block_list: BlockList, index: int, inner: tuple[Edit, ...] = ()
) -> Snippet:
    """Return the text of a block in the file as a snippet, with `inner` edits applied."""
    source, node = document.source, block_list.blocks[index]
    key, items = block_list.listed
    if items.flow:
        snippet = brackets.snippet_of(source, items, index)
        if inner:
            text = edited(source, node.span, inner)
            snippet = snippet._replace(text=brackets.set_out(text, indent_of(source, node.span.start)))
        comments = "".join(f"{line}\n" for line in snippet.above)
        behind = f" {snippet.behind}" if snippet.behind else ""
        return Snippet(node, f"{comments}- {brackets.set_in(snippet.text, '  ')}{behind}", snippet)
    start, dash, end = lines.extent_of(source, key, items, index)
    edits = (*inner, *lines.ended(source, node))
    text = lines.outdented(edited(source, Span(start, end), edits), column_of(source, dash))
    keeps = lines.keeps_blanks(source, node)
    if lines.has_comment(source, start, end, node):
        name = name_of(node, (*block_list.path, index))
        why = Sentence("system_messages.comments-in-brackets", name=name)
        return Snippet(node, text, None, keeps, why)
    if inner:
        return Snippet(node, text, None, keeps, UNSAFE)
    return Snippet(node, text, brackets.FlowSnippet(lines.flow_text(source, node)), keeps)


def in_brackets(block: Snippet) -> brackets.FlowSnippet:
    """Return a snippet's text for lists in brackets; raises `EditRefused` where it can't be written so."""
    if block.flow is None:
        raise EditRefused(block.why_not)
    return block.flow


def edited(source: str, span: Span, edits: tuple[Edit, ...]) -> str:
    """Return the text of a span of the source with edits inside it applied."""
    text = span.of(source)
    for edit in sorted(edits, reverse=True):
        at = edit.span.shifted(-span.start)
        text = text[: at.start] + edit.text + text[at.end :]
    return text


_USUAL_PRIORITY = "50"


def new_block(
    document: Document, block_list: BlockList, index: int, block_type: str, content: str
) -> Snippet:
    """Return a new block as a snippet, with the priority and the layout of the blocks beside it."""
    beside = [*reversed(block_list.blocks[:index]), *block_list.blocks[index:], block_list.owner]
    priorities = (text_of(block, "priority") for block in beside)
    priority = next((text for text in priorities if _is_integer(text)), _USUAL_PRIORITY)
    values = {
        "id": new_text(free_id(ids_of(document), block_type)),
        "type": new_text(block_type),
        "priority": new_word(priority),
        "content": new_text(content),
    }
    node = new_mapping(values)
    spelled = [
        (key, spell(value.text, flow=True) if value.style else value.text) for key, value in values.items()
    ]
    gap = gap_of(document, block_list)
    body = ("\n" + " " * (gap + 1)).join(f"{key}: {text}" for key, text in spelled)
    near = next((block for block in block_list.blocks if is_bracketed(block)), block_list.owner)
    flow_style = brackets.flow_style_of(document, near)
    entries: list[str] = []
    for (key, spelling), value in zip(spelled, values.values(), strict=True):
        in_quotes = value.style and flow_style.quotes and '"' not in value.text
        entries.append(flow_style.key(key) + (f'"{value.text}"' if in_quotes else spelling))
    return Snippet(node, f"-{' ' * gap}{body}", brackets.FlowSnippet(flow_style.written("{", entries, "}")))


def gap_of(document: Document, block_list: BlockList) -> int:
    """Return how many spaces follow the dashes of a list, or of one around it; 1 where none has blocks."""
    near: BlockList | None = block_list
    while near is not None:
        items = near.items
        if near.blocks and near.key is not None and isinstance(items, SequenceNode) and not items.flow:
            dash = lines.extent_of(document.source, near.key, items, 0).dash
            block = near.blocks[0]
            first = next(iter(block.children), block).span.start
            if "\n" not in document.source[dash:first] and not is_bracketed(block) and not block.anchor:
                return max(first - dash - 1, 1)
        near = near.around
    return 1


def _is_integer(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10


def ids_of(document: Document) -> set[str]:
    """Return the ids of all blocks."""
    return {text_of(block, "id") for block in all_blocks(document)}


def free_id(taken: set[str], base: str, first: int = 1) -> str:
    """Return the first id `base`-number that is not in `taken`, and add it to `taken`."""
    number = first
    while f"{base}-{number}" in taken:
        number += 1
    taken.add(f"{base}-{number}")
    return f"{base}-{number}"


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
        entries = (*owned, new_text(block_list.name), new_sequence((node,)))
        return Plan(_begin(document, block_list, block), {id(block_list.owner): entries})
    if not isinstance(block_list.items, SequenceNode) and not (
        isinstance(block_list.items, ScalarNode) and block_list.items.is_null
    ):
        name = name_of(block_list.owner, block_list.path)
        raise EditRefused(Sentence("system_messages.not-a-list", field=block_list.name, name=name))
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
            raise EditRefused(Sentence("system_messages.own-comments-in-brackets"))
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
    return (*edits, lines.lines_behind(source, at, lines.indented(block.lines, column), keeps=block.keeps))


def _check_bare(items: WrittenNode) -> None:
    """Raise `EditRefused` for an empty list with an anchor or a tag, which the edit would remove."""
    if isinstance(items, (ScalarNode, SequenceNode)) and (items.anchor or items.written_tag):
        raise EditRefused(UNSAFE)


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
        _check_bare(items)
        at = source.index(":", key.span.end) + 1
        edits = (lines.removal(source, key, items, index), Edit(Span(at, at), " []"))
        return Plan(edits, {id(items): ()})
    return _without_list(source, block_list, index)


def _without_list(source: str, block_list: BlockList, index: int) -> Plan:
    """Plan the removal of a list of children, its key and its only block."""
    owner, (key, items) = block_list.owner, block_list.listed
    at = owner.place_of(block_list.name) or 0
    children = owner.children
    left = (*children[: 2 * at], *children[2 * at + 2 :])
    if not left:
        raise EditRefused(UNSAFE)
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


def _without_key(source: str, key: WrittenNode, owner: MappingNode, index: int, end: int) -> tuple[Edit, ...]:
    """Return the edits that remove the line of a key with an empty value; a comment on it is kept."""
    start, key_end = key.span
    at = end if end > line_end(source, key_end) else key_end
    _, mark, comment = source[at : line_end(source, at)].partition(" #")
    if not lines.begins_line(source, start):
        following = owner.written[index + 1][0] if index + 1 < len(owner.written) else None
        if mark or following is None or not is_bracketed(owner.written[index][1]):
            raise EditRefused(UNSAFE)
        return (Edit(Span(start, following.span.start), ""),)
    if mark:
        return (Edit(Span(start, line_end(source, end)), f"#{comment}"),)
    return (Edit(Span(line_start(source, start), min(line_end(source, end) + 1, len(source))), ""),)


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
        flow_style = brackets.flow_style_of(document, block if is_bracketed(block) else block_list.owner)
        snippet, opened = in_brackets(wrapped), in_brackets(new).text
        child = flow_style.key(BLOCK_LISTS.inner) + flow_style.written("[", [snippet.text], "]")
        if "\n" in opened and flow_style.unit is not None:
            text = opened[:-2] + f",\n{flow_style.unit}{brackets.set_in(child, flow_style.unit)}\n}}"
        else:
            text = f"{opened[:-1]}{flow_style.comma}{child}}}"
        indent = indent_of(document.source, block.span.start)
        return Plan((Edit(block.span, brackets.set_in(text, indent)),), changes, path)
    start, dash, end = lines.extent_of(source, key, items, index)
    column = column_of(source, dash)
    inner = gap_of(document, block_list) + 1
    step = column - column_of(source, key.span.start)
    text = f"{new.lines}\n{' ' * inner}{BLOCK_LISTS.inner}:\n{lines.indented(wrapped.lines, inner + step)}"
    closing = "\n" if end == len(source) and not source.endswith("\n") else ""
    return Plan((Edit(Span(start, end), lines.indented(text, column) + closing),), changes, path)
