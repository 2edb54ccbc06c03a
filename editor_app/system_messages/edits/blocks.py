"""Adding, copying, moving and removing blocks as edits of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from editor_app.structured.editing.aliases import merged_mappings
from editor_app.structured.editing.checking import Changes, is_as_asked
from editor_app.structured.editing.documents import Document, EditRefused, new_text, with_children, with_items
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, WrittenNode
from editor_app.structured.spelling import spell
from editor_app.system_messages.edits.finding import (
    BLOCK_LISTS,
    BlockList,
    block_at,
    block_list_at,
    check_delete,
    check_move,
    name_of,
)
from editor_app.system_messages.edits.placing import (
    Plan,
    Snippet,
    free_id,
    ids_of,
    new_block,
    put_in,
    snippet_at,
    take_away,
    wrap,
)
from editor_app.system_messages.edits.reparsing import current_document
from editor_app.system_messages.edits.values import BlockEdit, BlockPlace
from editor_app.system_messages.model.entities import BlockPath
from editor_app.system_messages.reading.file_reading import EMPTY_MESSAGE, read_message_file
from editor_app.system_messages.reading.message_fields import first_message
from editor_app.text import Edit, Sentence, Span, apply_edits, difference


def _copied(
    document: Document, block_list: BlockList, index: int, path: BlockPath
) -> tuple[Snippet, WrittenNode]:
    """Return a copy of a block as a snippet and as a node, without its anchors and with unused ids."""
    taken = ids_of(document)
    inner: list[Edit] = []
    source = document.source

    def copy(block: WrittenNode, path: BlockPath) -> MappingNode:
        name = name_of(block, path)
        if not isinstance(block, MappingNode):
            raise EditRefused(Sentence("system_messages.copy-of-anchor", name=name))
        if any(merged.written_value(BLOCK_LISTS.inner) for merged in merged_mappings(block)):
            raise EditRefused(Sentence("system_messages.copies-of-anchor", name=name))
        children: list[WrittenNode] = []
        for key, value in block.written:
            field = key.text if isinstance(key, ScalarNode) else ""
            new = value
            if field == "id":
                new = copied_id(value, name)
            elif field == BLOCK_LISTS.inner and isinstance(value, SequenceNode):
                inner.extend(_without_anchor(source, value))
                copies = [copy(child, (*path, at)) for at, child in enumerate(value.written)]
                new = with_items(value._replace(anchor=None), tuple(copies))
            elif field == BLOCK_LISTS.inner:
                raise EditRefused(Sentence("system_messages.copies-of-anchor", name=name))
            else:
                inner.extend(edit for node in _within(value) for edit in _without_anchor(source, node))
            children += key, new
        inner.extend(_without_anchor(source, block))
        return with_children(block._replace(anchor=None), tuple(children))

    def copied_id(value: WrittenNode, name: str) -> ScalarNode:
        if not isinstance(value, ScalarNode) or not value.text:
            raise EditRefused(Sentence("system_messages.no-own-id", name=name))
        new = free_id(taken, value.text.rstrip("0123456789").removesuffix("-") or value.text, 2)
        inner.append(Edit(value.span, _spelled(document, new)))
        return new_text(new)

    node = copy(block_list.blocks[index], path)
    return snippet_at(document, block_list, index, tuple(inner)), node


def _spelled(document: Document, text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False) if document.syntax is Syntax.JSON else spell(text, flow=True)


def _within(node: WrittenNode) -> Iterator[WrittenNode]:
    yield node
    for child in node.children:
        yield from _within(child)


def _without_anchor(source: str, node: WrittenNode) -> Iterator[Edit]:
    if node.anchor is None:
        return
    at = source.index(f"&{node.anchor}", node.span.start)
    end = at + len(node.anchor) + 1
    if source.startswith("\n", end) and source[at - 1] == " ":
        yield Edit(Span(at - 1, end), "")
    else:
        yield Edit(Span(at, end + source.startswith(" ", end)), "")


def add_block(
    source: str,
    syntax: Syntax,
    place: BlockPlace,
    type: str,  # noqa: A002  the field's name
    today: date | None = None,
) -> BlockEdit:
    """Add a block of a type, with an unused id and a placeholder as its content.

    An empty file also gets the fields of a system message, with `today` as its dates; without `today` the
    edit is refused.
    """
    empty_message = _empty_message(source, syntax, today) if today is not None else None
    if empty_message is not None:
        block = add_block(empty_message, syntax, place, type)
        whole = difference(source, apply_edits(empty_message, block.edits))
        return block if block.refused or whole is None else BlockEdit((whole,), block.path)

    def plan(document: Document) -> Plan:
        block_list = block_list_at(document, place.parent)
        index = _checked_index(block_list, place.index)
        block = new_block(document, block_list, index, type, f"Write the {type} instructions here.")
        return put_in(document, block_list, index, block, block.node)._replace(path=(*block_list.path, index))

    return _planned(source, syntax, plan)


def delete_block(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Delete a block with its children and the comments directly above it."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        check_delete(document, block_list.blocks[path[-1]], path)
        return take_away(document, block_list, path[-1])

    return _planned_at(path, source, syntax, plan)


def duplicate_block(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Add a copy of a block after it; the copy and its children get unused ids."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        snippet, copy = _copied(document, block_list, path[-1], path)
        behind = path[-1] + 1
        return put_in(document, block_list, behind, snippet, copy)._replace(path=(*path[:-1], behind))

    return _planned_at(path, source, syntax, plan)


def move_block(source: str, syntax: Syntax, path: BlockPath, place: BlockPlace) -> BlockEdit:
    """Move a block with its children and the comments directly above it."""
    return _planned(source, syntax, lambda document: _move(document, path, place))


def nest_block(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Move a block into its sibling above, as the last child."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        if path[-1] == 0:
            raise EditRefused(
                Sentence("system_messages.none-above", name=name_of(block_list.blocks[0], path))
            )
        into = (*path[:-1], path[-1] - 1)
        return _move(document, path, BlockPlace(into, len(block_list_at(document, into).blocks)))

    return _planned_at(path, source, syntax, plan)


def unnest_block(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Move a block out of its parent, to right after it."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        if len(path) < 2:
            raise EditRefused(
                Sentence("system_messages.in-no-block", name=name_of(block_list.blocks[path[-1]], path))
            )
        return _move(document, path, BlockPlace(path[:-2], path[-2] + 1))

    return _planned_at(path, source, syntax, plan)


def move_up(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Move a block before its sibling above."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        if path[-1] == 0:
            raise EditRefused(Sentence("system_messages.is-first", name=name_of(block_list.blocks[0], path)))
        return _move(document, path, BlockPlace(path[:-1], path[-1] - 1))

    return _planned_at(path, source, syntax, plan)


def move_down(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Move a block after its sibling below."""

    def plan(document: Document, block_list: BlockList, path: BlockPath) -> Plan:
        if path[-1] + 1 == len(block_list.blocks):
            raise EditRefused(
                Sentence("system_messages.is-last", name=name_of(block_list.blocks[path[-1]], path))
            )
        return _move(document, path, BlockPlace(path[:-1], path[-1] + 2))

    return _planned_at(path, source, syntax, plan)


