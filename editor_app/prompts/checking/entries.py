"""The checks of the entries of `variables`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.fields import WORDS_SCHEMA, read_words
from editor_app.prompts.entities import PromptVariable
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.repairs import Fields, block_item, flow_mapping, set_scalar
from editor_app.structured.fields.checked_values import (
    TEXT_WANTED,
    CheckedValue,
    Text,
    item_removal,
    problem,
    removal_fix,
    visible,
)
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import TRUTH
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, boolean, short_value
from editor_app.structured.spelling import spell
from editor_app.text import Diagnostic, Edit, Fix, Sentence


class Declaration(NamedTuple):
    """A declared variable, valid or not, its index in the list, and its name's node."""

    variable: PromptVariable
    place: int
    name: ScalarNode


def new_fields(name: str, *, required: bool = False) -> Fields:
    """Return the fields of a new variable's entry, each a key and its YAML."""
    words = spell(rules.to_words(name) or name, flow=True)
    return (
        ("name", spell(name, flow=True)),
        ("required", "true" if required else "false"),
        ("description", words),
    )


def read_list(fields: FieldReader, part: CheckedValue) -> SequenceNode | None:
    """Return `variables` if it is a list."""
    node = part.node
    if isinstance(node, SequenceNode):
        return node
    fixes = part.change("[]") if part.is_null else ()
    if isinstance(node, MappingNode):
        fixes = _as_list(part.text.source, node)
    fields.wrong(part, Sentence("prompts.list-of-variables"), fixes)
    return None


def _as_list(source: str, node: MappingNode) -> tuple[Fix, ...]:
    """Return the fix that turns `name: description` lines into a list of variables."""
    simple = all(isinstance(value, ScalarNode) and key.value for key, value in node.entries)
    if node.flow or not node.entries or not simple or "#" in node.span.of(source) or node.merged:
        return ()
    column = column_of(source, node.span.start)
    items: list[str] = []
    for key, value in node.entries:
        fields = dict(new_fields(rules.to_variable_name(key.value or "")))
        if isinstance(value, ScalarNode) and (value.value or "").strip():
            fields["description"] = spell(value.value, flow=True)
        items.append(block_item(tuple(fields.items()), column))
    return (Fix(Sentence("prompts.make-list"), (Edit(node.span, ("\n" + " " * column).join(items)),)),)


def read_entries(text: Text, listed: SequenceNode, problems: list[Diagnostic]) -> tuple[Declaration, ...]:
    """Return the variables that can be read; the problems of all entries but bad names are added."""
    declared: list[Declaration] = []
    seen: dict[str, int] = {}
    for index, item in enumerate(listed.items):
        part = CheckedValue(text, f"variables[{index}]", None, item)
        fields = FieldReader(text, item, f"{part.path}.", problems) if isinstance(item, MappingNode) else None
        if fields is None:
            problems.append(_not_a_mapping(part, listed))
            name, variable = item, None
            if rules.is_variable_name(part.spelling):
                variable = PromptVariable(part.spelling, required=False, description="")
        else:
            variable = _read_entry(fields)
            name = fields.parts["name"].node if "name" in fields.parts else item
        if variable is None or not isinstance(name, ScalarNode):
            continue
        first = seen.setdefault(variable.name, index)
        if first == index:
            declared.append(Declaration(variable, index, name))
        elif fields is not None:
            fixes = item_removal(text, listed, index, Sentence("prompts.remove-this-declaration"))
            message = Sentence("prompts.declared-already", name=short_value(variable.name), number=first + 1)
            fields.problems.append(problem("invalid", name.span, f"{part.path}.name", message, fixes))
    return tuple(declared)


