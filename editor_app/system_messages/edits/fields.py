"""Changing a block's fields, and the message's own, as edits of the text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from editor_app.system_messages.canonical import canonical
from editor_app.system_messages.edits.arguments import (
    Checked,
    FieldValue,
    checked_field,
    checked_message_field,
    checked_moment,
    checked_path,
    checked_source,
    checked_through,
)
from editor_app.system_messages.edits.checking import is_as_asked
from editor_app.system_messages.edits.contents import set_content_part
from editor_app.system_messages.edits.entries import (
    Step,
    add_entry,
    add_item,
    data_part,
    is_one_line,
    node_of,
    remove_entry,
    remove_item,
    replace_items,
    resolved,
    set_items,
    set_value,
)
from editor_app.system_messages.edits.finding import block_at, field_of, home_at, merged_maps, name_of
from editor_app.system_messages.edits.lines import UNSAFE
from editor_app.system_messages.edits.parts import (
    Form,
    Part,
    Written,
    list_part,
    map_part,
    text_part,
)
from editor_app.system_messages.edits.reparsing import current_parts
from editor_app.system_messages.edits.values import Asked, BlockEdit, Refused, Through
from editor_app.system_messages.entities import BlockCondition, BlockPath, Syntax
from editor_app.text import Edit, Span, apply_edits, difference

_BLOCK_ORDER = ("id", "type", "priority", "scope", "conditions", "content", "children")
_SCOPE_ORDER = ("applyTo", "modes", "tools", "files")
_MESSAGE_ORDER = ("id", "version", "role", "createdAt", "updatedAt", "priorityModel", "blocks")
_MOST_STEPS = 400
_SAID = "It says that already."
_TOO_MANY = f"This takes more than {_MOST_STEPS} changes; make it in the text."
_MERGED = "‘{field}’ comes in by ‘<<’, so it can’t be left out here; give it a value of its own."


def set_field(
    source: str,
    syntax: Syntax,
    path: BlockPath,
    field: str,
    value: FieldValue,
    *,
    through: Through = Through.ASK,
) -> BlockEdit:
    """Give a field of a block a value.

    Fields are id, type, priority and content, which have to be there, and format, literal, conditions and
    scope.applyTo, .modes, .tools and .files, which None and an empty list remove, with a scope that would be
    left empty. Lists may be tuples; the entries of a scope are trimmed and kept once each. A field or value
    that no file can have raises TypeError or ValueError.
    """
    path, through = checked_path("path", path), checked_through(through)
    field, checked = checked_field(field, value)

    def step(written: Written) -> Step:
        home = home_at(written, path[:-1])
        block = block_at(home, path[-1])
        if block.form is Form.ALIAS:
            if through is Through.ASK:
                raise Asked
            assert home.items is not None
            assert block.target is not None
            if through is Through.DETACH:
                return _merging(home.items, path[-1])
            block = block.target
        if block.form is not Form.MAP:
            raise Refused(f"‘{name_of(block, path)}’ is no block; mend it in the text first.")
        if field in {"format", "literal", "content"}:
            return set_content_part(written, block, path, field, checked, through)
        if field.startswith("scope."):
            return _scope_step(written, block, field, _texts(checked), through)
        return _field_step(written, block, field, checked, _BLOCK_ORDER, through)

    if not path:
        return BlockEdit(refused="The message itself is no block.")
    return stepped(source, syntax, path, step)


def set_content(
    source: str, syntax: Syntax, path: BlockPath, text: str, *, through: Through = Through.ASK
) -> BlockEdit:
    """Give a block's content a whole new text, which may be empty."""
    return set_field(source, syntax, path, "content", text, through=through)


def set_message_field(
    source: str,
    syntax: Syntax,
    field: str,
    value: str | tuple[str, ...] | list[str] | None,
    *,
    through: Through = Through.ASK,
) -> BlockEdit:
    """Give a field of the message a value: id, version, createdAt, updatedAt, or priorityModel.

    Only priorityModel can be removed, by None or an empty list. A field or value that no file can have raises
    TypeError or ValueError.
    """
    through = checked_through(through)
    field, checked = checked_message_field(field, value)

    def step(written: Written) -> Step:
        root = written.root
        if root is None or root.form is not Form.MAP:
            raise Refused("There is no message in this file.")
        return _field_step(written, root, field, checked, _MESSAGE_ORDER, through)

    return stepped(source, syntax, None, step)


