"""Reading a triggers file: the triggers that can be used, and every problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from editor_app.runs.model.triggers import Trigger, TriggerEntry
from editor_app.runs.reading.fields import FieldReader
from editor_app.runs.reading.file_head import file_fields, is_newer
from editor_app.runs.reading.trigger_fields import read_trigger
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax
from editor_app.structured.values import short_value
from editor_app.system_messages.reading.problems import CheckedValue, item_removal
from editor_app.text import Diagnostic, Span, in_file_order
from editor_app.variables.catalog import Catalog

FILE_KEYS: Final = ("format", "triggers")
MOST_TRIGGERS: Final = 1000


class IdPlace(NamedTuple):
    """An id in a triggers file, and where it stands; `is_recovery`: it is that of a recovery."""

    id: str
    node: ScalarNode
    is_recovery: bool = False

    @property
    def span(self) -> Span:
        """The span of the id."""
        return self.node.span


@dataclass(frozen=True, slots=True)
class TriggersReading:
    """The triggers of a file that can be used, in file order, the places of all ids, and all problems.

    `is_newer`: a later Foreword wrote the file, so that it is neither used nor changed.
    """

    entries: tuple[TriggerEntry, ...] = ()
    ids: tuple[IdPlace, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    is_newer: bool = False


def read_triggers(
    source: str, syntax: Syntax, catalog: Catalog, built_in: Sequence[Trigger]
) -> TriggersReading:
    """Read a triggers file; `built_in` are the triggers that its entries may override by their ids."""
    problems: list[Diagnostic] = []
    wanted = "The file must have ‘format: 1’ and the list ‘triggers’."
    fields = file_fields(source, syntax, wanted, problems)
    if fields is None:
        return TriggersReading(diagnostics=in_file_order(problems))
    if is_newer(fields):
        return TriggersReading(diagnostics=in_file_order(problems), is_newer=True)
    fields.check_keys(FILE_KEYS, "The file")
    if "triggers" not in fields:
        fields.missing("triggers", FILE_KEYS, "[]")
    items = [*fields.items("triggers", "a list of triggers", MOST_TRIGGERS)]
    ids = tuple(place for item in items for place in _ids_of(item))
    entries = tuple(_read_items(fields, items, catalog, {one.id: one for one in built_in}))
    return TriggersReading(entries, ids, in_file_order(problems))


def trigger_at(reading: TriggersReading, source: str, offset: int) -> str | None:
    """Return the id of the trigger in whose lines an offset is, None between and above them.

    Where several stand on one line, it is the one around the offset, else the first of them.
    """
    placed = [(entry.origin, entry.id) for entry in reading.entries if entry.origin is not None]
    around = next((id_ for span, id_ in placed if span.start <= offset < span.end), None)
    if around is not None:
        return around
    line = source.rfind("\n", 0, offset) + 1
    found = source.find("\n", offset)
    line_end = len(source) if found < 0 else found
    return next((id_ for span, id_ in placed if span.start <= line_end and line < span.end), None)


def _read_items(
    fields: FieldReader, items: Sequence[CheckedValue], catalog: Catalog, built_in: Mapping[str, Trigger]
) -> Iterator[TriggerEntry]:
    of_syntax = [one.span for one in fields.problems]
    listed = fields.node("triggers")
    seen = {trigger.recovery.id: "a recovery" for trigger in built_in.values() if trigger.recovery}
    for index, item in enumerate(items):
        if not isinstance(item.node, MappingNode):
            fields.wrong(item, "a trigger: a mapping with ‘id’, ‘signal’ and ‘text’")
            continue
        inner = FieldReader(fields.text, item.node, f"{item.path}.", [])
        entry = read_trigger(inner, catalog, built_in)
        is_whole = not any(item.node.span.overlaps(span) for span in of_syntax)
        for place in _ids_of(item):
            other = seen.get(place.id)
            if other is not None and not (place.is_recovery and _is_own_recovery(place, item, built_in)):
                removal = (
                    item_removal(fields.text, listed, index, "Remove this trigger")
                    if isinstance(listed, SequenceNode)
                    else ()
                )
                given = f"‘{short_value(place.id)}’ is the id of {other} too"
                message = f"{given}; each needs its own. This one is left out."
                inner.note("duplicate-id", place.span, f"{item.path}.id", message, removal)
                entry = None
            seen.setdefault(place.id, "a recovery" if place.is_recovery else "another trigger")
        fields.problems += inner.problems
        if entry is not None and is_whole:
            yield entry


def _is_own_recovery(place: IdPlace, item: CheckedValue, built_in: Mapping[str, Trigger]) -> bool:
    """Whether an entry for a built-in trigger gives the recovery of that trigger anew."""
    owner = next((built_in[one.id] for one in _ids_of(item) if one.id in built_in), None)
    return owner is not None and owner.recovery is not None and owner.recovery.id == place.id


def _ids_of(item: CheckedValue) -> Iterator[IdPlace]:
    """Yield the id of a trigger and that of its recovery, as far as they are texts."""
    node = item.node
    if not isinstance(node, MappingNode):
        return
    own = node.get("id")
    if isinstance(own, ScalarNode) and own.value:
        yield IdPlace(own.value, own)
    recovery = node.get("recovery")
    other = recovery.get("id") if isinstance(recovery, MappingNode) else None
    if isinstance(other, ScalarNode) and other.value:
        yield IdPlace(other.value, other, is_recovery=True)
