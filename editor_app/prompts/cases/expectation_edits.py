"""Writing what a case expects into a cases file, touching nothing else in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from editor_app.prompts.cases.cases import RECORDS, Case, read_cases
from editor_app.prompts.cases.expectations import NOWHERE, Expectation, ExpectationKind
from editor_app.structured.editing.places import column_of
from editor_app.structured.editing.records import (
    STEP,
    add_field,
    applied,
    closed,
    find_record,
    is_newer,
    replace_field,
)
from editor_app.structured.editing.repairs import (
    append_items,
    flow_mapping,
    remove_entry,
    remove_unrepeated_item,
    set_flow_value,
)
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell
from editor_app.text import Edit

_WANTED = "expect"


def expectation_edits(source: str, name: str, wanted: Sequence[Expectation]) -> tuple[Edit, ...]:
    """Return the edits that make these a case's expectations; those that stay keep their spelling.

    There are none where nothing changes, for a file that a newer Foreword wrote, and where another case would
    change, too.
    """
    node, _problems = read_yaml(source)
    place = find_record(node, RECORDS, name)
    item = place[0].written[place[1]] if place is not None else None
    case = read_cases(source)[0].find(name)
    if not isinstance(item, MappingNode) or case is None or is_newer(node):
        return ()
    for changes in (_changes, _rewritten):  # the second where the first would change something else
        edits = closed(source, list(changes(source, item, case.expect, wanted)))
        if edits and changes_only(source, edits, replace(case, expect=tuple(wanted))):
            return edits
    return ()


def expectations_written(wanted: Sequence[Expectation], column: int | None) -> str:
    """Write expectations behind a key that stands in `column`, or in brackets without one."""
    if column is None:
        return f"[{', '.join(flow_mapping([_field(expect, None)]) for expect in wanted)}]"
    indent = "\n" + " " * (column + STEP)
    return "".join(f"{indent}- {': '.join(_field(expect, column + 2 * STEP))}" for expect in wanted)


def _field(expect: Expectation, column: int | None) -> tuple[str, str]:
    """Write the key and the value of an expectation whose key stands in `column`, None for one line."""
    if expect.is_all:
        return expect.kind, f"[{', '.join(spell(name, flow=True) for name in expect.names)}]"
    text = expect.names[0] if expect.names else expect.text
    return expect.kind, spell(text, flow=True) if column is None else spell(text, column)


def _changes(
    source: str, item: MappingNode, now: Sequence[Expectation], wanted: Sequence[Expectation]
) -> Iterator[Edit]:
    """Yield the edits of those lines that differ."""
    listed = item.get(_WANTED)
    if isinstance(listed, ScalarNode) and [expect.kind for expect in wanted] == [ExpectationKind.EQUALS]:
        yield from write_scalar(source, listed, wanted[0].text)
        return
    items = listed.items if isinstance(listed, SequenceNode) else ()
    pairs = [entry for entry in items if isinstance(entry, MappingNode)]
    old, new = [*map(_meant, now)], [*map(_meant, wanted)]
    gone = next((at for at in range(len(old)) if old[:at] + old[at + 1 :] == new), None)
    is_simple = bool(old and new) and [len(pair.entries) for pair in pairs] == [1] * len(old)
    if not isinstance(listed, SequenceNode) or not is_simple or (len(new) < len(old) and gone is None):
        yield from _rewritten(source, item, now, wanted)
        return
    if gone is not None:
        yield from remove_unrepeated_item(source, listed, gone)
        return
    for before, after, pair in zip(now, wanted, pairs, strict=False):
        if _meant(before) != _meant(after):
            yield from _changed(source, pair, before, after)
    if len(new) > len(old):
        column = column_of(source, pairs[-1].entries[0][0].span.start) if not listed.flow else None
        yield append_items(source, listed, [[_field(expect, column)] for expect in wanted[len(old) :]])


def _changed(source: str, pair: MappingNode, before: Expectation, after: Expectation) -> Iterator[Edit]:
    """Yield the edits that make one expectation another, in its place."""
    ((key, value),) = pair.entries
    if key.value != after.kind:
        yield Edit(key.span, after.kind)
    if isinstance(value, ScalarNode) and not after.is_all:
        yield from write_scalar(source, value, after.names[0] if after.names else after.text)
    elif before != after:
        yield Edit(value.span, _field(after, None)[1])


def _rewritten(
    source: str, item: MappingNode, _now: Sequence[Expectation], wanted: Sequence[Expectation]
) -> Iterator[Edit]:
    """Yield the edit that writes all expectations anew."""
    place = next((at for at, (key, _) in enumerate(item.entries) if key.value == _WANTED), None)
    column = None if item.flow else column_of(source, item.entries[0][0].span.start)
    written = expectations_written(wanted, column)
    if place is None:
        yield add_field(source, item, RECORDS, _WANTED, written)
    elif not wanted:
        yield from remove_entry(source, item, place)
    else:
        key, value = item.entries[place]
        if item.flow or (isinstance(value, SequenceNode) and value.flow):
            yield set_flow_value(source, key, value, expectations_written(wanted, None))
        else:
            yield replace_field(source, key, value, written)


def changes_only(source: str, edits: Sequence[Edit], wanted: Case) -> bool:
    """Whether the edited file differs in this case alone; others may repeat its text by an alias."""
    text = applied(source, edits)
    if text is None:
        return False
    (before, problems_before), (after, problems_after) = read_cases(source), read_cases(text)
    expected = [wanted if case.name == wanted.name else case for case in before.cases]
    is_same = [*map(_without_places, expected)] == [*map(_without_places, after.cases)]
    return is_same and len(problems_after) <= len(problems_before)


def _without_places(case: Case) -> tuple[object, ...]:
    return case.name, dict(case.values), case.clock, case.cwd, case.model, [*map(_meant, case.expect)]


def _meant(expect: Expectation) -> Expectation:
    return replace(expect, span=NOWHERE)
