"""Changes to a YAML or JSON text that touch nothing but what they are about."""

from __future__ import annotations

from collections.abc import Sequence

from editor_app.structured.editing.bracket_repairs import insertion, opening_of, removal
from editor_app.structured.editing.places import column_of
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style
from editor_app.structured.spelling import spell
from editor_app.text import Edit, Span, insert_at, line_end, line_start

Fields = Sequence[tuple[str, str]]  # keys and values, both as they are to be written


def set_scalar(source: str, node: ScalarNode, written: str) -> Edit:
    """Put `written` in a scalar's place."""
    start, end = node.span
    touches = start == end and source[start - 1 : start] not in {"", " ", "\n", "\t"}
    return Edit(node.span, f" {written}" if touches else written)


def set_flow_value(source: str, key: ScalarNode, node: Node, written: str) -> Edit:
    """Put `written`, on one line, in the place of a key’s value, also of one that is not there."""
    if node.span.length or not isinstance(node, ScalarNode):
        return Edit(node.span, written)
    end = key.span.end
    if ":" in source[end : node.span.start]:
        return set_scalar(source, node, written)
    mark = source.rfind("?", line_start(source, end), key.span.start)
    before = "" if mark < 0 or key.flow else "\n" + " " * column_of(source, mark)
    return Edit(Span(end, end), f"{before}: {written}")


def set_text(source: str, node: ScalarNode, written: str) -> tuple[Edit, ...]:
    """Put `written`, which may be a block, in a scalar's place; a comment on its line stays."""
    header, newline, body = written.partition("\n")
    old_header = node.span.of(source).partition("\n")[0]
    comment = old_header[old_header.find(" #") :] if node.style.is_block and " #" in old_header else ""
    end = line_end(source, node.span.end)
    if newline and source[node.span.end : end].strip():
        return set_scalar(source, node, header), insert_at(end, newline + body)
    return (set_scalar(source, node, header + comment + newline + body),)


def add_entry(source: str, mapping: MappingNode, key: str, written: str, order: Sequence[str]) -> Edit:
    """Add `key: written` after the last own key that `order` puts before it, or in front of all.

    In a block, `written` may go on over several lines, indented as they shall be.
    """
    places = {name: place for place, name in enumerate(order)}
    own = mapping.entries
    place_of_key = places.get(key.strip('"'), len(order))
    earlier = [
        (places[str(name.value)], index)
        for index, (name, _) in enumerate(own)
        if name.value in places and places[name.value] < place_of_key
    ]
    last = max(earlier, key=lambda pair: pair[0])[1] if earlier else -1
    if mapping.flow:
        text = f"{key}: {written}"
        if own and own[0][0].style is Style.DOUBLE:  # as the first entry is written
            between = source[own[0][0].span.end : own[0][1].span.start]
            quoted = key if key.startswith('"') else f'"{key}"'
            text = quoted + (between if between.strip(" ") == ":" else ": ") + written
        if _is_pair(source, mapping):
            pair = mapping.span.of(source)
            return Edit(mapping.span, f"{{{pair}, {text}}}" if earlier else f"{{{text}, {pair}}}")
        return insertion(source, mapping, last + 1, [text])
    text = f"{key}: {written}"
    column = column_of(source, _entry_start(source, own[0][0]))
    if earlier:
        end = line_end(source, own[last][1].span.end)
        return insert_at(end, "\n" + " " * column + text)
    return insert_at(_entry_start(source, own[0][0]), f"{text}\n" + " " * column)


def remove_entry(source: str, mapping: MappingNode, index: int) -> tuple[Edit, ...]:
    """Remove an own entry with its lines; nothing where the mapping would be left empty."""
    entries = mapping.entries
    if len(entries) < 2:
        return ()
    key, value = entries[index]
    if mapping.flow:
        return removal(source, mapping, index)
    start, end = _entry_start(source, key), line_end(source, max(key.span.end, value.span.end))
    if not source[line_start(source, start) : start].strip():
        return (_remove_lines(source, start, end),)
    if index + 1 == len(entries):
        return ()
    return (Edit(Span(start, _entry_start(source, entries[index + 1][0])), ""),)


def remove_entry_lines(source: str, key: ScalarNode, value: Node) -> Edit:
    """Remove the lines of a block's entry, whatever is left then."""
    return _remove_lines(source, key.span.start, line_end(source, max(key.span.end, value.span.end)))


