"""Writing a situation into a situations file, touching nothing else in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from editor_app.structured import MappingNode, Node, ScalarNode, SequenceNode, read_yaml, spell, spell_key
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.records import ListFile, NewItem, append_item, closed
from editor_app.structured.editing.repairs import (
    add_entry,
    flow_mapping,
    remove_entry,
    remove_item,
    set_flow_value,
)
from editor_app.system_messages.block_reading import CONDITION_KEYS
from editor_app.system_messages.situations import OPEN, ConditionKey, NamedSituation, Situation
from editor_app.system_messages.situations_file import (
    FILE_KEYS,
    FORMAT,
    SITUATION_KEYS,
    is_newer,
    read_situations,
)
from editor_app.text import Edit, Span, apply_edits, difference

_STEP = 2
_FILE = ListFile("situations", FILE_KEYS, FORMAT)
_WITHOUT_DOT = re.compile(r"-?\d+(?=e)")


def situation_edits(source: str, situation: NamedSituation) -> tuple[Edit, ...]:
    """Return the edits that write a situation: a new one at the end, or in the place of the one of that name.

    What stays as it is keeps its spelling. A file that can't be read, or that a newer Foreword wrote, gives
    no edits; nor does one in which the situation can't be written safely.
    """
    node, problems = read_yaml(source)
    if (node is None and problems) or is_newer(node):
        return ()
    listed = node.get("situations") if isinstance(node, MappingNode) else None
    place = _place_of(listed, situation.name)
    if place is None:
        item = NewItem(partial(_item, situation), partial(_item_in_braces, situation))
        edits = append_item(source, node, _FILE, item)
    else:
        edits = _replaced(source, situation)
    return edits if _says(source, edits, situation) else ()


def remove_situation_edits(source: str, name: str) -> tuple[Edit, ...]:
    """Return the edits that take a situation out of the file."""
    node, _problems = read_yaml(source)
    listed = node.get("situations") if isinstance(node, MappingNode) and not is_newer(node) else None
    place = _place_of(listed, name)
    if place is None:
        return ()
    assert isinstance(listed, SequenceNode)
    if _has_anchor(listed.items[place]):
        return ()
    return remove_item(source.replace("&", "+"), listed, place)  # what looks like an anchor is text


def _has_anchor(node: Node) -> bool:
    if node.anchor is not None:
        return True
    if isinstance(node, MappingNode):
        return any(_has_anchor(part) for entry in node.entries for part in entry)
    return isinstance(node, SequenceNode) and any(map(_has_anchor, node.items))


def _place_of(listed: Node | None, name: str) -> int | None:
    for index, item in enumerate(listed.items if isinstance(listed, SequenceNode) else ()):
        written = item.get("name") if isinstance(item, MappingNode) else None
        if isinstance(written, ScalarNode) and written.value == name:
            return index
    return None


def _says(source: str, edits: tuple[Edit, ...], wanted: NamedSituation) -> bool:
    """Whether the edited file has the situation as it is wanted."""
    after, _problems = read_situations(apply_edits(source, edits))
    found = next((one.situation for one in after if one.name == wanted.name), None)
    return found is not None and all(_part(found, key) == _part(wanted.situation, key) for key in _PARTS)


_PARTS = SITUATION_KEYS[1:]


def _part(situation: Situation, key: str) -> object:
    value = getattr(situation, key)
    return dict(value) if key == "values" else value


def _replaced(source: str, wanted: NamedSituation) -> tuple[Edit, ...]:
    """Change the entries that differ, one after the other."""
    text = source
    now = next((one.situation for one in read_situations(source)[0] if one.name == wanted.name), None)
    for key in _PARTS:
        node, _problems = read_yaml(text)
        listed = node.get("situations") if isinstance(node, MappingNode) else None
        place = _place_of(listed, wanted.name)
        if place is None or not isinstance(listed, SequenceNode):
            return ()
        item = listed.items[place]
        if not isinstance(item, MappingNode):
            return ()
        if now is None or _part(now, key) != _part(wanted.situation, key):
            text = apply_edits(text, closed(text, _changed(text, item, key, wanted.situation)))
    edit = difference(source, text)
    return () if edit is None else (edit,)


def _changed(source: str, item: MappingNode, key: str, wanted: Situation) -> list[Edit]:
    column = column_of(source, item.entries[0][0].span.start)
    written = dict(_fields(wanted, column, in_braces=item.flow)).get(key)
    index = next((at for at, (name, _) in enumerate(item.entries) if name.value == key), None)
    if index is None:
        if written is None:
            return []
        edit = add_entry(source, item, key, written, SITUATION_KEYS)
        return [Edit(edit.span, edit.text.replace(f"{key}: \n", f"{key}:\n", 1))]
    if written is None:
        return list(remove_entry(source, item, index))
    return [_rewritten(source, item, index, written)]


def _rewritten(source: str, item: MappingNode, index: int, written: str) -> Edit:
    key, node = item.entries[index]
    if item.flow or (isinstance(node, ScalarNode) and node.span.length and not node.style.is_block):
        return set_flow_value(source, key, node, written)
    colon = source.find(":", key.span.end)
    blank = "" if written.startswith("\n") else " "
    return Edit(Span(colon + 1, max(node.span.end, colon + 1)), f"{blank}{written}")


def _item(situation: NamedSituation, column: int) -> str:
    """Write a situation as an item of a list whose dash stands in `column`."""
    inner = column + _STEP
    lines = [f"- name: {spell(situation.name, flow=True)}"]
    for key, written in _fields(situation.situation, inner, in_braces=False):
        blank = "" if written.startswith("\n") else " "
        lines.append(f"{key}:{blank}{written}")
    return ("\n" + " " * inner).join(lines)


def _item_in_braces(situation: NamedSituation) -> str:
    name = ("name", spell(situation.name, flow=True))
    return flow_mapping([name, *_fields(situation.situation, 0, in_braces=True)])


def _fields(situation: Situation, column: int, *, in_braces: bool) -> Iterator[tuple[str, str]]:
    """Yield what is given, as it is written behind the keys, which stand in `column`."""
    if situation.file is not OPEN:
        yield "file", spell(situation.file, flow=True)
    if situation.mode is not OPEN:
        yield "mode", spell(situation.mode, flow=True)
    if situation.tools is not OPEN:
        yield "tools", f"[{', '.join(spell(tool, flow=True) for tool in situation.tools)}]"
    if situation.holds:
        yield "holds", _conditions(situation.holds)
    if situation.fails:
        yield "fails", _conditions(situation.fails)
    if situation.values:
        pairs = [(spell(name, flow=True), value) for name, value in situation.values.items()]
        if in_braces:
            yield (
                "values",
                flow_mapping(
                    [(spell_key(name), spell(value, flow=True)) for name, value in situation.values.items()]
                ),
            )
        else:
            indent = "\n" + " " * (column + _STEP)
            yield (
                "values",
                "".join(f"{indent}{name}: {spell(value, column + _STEP)}" for name, value in pairs),
            )


def _conditions(keys: frozenset[ConditionKey]) -> str:
    return f"[{', '.join(map(_condition, sorted(keys, key=lambda key: (key.kind, key.value or ''))))}]"


def _condition(key: ConditionKey) -> str:
    if key.value is None:
        return spell(key.kind, flow=True)
    if key.kind in CONDITION_KEYS:  # `{kind: x}` says which kind, and not what the value of ‘kind’ is
        return flow_mapping([("kind", key.kind), ("value", _flow(key.value))])
    return f"{{{spell_key(key.kind)}: {_flow(key.value)}}}"


def _flow(value: str) -> str:
    """Write a JSON text as YAML in brackets."""
    import json

    try:
        read = json.loads(value)
    except ValueError:
        return spell(value, flow=True)
    return _flow_value(read)


def _flow_value(value: object) -> str:
    if isinstance(value, str):
        return spell(value, flow=True)
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{spell_key(key)}: {_flow_value(inner)}" for key, inner in value.items()) + "}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_flow_value, value))}]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return _WITHOUT_DOT.sub(lambda match: f"{match.group()}.0", repr(value))
