"""The checks of the entries of `variables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from editor_app.prompts import rules
from editor_app.prompts.entities import PromptVariable
from editor_app.prompts.fields import Field, check_text, missing_key
from editor_app.prompts.problems import invalid, place, shortened, wrong_type
from editor_app.structured import MappingNode, Node, ScalarNode, SequenceNode, spell
from editor_app.structured.edits import (
    Fields,
    block_item,
    flow_mapping,
    remove_entry,
    remove_item,
    set_scalar,
)
from editor_app.text import Diagnostic, Edit, Fix, Span


class Declared(NamedTuple):
    """A variable as the frontmatter declares it, well or not: its place in the list, and its name's node."""

    variable: PromptVariable
    place: int
    name: ScalarNode


def new_fields(name: str, *, required: bool = False) -> Fields:
    """Return what the entry of a new variable says."""
    words = spell(rules.to_words(name) or name, flow=True)
    return (
        ("name", spell(name, flow=True)),
        ("required", "true" if required else "false"),
        ("description", words),
    )


def check_list(field: Field) -> tuple[SequenceNode | None, Diagnostic | None]:
    """Check that `variables` is a list."""
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


def check_entries(source: str, listed: SequenceNode) -> tuple[tuple[Declared, ...], list[Diagnostic]]:
    """Check each entry but for the spelling of its name, and read what can be read."""
    declared: list[Declared] = []
    problems: list[Diagnostic] = []
    seen: dict[str, int] = {}
    for index, item in enumerate(listed.items):
        path = f"variables[{index}]"
        if not isinstance(item, MappingNode):
            problems.append(_not_a_mapping(source, listed, item, path))
            if isinstance(item, ScalarNode) and rules.is_variable_name(item.value or ""):
                just_a_name = item.value or ""
                if seen.setdefault(just_a_name, index) == index:
                    variable = PromptVariable(just_a_name, required=False, description="")
                    declared.append(Declared(variable, index, item))
            continue
        problems += _check_entry(source, item, path)
        found = item.entry("name")
        if found is None:
            continue
        key, name = found
        if not isinstance(name, ScalarNode) or name.value is None:
            problems.append(wrong_type(key, name, f"{path}.name", "text"))
            continue
        if name.value in seen:
            problems.append(_declared_twice(source, listed, index, name, seen[name.value]))
            continue
        seen[name.value] = index
        declared.append(Declared(_read(item, name.value), index, name))
    return tuple(declared), problems


def _read(item: MappingNode, name: str) -> PromptVariable:
    """Read an entry as it is most likely meant."""
    required, description, default = (item.get(key) for key in ("required", "description", "default"))
    is_required = isinstance(required, ScalarNode) and boolean(required) is True
    has_default = isinstance(default, ScalarNode) and not is_required
    return PromptVariable(
        name,
        is_required,
        (description.value or "") if isinstance(description, ScalarNode) else "",
        default.value if has_default and isinstance(default, ScalarNode) else None,
    )


def boolean(node: Node) -> bool | None:
    """Return what a YAML boolean says, None for anything else."""
    if isinstance(node, ScalarNode) and node.tag == "bool":
        return (node.value or "").lower() in {"true", "yes", "on"}
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


def _check_entry(source: str, item: MappingNode, path: str) -> Iterator[Diagnostic]:
    present = {key.value: (key, value) for key, value in item.all_entries() if key.tag == "str"}
    name = present["name"][1] if "name" in present else None
    called = (name.value or "") if isinstance(name, ScalarNode) else ""
    anchor = name.span if name is not None and name.span.length else _first_line(source, item)
    written = {
        "name": "variable",
        "required": "false" if "default" in present else "true",
        "description": spell(rules.to_words(called) or "What it is for", flow=True),
    }
    for key in rules.REQUIRED_ENTRY_KEYS:
        if key not in present:
            yield missing_key(source, item, key, rules.ENTRY_KEYS, written[key], anchor, f"{path}.")
    if "required" in present:
        yield from _check_required(source, path, *present["required"], has_default="default" in present)
    if "description" in present:
        field = Field(source, f"{path}.description", *present["description"])
        yield from _only(check_text(field, about=called)[1])
    if "default" in present:
        yield from _check_default(source, path, item, present)


def _only(diagnostic: Diagnostic | None) -> Iterator[Diagnostic]:
    if diagnostic is not None:
        yield diagnostic


def _first_line(source: str, node: Node) -> Span:
    end = source.find("\n", node.span.start, node.span.end)
    return Span(node.span.start, node.span.end if end < 0 else end)


def _check_required(
    source: str, path: str, key: ScalarNode, node: Node, *, has_default: bool
) -> Iterator[Diagnostic]:
    if boolean(node) is not None:
        return
    field = Field(source, f"{path}.required", key, node)
    no = has_default or field.spelling.lower() in {"false", "no", "off", "0", "n", "optional"}
    fixes = [fix for word in (("false", "true") if no else ("true", "false")) for fix in field.change(word)]
    yield wrong_type(key, node, field.path, "true or false", fixes)


def _check_default(
    source: str, path: str, item: MappingNode, present: dict[str | None, tuple[ScalarNode, Node]]
) -> Iterator[Diagnostic]:
    key, node = present["default"]
    required = present["required"][1] if "required" in present else None
    if required is None or boolean(required) is not True:
        yield from _only(check_text(Field(source, f"{path}.default", key, node), may_be_blank=True)[1])
        return
    fixes: list[Fix] = []
    if isinstance(required, ScalarNode):
        fixes.append(Fix("Make the variable optional", (set_scalar(source, required, "false"),)))
    index = next((at for at, entry in enumerate(item.entries) if entry[0] is key), None)
    removal = remove_entry(source, item, index) if index is not None else ()
    if removal:
        fixes.append(Fix("Remove the default", removal))
    message = (
        "A required variable has no default: it is always given. Make it optional, or remove the default."
    )
    yield invalid(place(key, node), f"{path}.default", message, fixes)


def _declared_twice(
    source: str, listed: SequenceNode, index: int, name: ScalarNode, first: int
) -> Diagnostic:
    edits = remove_item(source, listed, index)
    fixes = (Fix("Remove this declaration", edits),) if edits else ()
    message = f"‘{shortened(name.value or '')}’ is declared already, as variable {first + 1} of the list."
    return invalid(name.span, f"variables[{index}].name", message, fixes)
