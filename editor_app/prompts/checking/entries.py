"""The checks of the entries of `variables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.fields import Field, check_text_field, invalid, missing_key, wrong_type
from editor_app.prompts.entities import PromptVariable
from editor_app.structured.editing.repairs import (
    Fields,
    block_item,
    flow_mapping,
    remove_entry,
    remove_item,
    set_scalar,
)
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    boolean,
    short_value,
    value_span,
)
from editor_app.structured.spelling import spell
from editor_app.text import Diagnostic, Edit, Fix, Span


class Declared(NamedTuple):
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


def check_list(field: Field) -> tuple[SequenceNode | None, Diagnostic | None]:
    """Return `variables` if it is a list, else the problem."""
    node = field.node
    if isinstance(node, SequenceNode):
        return node, None
    fixes: tuple[Fix, ...] = ()
    if isinstance(node, ScalarNode) and node.tag == "null":
        fixes = field.change("[]")
    elif isinstance(node, MappingNode):
        fixes = _as_list(field.source, node)
    wanted = "a list; without variables write ‘variables: []’"
    return None, wrong_type(field.key, node, "variables", wanted, fixes)


def _as_list(source: str, node: MappingNode) -> tuple[Fix, ...]:
    """Return the fix that turns `name: description` lines into a list of variables."""
    simple = all(isinstance(value, ScalarNode) and key.value for key, value in node.entries)
    if node.flow or not node.entries or not simple or "#" in node.span.of(source) or node.merged:
        return ()
    column = node.span.start - (source.rfind("\n", 0, node.span.start) + 1)
    items: list[str] = []
    for key, value in node.entries:
        name = rules.to_variable_name(key.value or "")
        fields = dict(new_fields(name))
        if isinstance(value, ScalarNode) and (value.value or "").strip():
            fields["description"] = spell(value.value, flow=True)
        items.append(block_item(tuple(fields.items()), column))
    return (Fix("Make it a list", (Edit(node.span, ("\n" + " " * column).join(items)),)),)


class _Entry(NamedTuple):
    """An entry that is being checked; `path` names it in errors (`variables[0]`)."""

    source: str
    path: str
    item: MappingNode
    present: dict[str | None, tuple[ScalarNode, Node]]

    def node(self, key: str) -> Node | None:
        """Return the value of a key, None without it."""
        found = self.present.get(key)
        return None if found is None else found[1]

    def field(self, key: str) -> Field:
        """Return the field of a key, which must be present."""
        return Field(self.source, f"{self.path}.{key}", *self.present[key])

    @property
    def called(self) -> str:
        """The variable's name, "" if it has none."""
        name = self.node("name")
        return (name.value or "") if isinstance(name, ScalarNode) else ""


def check_entries(source: str, listed: SequenceNode) -> tuple[tuple[Declared, ...], list[Diagnostic]]:
    """Return the variables that can be read, and the problems of all entries but misspelled names."""
    declared: list[Declared] = []
    problems: list[Diagnostic] = []
    seen: dict[str, int] = {}
    for index, item in enumerate(listed.items):
        path = f"variables[{index}]"
        if isinstance(item, MappingNode):
            present = {key.value: (key, value) for key, value in item.all_entries() if key.tag == "str"}
            other = present.get("defaultValue")
            if other is not None and present.setdefault("default", other) is not other:
                problems.append(_two_defaults(source, path, item, *other))
            entry = _Entry(source, path, item, present)
            problems += _check_entry(entry)
            name = entry.node("name")
            variable = _read(entry)
        else:
            problems.append(_not_a_mapping(source, listed, item, path))
            name, variable = item, _just_named(item)
        if variable is None or not isinstance(name, ScalarNode):
            continue
        first = seen.setdefault(variable.name, index)
        if first == index:
            declared.append(Declared(variable, index, name))
        elif isinstance(item, MappingNode):
            problems.append(_declared_twice(source, listed, index, name, first))
    return tuple(declared), problems


def _read(entry: _Entry) -> PromptVariable | None:
    """Return the variable that an entry most likely means; None without a name."""
    name, description, default = (entry.node(key) for key in ("name", "description", "default"))
    if not isinstance(name, ScalarNode) or name.value is None:
        return None
    is_required = boolean(entry.node("required")) is True
    return PromptVariable(
        name.value,
        is_required,
        (description.value or "") if isinstance(description, ScalarNode) else "",
        default.value if isinstance(default, ScalarNode) and not is_required else None,
    )


def _just_named(item: Node) -> PromptVariable | None:
    """Return the variable of an entry that is only a name; None for any other."""
    if isinstance(item, ScalarNode) and rules.is_variable_name(item.value or ""):
        return PromptVariable(item.value or "", required=False, description="")
    return None


