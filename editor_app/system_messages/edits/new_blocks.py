"""New blocks, with the priority and the layout of the blocks beside them."""

from __future__ import annotations

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import Document, new_mapping, new_text, new_word
from editor_app.structured.nodes import ScalarNode, SequenceNode, is_bracketed
from editor_app.structured.spelling import spell
from editor_app.system_messages.edits.finding import BlockList, all_blocks, text_of
from editor_app.system_messages.edits.snippets import Snippet

_USUAL_PRIORITY = "50"


def new_block(
    document: Document, block_list: BlockList, index: int, block_type: str, content: str
) -> Snippet:
    """Return a new block as a snippet, with the priority and the layout of the blocks beside it."""
    beside = [*reversed(block_list.blocks[:index]), *block_list.blocks[index:], block_list.owner]
    found = (text_of(block, "priority") for block in beside)
    priority = next((text for text in found if _is_integer(text)), _USUAL_PRIORITY)
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
    return Snippet(node, f"-{' ' * gap}{body}", _bracketed(document, block_list, values))


def _bracketed(
    document: Document, block_list: BlockList, values: dict[str, ScalarNode]
) -> brackets.FlowSnippet:
    near = next((block for block in block_list.blocks if is_bracketed(block)), block_list.owner)
    flow_style = brackets.flow_style_of(document, near)
    entries = [flow_style.key(key) + _bracketed_value(value, flow_style) for key, value in values.items()]
    return brackets.FlowSnippet(flow_style.written("{", entries, "}"))


def _bracketed_value(value: ScalarNode, flow_style: brackets.FlowStyle) -> str:
    if not value.style:
        return value.text
    return f'"{value.text}"' if flow_style.quotes and '"' not in value.text else spell(value.text, flow=True)


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
