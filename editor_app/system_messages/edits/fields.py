"""Changing the fields of a block or of the system message, and typing in a content, as edits of the text."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeGuard

from editor_app.structured.editing.aliases import merged_mappings, resolved, slot_of
from editor_app.structured.editing.checking import is_as_asked
from editor_app.structured.editing.documents import (
    NOWHERE,
    Document,
    EditRefused,
    new_mapping,
    new_sequence,
    new_text,
    new_word,
)
from editor_app.structured.editing.entries import (
    Step,
    add_entry,
    add_item,
    data_node,
    is_one_line,
    remove_entry,
    remove_item,
    replace_items,
    set_texts,
    set_value,
)
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.scalars import edit_scalar
from editor_app.structured.json_values import canonical
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    WrittenNode,
    mapping_node,
)
from editor_app.system_messages.arguments import checked_text, wrong
from editor_app.system_messages.edits.contents import BLOCK_ORDER, set_content_part
from editor_app.system_messages.edits.field_values import (
    BlockField,
    CheckedFieldValue,
    FieldValue,
    checked_value,
)
from editor_app.system_messages.edits.finding import BLOCK_LISTS, block_at, block_list_at, field_of, name_of
from editor_app.system_messages.edits.reparsing import current_document
from editor_app.system_messages.edits.values import AliasUndecided, BlockEdit, Through
from editor_app.system_messages.model.entities import BlockCondition, BlockPath, Syntax
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Edit, Sentence, Span, apply_edits, difference

_SCOPE_ORDER = ("applyTo", "modes", "tools", "files")
_MESSAGE_ORDER = ("id", "version", "role", "createdAt", "updatedAt", "priorityModel", "blocks")
_MOST_STEPS = 400
_SAID = Sentence("system_messages.says-that")


def set_field(
    source: str,
    syntax: Syntax,
    path: BlockPath,
    field: BlockField,
    value: FieldValue,
    *,
    through: Through = Through.ASK,
) -> BlockEdit:
    """Set a field of a block.

    Fields are id, type, priority and content, which are required, and format, literal, conditions,
    scope.applyTo, scope.modes, scope.tools and scope.files, which None and an empty list remove; a scope that
    would be left empty is removed too. Lists may be tuples; the entries of a scope are trimmed and kept once
    each. A field or value that no file can have raises TypeError or ValueError.
    """
    checked = checked_value(field, value)

    def step(document: Document) -> Step:
        block_list = block_list_at(document, path[:-1])
        block = block_at(block_list, path[-1])
        if isinstance(block, AliasNode):
            if through is Through.ASK:
                raise AliasUndecided
            if through is Through.DETACH:
                return _merging(block_list.listed[1], path[-1], block)
            block = block.target
        if not isinstance(block, MappingNode):
            raise EditRefused(Sentence("system_messages.not-a-block", name=name_of(block, path)))
        if field in {"format", "literal", "content"}:
            return set_content_part(document, block, path, field, checked, through)
        if field.startswith("scope."):
            return _scope_step(
                document,
                block,
                field,
                tuple(item for item in checked if isinstance(item, str))
                if isinstance(checked, tuple)
                else (),
                through,
            )
        return _field_step(document, block, field, checked, BLOCK_ORDER, through)

    if not path:
        return BlockEdit(refused=Sentence("system_messages.whole-message"))
    return stepped(source, syntax, path, step)


def set_content(
    source: str, syntax: Syntax, path: BlockPath, text: str, *, through: Through = Through.ASK
) -> BlockEdit:
    """Replace the text of a block's content; the new text may be empty."""
    return set_field(source, syntax, path, "content", text, through=through)


def edit_content(
    reading: SystemMessageReading, index: int, edit: Edit, *, through: Through = Through.ASK
) -> BlockEdit:
    """Return an edit of the content of the block at `index` as edits of the file.

    `edit` has offsets in the content's text. An index of no block raises ValueError.
    """
    if not 0 <= index < len(reading.blocks):
        raise ValueError(wrong("index", index, f"the place of one of the {len(reading.blocks)} blocks"))
    checked_text("edit.text", edit.text)
    block = reading.blocks[index]
    node = block.body.content_node
    if node is None or block.body.content is None:
        return BlockEdit(refused=Sentence("system_messages.content-not-text", name=block.name))
    length = len(node.value or "")
    if not 0 <= edit.span.start <= edit.span.end <= length:
        return BlockEdit(refused=Sentence("system_messages.shorter", name=block.name, count=length))
    span = node.span.shifted(block.start)
    inside = block.span.start <= span.start and span.end <= block.span.end
    if not inside or reading.source.startswith("*", span.start):
        old = node.value or ""
        text = old[: edit.span.start] + edit.text + old[edit.span.end :]
        return set_content(reading.source, reading.syntax, block.path, text, through=through)
    edits = edit_scalar(reading.source, node._replace(span=span), edit)
    if not edits and edit.span.of(node.value or "") != edit.text:
        return BlockEdit(refused=Sentence("system_messages.unwritable-here"))
    return BlockEdit(edits, block.path, unchanged="" if edits else _SAID)


