"""Records: the named mappings in the list of a file such as `{format: 1, cases: [{name: …}, …]}`.

They are found, added, changed field by field, renamed and removed; nothing else in the file is touched. Where
that can't be done so that all else reads as before, there are no edits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.repairs import (
    add_entry,
    dash_of,
    flow_mapping,
    remove_unrepeated_item,
    set_flow_value,
)
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    WrittenNode,
    integer,
    plain_value,
)
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell, spell_key
from editor_app.text import Edit, Span, apply_edits, insert_at, line_end, line_start

FORMAT = 1
"""The format of every kind of file that says its format."""

STEP = 2
_is_empty_list = re.compile(r"\[\s*\]").fullmatch


class RecordFile(NamedTuple):
    """A kind of file: the key of its list, and those of a record in their order.

    Sentences call a record `noun`, and `needs` says what it needs. `may_be_bare`: the file may be the list
    alone.
    """

    key: str
    record_keys: tuple[str, ...]
    noun: str
    needs: str
    may_be_bare: bool = False

    @property
    def code(self) -> str:
        """The code of its problems."""
        return f"invalid-{self.noun}"


class Record(NamedTuple):
    """A record to write.

    `fields` gives what stands behind its keys, given the column of these, or None where all is in braces.
    What goes over lines begins with a line end.
    """

    name: str
    fields: Callable[[int | None], Iterable[tuple[str, str]]]

    def in_lines(self, column: int) -> str:
        """Write it as an item of a list whose dash stands in `column`."""
        inner = column + STEP
        written = [f"{key}:{_behind_colon(text)}" for key, text in self.fields(inner)]
        return ("\n" + " " * inner).join([f"- name: {spell(self.name, flow=True)}", *written])

    def in_braces(self) -> str:
        """Write it on one line."""
        return flow_mapping([("name", spell(self.name, flow=True)), *self.fields(None)])


class Records(NamedTuple):
    """Records to write behind one another."""

    records: Sequence[Record]

    def in_lines(self, column: int) -> str:
        """Write them as items of a list whose dashes stand in `column`."""
        return ("\n" + " " * column).join(record.in_lines(column) for record in self.records)

    def in_braces(self) -> str:
        """Write them on one line."""
        return ", ".join(record.in_braces() for record in self.records)


def texts_written(texts: Mapping[str, str | None], column: int | None) -> str:
    """Write a mapping of texts behind a key that stands in `column`, or in braces without one."""
    if column is None:
        return flow_mapping([(spell_key(name), spell(text, flow=True)) for name, text in texts.items()])
    inner = column + STEP
    indent = "\n" + " " * inner
    lines = (f"{indent}{spell(name, flow=True)}: {spell(text, inner)}" for name, text in texts.items())
    return "".join(lines) or "{}"


def _behind_colon(written: str) -> str:
    return written if written.startswith("\n") else f" {written}"


def is_newer(node: Node | None) -> bool:
    """Whether a later Foreword wrote the file, so that it may be read but not changed."""
    written = node.get("format") if isinstance(node, MappingNode) else None
    return written is not None and (integer(written) or 0) > FORMAT


def find_record(node: Node | None, file: RecordFile, name: str) -> tuple[SequenceNode, int] | None:
    """Return the list of a file, and the place of the first record of a name in it."""
    listed = node.get(file.key) if isinstance(node, MappingNode) else node if file.may_be_bare else None
    if not isinstance(listed, SequenceNode):
        return None
    for index, item in enumerate(listed.items):
        written = item.get("name") if isinstance(item, MappingNode) else None
        if isinstance(written, ScalarNode) and written.value == name:
            return listed, index
    return None


def applied(source: str, edits: Sequence[Edit]) -> str | None:
    """Return a text with edits made in it, None where they overlap."""
    try:
        return apply_edits(source, edits)
    except ValueError:
        return None


def add_field(source: str, record: MappingNode, file: RecordFile, key: str, written: str) -> Edit:
    """Write a field that a record does not have."""
    edit = add_entry(source, record, key, written, file.record_keys)
    return Edit(edit.span, edit.text.replace(f"{key}: \n", f"{key}:\n", 1))


def replace_field(source: str, key: ScalarNode, node: Node, written: str) -> Edit:
    """Write what stands behind a key in lines anew."""
    colon = source.find(":", key.span.end)
    return Edit(Span(colon + 1, max(node.span.end, colon + 1)), _behind_colon(written))


def remove_record(source: str, file: RecordFile, name: str) -> tuple[Edit, ...]:
    """Return the edits that take a record out of a file; none where something else repeats a part of it."""
    node, _problems = read_yaml(source)
    place = find_record(node, file, name)
    if node is None or place is None or is_newer(node):
        return ()
    listed, index = place
    return () if _is_repeated(node, listed.written[index].span) else remove_unrepeated_item(source, *place)


def edits_among(
    source: str, file: RecordFile, around: Span, make_edits: Callable[[str], tuple[Edit, ...]]
) -> tuple[Edit, ...]:
    """Return edits of a file that are made of the records at `around` alone, whatever else is in it.

    Where these are not written on lines of their own, or repeat or are repeated, or `make_edits` gives
    nothing, they are made of the whole file, which takes longer.
    """
    start, end = line_start(source, around.start), min(line_end(source, around.end - 1) + 1, len(source))
    head, lines = f"{file.key}:\n", source[start:end]
    if source[start : around.start].strip() == "-" and not set("&*") & set(lines):
        edits = make_edits(head + lines)
        if edits:
            return tuple(Edit(edit.span.shifted(start - len(head)), edit.text) for edit in edits)
    return make_edits(source)


def rename_record(source: str, file: RecordFile, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that give a record another name; none where that is blank or taken."""
    node, _problems = read_yaml(source)
    place = find_record(node, file, old)
    if place is None or is_newer(node) or not new.strip() or find_record(node, file, new) is not None:
        return ()
    listed, index = place
    item = listed.items[index]
    name = item.get("name") if isinstance(item, MappingNode) else None
    is_own = isinstance(name, ScalarNode) and listed.written[index] is item
    return write_scalar(source, name, new) if isinstance(name, ScalarNode) and is_own else ()


