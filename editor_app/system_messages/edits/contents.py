"""Changing a block's content: its text, its format, and whether it is literal."""

from __future__ import annotations

from editor_app.structured import edit_scalar
from editor_app.structured.edits import column_of
from editor_app.system_messages.arguments import checked_text, wrong
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.arguments import checked_through
from editor_app.system_messages.edits.entries import (
    Step,
    add_entry,
    flow_style_at,
    in_line,
    remove_entry,
    resolved,
    set_value,
)
from editor_app.system_messages.edits.finding import field_of, name_of
from editor_app.system_messages.edits.parts import Form, Part, Written, map_part, text_part
from editor_app.system_messages.edits.values import Asked, BlockEdit, Refused, Through
from editor_app.system_messages.entities import Block, BlockPath, ContentFormat, path_label
from editor_app.system_messages.reading import MessageReading
from editor_app.text import Edit, Span

BLOCK_ORDER = ("id", "type", "priority", "scope", "conditions", "content", "children")
_CONTENT_ORDER = ("format", "literal", "text")


def edit_content(
    reading: MessageReading, index: int, edit: Edit, *, through: Through = Through.ASK
) -> BlockEdit:
    """Edit the text of the block at `index`, whose places `edit` counts in, as it is typed into."""
    through = checked_through(through)
    block = _checked_block(reading, index, edit)
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
        from editor_app.system_messages.edits.fields import set_content

        old = node.value or ""
        text = old[: edit.span.start] + edit.text + old[edit.span.end :]
        return set_content(reading.source, reading.syntax, block.path, text, through=through)
    edits = edit_scalar(reading.source, node._replace(span=span), edit)
    if not edits and edit.span.of(node.value or "") != edit.text:
        return BlockEdit(refused="This can’t be written where the content stands; change it in the text.")
    return BlockEdit(edits, block.path, unchanged="" if edits else "It says that already.")


def _checked_block(reading: object, index: object, edit: object) -> Block:
    if not isinstance(reading, MessageReading):
        raise TypeError(wrong("reading", reading, "what read_system_message returns"))
    if type(index) is not int:
        raise TypeError(wrong("index", index, "a whole number, a block’s place in reading.blocks"))
    if not 0 <= index < len(reading.blocks):
        raise ValueError(wrong("index", index, f"the place of one of the {len(reading.blocks)} blocks"))
    if not isinstance(edit, Edit) or not isinstance(edit.span, Span):
        raise TypeError(wrong("edit", edit, "an Edit of the content’s text"))
    checked_text("edit.text", edit.text)
    return reading.blocks[index]


def set_content_part(
    written: Written, block: Part, path: BlockPath, field: str, value: object, through: Through
) -> Step:
    """Bring a content a step nearer to a text, a format, or being literal or not."""
    index = block.place_of("content")
    content = None if index is None else block.items[2 * index + 1]
    if content is not None and content.form is Form.ALIAS and content.target is not None:
        whole = resolved(content)
        if whole.form is Form.LIST:
            raise Refused(f"The content of ‘{name_of(block, path)}’ is no text; mend it in the text first.")
        if _says(whole, field, value):
            return Step()
        if through is Through.ASK:
            raise Asked
        if through is Through.ANCHOR:
            from editor_app.system_messages.edits.fields import slot_of

            if content.target.form is Form.SCALAR and field != "content":
                raise Refused(
                    f"‘&{content.value}’ is text alone; detach it here, or change it where it stands."
                )
            owner, slot = slot_of(written, content.target)
            return _change(written, owner, slot, path, field, value, through)
        return set_value(written, block, 2 * (index or 0) + 1, _changed(whole, field, value))
    if index is None:
        inherited = field_of(block, "content")
        whole = text_part("") if inherited is None else resolved(inherited)
        if inherited is not None and _says(whole, field, value):
            return Step()
        return add_entry(written, block, "content", _changed(whole, field, value), BLOCK_ORDER)
    return _change(written, block, 2 * index + 1, path, field, value, through)


def _change(
    written: Written, owner: Part, slot: int, path: BlockPath, field: str, value: object, through: Through
) -> Step:
    content = owner.items[slot]
    if _says(resolved(content), field, value):
        return Step()
    if content.form is Form.SCALAR:
        if field == "content":
            return set_value(written, owner, slot, text_part(str(value)))
        return _wrapped(written, owner, slot, field, value)
    if content.form is not Form.MAP or not content.items:
        raise Refused(f"The content of ‘{path_label(path)}’ is no text; mend it in the text first.")
    return _entry_step(written, owner, slot, field, value, through)


def _entry_step(
    written: Written, owner: Part, slot: int, field: str, value: object, through: Through
) -> Step:
    content = owner.items[slot]
    if field == "format" and value is None:
        if {key.value for key in content.items[::2]} <= {"format", "text"} and _can_unwrap(written, content):
            return _unwrapped(written, owner, slot)
        value = ContentFormat.PLAIN.value
    name = "text" if field == "content" else field
    index = content.place_of(name)
    if value is None:
        return Step() if index is None else remove_entry(written, content, 2 * index + 1)
    new = Part(Form.SCALAR, value=str(value).lower()) if isinstance(value, bool) else text_part(str(value))
    if index is None:
        return add_entry(written, content, name, new, _CONTENT_ORDER)
    old = content.items[2 * index + 1]
    if old.form is Form.ALIAS and through is Through.ASK:
        raise Asked
    if old.form is Form.ALIAS and through is Through.ANCHOR and old.target is not None:
        from editor_app.system_messages.edits.fields import slot_of

        return set_value(written, *slot_of(written, old.target), new)
    return set_value(written, content, 2 * index + 1, new)