def _not_a_mapping(source: str, listed: SequenceNode, item: Node, path: str) -> Diagnostic:
    fixes: tuple[Fix, ...] = ()
    if isinstance(item, ScalarNode) and rules.is_variable_name(item.value or "") and item.span.length:
        fields = new_fields(item.value or "", required=True)
        column = item.span.start - (source.rfind("\n", 0, item.span.start) + 1)
        written = flow_mapping(fields) if listed.flow else block_item(fields, column - 2)[2:]
        fixes = (Fix("Write it out with ‘required’ and ‘description’", (Edit(item.span, written),)),)
    message = "A variable needs a ‘name’, whether it is ‘required’, and a ‘description’."
    at = max(item.span.start - 1, 0)
    span = item.span if item.span.length else Span(at, item.span.end)
    return invalid(span, path, message, fixes)


def _check_entry(entry: _Entry) -> Iterator[Diagnostic]:
    missing = [key for key in rules.REQUIRED_ENTRY_KEYS if key not in entry.present]
    if missing:
        yield from _missing_keys(entry, missing)
    if "name" in entry.present:
        key, name = entry.present["name"]
        if not isinstance(name, ScalarNode) or name.value is None:
            yield wrong_type(key, name, f"{entry.path}.name", "text")
    if "required" in entry.present and boolean(entry.node("required")) is None:
        yield _not_a_boolean(entry)
    if "description" in entry.present:
        yield from _only(check_text_field(entry.field("description"), about=entry.called)[1])
    if "default" in entry.present:
        if boolean(entry.node("required")) is True:
            yield _needless_default(entry)
        else:
            yield from _only(check_text_field(entry.field("default"), may_be_blank=True)[1])


def _only(diagnostic: Diagnostic | None) -> Iterator[Diagnostic]:
    if diagnostic is not None:
        yield diagnostic


def _missing_keys(entry: _Entry, keys: list[str]) -> Iterator[Diagnostic]:
    name = entry.node("name")
    span = name.span if name is not None and name.span.length else _first_line(entry.source, entry.item)
    written = {
        "name": "variable",
        "required": "false" if "default" in entry.present else "true",
        "description": spell(rules.to_words(entry.called) or "What it is for", flow=True),
    }
    for key in keys:
        yield missing_key(
            entry.source, entry.item, key, rules.ENTRY_KEYS, written[key], span, f"{entry.path}."
        )


def _first_line(source: str, node: Node) -> Span:
    end = source.find("\n", node.span.start, node.span.end)
    return Span(node.span.start, node.span.end if end < 0 else end)


def _not_a_boolean(entry: _Entry) -> Diagnostic:
    field = entry.field("required")
    no = "default" in entry.present or field.spelling.lower() in {"false", "no", "off", "0", "n", "optional"}
    fixes = [fix for word in (("false", "true") if no else ("true", "false")) for fix in field.change(word)]
    return wrong_type(field.key, field.node, field.path, "true or false", fixes)


def _needless_default(entry: _Entry) -> Diagnostic:
    key, node = entry.present["default"]
    required = entry.node("required")
    fixes: list[Fix] = []
    if isinstance(required, ScalarNode):
        edit = set_scalar(entry.source, required, "false")
        fixes.append(Fix("Make the variable optional", (edit,)))
    index = next((at for at, own in enumerate(entry.item.entries) if own[0] is key), None)
    removal = remove_entry(entry.source, entry.item, index) if index is not None else ()
    if removal:
        fixes.append(Fix("Remove the default", removal))
    message = (
        "A required variable has no default: it is always given. Make it optional, or remove the default."
    )
    return invalid(value_span(key, node), f"{entry.path}.default", message, fixes)


def _two_defaults(source: str, path: str, item: MappingNode, key: ScalarNode, value: Node) -> Diagnostic:
    index = next((at for at, own in enumerate(item.entries) if own[0] is key), None)
    removal = remove_entry(source, item, index) if index is not None else ()
    fixes = (Fix("Remove ‘defaultValue’", removal),) if removal else ()
    message = "‘defaultValue’ is another name of ‘default’, which stands here too and counts. Remove one."
    return invalid(value_span(key, value), f"{path}.defaultValue", message, fixes)


def _declared_twice(
    source: str, listed: SequenceNode, index: int, name: ScalarNode, first: int
) -> Diagnostic:
    edits = remove_item(source, listed, index)
    fixes = (Fix("Remove this declaration", edits),) if edits else ()
    message = f"‘{short_value(name.value or '')}’ is declared already, as variable {first + 1} of the list."
    return invalid(name.span, f"variables[{index}].name", message, fixes)