def _is_repeated(root: Node, record: Span) -> bool:
    """Whether an alias outside a record repeats something in it."""
    waiting: list[WrittenNode] = [root]
    while waiting:
        node = waiting.pop()
        is_outside = not record.contains(node.span.start)
        if is_outside and isinstance(node, AliasNode) and record.contains(node.target.span.start):
            return True
        waiting += node.children
    return False


def add_records(
    source: str, node: Node | None, file: RecordFile, records: Sequence[Record]
) -> tuple[Edit, ...]:
    """Return the edits that write new records at the end of the list.

    `node` is the whole file, None for one that says nothing. Nothing is returned where the file holds
    something else, or where the records cannot be written so that all else reads as before.
    """
    edits = closed(source, list(_append(source, node, file, Records(records))))
    return edits if _adds(len(records), source, edits, node, file) else ()


def closed(source: str, edits: list[Edit]) -> tuple[Edit, ...]:
    """End the file's last line where new lines follow it: a block without its newline is another text."""
    end = len(source)
    for place in sorted(range(len(edits)), key=lambda place: edits[place].span, reverse=True):
        span, text = edits[place]
        if span.end != end or source.endswith("\n"):
            break
        if text:
            if "\n" in text and not text.endswith("\n"):
                edits[place] = Edit(span, f"{text}\n")
            break
        end = span.start  # what stood at the end is removed
    return tuple(edits)