def _says(content: Part, field: str, value: object) -> bool:
    """Whether a content says already what it is to say."""
    if content.form is Form.SCALAR:
        return content.value == value and not content.is_null if field == "content" else value is None
    if field == "content":
        text = content.get("text")
        return text is not None and text.form is Form.SCALAR and text.value == value
    now = content.get(field)
    if field == "format" and value is None:
        return now is not None and now.value == "plain" and content.get("literal") is not None
    if now is None or value is None:
        return now is None and value is None
    return now.value == (str(value).lower() if isinstance(value, bool) else str(value))


def _changed(content: Part, field: str, value: object) -> Part:
    """Return a whole content that says something else in one field."""
    if content.form is not Form.MAP:
        text = text_part(content.value)
        if field == "content":
            return text_part(str(value))
        if value is None:
            return text
        entries = {"format": text_part(str(value) if field == "format" else "plain"), "text": text}
        return map_part(_with(entries, field, value))
    entries = {key.value: inner for key, inner in content.pairs()}
    return map_part(_with(entries, "text" if field == "content" else field, value))


def _with(entries: dict[str, Part], field: str, value: object) -> dict[str, Part]:
    if value is None:
        return {key: part for key, part in entries.items() if key != field}
    is_bool = isinstance(value, bool)
    new = Part(Form.SCALAR, value=str(value).lower()) if is_bool else text_part(str(value))
    changed = {**entries, field: new}
    rank = {name: place for place, name in enumerate(_CONTENT_ORDER)}
    return dict(sorted(changed.items(), key=lambda entry: rank.get(entry[0], -1)))


def _wrapped(written: Written, owner: Part, slot: int, field: str, value: object) -> Step:
    """Put a content's text into a map, beside its format."""
    source, text = written.source, owner.items[slot]
    new = _changed(text, field, value)
    changed = map_part({key.value: text if key.value == "text" else part for key, part in new.pairs()})
    changes = {id(owner): (*owner.items[:slot], changed, *owner.items[slot + 1 :])}
    fields = [(key.value, part) for key, part in new.pairs() if key.value != "text"]
    if owner.flow or owner.form is not Form.MAP:
        flow_style = flow_style_at(written, owner)
        parts = [flow_style.key(key) + in_line(part, flow_style) for key, part in fields]
        written_text = source[text.start : text.end] if owner.flow else lines.flow_text(source, text)
        whole = flow_style.written("{", [*parts, flow_style.key("text") + (written_text or '""')], "}")
        indent = source[lines.line_start(source, text.start) : text.start]
        indent = indent[: len(indent) - len(indent.lstrip(" \t"))]
        return Step((Edit(Span(text.start, text.end), brackets.set_in(whole, indent)),), changes)
    column = column_of(source, owner.items[slot - 1].start) + 2
    if "\n" in source[owner.items[slot - 1].end : text.start]:
        raise Refused(lines.UNSAFE)
    blanks = "\n" + " " * column
    entries = "".join(f"{blanks}{key}: {part.value}" for key, part in fields)
    lead = "" if text.start != text.end else " "
    first, *others = source[text.start : text.end].split("\n")
    moved = "\n".join([first, *(f"  {line}" if line else line for line in others)])
    colon = source.index(":", owner.items[slot - 1].end) + 1
    start = max(colon, text.start - len(source[colon : text.start]))
    edit = Edit(Span(start, text.end), f"{entries}{blanks}text: {lead}{moved}")
    return Step((edit,), changes)


def _can_unwrap(written: Written, content: Part) -> bool:
    text = content.get("text")
    if text is None or text.form is not Form.SCALAR or content.anchor or content.tag:
        return False
    source = written.source
    return not lines.has_comment(source, content.start, content.end, content)


def _unwrapped(written: Written, owner: Part, slot: int) -> Step:
    """Leave of a content only its text."""
    source, content = written.source, owner.items[slot]
    text = content.get("text")
    assert text is not None
    changes = {id(owner): (*owner.items[:slot], text, *owner.items[slot + 1 :])}
    if content.flow:
        moved = source[text.start : text.end]
        return Step((Edit(Span(content.start, content.end), moved),), changes)
    key = owner.items[slot - 1]
    colon = source.index(":", key.end) + 1
    if source[colon : content.start].strip():
        raise Refused(lines.UNSAFE)
    step = column_of(source, content.items[0].start) - column_of(source, key.start)
    first, *others = source[text.start : text.end].split("\n")
    moved = "\n".join([first, *(lines.outdented(line, step) for line in others)])
    return Step((Edit(Span(colon, content.end), f" {moved}"),), changes)
