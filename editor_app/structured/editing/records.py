"""Adding an item to the list of a file such as `{format: 1, cases: […]}`, which may have to be begun."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from editor_app.structured.editing.places import column_of, line_end
from editor_app.structured.editing.repairs import add_entry, dash_of, set_flow_value
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.values import plain_value
from editor_app.text import Edit, Span, apply_edits

_STEP = 2
_is_empty_list = re.compile(r"\[\s*\]").fullmatch


class ListFile(NamedTuple):
    """A kind of file: the key of its list, all its keys in their order, and its format.

    `may_be_bare`: the file may be the list alone.
    """

    key: str
    keys: tuple[str, ...]
    format: int
    may_be_bare: bool = False


class NewItem(NamedTuple):
    """An item to write: in lines, its dash standing in a column, or in brackets."""

    in_lines: Callable[[int], str]
    in_brackets: Callable[[], str]


def append_item(source: str, node: Node | None, file: ListFile, item: NewItem) -> tuple[Edit, ...]:
    """Return the edits that write a new item at the end of the list.

    `node` is the whole file, None for one that says nothing. Nothing is returned where the file holds
    something else, or where the item cannot be written so that all else reads as before.
    """
    edits = closed(source, list(_append(source, node, file, item)))
    return edits if _adds_one(source, edits, node, file) else ()


def closed(source: str, edits: list[Edit]) -> tuple[Edit, ...]:
    """End the file's last line where new lines follow it: a block without its newline is another text."""
    if edits and not source.endswith("\n"):
        last = max(range(len(edits)), key=lambda place: edits[place].span)
        span, text = edits[last]
        if span.end == len(source) and "\n" in text and not text.endswith("\n"):
            edits[last] = Edit(span, f"{text}\n")
    return tuple(edits)


def _append(source: str, node: Node | None, file: ListFile, item: NewItem) -> Iterator[Edit]:
    if node is None:
        newline = "" if not source or source.endswith("\n") else "\n"
        text = f"{newline}format: {file.format}\n{file.key}:\n  {item.in_lines(_STEP)}\n"
        yield Edit(Span(len(source), len(source)), text)
    elif isinstance(node, ScalarNode) and node.tag == "null":
        yield Edit(node.span, f"format: {file.format}\n{file.key}:\n  {item.in_lines(_STEP)}")
    elif isinstance(node, SequenceNode) and file.may_be_bare:
        yield _append_to_list(source, node, item)
    elif isinstance(node, MappingNode) and (entry := node.entry(file.key)) is not None:
        key, listed = entry
        if isinstance(listed, SequenceNode) and listed.items:
            yield _append_to_list(source, listed, item)
        else:
            yield from _begin_list(source, key, listed, item, in_braces=node.flow)
    elif isinstance(node, MappingNode) and node.flow:
        yield add_entry(source, node, file.key, f"[{item.in_brackets()}]", file.keys)
    elif isinstance(node, MappingNode) and node.entries:
        edit = add_entry(source, node, file.key, "", file.keys)
        at = edit.text.index(f"{file.key}:") + len(f"{file.key}:")
        indent = column_of(source, node.entries[0][0].span.start) + _STEP
        written = "\n" + " " * indent + item.in_lines(indent)
        yield Edit(edit.span, edit.text[:at] + written + edit.text[at:].removeprefix(" "))


def _append_to_list(source: str, listed: SequenceNode, item: NewItem) -> Edit:
    if not listed.items:
        return Edit(listed.span, item.in_lines(column_of(source, listed.span.start)))
    last = listed.items[-1]
    if listed.flow:
        return Edit(Span(last.span.end, last.span.end), f", {item.in_brackets()}")
    column = column_of(source, dash_of(source, listed, len(listed.items) - 1))
    end = line_end(source, last.span.end)
    apart = len(listed.items) > 1 and "\n\n" in source[listed.items[-2].span.end : last.span.start]
    return Edit(Span(end, end), ("\n\n" if apart else "\n") + " " * column + item.in_lines(column))


def _begin_list(
    source: str, key: ScalarNode, node: Node, item: NewItem, *, in_braces: bool
) -> Iterator[Edit]:
    is_empty = isinstance(node, SequenceNode) and not node.items
    is_null = isinstance(node, ScalarNode) and node.tag == "null"
    if not (is_empty or is_null):
        return
    has_colon = ":" in source[key.span.end : node.span.start]
    is_plain = is_null or _is_empty_list(node.span.of(source)) is not None
    if in_braces or node.anchor is not None or not (has_colon and is_plain):
        yield _in_place(source, key, node, item)
        return
    colon = source.find(":", key.span.end)
    if node.span.length:
        yield Edit(Span(colon + 1, node.span.end), "")
    end = line_end(source, max(node.span.end, colon + 1))
    indent = column_of(source, key.span.start) + _STEP
    yield Edit(Span(end, end), "\n" + " " * indent + item.in_lines(indent))


def _in_place(source: str, key: ScalarNode, node: Node, item: NewItem) -> Edit:
    """Write the item into an empty list in brackets, or such a list where the key has no value."""
    if isinstance(node, SequenceNode):
        return Edit(Span(node.span.end - 1, node.span.end - 1), item.in_brackets())
    return set_flow_value(source, key, node, f"[{item.in_brackets()}]")


def _adds_one(source: str, edits: tuple[Edit, ...], node: Node | None, file: ListFile) -> bool:
    """Whether the edited file has the same items and one more, and the same of all else."""
    if not edits:
        return False
    after, problems = read_yaml(apply_edits(source, edits))
    if after is None or problems:
        return False
    items, rest = _contents(after, file)
    old_items, old_rest = _contents(node, file)
    if node is None or isinstance(node, ScalarNode):
        old_rest = rest
    return len(items) == len(old_items) + 1 and items[:-1] == old_items and rest == old_rest


def _contents(node: Node | None, file: ListFile) -> tuple[list[object], object]:
    """Return what a file's items say, and what else it says."""
    if isinstance(node, SequenceNode):
        return [plain_value(item) for item in node.items], {}
    if not isinstance(node, MappingNode):
        return [], None
    listed = node.get(file.key)
    items = [plain_value(item) for item in listed.items] if isinstance(listed, SequenceNode) else []
    rest = {key.value: plain_value(value) for key, value in node.all_entries() if key.value != file.key}
    return items, rest
