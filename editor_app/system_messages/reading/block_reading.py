"""Reading one block: its fields, their spans, and the problems in it alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from editor_app.structured.fields.checked_values import (
    TEXT_WANTED,
    CheckedValue,
    Text,
    item_removal,
    removal_fix,
)
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import NAME_SCHEMA, TRUTH, list_of, words_schema
from editor_app.structured.json_values import canonical
from editor_app.structured.nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    Syntax,
    boolean,
    integer,
    nearest_integer,
    short_value,
)
from editor_app.system_messages.model.entities import (
    BlockBody,
    BlockCondition,
    BlockType,
    Content,
    ContentFormat,
    syntax_problem,
)
from editor_app.system_messages.reading.problems import (
    FREE_ID,
    NOTHING_SPENT,
    SpentBudget,
    entries_of,
    filled,
)
from editor_app.system_messages.reading.scope_reading import SCOPE, read_scope
from editor_app.text import Diagnostic, Fix, Sentence, Span, meant, nearest

GREATEST_PRIORITY = 2**53 - 1  # the greatest integer that every JSON reader reads exactly
USUAL_PRIORITY = 50
_PRIORITIES = Range(-GREATEST_PRIORITY, GREATEST_PRIORITY)

_TYPES = frozenset(BlockType)
_FORMATS = {format_.value: format_ for format_ in ContentFormat}


@dataclass(frozen=True, slots=True, eq=False)
class BodyReading:
    """A block's body and its problems, with spans relative to the block's start, as those of the body.

    `rest` is the canonical text of a block with unknown keys or problems, "" for others; `spent` is what its
    own names and globs took of the budget. `own_end` is where the block ends without its children, -1 if it
    can't be read alone: its children come before other fields, it is an alias, merges one, or is in braces in
    YAML. `children_at` is where the key of its children is, -1 if it has none. `lowest` is the least offset
    in it, before the block's start where the block repeats an anchor.
    """

    body: BlockBody
    problems: tuple[Diagnostic, ...] = ()
    rest: str = ""
    spent: SpentBudget = NOTHING_SPENT
    own_end: int = -1
    children_at: int = -1
    lowest: int = 0


class _WrittenContent(NamedTuple):
    """A content, and the scalar with its text."""

    content: Content | None = None
    node: ScalarNode | None = None


def read_body(text: Text, mapping: MappingNode, *, has_children: bool) -> BodyReading:
    """Read one block; `has_children` says that it has children that are not in `mapping`."""
    left, globs = text.effort.left, text.effort.globs
    places: dict[str, Span] = {}
    fields = FieldReader(text, mapping, "", [], places)
    values = fields.read(BLOCK, ("children",) if has_children else ())
    has_unknown = False
    own_end = children_at = -1
    for key, node in mapping.entries if not mapping.merged else mapping.all_entries():
        has_unknown |= key.tag != "str" or key.value not in BLOCK.keys
        if key.value == "children" and isinstance(node, SequenceNode) and node.items:
            children_at = key.span.start
            places.pop("children", None)  # children are read as blocks of their own
        else:
            own_end = max(own_end, node.span.end, key.span.end)
    body = BlockBody(
        values["id"],
        values["type"],
        values["priority"],
        values["scope"],
        values["conditions"],
        values["content"].content,
        places,
        values["content"].node,
    )
    rest = _rest(mapping) if has_unknown or fields.problems else ""
    spent = SpentBudget(left - text.effort.left, globs - text.effort.globs)
    is_odd = mapping.flow and text.syntax is Syntax.YAML
    if is_odd or mapping.merged or text.is_alias(mapping) or -1 < children_at < own_end:
        own_end = -1
    spans = [mapping.span, *places.values()]
    for problem in fields.problems:
        spans += (problem.span, *(edit.span for fix in problem.fixes for edit in fix.edits))
    lowest = min(span.start for span in spans)
    return BodyReading(body, tuple(fields.problems), rest, spent, own_end, children_at, lowest)


def no_block(text: Text, listed: SequenceNode, index: int) -> BodyReading:
    """Return the reading of an item in a list of blocks that is no mapping."""
    node = listed.items[index]
    fixes = item_removal(text, listed, index, Sentence("system_messages.remove-entry"))
    wanted = Sentence("system_messages.a-block")
    problem = CheckedValue(text, "", None, node).wrong_type(wanted, fixes)
    return BodyReading(BlockBody(), (problem,), canonical(node), lowest=node.span.start)


def _rest(mapping: MappingNode) -> str:
    """Return all fields of a block but its children as canonical text, for finding duplicates."""
    listed = {name: node for name, node in mapping.all_entries() if name.value != "children"}
    parts = [f"{name.value}={canonical(node)}" for name, node in listed.items()]
    return "\n".join(sorted(parts))


def _free_id(fields: FieldReader) -> str:
    type_ = fields.parts["type"].spelling if "type" in fields.parts else ""
    return fields.text.key(f"{FREE_ID}{type_ if type_ in _TYPES else 'block'}\1")


def _guessed_type(fields: FieldReader) -> str:
    id_ = fields.parts["id"].spelling if "id" in fields.parts else ""
    return next((type_.value for type_ in BlockType if id_.startswith(type_.value)), BlockType.BEHAVIOR.value)


def _id(fields: FieldReader, part: CheckedValue) -> str:
    if part.spelling.strip():
        return part.spelling
    fixes = part.change(_free_id(fields), Sentence("system_messages.new-id"))
    return filled(fields, part, Sentence("system_messages.id-is-empty", name=part.name), fixes)


def _type(fields: FieldReader, part: CheckedValue) -> str:
    if part.value is None:
        fields.wrong(
            part,
            Sentence("system_messages.one-of", words=tuple(BlockType)),
            part.change_text(_guessed_type(fields)),
        )
    elif part.value not in _TYPES:
        fields.problems.append(unknown_type(part, part.value))
    return part.spelling


def unknown_type(part: CheckedValue, name: str, more: tuple[Fix, ...] = ()) -> Diagnostic:
    """Return the error that a text is no block type."""
    near = nearest(name, tuple(BlockType)) if part.text.effort.left > 0 else []
    part.text.effort.left -= 1
    fixes = tuple(fix for word in near for fix in part.change_text(word)) + more
    which = meant(near, Sentence("system_messages.types-are", words=tuple(BlockType)))
    message = Sentence(
        "system_messages.unknown-type", name=part.name, value=short_value(name.strip()), which=which
    )
    return part.problem("unknown-type", message, fixes, type=name)


def _priority(fields: FieldReader, part: CheckedValue) -> int | None:
    number = integer(part.node)
    if number is None:
        whole = nearest_integer(part.spelling)
        near = USUAL_PRIORITY if whole is None else max(-GREATEST_PRIORITY, min(whole, GREATEST_PRIORITY))
        fields.wrong(part, Sentence("structured.whole-number"), part.change(str(near)), is_number=True)
    elif abs(number) > GREATEST_PRIORITY:
        better = GREATEST_PRIORITY if number > 0 else -GREATEST_PRIORITY
        message = Sentence(
            "system_messages.number-too-great",
            name=part.name,
            number=short_value(part.spelling),
            most=GREATEST_PRIORITY,
        )
        fields.problems.append(part.problem("number-too-great", message, part.change(str(better))))
        return None
    return number


def _conditions(fields: FieldReader, part: CheckedValue) -> tuple[BlockCondition, ...]:
    node = part.node
    if not isinstance(node, SequenceNode):
        fields.wrong(
            part,
            Sentence("system_messages.list-of-conditions"),
            removal_fix(part.text, fields.mapping, part.path),
        )
        return ()
    conditions = []
    for index, entry in enumerate(entries_of(part, fields.problems)):
        fields.place(entry)
        inner = fields.inner(entry)
        if inner is None:
            fixes = item_removal(part.text, node, index, Sentence("system_messages.remove-entry"))
            fields.wrong(entry, Sentence("system_messages.a-condition"), fixes)
            continue
        kind, value = inner.read(CONDITION).values()
        if kind.strip():
            conditions.append(BlockCondition(kind, value))
    return tuple(conditions)


def _kind(fields: FieldReader, part: CheckedValue) -> str:
    return filled(fields, part, Sentence("system_messages.kind-is-empty", name=part.name))


def _content(fields: FieldReader, part: CheckedValue) -> _WrittenContent:
    inner = fields.inner(part)
    if inner is not None:
        format_, text, literal = inner.read(_CONTENT).values()
        if text is None or text.value is None:
            return _WrittenContent()
        content = Content(text.value, format_, literal)
        if format_ is not None and content.is_literal and text.node.tag == "str":
            syntax_error = syntax_problem(text.value, format_)
            if syntax_error is not None:
                message = Sentence(
                    "system_messages.declared", name=text.name, format=format_.value, fault=syntax_error
                )
                inner.problems.append(text.problem("content-syntax", message))
        return _WrittenContent(content, text.node)
    if part.value is None or not isinstance(part.node, ScalarNode):
        fields.wrong(part, Sentence("system_messages.content-forms"))
        return _WrittenContent()
    _check_text(fields, part)
    return _WrittenContent(Content(part.value), part.node)


def _check_text(fields: FieldReader, part: CheckedValue) -> CheckedValue:
    """Report a content that is no text or is blank."""
    if part.value is None:
        fields.wrong(part, TEXT_WANTED)
    elif isinstance(part.node, ScalarNode) and part.node.tag != "str":
        value = part.text.quoted(part.value)
        fields.wrong(
            part,
            TEXT_WANTED,
            part.change(value, Sentence("prompts.put-value-in-quotes", value=short_value(value))),
        )
    elif not part.value.strip():
        fields.problems.append(
            part.problem("empty-content", Sentence("system_messages.content-is-empty", name=part.name))
        )
    return part


def _format(fields: FieldReader, part: CheckedValue) -> ContentFormat | None:
    wanted = Sentence("system_messages.a-format", words=tuple(ContentFormat))
    if part.value is None:
        fields.wrong(part, wanted, part.change_text("markdown"))
    elif part.value not in _FORMATS:
        better = next(iter(nearest(part.value, _FORMATS)), "markdown")
        message = Sentence(
            "system_messages.must-be", name=part.name, value=short_value(part.value), wanted=wanted
        )
        fields.problems.append(part.problem("unknown-format", message, part.change_text(better)))
    return _FORMATS.get(part.spelling)


def _literal(fields: FieldReader, part: CheckedValue) -> bool | None:
    literal = boolean(part.node)
    if literal is None:
        fields.wrong(
            part, Sentence("system_messages.true-or-false"), part.change("true") + part.change("false")
        )
    return literal


def _children(fields: FieldReader, part: CheckedValue) -> None:
    """Report children that are no list or none; others are read as blocks of their own."""
    fixes = removal_fix(part.text, fields.mapping, part.path)
    if not isinstance(part.node, SequenceNode):
        fields.wrong(part, Sentence("system_messages.list-of-blocks"), fixes)
    elif not part.node.items:
        message = Sentence("system_messages.no-children", name=part.name)
        fields.problems.append(part.problem("empty-children", message, fixes))


CONDITION = Table(
    "",
    (
        Field("kind", Sentence("system_messages.field-kind"), FieldType(_kind, NAME_SCHEMA), "", ""),
        Field(
            "value",
            Sentence("system_messages.field-value"),
            FieldType(lambda _, part: canonical(part.node), {}),
            lambda _: "{}",
            "{}",
            Sentence("system_messages.field-value-more"),
        ),
    ),
)
_TEXT_SCHEMA = {"type": "string", "pattern": r"\S"}
_CONTENT = Table(
    "",
    (
        Field(
            "format",
            Sentence("system_messages.field-format"),
            FieldType(_format, words_schema(ContentFormat)),
            "markdown",
        ),
        Field("text", Sentence("system_messages.field-text"), FieldType(_check_text, _TEXT_SCHEMA), ""),
        Field(
            "literal",
            Sentence("system_messages.field-literal"),
            FieldType(_literal, TRUTH.schema),
            more=Sentence("system_messages.field-literal-more"),
        ),
    ),
)
BLOCK_SCHEMA = {"$ref": "#/$defs/block"}
BLOCK = Table(
    "",
    (
        Field("id", Sentence("system_messages.field-id"), FieldType(_id, NAME_SCHEMA), _free_id, ""),
        Field(
            "type",
            Sentence("system_messages.field-type"),
            FieldType(_type, words_schema(BlockType)),
            lambda at: at.text.written(_guessed_type(at)),
            "",
        ),
        Field(
            "priority",
            Sentence("system_messages.field-priority"),
            FieldType(_priority, {"type": "integer", **_PRIORITIES.schema}),
            lambda _: str(USUAL_PRIORITY),
            more=Sentence("system_messages.field-priority-more"),
        ),
        Field(
            "scope",
            Sentence("system_messages.field-scope"),
            FieldType(read_scope, SCOPE),
            more=Sentence("system_messages.field-scope-more"),
        ),
        Field(
            "conditions",
            Sentence("system_messages.field-conditions"),
            FieldType(_conditions, list_of(CONDITION)),
            default=(),
        ),
        Field(
            "content",
            Sentence("system_messages.field-content"),
            FieldType(_content, {"if": {"type": "string"}, "then": _TEXT_SCHEMA, "else": _CONTENT}),
            "",
            _WrittenContent(),
            Sentence("system_messages.field-content-more"),
        ),
        Field(
            "children",
            Sentence("system_messages.field-children"),
            FieldType(_children, list_of(BLOCK_SCHEMA, minItems=1)),
            more=Sentence("system_messages.field-children-more"),
        ),
    ),
)
