"""Edits of a block's content while somebody types into it."""

from __future__ import annotations

from editor_app.structured.editing.scalars import edit_scalar
from editor_app.system_messages.arguments import checked_text
from editor_app.system_messages.edits.fields import set_content
from editor_app.system_messages.edits.values import BlockEdit, Through
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Edit


def edit_content(
    reading: SystemMessageReading, index: int, edit: Edit, *, through: Through = Through.ASK
) -> BlockEdit:
    """Return an edit of the content of the block at `index` as edits of the file.

    `edit` has offsets in the content's text.
    """
    checked_text("edit.text", edit.text)
    block = reading.blocks[index]
    node = block.body.content_node
    if node is None or block.body.content is None:
        why = "has no text that can be edited here; mend it in the text of the file"
        return BlockEdit(refused=f"‘{block.name}’ {why}.")
    length = len(node.value or "")
    if not 0 <= edit.span.start <= edit.span.end <= length:
        places = f"has {length} characters; there are none from {edit.span.start} to {edit.span.end}"
        return BlockEdit(refused=f"The content of ‘{block.name}’ {places}.")
    span = node.span.shifted(block.start)
    inside = block.span.start <= span.start and span.end <= block.span.end
    if not inside or reading.source.startswith("*", span.start):
        old = node.value or ""
        text = old[: edit.span.start] + edit.text + old[edit.span.end :]
        return set_content(reading.source, reading.syntax, block.path, text, through=through)
    edits = edit_scalar(reading.source, node._replace(span=span), edit)
    if not edits and edit.span.of(node.value or "") != edit.text:
        return BlockEdit(refused="This can’t be written where the content stands; change it in the text.")
    return BlockEdit(edits, block.path, unchanged="" if edits else "It says that already.")
