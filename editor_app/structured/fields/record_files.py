"""Reading files of records: named mappings in a list, such as `{format: 1, cases: [{name: …}, …]}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from editor_app.structured.editing.records import RecordFile
from editor_app.structured.fields.checked_values import (
    TEXT_WANTED,
    CheckedValue,
    Effort,
    Text,
    first_line,
    item_removal,
    problem,
    unknown_keys,
    visible,
)
from editor_app.structured.fields.reader import FieldReader
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, short_value
from editor_app.structured.reading import read_yaml
from editor_app.text import Diagnostic, Sentence, in_file_order

Record = tuple[ScalarNode, FieldReader]
"""The name of a record, and its fields."""


def read_records(
    source: str,
    file: RecordFile,
    problems: list[Diagnostic],
    *,
    names_keys: bool = False,
) -> tuple[tuple[Record, ...], bool]:
    """Return the records that have a name of their own, and whether a later Foreword wrote the file.

    Where `names_keys` is true, sentences name a value by its key alone.
    """
    node, syntax_problems = read_yaml(source)
    problems += syntax_problems
    text = Text(source, Syntax.YAML, Effort(), names_keys=names_keys)
    listed = None if node is None else CheckedValue(text, file.key, None, node)
    if isinstance(node, MappingNode):
        fields = FieldReader(text, node, "", problems)
        if fields.is_newer():
            return (), True
        problems += unknown_keys(text, node, ("format", file.key), "")
        listed = fields.parts.get(file.key)
        if listed is None:
            message = Sentence("structured.list-is-missing", key=file.key)
            problems.append(problem(file.code, first_line(text, node), file.key, message))
    elif listed is not None and not listed.is_null and not file.may_be_bare:
        message = Sentence("structured.format-and-list", key=file.key)
        problems.append(problem(file.code, listed.span, "", message))
        return (), False
    if listed is None or listed.is_null:
        return (), False
    return tuple(_records(file, listed, problems)), False


def _records(file: RecordFile, listed: CheckedValue, problems: list[Diagnostic]) -> Iterator[Record]:
    text, node = listed.text, listed.node
    if not isinstance(node, SequenceNode):
        problems.append(listed.wrong_type(Sentence("structured.a-list")))
        return
    seen: set[str] = set()
    for index, item in enumerate(node.items):
        path = f"{file.key}[{index}]"
        if not isinstance(item, MappingNode):
            problems.append(problem(file.code, visible(item.span), path, file.needs))
            continue
        fields = FieldReader(text, item, f"{path}.", problems)
        problems += unknown_keys(text, item, file.record_keys, fields.path)
        name = _name(file, fields)
        if name is None:
            continue
        if name.value in seen:
            fixes = item_removal(text, node, index, Sentence("structured.remove-record", noun=file.noun))
            called = short_value(name.value or "")
            message = Sentence("structured.name-twice", noun=file.noun, name=called)
            problems.append(problem(file.code, name.span, f"{path}.name", message, fixes))
            continue
        seen.add(name.value or "")
        yield name, fields


def _name(file: RecordFile, fields: FieldReader) -> ScalarNode | None:
    part = fields.parts.get("name")
    node = None if part is None else part.node
    if isinstance(node, ScalarNode) and (node.value or "").strip():
        return node
    if part is not None and not isinstance(node, ScalarNode):
        fields.wrong(part, TEXT_WANTED)
        return None
    has_one = (
        Sentence("structured.record-without-name", noun=file.noun)
        if part is None
        else Sentence("structured.record-with-blank-name", noun=file.noun)
    )
    span = first_line(fields.text, fields.mapping) if part is None else visible(part.node.span)
    fields.problems.append(problem(file.code, span, f"{fields.path}name", has_one))
    return None


def record_problems(file: RecordFile, problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the problems of a file in its order; those of values have the code of the file."""
    of_values = {"newer-format", "out-of-range", "wrong-type"}
    coded = (
        replace(diagnostic, code=file.code) if diagnostic.code in of_values else diagnostic
        for diagnostic in problems
    )
    return in_file_order(coded)