def wrap_block(source: str, syntax: Syntax, path: BlockPath) -> BlockEdit:
    """Wrap a block in a new block of the same type; the edit's path is that of the new block."""
    return _planned_at(
        path, source, syntax, lambda document, block_list, path: wrap(document, block_list, path[-1])
    )


def _empty_message(source: str, syntax: Syntax, today: date) -> str | None:
    """Return an empty file's text with a system message without blocks, None for a file that is not empty."""
    if source.strip() == "{}":
        return first_message(syntax, today)
    try:
        root = current_document(source, syntax).root
    except EditRefused:  # an empty text is no JSON
        root = None
    if isinstance(root, MappingNode):
        return None
    empty = (
        problem
        for problem in read_message_file(source, syntax, today).problems
        if problem.code == EMPTY_MESSAGE
    )
    return next((apply_edits(source, problem.fixes[0].edits) for problem in empty), None)


def _planned(source: str, syntax: Syntax, plan: Callable[[Document], Plan]) -> BlockEdit:
    """Return a plan's edits, refused if the edited text does not read as the plan says."""
    try:
        document = current_document(source, syntax)
        edits, changes, path = plan(document)
    except EditRefused as refused:
        return BlockEdit(refused=refused.sentence)
    if edits and not is_as_asked(document, edits, changes, BLOCK_LISTS):
        return BlockEdit(refused=UNSAFE)
    return BlockEdit(edits, path, unchanged="" if edits else Sentence("system_messages.is-there-already"))


