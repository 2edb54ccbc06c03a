"""Edits that write a situation into a situations file, and keep everything else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from editor_app.structured.editing.brackets import FlowStyle
from editor_app.structured.editing.documents import new_text
from editor_app.structured.editing.entries import data_node, in_line
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.records import (
    Record,
    add_field,
    add_records,
    applied,
    closed,
    find_record,
    is_newer,
    remove_record,
    replace_field,
    texts_written,
)
from editor_app.structured.editing.repairs import flow_mapping, remove_entry, set_flow_value
from editor_app.structured.nodes import MappingNode, ScalarNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell, spell_key
from editor_app.system_messages.reading.block_reading import CONDITION
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, NamedSituation, Situation
from editor_app.system_messages.situations.situations_file import RECORDS, read_situations
from editor_app.text import Edit, apply_edits, difference


def situation_edits(source: str, situation: NamedSituation) -> tuple[Edit, ...]:
    """Return the edits that add a situation at the end, or change the one of that name.

    Fields that do not change keep their spelling. There are no edits for a file that can't be read, that a
    newer Foreword wrote, or in which the situation can't be written safely.
    """
    node, problems = read_yaml(source)
    if (node is None and problems) or is_newer(node):
        return ()
    if find_record(node, RECORDS, situation.name) is None:
        record = Record(situation.name, partial(parts_written, situation.situation))
        edits = add_records(source, node, RECORDS, (record,))
    else:
        edits = _replaced(source, situation)
    after, _problems = read_situations(applied(source, edits) or "")
    situation_after = next((named.situation for named in after if named.name == situation.name), None)
    if situation_after is None:
        return ()
    is_written = all(_part(situation_after, key) == _part(situation.situation, key) for key in _PARTS)
    return edits if is_written else ()


def remove_situation_edits(source: str, name: str) -> tuple[Edit, ...]:
    """Return the edits that remove a situation from the file."""
    return remove_record(source, RECORDS, name)


_PARTS = RECORDS.record_keys[1:]


def _part(situation: Situation, key: str) -> object:
    value = getattr(situation, key)
    return dict(value) if key == "values" else value


def _replaced(source: str, wanted: NamedSituation) -> tuple[Edit, ...]:
    """Return the edits that change those entries of a saved situation that differ."""
    text = source
    now = next((named.situation for named in read_situations(source)[0] if named.name == wanted.name), None)
    for key in _PARTS:
        node, _problems = read_yaml(text)
        place = find_record(node, RECORDS, wanted.name)
        item = None if place is None else place[0].items[place[1]]
        if not isinstance(item, MappingNode):
            return ()
        if now is None or _part(now, key) != _part(wanted.situation, key):
            text = apply_edits(text, closed(text, _changed(text, item, key, wanted.situation)))
    edit = difference(source, text)
    return () if edit is None else (edit,)


def _changed(source: str, item: MappingNode, key: str, wanted: Situation) -> list[Edit]:
    column = None if item.flow else column_of(source, item.entries[0][0].span.start)
    written = dict(parts_written(wanted, column)).get(key)
    index = next((at for at, (name, _) in enumerate(item.entries) if name.value == key), None)
    if index is None:
        return [] if written is None else [add_field(source, item, RECORDS, key, written)]
    if written is None:
        return list(remove_entry(source, item, index))
    name, node = item.entries[index]
    if item.flow or (isinstance(node, ScalarNode) and node.span.length and not node.style.is_block):
        return [set_flow_value(source, name, node, written)]
    return [replace_field(source, name, node, written)]


def parts_written(situation: Situation, column: int | None) -> Iterator[tuple[str, str]]:
    """Yield keys and texts of the parts that are not open, for keys in `column`, or in braces for None."""
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
        yield "values", texts_written(situation.values, column)


def _conditions(keys: frozenset[ConditionKey]) -> str:
    return f"[{', '.join(map(_condition, sorted(keys, key=lambda key: (key.kind, key.value or ''))))}]"


def _condition(key: ConditionKey) -> str:
    if key.value is None:
        return spell(key.kind, flow=True)
    if key.kind in CONDITION.keys:  # `{kind: x}` would be read as a condition of kind x
        return flow_mapping([("kind", key.kind), ("value", _flow(key.value))])
    return f"{{{spell_key(key.kind)}: {_flow(key.value)}}}"


def _flow(value: str) -> str:
    """Write a JSON text as YAML in brackets."""
    import json

    try:
        node = data_node(json.loads(value))
    except ValueError:
        node = new_text(value)
    return in_line(node, FlowStyle(None))
