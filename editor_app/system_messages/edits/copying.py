"""Copies of blocks: without anchors, with ids of their own."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.structured import spell
from editor_app.system_messages.edits.finding import Home, merged_maps, name_of
from editor_app.system_messages.edits.new_blocks import free_id, ids_of
from editor_app.system_messages.edits.parts import Form, Part, Written, text_part
from editor_app.system_messages.edits.snippets import Snippet, snippet_at
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import BlockPath, Syntax
from editor_app.text import Edit, Span

_SAME_IDS = "The blocks in ‘{name}’ come from an anchor; copies would have the same ids."


def copied(written: Written, home: Home, index: int, path: BlockPath) -> tuple[Snippet, Part]:
    """Take up a copy of a block, without its anchors and with new ids."""
    taken = ids_of(written)
    inner: list[Edit] = []
    source = written.source

    def copy(block: Part, path: BlockPath) -> Part:
        name = name_of(block, path)
        if block.form is not Form.MAP:
            raise Refused(f"‘{name}’ comes from an anchor; a copy of it would have the same id.")
        if any(merged.get("children") for merged in merged_maps(block)):
            raise Refused(_SAME_IDS.format(name=name))
        items: list[Part] = []
        for key, value in block.pairs():
            new = value
            if key.value == "id":
                new = copied_id(value, name)
            elif key.value == "children" and value.form is Form.LIST:
                inner.extend(_without_anchor(source, value))
                copies = (copy(child, (*path, at)) for at, child in enumerate(value.items))
                new = value._replace(items=tuple(copies), anchor=None)
            elif key.value == "children":
                raise Refused(_SAME_IDS.format(name=name))
            else:
                inner.extend(edit for part in _within(value) for edit in _without_anchor(source, part))
            items += key, new
        inner.extend(_without_anchor(source, block))
        return block._replace(items=tuple(items), anchor=None)

    def copied_id(value: Part, name: str) -> Part:
        if value.form is not Form.SCALAR or not value.value:
            raise Refused(f"The id of ‘{name}’ comes from an anchor or is missing; write one first.")
        new = free_id(taken, value.value.rstrip("0123456789").removesuffix("-") or value.value, 2)
        inner.append(Edit(Span(value.start, value.end), _spelled(written, new)))
        return text_part(new)

    part = copy(home.blocks[index], path)
    return snippet_at(written, home, index, tuple(inner)), part


def _spelled(written: Written, text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False) if written.syntax is Syntax.JSON else spell(text, flow=True)


def _within(part: Part) -> Iterator[Part]:
    yield part
    for item in part.items:
        yield from _within(item)


def _without_anchor(source: str, part: Part) -> Iterator[Edit]:
    if part.anchor is None:
        return
    at = source.index(f"&{part.anchor}", part.start)
    end = at + len(part.anchor) + 1
    if source.startswith("\n", end) and source[at - 1] == " ":
        yield Edit(Span(at - 1, end), "")
    else:
        yield Edit(Span(at, end + source.startswith(" ", end)), "")