def touch_updated(source: str, syntax: Syntax, now: datetime) -> BlockEdit:
    """Set `updatedAt` of the system message to `now`; a datetime without a time zone raises ValueError."""
    if now.utcoffset() is None:
        raise ValueError(wrong("now", now, "a datetime with a time zone, such as datetime.now(UTC)"))
    text = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def step(document: Document) -> Step:
        root = document.root
        if not isinstance(root, MappingNode):
            raise EditRefused(Sentence("system_messages.no-message"))
        return _field_step(document, root, "updatedAt", text, _MESSAGE_ORDER, Through.DETACH)

    return stepped(source, syntax, None, step)


def stepped(
    source: str, syntax: Syntax, path: BlockPath | None, step: Callable[[Document], Step]
) -> BlockEdit:
    """Repeat `step` until it has nothing more to do; each step's result is checked."""
    text = source
    try:
        for _ in range(_MOST_STEPS):
            document = current_document(text, syntax)
            edits, changes, more = step(document)
            if edits and not is_as_asked(document, edits, changes, BLOCK_LISTS):
                return BlockEdit(refused=UNSAFE)
            if text is source and not more:
                return BlockEdit(edits, path, unchanged="" if edits else _SAID)
            text = apply_edits(text, edits)
            if not more:
                break
        else:
            return BlockEdit(refused=Sentence("system_messages.too-many-changes", most=_MOST_STEPS))
    except EditRefused as refused:
        return BlockEdit(refused=refused.sentence)
    except AliasUndecided:
        return BlockEdit(path=path, aliased=True)
    whole = difference(source, text)
    return BlockEdit((whole,) if whole else (), path, unchanged="" if whole else _SAID)


def _field_step(
    document: Document,
    owner: MappingNode,
    field: str,
    value: CheckedFieldValue,
    order: tuple[str, ...],
    through: Through,
) -> Step:
    """Return the next step of setting a field of a mapping; an empty one when it is set."""
    new = _node(value)
    index = owner.place_of(field)
    if index is None:
        return _missing_field_step(document, owner, field, new, order)
    if new is None:
        if len(owner.written) < 2:
            raise EditRefused(Sentence("system_messages.only-field", field=field))
        return remove_entry(document, owner, index)
    key, old = owner.written[index]
    if _is_same(old, new):
        return Step()
    if isinstance(old, AliasNode) and through is Through.ASK:
        raise AliasUndecided
    holder: SequenceNode | MappingNode = owner
    slot = 2 * index + 1
    if isinstance(old, AliasNode) and through is Through.ANCHOR:
        old = old.target
        holder, slot = slot_of(document, old)
        key = holder.children[slot - 1]
    if isinstance(new, SequenceNode) and isinstance(old, SequenceNode) and old.items:
        return _list_step(document, key, old, new)
    return set_value(document, holder, slot, new)


def _missing_field_step(
    document: Document, owner: MappingNode, field: str, new: Node | None, order: tuple[str, ...]
) -> Step:
    values = (merged.written_value(field) for merged in merged_mappings(owner))
    inherited = next((value for value in values if value is not None), None)
    if new is None:
        if inherited is not None:
            raise EditRefused(Sentence("system_messages.field-merged", field=field))
        return Step()
    if inherited is not None and _is_same(inherited, new):
        return Step()
    return add_entry(document, owner, field, new, order)


def _scope_step(
    document: Document, block: MappingNode, field: str, values: tuple[str, ...], through: Through
) -> Step:
    name = field.removeprefix("scope.")
    index = block.place_of("scope")
    written = None if index is None else block.written[index][1]
    scope: WrittenNode | None = written
    if isinstance(scope, AliasNode) and through is Through.ANCHOR:
        scope = scope.target
    inherited = field_of(block, "scope") if scope is None else scope
    whole = None if inherited is None else resolved(inherited)
    entries = {}
    if isinstance(whole, MappingNode):
        entries = {key.text if isinstance(key, ScalarNode) else "": value for key, value in whole.written}
    now = entries.pop(name, None)
    if (now is None and not values) or (now is not None and _is_same(now, _node(values))):
        return Step()
    if isinstance(scope, AliasNode) and through is Through.ASK:
        raise AliasUndecided
    if not values and not entries:
        if index is None:
            raise EditRefused(Sentence("system_messages.field-merged", field="scope"))
        return remove_entry(document, block, index)
    if isinstance(scope, MappingNode) and scope.written:
        return _field_step(document, scope, name, values, _SCOPE_ORDER, through)
    if values:
        entries[name] = _node(values) or new_sequence(())
    new = new_mapping({key: entries[key] for key in sorted(entries, key=[*_SCOPE_ORDER, *entries].index)})
    if index is None:
        return add_entry(document, block, "scope", new, BLOCK_ORDER)
    return set_value(document, block, 2 * index + 1, new)


