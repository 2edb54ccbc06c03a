"""Writing a case into a cases file, touching nothing else in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from editor_app.prompts.cases.cases import RECORDS, SETTINGS, Case, read_cases
from editor_app.prompts.cases.expectation_edits import changes_only, expectations_written
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.records import (
    STEP,
    Record,
    add_field,
    add_records,
    applied,
    closed,
    find_record,
    is_newer,
    replace_field,
    texts_written,
)
from editor_app.structured.editing.repairs import (
    remove_entry,
    remove_entry_lines,
    set_flow_value,
    set_scalar,
    set_text,
)
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell
from editor_app.text import Edit, Span, difference, line_end

_Values = Mapping[str, str | None]


def case_edits(source: str, case: Case) -> tuple[Edit, ...]:
    """Return the edits that write a case: a new one at the end, or the values of the one of that name.

    In a case that is there, the values become those given, and clock, cwd and
    model where they are given; everything else stays. A file that can't be
    read, or that a newer Foreword wrote, gives no edits; nor does one in which the
    case can't be written so that it reads back.
    """
    node, problems = read_yaml(source)
    if (node is None and problems) or is_newer(node):
        return ()
    record = find_record(node, RECORDS, case.name)
    if record is None:
        return new_cases_edits(source, (case,))
    item = _mapping_at(record)
    changes = [*_value_edits(source, item, case.values), *_setting_edits(source, item, case)]
    edits = closed(source, changes)
    if applied(source, edits) is None:  # a setting would be added in a line that is removed
        edits = _in_turn(source, item, case)
    return edits if _reads_back(source, edits, case) else ()


def new_cases_edits(source: str, cases: Sequence[Case]) -> tuple[Edit, ...]:
    """Return the edits that write cases with new names at the end; none where that can't be done."""
    node, problems = read_yaml(source)
    if (node is None and problems) or is_newer(node) or not cases:
        return ()
    records = (Record(case.name, partial(_fields, case)) for case in cases)
    return add_records(source, node, RECORDS, tuple(records))


def setting_edits(source: str, name: str, key: str, text: str | None) -> tuple[tuple[Edit, ...], str]:
    """Return the edits that give a case another clock, cwd or model, or None for none, and why not.

    Nothing else changes: there are no edits where an alias repeats the case.
    """
    written = spell(text, flow=True) if text is not None and text.strip() else ""
    read, problems = read_cases(f"cases:\n- {{name: x, {key}: {written}}}\n")
    if problems:
        return (), problems[0].message
    if written and key == "clock":
        written = read.cases[0].setting(key) or ""  # which needs no quotes
    node, _problems = read_yaml(source)
    place = find_record(node, RECORDS, name)
    item = place[0].written[place[1]] if place is not None else None
    case = read_cases(source)[0].find(name)
    if not isinstance(item, MappingNode) or case is None or is_newer(node):
        return (), ""
    at = next((at for at, (own, _) in enumerate(item.entries) if own.value == key), None)
    if at is None:
        edits = [add_field(source, item, RECORDS, key, written)] if written else []
    elif not written:
        edits = [*remove_entry(source, item, at)]
    else:
        edits = [set_flow_value(source, *item.entries[at], written)]
    closed_edits = closed(source, edits)
    wanted = replace(case, **{key: getattr(read.cases[0], key)})
    return (closed_edits if changes_only(source, closed_edits, wanted) else ()), ""


def _mapping_at(record: tuple[SequenceNode, int]) -> MappingNode:
    listed, index = record
    item = listed.items[index]
    assert isinstance(item, MappingNode)
    return item


def _in_turn(source: str, item: MappingNode, case: Case) -> tuple[Edit, ...]:
    """Return one edit that changes the values first, and then the settings of what this gives."""
    text = applied(source, closed(source, list(_value_edits(source, item, case.values))))
    record = find_record(read_yaml(text or "")[0], RECORDS, case.name)
    if text is None or record is None:
        return ()
    written = applied(text, closed(text, list(_setting_edits(text, _mapping_at(record), case))))
    edit = None if written is None else difference(source, written)
    return () if edit is None else (edit,)


def _reads_back(source: str, edits: tuple[Edit, ...], wanted: Case) -> bool:
    """Whether the edited file has the case with its values, and no new problem."""
    text = applied(source, edits)
    if text is None:
        return False
    before, after = read_cases(source), read_cases(text)
    case = after[0].find(wanted.name)
    return case is not None and _given(case) == _given(wanted) and len(after[1]) <= len(before[1])