def _append(source: str, node: Node | None, file: RecordFile, record: Records) -> Iterator[Edit]:
    if node is None:
        newline = "" if not source or source.endswith("\n") else "\n"
        text = f"{newline}format: {FORMAT}\n{file.key}:\n  {record.in_lines(STEP)}\n"
        yield Edit(Span(len(source), len(source)), text)
    elif isinstance(node, ScalarNode) and node.tag == "null":
        yield Edit(node.span, f"format: {FORMAT}\n{file.key}:\n  {record.in_lines(STEP)}")
    elif isinstance(node, SequenceNode) and file.may_be_bare:
        yield _append_to_list(source, node, record)
    elif isinstance(node, MappingNode) and (entry := node.entry(file.key)) is not None:
        key, listed = entry
        if isinstance(listed, SequenceNode) and listed.items:
            yield _append_to_list(source, listed, record)
        else:
            yield from _begin_list(source, key, listed, record, in_braces=node.flow)
    elif isinstance(node, MappingNode) and node.flow:
        yield add_entry(source, node, file.key, f"[{record.in_braces()}]", ("format", file.key))
    elif isinstance(node, MappingNode) and node.entries:
        edit = add_entry(source, node, file.key, "", ("format", file.key))
        at = edit.text.index(f"{file.key}:") + len(f"{file.key}:")
        indent = column_of(source, node.entries[0][0].span.start) + STEP
        written = "\n" + " " * indent + record.in_lines(indent)
        yield Edit(edit.span, edit.text[:at] + written + edit.text[at:].removeprefix(" "))


def _append_to_list(source: str, listed: SequenceNode, record: Records) -> Edit:
    if not listed.items:
        return Edit(listed.span, record.in_lines(column_of(source, listed.span.start)))
    last = listed.items[-1]
    if listed.flow:
        return Edit(Span(last.span.end, last.span.end), f", {record.in_braces()}")
    column = column_of(source, dash_of(source, listed, len(listed.items) - 1))
    end = line_end(source, last.span.end)
    apart = len(listed.items) > 1 and "\n\n" in source[listed.items[-2].span.end : last.span.start]
    return Edit(Span(end, end), ("\n\n" if apart else "\n") + " " * column + record.in_lines(column))


def _begin_list(
    source: str, key: ScalarNode, node: Node, record: Records, *, in_braces: bool
) -> Iterator[Edit]:
    is_empty = isinstance(node, SequenceNode) and not node.items
    is_null = isinstance(node, ScalarNode) and node.tag == "null"
    if not (is_empty or is_null):
        return
    has_colon = ":" in source[key.span.end : node.span.start]
    is_plain = is_null or _is_empty_list(node.span.of(source)) is not None
    if in_braces or node.anchor is not None or not (has_colon and is_plain):
        if isinstance(node, SequenceNode):
            yield insert_at(node.span.end - 1, record.in_braces())
        else:
            yield set_flow_value(source, key, node, f"[{record.in_braces()}]")
        return
    colon = source.find(":", key.span.end)
    if node.span.length:
        yield Edit(Span(colon + 1, node.span.end), "")
    end = line_end(source, max(node.span.end, colon + 1))
    indent = column_of(source, key.span.start) + STEP
    yield Edit(Span(end, end), "\n" + " " * indent + record.in_lines(indent))


def _adds(count: int, source: str, edits: tuple[Edit, ...], node: Node | None, file: RecordFile) -> bool:
    """Whether the edited file has the same items and some more, and the same of all else."""
    if not edits:
        return False
    after, problems = read_yaml(applied(source, edits) or "")
    if after is None or problems:
        return False
    items, rest = _contents(after, file)
    old_items, old_rest = _contents(node, file)
    if node is None or isinstance(node, ScalarNode):
        old_rest = rest
    return len(items) == len(old_items) + count and items[: len(old_items)] == old_items and rest == old_rest


def _contents(node: Node | None, file: RecordFile) -> tuple[list[object], object]:
    """Return what a file's items say, and what else it says."""
    if isinstance(node, SequenceNode):
        return [plain_value(item) for item in node.items], {}
    if not isinstance(node, MappingNode):
        return [], None
    listed = node.get(file.key)
    items = [plain_value(item) for item in listed.items] if isinstance(listed, SequenceNode) else []
    rest = {key.value: plain_value(value) for key, value in node.all_entries() if key.value != file.key}
    return items, rest