def touch_updated(source: str, syntax: Syntax, now: datetime) -> BlockEdit:
    """Say that the message was changed now; a moment without a time zone raises ValueError."""
    text = checked_moment(now).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return set_message_field(source, syntax, "updatedAt", text, through=Through.DETACH)


def stepped(
    source: str, syntax: Syntax, path: BlockPath | None, step: Callable[[Written], Step]
) -> BlockEdit:
    """Make steps until there is nothing left to do, each held to what it is to do."""
    source, syntax = checked_source(source, syntax)
    text = source
    try:
        for _ in range(_MOST_STEPS):
            written = current_parts(text, syntax)
            edits, changes, more = step(written)
            if edits and not is_as_asked(written, edits, changes):
                return BlockEdit(refused=UNSAFE)
            if text is source and not more:
                return BlockEdit(edits, path, unchanged="" if edits else _SAID)
            text = apply_edits(text, edits)
            if not more:
                break
        else:
            return BlockEdit(refused=_TOO_MANY)
    except Refused as refused:
        return BlockEdit(refused=str(refused))
    except Asked:
        return BlockEdit(path=path, aliased=True)
    whole = difference(source, text)
    return BlockEdit((whole,) if whole else (), path, unchanged="" if whole else _SAID)


def _field_step(
    written: Written, owner: Part, field: str, value: Checked, order: tuple[str, ...], through: Through
) -> Step:
    """Bring one field of a map a step nearer to a value."""
    new = _part(value)
    index = owner.place_of(field)
    inherited = next((merged for merged in merged_maps(owner) if merged.get(field) is not None), None)
    if new is None:
        if index is None and inherited is not None:
            raise Refused(_MERGED.format(field=field))
        if index is None:
            return Step()
        if len(owner.items) < 4:
            raise Refused(f"‘{field}’ is all that stands there; delete the whole in the text.")
        return remove_entry(written, owner, 2 * index + 1)
    if index is None:
        if inherited is not None and _is_same(inherited.get(field), new):
            return Step()
        return add_entry(written, owner, field, new, order)
    slot = 2 * index + 1
    old = owner.items[slot]
    if _is_same(old, new):
        return Step()
    if old.form is Form.ALIAS and through is Through.ASK:
        raise Asked
    if old.form is Form.ALIAS and through is Through.ANCHOR:
        assert old.target is not None
        owner, slot = slot_of(written, old.target)
        old = old.target
    if new.form is Form.LIST and old.form is Form.LIST and old.items:
        return _list_step(written, owner.items[slot - 1], old, new)
    return set_value(written, owner, slot, new)


def _scope_step(written: Written, block: Part, field: str, values: tuple[str, ...], through: Through) -> Step:
    name = field.removeprefix("scope.")
    index = block.place_of("scope")
    scope = None if index is None else block.items[2 * index + 1]
    if scope is not None and scope.form is Form.ALIAS and through is Through.ANCHOR:
        scope = scope.target
    whole = field_of(block, "scope") if index is None or scope is None else scope
    now = _target(whole, name)
    if now is not None and _is_same(now, _part(values)):
        return Step()
    if now is None and not values:
        return Step()
    if scope is not None and scope.form is Form.ALIAS and through is Through.ASK:
        raise Asked
    others = _rest_of(whole, name)
    if not values and not others:
        if index is None:
            raise Refused(_MERGED.format(field="scope"))
        return remove_entry(written, block, 2 * index + 1)
    if scope is not None and scope.form is Form.MAP and scope.items:
        return _field_step(written, scope, name, values, _SCOPE_ORDER, through)
    entries = {**others, **({name: _part(values) or list_part(())} if values else {})}
    new = map_part({key: entries[key] for key in sorted(entries, key=_scope_place)})
    if index is None:
        return add_entry(written, block, "scope", new, _BLOCK_ORDER)
    return set_value(written, block, 2 * index + 1, new)


def _scope_place(name: str) -> int:
    return _SCOPE_ORDER.index(name) if name in _SCOPE_ORDER else len(_SCOPE_ORDER)


def _target(scope: Part | None, name: str) -> Part | None:
    whole = None if scope is None else resolved(scope)
    return whole.get(name) if whole is not None and whole.form is Form.MAP else None


def _rest_of(scope: Part | None, name: str) -> dict[str, Part]:
    whole = None if scope is None else resolved(scope)
    if whole is None or whole.form is not Form.MAP:
        return {}
    return {key.value: value for key, value in whole.pairs() if key.value != name}


