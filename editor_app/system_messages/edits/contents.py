"""Changing a block's content: its text, its format, and whether it is literal."""

from __future__ import annotations

from collections.abc import Mapping

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.aliases import resolved, slot_of
from editor_app.structured.editing.documents import Document, EditRefused, new_mapping, new_text, new_word
from editor_app.structured.editing.entries import Step, add_entry, in_line, remove_entry, set_value
from editor_app.structured.editing.places import column_of, indent_of
from editor_app.structured.nodes import AliasNode, MappingNode, Node, ScalarNode, SequenceNode, WrittenNode
from editor_app.system_messages.edits.finding import field_of, name_of
from editor_app.system_messages.edits.values import AliasUndecided, Through
from editor_app.system_messages.model.entities import BlockPath, ContentFormat, path_label
from editor_app.text import Edit, Sentence, Span

BLOCK_ORDER = ("id", "type", "priority", "scope", "conditions", "content", "children")
_CONTENT_ORDER = ("format", "literal", "text")


def set_content_part(
    document: Document, block: MappingNode, path: BlockPath, field: str, value: object, through: Through
) -> Step:
    """Return the next step of setting a block's content, format or `literal`; empty when it is set."""
    index = block.place_of("content")
    if index is None:
        inherited = field_of(block, "content")
        whole = new_text("") if inherited is None else resolved(inherited)
        if inherited is not None and _says(whole, field, value):
            return Step()
        return add_entry(document, block, "content", _changed(whole, field, value), BLOCK_ORDER)
    content = block.written[index][1]
    if not isinstance(content, AliasNode):
        return _change(document, block, 2 * index + 1, path, field, value, through)
    whole = resolved(content)
    if isinstance(whole, SequenceNode):
        raise EditRefused(Sentence("system_messages.content-not-text", name=name_of(block, path)))
    if _says(whole, field, value):
        return Step()
    if through is Through.ASK:
        raise AliasUndecided
    if through is Through.ANCHOR:
        if isinstance(content.target, ScalarNode) and field != "content":
            raise EditRefused(Sentence("system_messages.anchor-is-text", anchor=content.name))
        owner, slot = slot_of(document, content.target)
        return _change(document, owner, slot, path, field, value, through)
    return set_value(document, block, 2 * index + 1, _changed(whole, field, value))


def _change(
    document: Document,
    owner: SequenceNode | MappingNode,
    slot: int,
    path: BlockPath,
    field: str,
    value: object,
    through: Through,
) -> Step:
    content = owner.children[slot]
    if _says(resolved(content), field, value):
        return Step()
    if isinstance(content, ScalarNode):
        if field == "content":
            return set_value(document, owner, slot, new_text(str(value)))
        return _wrapped(document, owner, slot, content, field, value)
    if not isinstance(content, MappingNode) or not content.written:
        raise EditRefused(Sentence("system_messages.content-not-text", name=path_label(path)))
    if field == "format" and value is None:
        is_text = isinstance(content.written_value("text"), ScalarNode)
        has_more = bool(content.anchor or content.written_tag) or lines.has_comment(
            document.source, *content.span, content
        )
        if is_text and not has_more and {_text(key) for key, _ in content.written} <= {"format", "text"}:
            return _unwrapped(document, owner, slot, content)
        value = ContentFormat.PLAIN.value
    return _entry_step(document, content, field, value, through)


def _entry_step(
    document: Document, content: MappingNode, field: str, value: object, through: Through
) -> Step:
    name = "text" if field == "content" else field
    index = content.place_of(name)
    if value is None:
        return Step() if index is None else remove_entry(document, content, index)
    new = _new(value)
    if index is None:
        return add_entry(document, content, name, new, _CONTENT_ORDER)
    old = content.written[index][1]
    if isinstance(old, AliasNode) and through is Through.ASK:
        raise AliasUndecided
    if isinstance(old, AliasNode) and through is Through.ANCHOR:
        return set_value(document, *slot_of(document, old.target), new)
    return set_value(document, content, 2 * index + 1, new)


def _new(value: object) -> ScalarNode:
    return new_word(str(value).lower()) if isinstance(value, bool) else new_text(str(value))


def _says(content: Node, field: str, value: object) -> bool:
    """Whether a field of a content has this value already."""
    if isinstance(content, ScalarNode):
        return content.text == value and not content.is_null if field == "content" else value is None
    if isinstance(content, SequenceNode):
        return field != "content" and value is None
    now = content.written_value("text" if field == "content" else field)
    if field == "content":
        return isinstance(now, ScalarNode) and now.text == value
    if field == "format" and value is None:
        return _text(now) == "plain" and content.written_value("literal") is not None
    if now is None or value is None:
        return now is None and value is None
    return _text(now) == (str(value).lower() if isinstance(value, bool) else str(value))