def _planned_at(
    path: BlockPath, source: str, syntax: Syntax, plan: Callable[[Document, BlockList, BlockPath], Plan]
) -> BlockEdit:
    """Return the edits of a plan for the block at a path, given the list that it is in."""
    return _planned(source, syntax, lambda document: plan(document, _block_list_of(document, path), path))


def _block_list_of(document: Document, path: BlockPath) -> BlockList:
    if not path:
        raise EditRefused(Sentence("system_messages.whole-message"))
    block_list = block_list_at(document, path[:-1])
    block_at(block_list, path[-1])
    return block_list


def _checked_index(block_list: BlockList, index: int) -> int:
    if not 0 <= index <= len(block_list.blocks):
        name = name_of(block_list.owner, block_list.path)
        raise EditRefused(
            Sentence("system_messages.no-place", name=name, count=len(block_list.blocks), place=index)
        )
    return index


def _move(document: Document, path: BlockPath, place: BlockPlace) -> Plan:
    block_list, index = _block_list_of(document, path), path[-1]
    if place.parent[: len(path)] == path:
        raise EditRefused(
            Sentence("system_messages.into-itself", name=name_of(block_list.blocks[index], path))
        )
    target = block_list_at(document, place.parent)
    to = _checked_index(target, place.index)
    if place.parent == path[:-1] and to in {index, index + 1}:
        return Plan((), {}, path)
    block = block_list.blocks[index]
    check_move(document, block, path, _offset(target, to))
    if target.items is block_list.items and target.items is not None:
        order = [*block_list.blocks[:index], *block_list.blocks[index + 1 :]]
        order.insert(to - (to > index), block)
        put = put_in(document, target, to, snippet_at(document, block_list, index), block)
        gone = take_away(document, block_list, index)
        changes = {id(block_list.items): tuple(order)}
    else:
        put = put_in(document, target, to, snippet_at(document, block_list, index), block)
        gone = take_away(document, block_list, index)
        changes = _joined(target, block_list, put.changes, gone.changes)
    after = [*place.parent, place.index]
    depth = len(path) - 1
    if len(after) > depth and tuple(after[:depth]) == path[:-1] and after[depth] > path[-1]:
        after[depth] -= 1
    return Plan(_together(document.source, put.edits, gone.edits), changes, tuple(after))


def _joined(
    target: BlockList, block_list: BlockList, put: Changes, gone: Changes
) -> dict[int, tuple[WrittenNode, ...]]:
    """Join the changes of inserting and removing a block, which may be of two lists in one mapping."""
    both = {**put, **gone}
    for node in put.keys() & gone.keys():
        owner = target.owner if id(target.owner) == node else block_list.owner
        left, more = gone[node], put[node][len(owner.children) :]
        both[node] = left + more
    return both


def _together(source: str, put: tuple[Edit, ...], gone: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Join the edits of inserting and removing a block; where they overlap, new text replaces the old."""
    edits = list(gone)
    for edit in put:
        at = edit.span.start
        inside = [
            place
            for place, (span, _) in enumerate(edits)
            if span.start < at < span.end or (span.start < at == span.end == len(source))
        ]
        if not inside:
            edits.append(edit)
        elif edit.text.startswith("\n"):
            span = edits[inside[0]].span
            text = edit.text[1:] + ("\n" if at < len(source) else "")
            apart = source.endswith("\n\n", 0, span.start)
            edits[inside[0]] = Edit(span, text.lstrip("\n") if apart else text)
    return tuple(sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)))


def _offset(block_list: BlockList, index: int) -> int:
    if index < len(block_list.blocks):
        return block_list.blocks[index].span.start
    return block_list.blocks[-1].span.end if block_list.blocks else block_list.owner.span.end