def _list_step(written: Written, key: Part, items: Part, new: Part) -> Step:
    """Make the items right that are not: at once where they stand on one line, else the first of them."""
    old = items.items
    first = 0
    while first < min(len(old), len(new.items)) and _is_same(old[first], new.items[first]):
        first += 1
    tail = 0
    most = min(len(old), len(new.items)) - first
    while tail < most and _is_same(old[-1 - tail], new.items[-1 - tail]):
        tail += 1
    if abs(len(old) - len(new.items)) > _MOST_STEPS and not is_one_line(written, items):
        raise Refused(_TOO_MANY)
    both = min(len(old), len(new.items)) - tail - first
    if both > 1 and all(map(_is_word, old[first : first + both] + new.items[first : first + both])):
        step = set_items(written, items, first, new.items[first : first + both])
        return step._replace(more=len(old) != len(new.items))
    if both == 0 and is_one_line(written, items):
        return replace_items(
            written, items, Span(first, len(old) - tail), new.items[first : len(new.items) - tail]
        )
    more = max(len(old), len(new.items)) - tail - first > 1
    if len(old) - tail == first:
        return add_item(written, key, items, first, new.items[first])._replace(more=more)
    if len(new.items) - tail == first:
        return remove_item(written, key, items, first)._replace(more=more)
    item, wanted = old[first], new.items[first]
    if item.form is Form.MAP and wanted.form is Form.MAP:
        return _item_step(written, item, wanted)._replace(more=True)
    return set_value(written, items, first, wanted)._replace(more=more)


def _is_word(part: Part) -> bool:
    """Whether a part is a text that needs no lines of its own."""
    return part.form is Form.SCALAR and part.style not in {"|", ">"} and "\n" not in part.value


def _item_step(written: Written, item: Part, wanted: Part) -> Step:
    for name, value in wanted.pairs():
        at = item.place_of(name.value)
        if at is None:
            return add_entry(written, item, name.value, value, ("kind", "value"))
        if not _is_same(item.items[2 * at + 1], value):
            return set_value(written, item, 2 * at + 1, value)
    for at, (key, _) in enumerate(item.pairs()):
        if wanted.place_of(key.value) is None:
            return remove_entry(written, item, 2 * at + 1)
    raise Refused(UNSAFE)


def _merging(items: Part, index: int) -> Step:
    """Write a block that repeats an anchor as one that merges it, so that it can have fields of its own."""
    alias = items.items[index]
    merged = Part(Form.MAP, items=(Part(Form.SCALAR, value="<<"), alias))
    changes = {id(items): (*items.items[:index], merged, *items.items[index + 1 :])}
    text = f"<<: *{alias.value}"
    edit = Edit(Span(alias.start, alias.end), f"{{{text}}}" if items.flow else text)
    return Step((edit,), changes, more=True)


def slot_of(written: Written, part: Part) -> tuple[Part, int]:
    """Return the list or map a part stands in, and where in it."""
    stack = [written.root] if written.root is not None else []
    while stack:
        owner = stack.pop()
        for slot, item in enumerate(owner.items):
            if item is part:
                return owner, slot
            if item.start <= part.start <= item.end:
                stack.append(item)
    raise Refused(UNSAFE)


def _is_same(old: Part | None, new: Part | None) -> bool:
    if old is None or new is None:
        return old is new
    old, new = resolved(old), resolved(new)
    if new.form is Form.SCALAR and new.style:
        return old.form is Form.SCALAR and old.value == new.value and not (old.is_null and new.value)
    if old.form is not new.form:
        return False
    if new.form is Form.LIST:
        return len(old.items) == len(new.items) and all(
            _is_same(one, other) for one, other in zip(old.items, new.items, strict=True)
        )
    return canonical(node_of(old)) == canonical(node_of(new))


def _part(value: Checked) -> Part | None:
    """Return a field's value as a part that is yet to be written; None where the field goes."""
    if value is None or value == ():
        return None
    if isinstance(value, bool):
        return Part(Form.SCALAR, value="true" if value else "false")
    if isinstance(value, int):
        return Part(Form.SCALAR, value=str(value))
    if isinstance(value, tuple):
        return list_part(tuple(map(_item, value)))
    return text_part(value)


def _item(item: str | BlockCondition) -> Part:
    if isinstance(item, str):
        return text_part(item)
    return map_part({"kind": text_part(item.kind), "value": data_part(item.value)})


def _texts(value: Checked) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()