def append_items(source: str, sequence: SequenceNode, items: Sequence[Fields]) -> Edit:
    """Add mappings behind the last item, written the way that one is."""
    last = sequence.items[-1]
    if sequence.flow:
        parts = [flow_mapping(fields) for fields in items]
        return insertion(source, sequence, len(sequence.items), parts)
    column = column_of(source, dash_of(source, sequence, len(sequence.items) - 1))
    written = (
        [f"- {flow_mapping(fields)}" for fields in items]
        if isinstance(last, MappingNode) and last.flow
        else [block_item(fields, column) for fields in items]
    )
    return insert_at(line_end(source, last.span.end), "".join("\n" + " " * column + item for item in written))


def remove_item(source: str, sequence: SequenceNode, index: int) -> tuple[Edit, ...]:
    """Remove an item with its lines; the last one leaves `[]`.

    Comments above it stay. Nothing where the item holds an anchor that others may repeat.
    """
    return () if _has_anchor(sequence.items[index]) else remove_unrepeated_item(source, sequence, index)


def remove_unrepeated_item(source: str, sequence: SequenceNode, index: int) -> tuple[Edit, ...]:
    """Remove an item as `remove_item` does, of which the caller knows that nothing else repeats it."""
    items = sequence.items
    if len(items) == 1 and sequence.anchor is not None:
        return ()
    if sequence.flow:
        if len(items) == 1:
            return (Edit(sequence.span, "[]"),)
        return removal(source, sequence, index)
    dash, end = dash_of(source, sequence, index), items[index].span.end
    whole_lines = not source[line_start(source, dash) : dash].strip()
    if len(items) > 1:
        if whole_lines:
            return (_remove_lines(source, dash, line_end(source, end)),)
        if index + 1 == len(items):
            return ()
        return (Edit(Span(dash, dash_of(source, sequence, index + 1)), ""),)
    colon = _colon_above(source, dash) if whole_lines else None
    if colon is None:
        return (Edit(Span(dash, end), "[]"),)
    return insert_at(colon + 1, " []"), _remove_lines(source, dash, line_end(source, end))


def block_item(fields: Fields, column: int) -> str:
    """Write a list item of `fields` whose dash stands in `column`."""
    return "- " + ("\n" + " " * (column + 2)).join(f"{key}: {written}" for key, written in fields)


def flow_mapping(fields: Fields) -> str:
    """Write `fields` in braces."""
    return "{" + ", ".join(f"{key}: {written}" for key, written in fields) + "}"


def spelled_like(node: ScalarNode, value: str) -> str:
    """Write `value` in the style the scalar has, where that is possible."""
    if (
        node.style in {"'", '"'}
        and value.isascii()
        and value.isprintable()
        and not set(value) & {"'", '"', "\\"}
    ):
        return f"{node.style}{value}{node.style}"
    return spell(value, flow=True)


def dash_of(source: str, sequence: SequenceNode, index: int) -> int:
    """Return where the dash of a block list's item stands."""
    at = sequence.items[index - 1].span.end if index else sequence.span.start
    while at < len(source) and source[at] != "-":
        if source[at] == "#":
            at = line_end(source, at)
        elif source[at] in "&!":
            at += len(source[at:].split(None, 1)[0])
        else:
            at += 1
    return at


def _remove_lines(source: str, start: int, end: int) -> Edit:
    """Remove the lines from the one of `start` to the one that ends at `end`."""
    start = line_start(source, start)
    if end < len(source):
        return Edit(Span(start, end + 1), "")
    return Edit(Span(max(start - 1, 0), end), "")


def _has_anchor(node: Node) -> bool:
    if node.anchor is not None:
        return True
    if isinstance(node, SequenceNode):
        return any(map(_has_anchor, node.items))
    return isinstance(node, MappingNode) and any(_has_anchor(part) for pair in node.entries for part in pair)


def _is_pair(source: str, mapping: MappingNode) -> bool:
    """Whether a mapping is one entry in a list's brackets that has no braces of its own, as in `[a: 1]`."""
    if not mapping.written:
        return False
    key, opening = mapping.written[0][0].span.start, opening_of(source, mapping)
    has_braces = source.startswith("{", opening) and opening < key
    return mapping.span.start <= key and not has_braces


def _entry_start(source: str, key: Node) -> int:
    """Return where an entry begins: at its key, or at the `? ` before it."""
    start = key.span.start
    before = source[line_start(source, start) : start].rstrip()
    return line_start(source, start) + len(before) - 1 if before.endswith("?") else start


def _colon_above(source: str, at: int) -> int | None:
    """Return the colon that ends the key's line above `at`, past blank lines and comments."""
    while (start := line_start(source, at)) > 0:
        at = start - 1
        line = source[line_start(source, at) : at]
        if line.strip() and not line.lstrip().startswith("#"):
            shown = line.partition(" #")[0].rstrip()
            return at - len(line) + len(shown) - 1 if shown.endswith(":") else None
    return None