def _given(case: Case) -> _Values:
    return {name: value for name, value in case.values.items() if value is not None}


def rename_value(source: str, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that give the value `old` the name `new` in every case that has it."""
    names = [
        case.value_names[old]
        for case in read_cases(source)[0].cases
        if old in case.value_names and new not in case.value_names
    ]
    written = spell(new, flow=True)
    return tuple(Edit(span, written) for span in dict.fromkeys(names))  # an alias shares names among cases


def _value_edits(source: str, item: MappingNode, values: _Values) -> Iterator[Edit]:
    """Yield the edits that change the values line by line; if need be, rewrite them all."""
    entry = item.entry("values")
    if entry is None or (isinstance(entry[1], ScalarNode) and entry[1].tag == "null"):
        if values and entry is None:
            column = None if item.flow else column_of(source, item.entries[0][0].span.start)
            yield add_field(source, item, RECORDS, "values", texts_written(values, column))
        elif values and entry is not None:
            yield _rewrite_values(source, item, *entry, values)
    elif isinstance(entry[1], MappingNode) and _can_be_edited(entry[1], values):
        yield from _edit_values(source, entry[0], entry[1], values)
    else:
        yield _rewrite_values(source, item, *entry, values)


def _setting_edits(source: str, item: MappingNode, case: Case) -> Iterator[Edit]:
    for key, written in _settings(case):
        entry = item.get(key)
        if entry is None:
            yield add_field(source, item, RECORDS, key, written)
        elif isinstance(entry, ScalarNode) and spell(entry.value) != written:
            yield set_scalar(source, entry, written)


def _settings(case: Case) -> Iterator[tuple[str, str]]:
    for key in SETTINGS:
        text = case.setting(key)
        if text is not None:
            yield key, text if key == "clock" else spell(text, flow=True)


def _can_be_edited(node: MappingNode, values: _Values) -> bool:
    """Whether the values in `node` can be changed line by line."""
    if node.entries and not node.span.contains(node.entries[0][0].span.start):
        return False  # an alias: the values stand in another case
    scalars = all(isinstance(value, ScalarNode) for _, value in node.all_entries())
    stays = any(key.value in values for key, _ in node.entries)
    return scalars and not node.flow and bool(node.entries) and (stays or not node.merged)


def _edit_values(source: str, above: ScalarNode, node: MappingNode, values: _Values) -> Iterator[Edit]:
    """Yield the edits of the lines that differ; `above` is the key of `node`."""
    column = column_of(source, node.entries[0][0].span.start)
    staying: dict[str, ScalarNode] = {}
    removed: list[Span] = []
    for key, value in node.entries:
        assert isinstance(value, ScalarNode)
        name = key.value or ""
        if name not in values:
            removed.append(remove_entry_lines(source, key, value).span)
            continue
        staying[name] = value
        new_value = values[name]
        if value.value is not None and new_value is not None:
            yield from write_scalar(source, value, new_value)  # in the quotes that it has
        elif value.value != new_value:
            yield from set_text(source, value, spell(new_value, column))
    below: Span | None = None
    for span in reversed(removed):
        # The last line of a file goes with the newline before it, so those above it do, too.
        overlaps = below is not None and below.start < span.end
        below = span.shifted(-1) if overlaps else span
        yield Edit(below, "")
    merged = {key.value or "": value for key, value in node.merged if key.value not in staying}
    new = {name: value for name, value in values.items() if name not in staying}
    for name, inherited in merged.items():
        if name not in values:
            new[name] = None
        elif values[name] == (inherited.value if isinstance(inherited, ScalarNode) else None):
            del new[name]
    colon = source.find(":", above.span.end)
    if new:
        end = line_end(source, [*staying.values()][-1].span.end if staying else colon)
        yield Edit(Span(end, end), texts_written(new, column - STEP))
    elif not staying:
        yield Edit(Span(colon + 1, colon + 1), " {}")


def _rewrite_values(source: str, item: MappingNode, key: ScalarNode, node: Node, values: _Values) -> Edit:
    """Return the edit that replaces all values."""
    if item.flow or (node.span.length and isinstance(node, MappingNode) and node.flow):
        return set_flow_value(source, key, node, texts_written(values, None))
    return replace_field(source, key, node, texts_written(values, column_of(source, key.span.start)))


def _fields(case: Case, column: int | None) -> Iterator[tuple[str, str]]:
    """Yield the key and YAML of each field of a case, for keys in `column`; None for a case in braces."""
    yield "values", texts_written(case.values, column)
    yield from _settings(case)
    if case.expect:
        yield "expect", expectations_written(case.expect, column)