def _list_step(document: Document, key: WrittenNode, items: SequenceNode, new: SequenceNode) -> Step:
    """Return the next step of changing a list to `new`: all items on one line at once, else one item."""
    old, wanted = items.written, new.written
    first = 0
    while first < min(len(old), len(wanted)) and _is_same(old[first], wanted[first]):
        first += 1
    tail = 0
    most = min(len(old), len(wanted)) - first
    while tail < most and _is_same(old[-1 - tail], wanted[-1 - tail]):
        tail += 1
    if abs(len(old) - len(wanted)) > _MOST_STEPS and not is_one_line(document, items):
        raise EditRefused(Sentence("system_messages.too-many-changes", most=_MOST_STEPS))
    both = min(len(old), len(wanted)) - tail - first
    texts = [node for node in wanted[first : first + both] if _is_word(node)]
    if both > 1 and len(texts) == both and all(map(_is_word, old[first : first + both])):
        step = set_texts(document, items, first, texts)
        return step._replace(more=len(old) != len(wanted))
    if both == 0 and is_one_line(document, items):
        return replace_items(
            document, items, Span(first, len(old) - tail), wanted[first : len(wanted) - tail]
        )
    more = max(len(old), len(wanted)) - tail - first > 1
    if len(old) - tail == first:
        return add_item(document, key, items, first, wanted[first])._replace(more=more)
    if len(wanted) - tail == first:
        return remove_item(document, key, items, first)._replace(more=more)
    item, wanted_item = old[first], wanted[first]
    if isinstance(item, MappingNode) and isinstance(wanted_item, MappingNode):
        return _item_step(document, item, wanted_item)._replace(more=True)
    return set_value(document, items, first, wanted_item)._replace(more=more)


def _is_word(node: WrittenNode) -> TypeGuard[ScalarNode]:
    """Whether a node is a scalar of a single line."""
    return isinstance(node, ScalarNode) and not node.style.is_block and "\n" not in node.text


def _item_step(document: Document, item: MappingNode, wanted: MappingNode) -> Step:
    names = [name.value or "" for name, _ in wanted.entries]
    for name, (_, value) in zip(names, wanted.written, strict=True):
        at = item.place_of(name)
        if at is None:
            return add_entry(document, item, name, value, ("kind", "value"))
        if not _is_same(item.written[at][1], value):
            return set_value(document, item, 2 * at + 1, value)
    for at, (key, _) in enumerate(item.written):
        if not isinstance(key, ScalarNode) or key.text not in names:
            return remove_entry(document, item, at)
    raise EditRefused(UNSAFE)


def _merging(items: SequenceNode, index: int, alias: AliasNode) -> Step:
    """Replace a block that is an alias by a mapping that merges it (`<<`), which can have own fields."""
    merged = mapping_node(((ScalarNode("<<", "merge", NOWHERE), alias),), NOWHERE)
    changes = {id(items): (*items.written[:index], merged, *items.written[index + 1 :])}
    text = f"<<: *{alias.name}"
    edit = Edit(alias.span, f"{{{text}}}" if items.flow else text)
    return Step((edit,), changes, more=True)


def _is_same(old: WrittenNode | None, new: WrittenNode | None) -> bool:
    if old is None or new is None:
        return old is new
    old, new = resolved(old), resolved(new)
    if isinstance(new, ScalarNode) and new.style:
        return isinstance(old, ScalarNode) and old.text == new.text and not (old.is_null and new.text)
    if type(old) is not type(new):
        return False
    if isinstance(new, SequenceNode) and isinstance(old, SequenceNode):
        return len(old.items) == len(new.items) and all(map(_is_same, old.items, new.items))
    return canonical(old) == canonical(new)


def _node(value: CheckedFieldValue) -> Node | None:
    """Return a field's value as a node to be written; None where the field is removed."""
    if value is None or value == ():
        return None
    if isinstance(value, bool):
        return new_word("true" if value else "false")
    if isinstance(value, int):
        return new_word(str(value))
    if isinstance(value, tuple):
        return new_sequence(tuple(map(_item, value)))
    return new_text(value)


def _item(item: str | BlockCondition) -> Node:
    if isinstance(item, str):
        return new_text(item)
    return new_mapping({"kind": new_text(item.kind), "value": data_node(json.loads(item.value))})
