"""The variables that a library declares in `variables.yaml`: those its own product gives values to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from editor_app.structured.editing.records import FORMAT
from editor_app.structured.fields.checked_values import CheckedValue, Effort, Text, problem, unknown_keys
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import NAME_SCHEMA, OPTIONAL_TEXT, SPELLED, words_schema
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Syntax
from editor_app.structured.reading import read_yaml
from editor_app.text import Diagnostic, Sentence, Span, in_file_order, nearest
from editor_app.variables.catalog import (
    LITERAL,
    TEMPLATE_CATALOG,
    Catalog,
    CatalogEntry,
    Volatility,
    entry_for,
)

VARIABLES_NAME = "variables.yaml"

_CODE = "invalid-variables"
_TYPE = "[A-Za-z0-9_]+"
_NAME = r"[^\]\n]*[^\]\s]"


def read_variables(source: str) -> tuple[Catalog, tuple[Diagnostic, ...]]:
    """Read `{format: 1, variables: [{type, name, description, volatility, sample?, supplied_by?}]}`.

    Returns the usable entries in the order of the file, and every problem.
    """
    root, syntax_problems = read_yaml(source)
    problems = list(syntax_problems)
    text = Text(source, Syntax.YAML, Effort())
    entries: dict[str, CatalogEntry] = {}
    for node in _items(text, root, problems):
        entry = _read_entry(text, node, problems)
        if entry is None:
            continue
        is_ours = entry_for(entry.key, TEMPLATE_CATALOG) is not None
        if is_ours or entry.key in entries:
            where = "built-in" if is_ours else "above"
            message = Sentence("variables.declared-already", where=where, name=entry.key)
            problems.append(problem("duplicate-variable", node.span, "name", message))
        else:
            entries[entry.key] = entry
    coded = (
        replace(diagnostic, code=_CODE) if diagnostic.code == "missing-field" else diagnostic
        for diagnostic in problems
    )
    return tuple(entries.values()), in_file_order(coded)


def _items(text: Text, root: Node | None, problems: list[Diagnostic]) -> Iterator[Node]:
    if root is None:
        return
    if not isinstance(root, MappingNode):
        message = Sentence("variables.format-and-variables")
        problems.append(problem(_CODE, root.span, "", message))
        return
    problems += unknown_keys(text, root, ("format", "variables"), "")
    format_ = root.get("format")
    if isinstance(format_, ScalarNode) and format_.value == str(FORMAT):
        format_ = None
    if format_ is not None:
        value = format_.value if isinstance(format_, ScalarNode) else "…"
        newer = "yes" if isinstance(format_, ScalarNode) and format_.tag == "int" else "no"
        message = Sentence("variables.unsupported-format", newer=newer, value=value or "")
        problems.append(problem("unsupported-format", format_.span, "format", message))
        return
    listed = root.get("variables")
    if isinstance(listed, SequenceNode):
        yield from listed.items
    elif listed is None:
        start = Span(root.span.start, root.span.start)
        problems.append(problem(_CODE, start, "variables", Sentence("variables.list-is-missing")))
    elif not (isinstance(listed, ScalarNode) and listed.value is None):
        problems.append(problem(_CODE, listed.span, "variables", Sentence("variables.must-be-list")))


def _read_entry(text: Text, node: Node, problems: list[Diagnostic]) -> CatalogEntry | None:
    if not isinstance(node, MappingNode):
        message = Sentence("variables.type-and-name")
        problems.append(problem(_CODE, node.span, "variables", message))
        return None
    fields = FieldReader(text, node, "", problems)
    fields.missing_at = Span(node.span.start, node.span.start)
    values = fields.read(VARIABLE)
    if values["type"] == LITERAL:
        span = fields.parts["type"].node.span
        fields.problems.append(problem(_CODE, span, "type", Sentence("variables.literal-is-syntax")))
        return None
    if values["type"] is None or values["name"] is None:
        return None
    return CatalogEntry(
        values["type"],
        values["name"],
        values["description"] or "",
        values["volatility"],
        sample=values["sample"],
        supplied_by=values["supplied_by"],
    )


def _text(fields: FieldReader, part: CheckedValue) -> str | None:
    if not isinstance(part.node, ScalarNode):
        fields.problems.append(
            problem(_CODE, part.node.span, part.path, Sentence("variables.must-be-text", path=part.path))
        )
    return part.value


def _filled(fields: FieldReader, part: CheckedValue) -> str | None:
    text = _text(fields, part)
    if isinstance(part.node, ScalarNode) and not part.spelling.strip():
        fields.problems.append(
            problem(_CODE, part.node.span, part.path, Sentence("variables.must-not-be-blank", path=part.path))
        )
        return None
    return text


def _fitting(pattern: str, **schema: object) -> FieldType:
    """Return the type of texts that a pattern matches whole."""

    def read(fields: FieldReader, part: CheckedValue) -> str | None:
        text = _filled(fields, part)
        if text is None or re.fullmatch(pattern, text):
            return text
        field = part.path.rpartition(".")[2]
        message = Sentence("variables.unfitting", field=field, path=part.path, text=text)
        fields.problems.append(problem(_CODE, part.node.span, part.path, message))
        return None

    return FieldType(read, {"type": SPELLED, "pattern": f"^{pattern}$", **schema})


def _volatility(fields: FieldReader, part: CheckedValue) -> Volatility:
    text = _filled(fields, part)
    if text in set(Volatility):
        return Volatility(text)
    if text is not None:
        fixes = [
            fix
            for near in nearest(text, Volatility)
            for fix in part.change_text(str(near), Sentence("variables.use", name=near))
        ]
        message = Sentence("variables.unknown-volatility", text=text, known=tuple(Volatility))
        fields.problems.append(problem(_CODE, part.node.span, part.path, message, fixes))
    return Volatility.TURN


VARIABLE = Table(
    "",
    (
        Field(
            "type",
            Sentence("variables.field-type"),
            _fitting(_TYPE, **{"not": {"const": LITERAL}}),
            "",
        ),
        Field(
            "name",
            Sentence("variables.field-name"),
            _fitting(_NAME),
            "",
        ),
        Field(
            "description",
            Sentence("variables.field-description"),
            FieldType(_filled, NAME_SCHEMA),
            "",
            more=Sentence("variables.field-description-more"),
        ),
        Field(
            "volatility",
            Sentence("variables.field-volatility"),
            FieldType(_volatility, words_schema(Volatility)),
            "",
            Volatility.TURN,
            Sentence("variables.field-volatility-more"),
        ),
        Field("sample", Sentence("variables.field-sample"), FieldType(_text, OPTIONAL_TEXT.schema)),
        Field("supplied_by", Sentence("variables.field-supplied-by"), FieldType(_text, OPTIONAL_TEXT.schema)),
    ),
)
