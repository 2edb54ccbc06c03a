"""Reading one block: its fields, their spans, and the problems in it alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from editor_app.structured.nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    boolean,
    integer,
    nearest_integer,
    short_value,
)
from editor_app.system_messages.model.canonical import canonical
from editor_app.system_messages.model.content_syntax import syntax_problem
from editor_app.system_messages.model.entities import (
    BlockBody,
    BlockCondition,
    BlockType,
    Content,
    ContentFormat,
    Scope,
    Syntax,
)
from editor_app.system_messages.reading.problems import (
    FREE_ID,
    MOST_ENTRIES,
    PATH,
    CheckedValue,
    Text,
    item_removal,
    message_problem,
    missing,
    removal_fix,
    too_many,
    unknown_keys,
    wrong_value_type,
)
from editor_app.system_messages.reading.scope_reading import read_scope
from editor_app.text import Diagnostic, Fix, Span, nearest

BLOCK_KEYS = ("id", "type", "priority", "scope", "conditions", "content", "children")
REQUIRED_KEYS = ("id", "type", "priority", "content")
CONTENT_KEYS = ("format", "text", "literal")
CONDITION_KEYS = ("kind", "value")
GREATEST_PRIORITY = 2**53 - 1  # the greatest integer that every JSON reader reads exactly
USUAL_PRIORITY = 50

_TYPES = frozenset(BlockType)
_FORMATS = {format_.value: format_ for format_ in ContentFormat}


@dataclass(frozen=True, slots=True, eq=False)
class BodyReading:
    """A block's body and its problems, with spans relative to the block's start, as those of the body.

    `rest` is the canonical text of a block with unknown keys or problems, "" for others. `compared` is the
    number of names that were compared, and `globs` how many globs its own stand for, braces expanded.
    `own_end` is where the block ends without its children, -1 if it can't be read alone: its children come
    before other fields, it is an alias, merges one, or is in braces in YAML. `children_at` is where the key
    of its children is, -1 if it has none. `lowest` is the least offset in it, before the block's start where
    the block repeats an anchor.
    """

    body: BlockBody
    problems: tuple[Diagnostic, ...] = ()
    rest: str = ""
    compared: int = 0
    globs: int = 0
    own_end: int = -1
    children_at: int = -1
    lowest: int = 0


class _Draft:
    """The fields and problems of a block that have been read so far."""

    __slots__ = (
        "conditions",
        "content",
        "id",
        "mapping",
        "node",
        "places",
        "priority",
        "problems",
        "scope",
        "type",
    )

    def __init__(self, mapping: MappingNode) -> None:
        self.mapping = mapping
        self.id = ""
        self.type = ""
        self.priority: int | None = None
        self.scope: Scope | None = None
        self.conditions: tuple[BlockCondition, ...] = ()
        self.content: Content | None = None
        self.node: ScalarNode | None = None
        self.places: dict[str, Span] = {}
        self.problems: list[Diagnostic] = []


def read_body(text: Text, mapping: MappingNode, *, has_children: bool) -> BodyReading:
    """Read one block; `has_children` says that it has children that are not in `mapping`."""
    draft = _Draft(mapping)
    left, globs = text.effort.left, text.effort.globs
    has_unknown = False
    own_end = children_at = -1
    for key, node in mapping.entries if not mapping.merged else mapping.all_entries():
        name = key.value or ""
        if name == "children" and isinstance(node, SequenceNode) and node.items:
            children_at = key.span.start
            continue  # children are read as blocks of their own
        own_end = max(own_end, node.span.end, key.span.end)
        if key.tag != "str" or name not in BLOCK_KEYS:
            has_unknown = True
        elif name not in draft.places:  # the first of duplicate keys, which the YAML or JSON reader reports
            draft.places[name] = node.span if node.span.length else key.span
            _READERS[name](draft, CheckedValue(text, name, key, node))
    _check_presence(text, mapping, draft)
    if has_unknown:
        also = ("children",) if has_children else ()
        draft.problems += unknown_keys(text, mapping, BLOCK_KEYS, "", also=also)
    body = BlockBody(
        draft.id,
        draft.type,
        draft.priority,
        draft.scope,
        draft.conditions,
        draft.content,
        draft.places,
        draft.node,
    )
    rest = _rest(mapping) if has_unknown or draft.problems else ""
    compared, globs = left - text.effort.left, globs - text.effort.globs
    is_odd = mapping.flow and text.syntax is Syntax.YAML
    if is_odd or mapping.merged or text.is_alias(mapping) or -1 < children_at < own_end:
        own_end = -1
    problems, lowest = tuple(draft.problems), _lowest(mapping, draft)
    return BodyReading(body, problems, rest, compared, globs, own_end, children_at, lowest)


def _lowest(mapping: MappingNode, draft: _Draft) -> int:
    places = [mapping.span, *draft.places.values()]
    for found in draft.problems:
        places += (found.span, *(edit.span for fix in found.fixes for edit in fix.edits))
    return min(place.start for place in places)


def no_block(text: Text, listed: SequenceNode, index: int) -> BodyReading:
    """Return the reading of an item in a list of blocks that is no mapping."""
    node = listed.items[index]
    fixes = item_removal(text, listed, index, "Remove this entry")
    part = CheckedValue(text, "", None, node)
    found = wrong_value_type(part, "a block, with ‘id’, ‘type’, ‘priority’ and ‘content’", fixes)
    return BodyReading(BlockBody(), (found,), canonical(node), lowest=node.span.start)


def _rest(mapping: MappingNode) -> str:
    """Return all fields of a block but its children as canonical text, for finding duplicates."""
    listed = {name: node for name, node in mapping.all_entries() if name.value != "children"}
    parts = [f"{name.value}={canonical(node)}" for name, node in listed.items()]
    return "\n".join(sorted(parts))


def _check_presence(text: Text, mapping: MappingNode, draft: _Draft) -> None:
    for name in REQUIRED_KEYS:
        if name not in draft.places:
            draft.problems.append(missing(text, mapping, name, BLOCK_KEYS, _first_value(text, name, draft)))


def _first_value(text: Text, name: str, draft: _Draft) -> str:
    """Return the text that a fix gives a missing field, "" where there is no sensible value."""
    if name == "id":
        return _free_id(text, draft.type)
    if name == "type":
        return text.written(_guessed_type(draft.id))
    return str(USUAL_PRIORITY) if name == "priority" else ""


def _free_id(text: Text, type_: str) -> str:
    written = f"{FREE_ID}{type_ if type_ in _TYPES else 'block'}\1"
    return text.key(written)


def _guessed_type(id_: str) -> str:
    return next((one.value for one in BlockType if id_.startswith(one.value)), BlockType.BEHAVIOR.value)


def _read_id(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    if not isinstance(node, ScalarNode) or node.value is None:
        fixes = part.change(_free_id(part.text, draft.type), "Give it a new one")
        draft.problems.append(wrong_value_type(part, "text", fixes))
        return
    draft.id = node.value
    if not node.value.strip():
        fixes = part.change(_free_id(part.text, draft.type), "Give it a new one")
        message = f"‘{PATH}’ is empty; every block needs an id of its own."
        draft.problems.append(message_problem("empty-field", part.span, part.path, message, fixes))


def _read_type(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    if not isinstance(node, ScalarNode) or node.value is None:
        fixes = part.change_text(_guessed_type(draft.id))
        draft.problems.append(wrong_value_type(part, f"one of {', '.join(BlockType)}", fixes))
        return
    draft.type = node.value
    if node.value not in _TYPES:
        draft.problems.append(unknown_type(part, node.value))


def unknown_type(part: CheckedValue, name: str, more: tuple[Fix, ...] = ()) -> Diagnostic:
    """Return the error that a text is no block type."""
    near = nearest(name, tuple(BlockType)) if part.text.effort.left > 0 else []
    part.text.effort.left -= 1
    fixes = tuple(fix for one in near for fix in part.change_text(one)) + more
    which = f"Did you mean ‘{near[0]}’?" if near else f"It is one of {', '.join(BlockType)}."
    shown = f"‘{short_value(name)}’" if name.strip() else "empty"
    message = f"‘{PATH}’ is {shown}, which is no type of blocks. {which}"
    return message_problem("unknown-type", part.span, part.path, message, fixes, type=name)


def _read_priority(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    number = integer(node)
    if number is None:
        meant = nearest_integer(part.spelling)
        near = USUAL_PRIORITY if meant is None else max(-GREATEST_PRIORITY, min(meant, GREATEST_PRIORITY))
        fixes = part.change(str(near))
        draft.problems.append(wrong_value_type(part, "a whole number", fixes))
    elif abs(number) > GREATEST_PRIORITY:
        better = str(GREATEST_PRIORITY if number > 0 else -GREATEST_PRIORITY)
        message = (
            f"‘{PATH}’ is {short_value(part.spelling)}, which not every program can count to; "
            f"it must be from −{GREATEST_PRIORITY} to {GREATEST_PRIORITY}."
        )
        draft.problems.append(
            message_problem("number-too-great", part.span, part.path, message, part.change(better))
        )
    else:
        draft.priority = number


def _read_scope(draft: _Draft, part: CheckedValue) -> None:
    draft.scope = read_scope(part, draft.mapping, draft.places, draft.problems)


def _read_conditions(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    if not isinstance(node, SequenceNode):
        fixes = removal_fix(part.text, draft.mapping, "conditions")
        draft.problems.append(wrong_value_type(part, "a list of conditions", fixes))
        return
    conditions = []
    for index, item in enumerate(node.items):
        if index >= MOST_ENTRIES:
            draft.problems.append(too_many(part, index))
            break
        inner = CheckedValue(part.text, f"conditions[{index}]", None, item)
        draft.places[inner.path] = item.span
        if not isinstance(item, MappingNode):
            fixes = item_removal(part.text, node, index, "Remove this entry")
            draft.problems.append(wrong_value_type(inner, "a condition, with ‘kind’ and ‘value’", fixes))
            continue
        condition = _read_condition(draft, inner, item)
        if condition is not None:
            conditions.append(condition)
    draft.conditions = tuple(conditions)


def _read_condition(draft: _Draft, part: CheckedValue, mapping: MappingNode) -> BlockCondition | None:
    text, path = part.text, part.path
    kind, value = mapping.entry("kind"), mapping.entry("value")
    name = ""
    if kind is None:
        draft.problems.append(missing(text, mapping, f"{path}.kind", CONDITION_KEYS, ""))
    else:
        inner = part.inner("kind", *kind)
        draft.places[inner.path] = inner.span
        name = inner.spelling
        if not isinstance(inner.node, ScalarNode) or inner.node.value is None:
            draft.problems.append(wrong_value_type(inner, "text"))
        elif not name.strip():
            message = f"‘{PATH}’ is empty; say what the block waits for."
            draft.problems.append(message_problem("empty-field", inner.span, inner.path, message))
    if value is None:
        draft.problems.append(missing(text, mapping, f"{path}.value", CONDITION_KEYS, "{}"))
    else:
        inner = part.inner("value", *value)
        draft.places[inner.path] = inner.span
    draft.problems += unknown_keys(text, mapping, CONDITION_KEYS, f"{path}.")
    if not name.strip():
        return None
    return BlockCondition(name, canonical(value[1]) if value is not None else "{}")


def _read_content(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    if isinstance(node, MappingNode):
        _read_content_object(draft, part, node)
        return
    if isinstance(node, SequenceNode) or node.value is None:
        wanted = "text, or an object with ‘format’ and ‘text’"
        draft.problems.append(wrong_value_type(part, wanted))
        return
    draft.content, draft.node = Content(node.value), node
    _check_text(draft, part, node)


def _check_text(draft: _Draft, part: CheckedValue, node: ScalarNode) -> None:
    """Report a content that is no text or is blank."""
    if node.tag != "str":
        value = part.text.quoted(node.value or "")
        fixes = part.change(value, f"Put it in quotes: {short_value(value)}")
        draft.problems.append(wrong_value_type(part, "text", fixes))
    elif not (node.value or "").strip():
        message = f"‘{PATH}’ is empty; write there what the model is told."
        draft.problems.append(message_problem("empty-content", part.span, part.path, message))


def _read_content_object(draft: _Draft, part: CheckedValue, mapping: MappingNode) -> None:
    text = part.text
    inner: dict[str, CheckedValue] = {}
    for key, node in mapping.all_entries():
        name = key.value or ""
        if key.tag == "str" and name in CONTENT_KEYS and name not in inner:
            inner[name] = part.inner(name, key, node)
            draft.places[inner[name].path] = inner[name].span
    format_ = _read_format(draft, part, mapping, inner.get("format"))
    literal = boolean(inner["literal"].node) if "literal" in inner else None
    if "literal" in inner and literal is None:
        fixes = inner["literal"].change("true") + inner["literal"].change("false")
        draft.problems.append(wrong_value_type(inner["literal"], "true or false", fixes))
    written = inner.get("text")
    if written is None:
        draft.problems.append(missing(text, mapping, "content.text", CONTENT_KEYS, ""))
    elif not isinstance(written.node, ScalarNode) or written.node.value is None:
        draft.problems.append(wrong_value_type(written, "text"))
    else:
        draft.content = Content(written.node.value, format_, literal)
        draft.node = written.node
        _check_text(draft, written, written.node)
        if format_ is not None and draft.content.is_literal and written.node.tag == "str":
            _check_syntax(draft, written, format_)
    draft.problems += unknown_keys(text, mapping, CONTENT_KEYS, "content.")


def _read_format(
    draft: _Draft, part: CheckedValue, mapping: MappingNode, format_: CheckedValue | None
) -> ContentFormat | None:
    wanted = "plain, markdown, json or yaml"
    if format_ is None:
        written = part.text.written("markdown")
        draft.problems.append(missing(part.text, mapping, "content.format", CONTENT_KEYS, written))
        return None
    if not isinstance(format_.node, ScalarNode) or format_.node.value is None:
        draft.problems.append(wrong_value_type(format_, wanted, format_.change_text("markdown")))
        return None
    found = _FORMATS.get(format_.node.value)
    if found is None:
        name = format_.node.value
        near = nearest(name, _FORMATS, 1) or ["markdown"]
        fixes = tuple(fix for one in near for fix in format_.change_text(one))
        message = f"‘{PATH}’ is ‘{short_value(name)}’; it must be {wanted}."
        draft.problems.append(message_problem("unknown-format", format_.span, format_.path, message, fixes))
    return found


def _check_syntax(draft: _Draft, part: CheckedValue, format_: ContentFormat) -> None:
    node = part.node
    assert isinstance(node, ScalarNode)
    found = syntax_problem(node.value or "", format_)
    if found is not None:
        at = part.span
        message = f"‘{PATH}’ is declared {format_.value}, but {found}"
        draft.problems.append(message_problem("content-syntax", at, part.path, message))


def _read_children(draft: _Draft, part: CheckedValue) -> None:
    node = part.node
    if isinstance(node, SequenceNode) and node.items:
        return
    fixes = removal_fix(part.text, draft.mapping, "children")
    if isinstance(node, SequenceNode):
        message = f"‘{PATH}’ has no block in it; add one, or remove ‘children’."
        found = message_problem("empty-children", part.span, part.path, message, fixes)
    else:
        found = wrong_value_type(part, "a list of blocks", fixes)
    draft.problems.append(found)


_READERS: Mapping[str, Callable[[_Draft, CheckedValue], None]] = {
    "id": _read_id,
    "type": _read_type,
    "priority": _read_priority,
    "scope": _read_scope,
    "conditions": _read_conditions,
    "content": _read_content,
    "children": _read_children,
}
