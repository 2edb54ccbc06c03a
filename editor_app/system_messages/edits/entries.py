"""Entries of maps: their values changed, written and removed, in lines and in brackets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from editor_app.structured import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    spell,
    spell_key,
    write_scalar,
)
from editor_app.structured.edits import column_of, line_end
from editor_app.structured.spelling import quoted_twice, resolves_to
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.brackets import FlowStyle
from editor_app.system_messages.edits.finding import merged_maps
from editor_app.system_messages.edits.lines import UNSAFE
from editor_app.system_messages.edits.parts import Form, Part, Written
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import Syntax
from editor_app.text import Edit, Span

_MOST_PARTS = 20_000
_TAGS = ("null", "bool", "int", "float", "timestamp", "merge", "value")


class Step(NamedTuple):
    """Edits, and what lists and maps hold after them, by the id of their part. `more` has to follow."""

    edits: tuple[Edit, ...] = ()
    changes: dict[int, tuple[Part, ...]] = {}  # noqa: RUF012  nobody changes it
    more: bool = False


def set_value(written: Written, owner: Part, slot: int, value: Part) -> Step:
    """Put a value in the place of the one in an owner's slot."""
    source, old = written.source, owner.items[slot]
    changes = {id(owner): (*owner.items[:slot], value, *owner.items[slot + 1 :])}
    if value.form is Form.SCALAR and value.style and old.form in {Form.SCALAR, Form.ALIAS}:
        node = scalar_node(old if old.form is Form.SCALAR else _standing_in(old), flow=owner.flow)
        if node.tag not in {"str", "null"} and resolves_to(value.value, node.tag):
            changes[id(owner)] = (*owner.items[:slot], value._replace(style=""), *owner.items[slot + 1 :])
        return Step(write_scalar(source, node, value.value), changes)
    flow = owner.flow or value.form is Form.SCALAR
    if old.form is Form.SCALAR and old.style not in {"|", ">"} and flow and "\n" not in _text(source, old):
        start = old.start + len(f"&{old.anchor} " if old.anchor else "")
        lead = "" if source[start - 1 : start] in {"", " ", "\n", "\t", "["} else " "
        return Step(
            (Edit(Span(start, old.end), lead + in_line(value, flow_style_at(written, owner))),), changes
        )
    if lines.has_comment(source, old.start, old.end, old):
        raise Refused("It has comments, which would be lost; change it in the text.")
    if owner.flow:
        return Step((Edit(Span(old.start, old.end), in_line(value, flow_style_at(written, owner))),), changes)
    if owner.form is not Form.MAP:
        return Step((Edit(Span(old.start, old.end), in_line(value, FlowStyle(None))),), changes)
    key = owner.items[slot - 1]
    colon = source.index(":", key.end) + 1
    if "#" in source[colon : old.start]:
        raise Refused("It has comments, which would be lost; change it in the text.")
    return Step((Edit(Span(colon, old.end), behind_colon(value, column_of(source, key.start))),), changes)


def _text(source: str, part: Part) -> str:
    return source[part.start : part.end]


def _standing_in(alias: Part) -> Part:
    target = alias.target
    style = target.style if target is not None and not target.items else ""
    value = target.value if target is not None else ""
    return Part(Form.SCALAR, alias.start, alias.end, value=value, style=style)


def add_entry(written: Written, owner: Part, key: str, value: Part, order: Sequence[str]) -> Step:
    """Write a new entry behind those that `order` puts before it."""
    source = written.source
    places = {name: place for place, name in enumerate(order)}
    own = places.get(key, len(order))
    names = [name.value for name in owner.items[::2]]
    before = [at for at, name in enumerate(names) if name == "<<" or places.get(name, own) < own]
    index = before[-1] + 1 if before else 0
    new = (Part(Form.SCALAR, value=key, style='"'), value)
    changes = {id(owner): (*owner.items[: 2 * index], *new, *owner.items[2 * index :])}
    if owner.flow:
        flow_style = flow_style_at(written, owner)
        lifted = brackets.FlowSnippet(flow_style.key(key) + in_line(value, flow_style))
        return Step(brackets.insertion(source, owner, index, lifted, flow_style), changes)
    if not owner.items:
        raise Refused(UNSAFE)
    column = column_of(source, owner.items[0].start)
    text = f"{key}:{behind_colon(value, column)}"
    if not index:
        at = owner.items[0].start
        return Step((Edit(Span(at, at), f"{text}\n{' ' * column}"),), changes)
    before_it = owner.items[2 * index - 1]
    at = line_end(source, max(before_it.end, owner.items[2 * index - 2].end))
    edit = lines.lines_behind(source, at, " " * column + text, keeps=False)
    return Step((*lines.ended(source, before_it), edit), changes)