def _text(node: WrittenNode | None) -> str | None:
    if node is None:
        return None
    return node.text if isinstance(node, ScalarNode) else ""


def _changed(content: Node, field: str, value: object) -> Node:
    """Return a copy of a content with another value in one field."""
    if not isinstance(content, MappingNode):
        text = new_text(content.text if isinstance(content, ScalarNode) else "")
        if field == "content":
            return new_text(str(value))
        if value is None:
            return text
        entries: dict[str, WrittenNode] = {
            "format": new_text(str(value) if field == "format" else "plain"),
            "text": text,
        }
        return new_mapping(_with(entries, field, value))
    entries = {_text(key) or "": inner for key, inner in content.written}
    return new_mapping(_with(entries, "text" if field == "content" else field, value))


def _with(entries: Mapping[str, WrittenNode], field: str, value: object) -> dict[str, WrittenNode]:
    if value is None:
        return {key: node for key, node in entries.items() if key != field}
    changed = {**entries, field: _new(value)}
    rank = {name: place for place, name in enumerate(_CONTENT_ORDER)}
    return dict(sorted(changed.items(), key=lambda entry: rank.get(entry[0], -1)))


def _wrapped(
    document: Document,
    owner: SequenceNode | MappingNode,
    slot: int,
    text: ScalarNode,
    field: str,
    value: object,
) -> Step:
    """Turn a content that is a plain string into a mapping with `text` and the given field."""
    source = document.source
    children = owner.children
    new = _changed(text, field, value)
    entries = {_text(key) or "": node for key, node in new.written} if isinstance(new, MappingNode) else {}
    changed = new_mapping({key: text if key == "text" else node for key, node in entries.items()})
    changes = {id(owner): (*children[:slot], changed, *children[slot + 1 :])}
    fields = [(key, node) for key, node in entries.items() if key != "text"]
    if owner.flow or isinstance(owner, SequenceNode):
        flow_style = brackets.flow_style_of(document, owner)
        parts = [flow_style.key(key) + in_line(node, flow_style) for key, node in fields]
        written = text.span.of(source) if owner.flow else lines.flow_text(source, text)
        whole = flow_style.written("{", [*parts, flow_style.key("text") + (written or '""')], "}")
        indent = indent_of(source, text.span.start)
        return Step((Edit(text.span, brackets.set_in(whole, indent)),), changes)
    key = children[slot - 1]
    return Step((_wrapped_in_lines(source, key, text, fields),), changes)


def _wrapped_in_lines(
    source: str, key: WrittenNode, text: ScalarNode, fields: list[tuple[str, WrittenNode]]
) -> Edit:
    column = column_of(source, key.span.start) + 2
    start, end = text.span
    if "\n" in source[key.span.end : start]:
        raise EditRefused(lines.UNSAFE)
    blanks = "\n" + " " * column
    entries = "".join(f"{blanks}{name}: {_text(node)}" for name, node in fields)
    lead = "" if start != end else " "
    first, *others = source[start:end].split("\n")
    moved = "\n".join([first, *(f"  {line}" if line else line for line in others)])
    colon = source.index(":", key.span.end) + 1
    from_colon = max(colon, start - len(source[colon:start]))
    return Edit(Span(from_colon, end), f"{entries}{blanks}text: {lead}{moved}")


def _unwrapped(
    document: Document, owner: SequenceNode | MappingNode, slot: int, content: MappingNode
) -> Step:
    """Turn a content that is a mapping into a plain string, its text."""
    source, children = document.source, owner.children
    text = content.written_value("text")
    assert text is not None
    changes = {id(owner): (*children[:slot], text, *children[slot + 1 :])}
    if content.flow:
        return Step((Edit(content.span, text.span.of(source)),), changes)
    key = children[slot - 1]
    colon = source.index(":", key.span.end) + 1
    if source[colon : content.span.start].strip():
        raise EditRefused(lines.UNSAFE)
    step = column_of(source, content.written[0][0].span.start) - column_of(source, key.span.start)
    first, *others = text.span.of(source).split("\n")
    moved = "\n".join([first, *(lines.outdented(line, step) for line in others)])
    return Step((Edit(Span(colon, content.span.end), f" {moved}"),), changes)
