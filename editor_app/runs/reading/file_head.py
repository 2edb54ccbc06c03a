"""What scenario and triggers files have in common: a mapping with `format`, read as YAML or JSON."""

from __future__ import annotations

from typing import Final

from editor_app.runs.reading.fields import FieldReader
from editor_app.structured.nodes import MappingNode, ScalarNode, Syntax, integer, short_value
from editor_app.structured.reading import read_json, read_yaml
from editor_app.system_messages.reading.problems import Effort, Text
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span

FORMAT: Final = 1
NEWER_FORMAT: Final = "newer-format"
"""The code of the problem that a later Foreword wrote the file."""


def file_fields(source: str, syntax: Syntax, wanted: str, problems: list[Diagnostic]) -> FieldReader | None:
    """Return the entries of a file; None where it can't be read, is empty or no mapping.

    `wanted` is the sentence that says what such a file has.
    """
    node, found = read_json(source) if syntax is Syntax.JSON else read_yaml(source)
    problems += found
    text = Text(source, syntax, Effort())
    if isinstance(node, MappingNode):
        return FieldReader(text, node, "", problems)
    if not found:
        start = 0 if node is None else node.span.start
        end = source.find("\n", start)
        span = Span(start, len(source) if end < 0 else end)
        problems.append(Diagnostic("wrong-type", Severity.ERROR, span, wanted, {"field": "", "path": ""}))
    return None


def is_newer(fields: FieldReader) -> bool:
    """Report a wrong `format`, and return whether a later Foreword wrote the file."""
    part = fields.part("format")
    number = None if part is None else integer(part.node)
    if number == FORMAT or (part is None and "format" not in fields):
        return False
    span = fields.value_span("format")
    if number is not None and number > FORMAT:
        known = f"this Foreword knows {FORMAT}, and leaves the file as it is"
        message = f"The file’s format is {short_value(span.of(fields.text.source))}; {known}."
        fields.note(NEWER_FORMAT, span, "format", message)
        return True
    node = fields.node("format")
    can_change = isinstance(node, ScalarNode) and node.span.length
    fixes = (Fix("Change to 1", (Edit(node.span, "1"),)),) if node is not None and can_change else ()
    fields.note("out-of-range", span, "format", "‘format’ must be 1.", fixes)
    return False