def remove_entry(written: Written, owner: Part, slot: int) -> Step:
    """Remove the entry whose value is in a slot, with its lines; another one has to be left."""
    source = written.source
    key, value = owner.items[slot - 1], owner.items[slot]
    changes = {id(owner): (*owner.items[: slot - 1], *owner.items[slot + 1 :])}
    if owner.flow:
        return Step(brackets.removal(source, owner, slot // 2), changes)
    end = line_end(source, max(key.end, value.end))
    if not lines.begins_line(source, key.start):
        if slot + 1 == len(owner.items) or "#" in source[end : owner.items[slot + 1].start]:
            raise Refused(UNSAFE)
        return Step((Edit(Span(key.start, owner.items[slot + 1].start), ""),), changes)
    start, end = lines.line_start(source, key.start), min(end + 1, len(source))
    if slot > 1 and lines.keeps_blanks(source, owner.items[slot - 2]):
        end = lines.blank_end(source, end)
    return Step((Edit(Span(start, end), ""),), changes)


def add_item(written: Written, key: Part, items: Part, index: int, item: Part) -> Step:
    """Write a new item into a list that has some."""
    source = written.source
    changes = {id(items): (*items.items[:index], item, *items.items[index:])}
    if items.flow:
        flow_style = flow_style_at(written, items)
        lifted = brackets.FlowSnippet(in_line(item, flow_style))
        return Step(brackets.insertion(source, items, index, lifted, flow_style), changes)
    column = column_of(source, lines.extent_of(source, key, items, 0).dash)
    in_braces = any(other.flow for other in items.items)
    text = f"- {in_line(item, FlowStyle(None)) if in_braces else _below_dash(item, column)}"
    edit = lines.insertion(source, key, items, index, " " * column + text, keeps=False)
    return Step((*lines.ended(source, items), edit) if index == len(items.items) else (edit,), changes)


def remove_item(written: Written, key: Part, items: Part, index: int) -> Step:
    """Remove an item of a list that has others."""
    source = written.source
    changes = {id(items): (*items.items[:index], *items.items[index + 1 :])}
    if items.flow:
        return Step(brackets.removal(source, items, index), changes)
    return Step((lines.removal(source, key, items, index),), changes)


def set_items(written: Written, items: Part, first: int, values: Sequence[Part]) -> Step:
    """Put texts in the places of as many items from `first` on; those that say the same stay as they are."""
    now = [*items.items]
    edits: list[Edit] = []
    for at, value in enumerate(values, start=first):
        if now[at].value != value.value or (now[at].is_null and value.value):
            step = set_value(written, items, at, value)
            edits += step.edits
            now[at] = step.changes[id(items)][at]
    return Step(tuple(edits), {id(items): tuple(now)})


def is_one_line(written: Written, items: Part) -> bool:
    """Whether a list stands in brackets on one line."""
    return items.flow and "\n" not in _text(written.source, items)


def replace_items(written: Written, items: Part, gone: Span, new: tuple[Part, ...]) -> Step:
    """Write new items into a list on one line, or take some out of it; others have to be left."""
    old, source = items.items, written.source
    changes = {id(items): (*old[: gone.start], *new, *old[gone.end :])}
    if new:
        flow_style = flow_style_at(written, items)
        lifted = brackets.FlowSnippet(flow_style.comma.join(in_line(item, flow_style) for item in new))
        return Step(brackets.insertion(source, items, gone.start, lifted, flow_style), changes)
    if gone.end < len(old):
        span = Span(old[gone.start].start, old[gone.end].start)
    else:
        span = Span(old[gone.start - 1].end, old[-1].end)
    return Step((Edit(span, ""),), changes)


def flow_style_at(written: Written, owner: Part) -> FlowStyle:
    """Return how brackets are written in an owner, its new ones on one line unless the file is of lines."""
    return brackets.flow_style_of(written, owner)


def in_line(value: Part, flow_style: FlowStyle) -> str:
    """Write a value in brackets, or as one line."""
    if value.form is Form.MAP:
        parts = [
            flow_style.key(_key(key.value, flow_style)) + in_line(inner, flow_style)
            for key, inner in value.pairs()
        ]
        return flow_style.written("{", parts, "}") if parts else "{}"
    if value.form is Form.LIST:
        parts = [in_line(item, flow_style) for item in value.items]
        return flow_style.written("[", parts, "]") if parts else "[]"
    if not value.style:
        return value.value
    return quoted_twice(value.value) if flow_style.quotes else spell(value.value, flow=True)


def _key(name: str, flow_style: FlowStyle) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1] if flow_style.quotes else spell_key(name)


def behind_colon(value: Part, column: int) -> str:
    """Write a value behind the colon of a key in `column`, over lines where it has them."""
    if value.form is Form.SCALAR:
        return f" {spell(value.value, column) if value.style else value.value}"
    if value.form is Form.LIST and value.items and any(item.items for item in value.items):
        blanks = "\n" + " " * (column + 2)
        return "".join(f"{blanks}- {_below_dash(item, column + 2)}" for item in value.items)
    if value.form is Form.MAP and value.items:
        blanks = "\n" + " " * (column + 2)
        return "".join(
            f"{blanks}{spell(key.value, flow=True)}:{behind_colon(inner, column + 2)}"
            for key, inner in value.pairs()
        )
    return f" {in_line(value, FlowStyle(None))}"


def _below_dash(item: Part, column: int) -> str:
    if item.form is not Form.MAP or not item.items:
        return in_line(item, FlowStyle(None))
    blanks = "\n" + " " * (column + 2)
    return blanks.join(
        f"{spell(key.value, flow=True)}: {in_line(inner, FlowStyle(None))}" for key, inner in item.pairs()
    )


def scalar_node(part: Part, *, flow: bool) -> ScalarNode:
    """Return a scalar as the readers do."""
    tag = _tag(part)
    value = None if tag == "null" else part.value
    return ScalarNode(value, tag, Span(part.start, part.end), Style(part.style), part.anchor, flow)


def _tag(part: Part) -> str:
    if part.tag and part.tag != "!":
        return part.tag.removeprefix("tag:yaml.org,2002:")
    if part.style or part.tag:
        return "str"
    return next((tag for tag in _TAGS if resolves_to(part.value, tag)), "str")


def node_of(part: Part) -> Node:
    """Return a part, its anchors and merges filled in, as the readers do."""
    part = resolved(part)
    if part.form is Form.LIST:
        return SequenceNode(tuple(node_of(item) for item in part.items), Span(part.start, part.end))
    if part.form is Form.MAP:
        entries = tuple((scalar_node(key, flow=False), node_of(value)) for key, value in part.pairs())
        return MappingNode(entries, Span(part.start, part.end))
    return scalar_node(part, flow=False)


def resolved(part: Part) -> Part:
    """Return a part without anchors: what it repeats and what it merges is written out."""
    count = [0]

    def go(part: Part) -> Part:
        count[0] += 1
        if count[0] > _MOST_PARTS:
            raise Refused("What its anchors stand for is too much to write out.")
        if part.form is Form.ALIAS:
            if part.target is None:
                raise Refused(UNSAFE)
            return go(part.target)
        if part.form is Form.LIST:
            return part._replace(items=tuple(go(item) for item in part.items), anchor=None)
        if part.form is Form.MAP:
            return part._replace(items=tuple(_flattened(part)), anchor=None)
        return part._replace(anchor=None)

    def _flattened(part: Part) -> list[Part]:
        found: dict[str, tuple[Part, Part]] = {}
        for each in (part, *merged_maps(part)):
            for key, value in each.pairs():
                if key.value != "<<" and key.value not in found:
                    found[key.value] = (key._replace(anchor=None), go(value))
        return [part for pair in found.values() for part in pair]

    return go(part)


def data_part(text: str) -> Part:
    """Return what a JSON text says as a part that is yet to be written."""
    return _data_part(json.loads(text))


def _data_part(data: object) -> Part:
    if isinstance(data, str):
        return Part(Form.SCALAR, value=data, style='"')
    if isinstance(data, list):
        return Part(Form.LIST, items=tuple(_data_part(item) for item in data))
    if isinstance(data, dict):
        items = [part for key, value in data.items() for part in (_data_part(str(key)), _data_part(value))]
        return Part(Form.MAP, items=tuple(items))
    text = json.dumps(data)
    if isinstance(data, float) and "." not in text and "e" in text:
        text = text.replace("e", ".0e")  # else YAML takes it for a text
    return Part(Form.SCALAR, value=text)


def is_json(written: Written) -> bool:
    """Whether the file is JSON."""
    return written.syntax is Syntax.JSON