def _read_entry(fields: FieldReader) -> PromptVariable | None:
    """Check an entry, and return the variable that it most likely means; None without a name."""
    parts = fields.parts
    other = parts.get("defaultValue")
    if other is not None and "default" in parts:
        means = Sentence("prompts.default-twice", name=other.name)
        fields.problems.append(other.problem("invalid", means, _removal(fields, other)))
    elif other is not None:
        parts["default"] = other._replace(path=f"{fields.path}default")
    name = parts.get("name")
    has_place = name is not None and name.node.span.length
    fields.missing_at = name.node.span if name is not None and has_place else None
    fields.read(ENTRY)
    if name is None or name.value is None:
        return None
    is_required = "required" in parts and boolean(parts["required"].node) is True
    description, default = (parts[key].value if key in parts else None for key in ("description", "default"))
    return PromptVariable(name.value, is_required, description or "", None if is_required else default)


def _not_a_mapping(part: CheckedValue, listed: SequenceNode) -> Diagnostic:
    span = part.node.span
    fixes: tuple[Fix, ...] = ()
    if rules.is_variable_name(part.spelling) and span.length:
        fields = new_fields(part.spelling, required=True)
        column = column_of(part.text.source, span.start)
        written = flow_mapping(fields) if listed.flow else block_item(fields, column - 2)[2:]
        fixes = (Fix(Sentence("prompts.write-it-out"), (Edit(span, written),)),)
    message = Sentence("prompts.variable-needs")
    return problem("invalid", visible(span), part.path, message, fixes)


def _called(fields: FieldReader) -> str:
    return fields.parts["name"].spelling if "name" in fields.parts else ""


def _name(fields: FieldReader, part: CheckedValue) -> None:
    if part.value is None:
        fields.wrong(part, TEXT_WANTED)


def _required(fields: FieldReader, part: CheckedValue) -> None:
    if boolean(part.node) is None:
        no = "default" in fields.parts or part.spelling.lower() in _NO
        words = ("false", "true") if no else ("true", "false")
        fields.wrong(
            part, Sentence("structured.true-or-false"), [fix for word in words for fix in part.change(word)]
        )


def _default(fields: FieldReader, part: CheckedValue) -> None:
    required = fields.parts.get("required")
    if required is None or boolean(required.node) is not True:
        read_words(fields, part, may_be_blank=True)
        return
    fixes: list[Fix] = []
    if isinstance(required.node, ScalarNode):
        edit = set_scalar(part.text.source, required.node, "false")
        fixes.append(Fix(Sentence("prompts.make-optional"), (edit,)))
    fixes += (replace(fix, title=Sentence("prompts.remove-default")) for fix in _removal(fields, part))
    message = Sentence("prompts.default-of-required")
    fields.problems.append(problem("invalid", part.span, part.path, message, fixes))


def _removal(fields: FieldReader, part: CheckedValue) -> tuple[Fix, ...]:
    written = "" if part.key is None else part.key.value or ""
    return removal_fix(fields.text, fields.mapping, written)


_NO: Final = frozenset(("false", "no", "off", "0", "n", "optional"))
ENTRY: Final = Table(
    "",
    (
        Field(
            "name",
            Sentence("prompts.field-name-of-variable"),
            FieldType(_name, {"type": "string", "pattern": f"^{rules.VARIABLE}$"}),
            lambda _: "variable",
        ),
        Field(
            "required",
            Sentence("prompts.field-required"),
            FieldType(_required, TRUTH.schema),
            lambda fields: "false" if "default" in fields.parts else "true",
        ),
        Field(
            "description",
            Sentence("prompts.field-description"),
            FieldType(lambda fields, part: read_words(fields, part, _called(fields)), WORDS_SCHEMA),
            lambda fields: spell(
                rules.to_words(_called(fields)) or Sentence("prompts.what-it-is-for"), flow=True
            ),
        ),
        Field(
            "default",
            Sentence("prompts.field-default"),
            FieldType(_default, {"type": "string"}),
            more=Sentence("prompts.field-default-more"),
        ),
        Field("defaultValue", "", FieldType(lambda *_: None, {})),  # another name of `default`, never written
    ),
)
