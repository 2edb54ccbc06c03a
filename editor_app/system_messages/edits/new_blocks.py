"""Blocks that are yet to be written, like those beside them."""

from __future__ import annotations

from editor_app.structured import spell
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.finding import Home, all_blocks, text_of
from editor_app.system_messages.edits.parts import Form, Part, Written, map_part, text_part
from editor_app.system_messages.edits.snippets import Snippet

_USUAL_PRIORITY = "50"


def new_block(written: Written, home: Home, index: int, block_type: str, content: str) -> Snippet:
    """Make a block, like the ones beside it in priority and in the way it is written."""
    beside = [*reversed(home.blocks[:index]), *home.blocks[index:], home.owner]
    found = (text_of(block, "priority") for block in beside)
    priority = next((text for text in found if _is_integer(text)), _USUAL_PRIORITY)
    values = {
        "id": text_part(free_id(ids_of(written), block_type)),
        "type": text_part(block_type),
        "priority": Part(Form.SCALAR, value=priority),
        "content": text_part(content),
    }
    part = map_part(values)
    spelled = [
        (key, spell(value.value, flow=True) if value.style else value.value) for key, value in values.items()
    ]
    gap = gap_of(written, home)
    body = ("\n" + " " * (gap + 1)).join(f"{key}: {text}" for key, text in spelled)
    return Snippet(part, f"-{' ' * gap}{body}", _bracketed(written, home, values))


def _bracketed(written: Written, home: Home, values: dict[str, Part]) -> brackets.FlowSnippet:
    near = next((block for block in home.blocks if block.flow), home.owner)
    flow_style = brackets.flow_style_of(written, near)
    entries = [flow_style.key(key) + _bracketed_value(value, flow_style) for key, value in values.items()]
    return brackets.FlowSnippet(flow_style.written("{", entries, "}"))


def _bracketed_value(value: Part, flow_style: brackets.FlowStyle) -> str:
    if not value.style:
        return value.value
    return (
        f'"{value.value}"' if flow_style.quotes and '"' not in value.value else spell(value.value, flow=True)
    )


def gap_of(written: Written, home: Home) -> int:
    """Return how many blanks stand behind the dashes near a list."""
    near: Home | None = home
    while near is not None:
        items = near.items
        if near.blocks and near.key is not None and items is not None and not items.flow:
            dash = lines.extent_of(written.source, near.key, items, 0).dash
            block = near.blocks[0]
            first = block.items[0].start if block.items else block.start
            if "\n" not in written.source[dash:first] and not block.flow and not block.anchor:
                return max(first - dash - 1, 1)
        near = near.around
    return 1


def _is_integer(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10


def ids_of(written: Written) -> set[str]:
    """Return the ids in use."""
    return {text_of(block, "id") for block in all_blocks(written)}


def free_id(taken: set[str], base: str, first: int = 1) -> str:
    """Return the first numbered id that is not taken, and take it."""
    number = first
    while f"{base}-{number}" in taken:
        number += 1
    taken.add(f"{base}-{number}")
    return f"{base}-{number}"
