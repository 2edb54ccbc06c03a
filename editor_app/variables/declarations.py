"""The variables that a library declares in `variables.yaml`: those its own product gives values to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, in_file_order, nearest
from editor_app.variables.catalog import (
    LITERAL,
    TEMPLATE_CATALOG,
    Catalog,
    CatalogEntry,
    Volatility,
    entry_for,
)

FORMAT = 1
VARIABLES_NAME = "variables.yaml"

_KEYS = ("type", "name", "description", "volatility", "sample", "supplied_by")
_REQUIRED = ("type", "name", "description", "volatility")
_TYPE = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_NAME = re.compile(r"[^\]\n]*[^\]\s]")

_Problems: TypeAlias = list[Diagnostic]


def read_variables(source: str) -> tuple[Catalog, tuple[Diagnostic, ...]]:
    """Read `{format: 1, variables: [{type, name, description, volatility, sample?, supplied_by?}]}`.

    Returns the usable entries in the order of the file, and every problem.
    """
    root, yaml_problems = read_yaml(source)
    problems = list(yaml_problems)
    entries: dict[str, CatalogEntry] = {}
    for node in _items(root, problems):
        entry = _read_entry(node, problems)
        if entry is not None and _is_new(entry, entries, node, problems):
            entries[entry.key] = entry
    return tuple(entries.values()), in_file_order(problems)


def _items(root: Node | None, problems: _Problems) -> Iterator[Node]:
    if root is None:
        return
    if not isinstance(root, MappingNode):
        problems.append(_invalid(root.span, "", "The file must hold ‘format: 1’ and a list ‘variables’."))
        return
    problems += _unknown_keys(root, ("format", "variables"))
    if not _is_known_format(root.get("format"), problems):
        return
    listed = root.get("variables")
    if isinstance(listed, SequenceNode):
        yield from listed.items
    elif listed is None:
        problems.append(
            _invalid(Span(root.span.start, root.span.start), "variables", "The list ‘variables’ is missing.")
        )
    elif not (isinstance(listed, ScalarNode) and listed.value is None):
        problems.append(_invalid(listed.span, "variables", "‘variables’ must be a list."))


def _is_known_format(node: Node | None, problems: _Problems) -> bool:
    if node is None or (isinstance(node, ScalarNode) and node.value == str(FORMAT)):
        return True
    newer = isinstance(node, ScalarNode) and node.tag == "int"
    told = "is of a newer Foreword; this one reads format 1" if newer else "is no format; write ‘format: 1’"
    value = node.value if isinstance(node, ScalarNode) else "…"
    problems.append(_invalid(node.span, "format", f"‘format: {value}’ {told}.", code="unsupported-format"))
    return False


def _read_entry(node: Node, problems: _Problems) -> CatalogEntry | None:
    if not isinstance(node, MappingNode):
        problems.append(_invalid(node.span, "variables", "Each variable must have a ‘type’ and a ‘name’."))
        return None
    problems += _unknown_keys(node, _KEYS)
    texts = {key: text for key in _KEYS if (text := _text(node, key, problems)) is not None}
    for key in _REQUIRED:
        if node.get(key) is None:
            problems.append(_invalid(Span(node.span.start, node.span.start), key, f"‘{key}’ is missing."))
    type_ok = _fits(node, "type", texts, _TYPE, "may have letters, digits and ‘_’ only", problems)
    no_bracket = "must not have ‘]’ or a newline, nor end with a blank"
    name_ok = _fits(node, "name", texts, _NAME, no_bracket, problems)
    if texts.get("type") == LITERAL:
        problems.append(_invalid(_span(node, "type"), "type", "‘literal’ is syntax and cannot be declared."))
        return None
    if not (type_ok and name_ok):
        return None
    return CatalogEntry(
        texts["type"],
        texts["name"],
        texts.get("description", ""),
        _volatility(node, texts.get("volatility"), problems),
        sample=texts.get("sample"),
        supplied_by=texts.get("supplied_by"),
    )


def _text(node: MappingNode, key: str, problems: _Problems) -> str | None:
    value = node.get(key)
    if value is None:
        return None
    if not isinstance(value, ScalarNode):
        problems.append(_invalid(value.span, key, f"‘{key}’ must be text."))
        return None
    if key in _REQUIRED and not (value.value or "").strip():
        problems.append(_invalid(value.span, key, f"‘{key}’ must not be blank."))
        return None
    return value.value


def _fits(
    node: MappingNode,
    key: str,
    texts: dict[str, str],
    pattern: re.Pattern[str],
    rule: str,
    problems: _Problems,
) -> bool:
    text = texts.get(key)
    if text is None:
        return False
    if pattern.fullmatch(text):
        return True
    problems.append(_invalid(_span(node, key), key, f"The {key} ‘{text}’ {rule}."))
    return False


def _volatility(node: MappingNode, text: str | None, problems: _Problems) -> Volatility:
    if text is None:
        return Volatility.TURN
    if text in set(Volatility):
        return Volatility(text)
    span = _span(node, "volatility")
    fixes = tuple(_replace(span, str(near)) for near in nearest(text, Volatility))
    known = ", ".join(f"‘{volatility}’" for volatility in Volatility)
    problems.append(
        _invalid(span, "volatility", f"‘{text}’ is no volatility. It is one of {known}.", fixes=fixes)
    )
    return Volatility.TURN


def _is_new(
    entry: CatalogEntry, declared: Mapping[str, CatalogEntry], node: Node, problems: _Problems
) -> bool:
    is_ours = entry_for(entry.key, TEMPLATE_CATALOG) is not None
    if not is_ours and entry.key not in declared:
        return True
    whose = "Foreword has it already" if is_ours else "it is declared above"
    problems.append(
        _invalid(
            node.span, "name", f"‘{entry.key}’ is not declared anew: {whose}.", code="duplicate-variable"
        )
    )
    return False


def _unknown_keys(node: MappingNode, known: tuple[str, ...]) -> Iterator[Diagnostic]:
    for key, _ in node.entries:
        shown = key.value or ""
        for near in nearest(shown, known) if shown not in known else ():
            message = f"‘{shown}’ means nothing here. Did you mean ‘{near}’?"
            fixes = (_replace(key.span, near),)
            yield Diagnostic("unknown-key", Severity.INFORMATION, key.span, message, {"field": shown}, fixes)


def _invalid(
    span: Span, field: str, message: str, *, code: str = "invalid-variables", fixes: tuple[Fix, ...] = ()
) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, span, message, {"field": field}, fixes)


def _replace(span: Span, text: str) -> Fix:
    return Fix(f"Use ‘{text}’", (Edit(span, text),))


def _span(node: MappingNode, key: str) -> Span:
    value = node.get(key)
    return node.span if value is None else value.span
