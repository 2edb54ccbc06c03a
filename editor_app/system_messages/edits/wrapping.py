"""A new block round another."""

from __future__ import annotations

from editor_app.structured.edits import column_of
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.finding import Home, text_of
from editor_app.system_messages.edits.new_blocks import gap_of, new_block
from editor_app.system_messages.edits.parts import Written, list_part, text_part
from editor_app.system_messages.edits.placing import Plan
from editor_app.system_messages.edits.snippets import Snippet, in_brackets, indent_of, snippet_at
from editor_app.text import Edit, Span


def wrap(written: Written, home: Home, index: int) -> Plan:
    """Plan a new block where a block is, with that one in it."""
    source, items, key = written.source, home.items, home.key
    assert items is not None
    assert key is not None
    block = home.blocks[index]
    type_ = text_of(block, "type") or "behavior"
    new = new_block(written, home, index + 1, type_, f"Write what these {type_} instructions share here.")
    part = new.part._replace(items=(*new.part.items, text_part("children"), list_part((block,))))
    changes = {id(items): (*home.blocks[:index], part, *home.blocks[index + 1 :])}
    path = (*home.path, index)
    carried = snippet_at(written, home, index)
    if items.flow:
        edits = _wrap_in_brackets(written, home, index, new, carried)
        return Plan(edits, changes, path)
    start, dash, end = lines.extent_of(source, key, items, index)
    column = column_of(source, dash)
    inner = gap_of(written, home) + 1
    step = column - column_of(source, key.start)
    text = f"{new.lines}\n{' ' * inner}children:\n{lines.indented(carried.lines, inner + step)}"
    closing = "\n" if end == len(source) and not source.endswith("\n") else ""
    return Plan((Edit(Span(start, end), lines.indented(text, column) + closing),), changes, path)


def _wrap_in_brackets(
    written: Written, home: Home, index: int, new: Snippet, carried: Snippet
) -> tuple[Edit, ...]:
    block = home.blocks[index]
    flow_style = brackets.flow_style_of(written, block if block.flow else home.owner)
    lifted, opened = in_brackets(carried), in_brackets(new).text
    child = flow_style.key("children") + flow_style.written("[", [lifted.text], "]")
    if "\n" in opened and flow_style.unit is not None:
        text = opened[:-2] + f",\n{flow_style.unit}{brackets.set_in(child, flow_style.unit)}\n}}"
    else:
        text = f"{opened[:-1]}{flow_style.comma}{child}}}"
    indent = indent_of(written.source, block.start)
    return (Edit(Span(block.start, block.end), brackets.set_in(text, indent)),)
