"""Changes of scenarios and triggers files: settings, and when a trigger fires, as edits of their texts."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from itertools import chain, count
from pathlib import PurePath
from typing import Final

from editor_app.runs.model.session import Signal
from editor_app.runs.reading.scenario_file import SCENARIO, ScenarioReading
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.runs.reading.triggers_file import FILE, PERCENT, STEPS, TriggersReading, read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.structured.editing.repairs import (
    add_entry,
    append_items,
    flow_mapping,
    remove_entry,
    set_flow_value,
)
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.fields.numbers import Range
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Syntax
from editor_app.structured.reading import read_syntax
from editor_app.structured.spelling import spell
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Edit, Sentence, Severity, apply_edits, difference
from editor_app.variables.catalog import Catalog

Value = str | int | bool | Decimal
Fields = tuple[tuple[str, Value], ...]

_NEW: Final = "new-trigger"
_NEW_AT: Final = 50
_NEW_TEXT: Final = "Write here what the model is told then."
_TRIGGER_KEYS: Final = ("id", "description", "enabled", "order", "level", "signal", "at", "tool")


def set_setting(source: str, syntax: Syntax, key: str, value: str | int | None) -> tuple[Edit, ...]:
    """Return the edits that give a scenario's setting a value, None to remove it; none where it cannot."""
    root, _ = read_syntax(source, syntax)
    if not isinstance(root, MappingNode):
        return ()
    return _with_entry(source, syntax, root, key, value, SCENARIO.keys)


def set_trigger_key(source: str, syntax: Syntax, trigger: str, key: str, value: Value) -> tuple[Edit, ...]:
    """Return the edits that give a key of a trigger a value in a triggers file.

    A trigger that the file does not have, a built-in one, gets an entry that overrides it.
    """
    root, _ = read_syntax(source, syntax)
    if not isinstance(root, MappingNode):
        return ()
    listed = root.get("triggers")
    for entry in listed.items if isinstance(listed, SequenceNode) else ():
        own = entry.get("id") if isinstance(entry, MappingNode) else None
        if isinstance(entry, MappingNode) and isinstance(own, ScalarNode) and own.value == trigger:
            return _with_entry(source, syntax, entry, key, value, _TRIGGER_KEYS)
    return _with_item(source, syntax, root, (("id", trigger), (key, value)))


def add_trigger(source: str, syntax: Syntax, trigger: str) -> tuple[Edit, ...]:
    """Return the edits that add a trigger to a triggers file, to be written on; none where it cannot."""
    root, _ = read_syntax(source, syntax)
    return _with_item(source, syntax, root, _new_fields(trigger)) if isinstance(root, MappingNode) else ()


def free_id(taken: Collection[str]) -> str:
    """Return the id of a new trigger: "new-trigger", with a number if that is among the `taken`."""
    return next(id_ for id_ in chain([_NEW], (f"{_NEW}-{number}" for number in count(2))) if id_ not in taken)


def why_left_out(source: str, syntax: Syntax, catalog: Catalog, trigger: str) -> str:
    """Return the sentence of the error that leaves a trigger out of a triggers file, "" for none."""
    reading = read_triggers(source, syntax, catalog, BUILT_IN)
    if any(entry.id == trigger for entry in reading.entries):
        return ""
    errors = [problem for problem in reading.diagnostics if problem.severity is Severity.ERROR]
    places = [place.span.start for place in reading.ids if place.id == trigger and not place.is_recovery]
    behind = [error for error in errors if places and error.span.start >= places[-1]]
    return next(
        (error.message for error in (*behind, *errors)), Sentence("runs.trigger-is-missing", trigger=trigger)
    )


def new_triggers_text(trigger: str, key: str, value: Value) -> str:
    """Return the text of a new triggers file, in YAML, that gives a key of one trigger a value."""
    return _new_file((("id", trigger), (key, value)))


def new_triggers_text_with(trigger: str) -> str:
    """Return the text of a new triggers file, in YAML, with a trigger to be written on."""
    return _new_file(_new_fields(trigger))


def read_limit(text: str, signal: Signal) -> Decimal | None:
    """Return the `at` of a trigger as it was typed in a field, None for what it cannot be."""
    typed = text.replace("%", "").strip()
    try:
        at = Decimal(typed.replace(",", ".") if signal.is_percent else typed)
    except InvalidOperation:
        return None
    if not at.is_finite() or not _range_of(signal).holds(at) or (signal.counts_steps and at % 1):
        return None
    return at


def limit_rule(signal: Signal) -> str:
    """Return in words what the `at` of a trigger has to be."""
    return _range_of(signal).sentence(Sentence("structured.whole-number"))


def _range_of(signal: Signal) -> Range:
    return PERCENT if signal.is_percent else STEPS


def _new_fields(trigger: str) -> Fields:
    return (("id", trigger), ("signal", Signal.CONTEXT.value), ("at", _NEW_AT), ("text", _NEW_TEXT))


def _new_file(fields: Fields) -> str:
    lines = (f"{key}: {_written(value, Syntax.YAML)}" for key, value in fields)
    return "format: 1\ntriggers:\n  - " + "\n    ".join(lines) + "\n"


def _with_item(source: str, syntax: Syntax, root: MappingNode, fields: Fields) -> tuple[Edit, ...]:
    """Return the edits that add a trigger with these fields behind the others, if they are a list."""
    listed, quote = root.get("triggers"), '"' if syntax is Syntax.JSON else ""
    written = tuple((f"{quote}{key}{quote}", _written(value, syntax)) for key, value in fields)
    item = flow_mapping(written)
    if not isinstance(listed, SequenceNode):
        if listed is not None and not (isinstance(listed, ScalarNode) and not listed.value):
            return ()
        entry = _entry_of(root, "triggers")
        if entry is not None:
            return (set_flow_value(source, entry[0], entry[1], f"[{item}]"),)
        return (add_entry(source, root, f"{quote}triggers{quote}", f"[{item}]", FILE.keys),)
    if not listed.items:
        return (Edit(listed.span, f"[{item}]"),)
    return (append_items(source, listed, [written]),)


def _with_entry(
    source: str,
    syntax: Syntax,
    owner: MappingNode,
    key: str,
    value: Value | None,
    order: Sequence[str],
) -> tuple[Edit, ...]:
    entry = _entry_of(owner, key)
    if entry is not None and entry[1].anchor is not None:
        return ()  # what repeats it elsewhere would be left without it
    if value is None:
        return () if entry is None else remove_entry(source, owner, entry[2])
    written = _written(value, syntax)
    if entry is not None:
        return (set_flow_value(source, entry[0], entry[1], written),)
    return (add_entry(source, owner, f'"{key}"' if syntax is Syntax.JSON else key, written, order),)


def _entry_of(owner: MappingNode, key: str) -> tuple[ScalarNode, Node, int] | None:
    for number, (name, value) in enumerate(owner.entries):
        if isinstance(name, ScalarNode) and name.value == key:
            return name, value, number
    return None


def _written(value: Value, syntax: Syntax) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, str):
        return spell(value, flow=True) if syntax is Syntax.YAML else json.dumps(value, ensure_ascii=False)
    return str(value)


_is_id = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_BUILT_IN_IDS: Final = frozenset(id_ for trigger in BUILT_IN for id_ in trigger.ids)


class Refused(Exception):  # noqa: N818  a result of asking, not a bug
    """The trigger cannot have the name; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class TriggerRename:
    """The edits that rename a trigger: those of its file, and those of each scenario by its name."""

    triggers: tuple[Edit, ...]
    scenarios: Mapping[str, tuple[Edit, ...]] = field(default_factory=dict)


def rename_trigger(
    source: str,
    reading: TriggersReading,
    old: str,
    new: str,
    scenarios: Mapping[str, tuple[str, Syntax, ScenarioReading]],
) -> TriggerRename:
    """Return the edits that give a trigger, or a recovery, another id; raises Refused where it can't have it.

    `scenarios` are those that use the triggers file, by name: text, syntax and reading of each. Where the
    trigger’s flag is its id, the flags that a scenario starts with are renamed too.
    """
    if old in _BUILT_IN_IDS:
        raise Refused(Sentence("runs.built-in-keeps-id", id=old))
    if not _is_id(new):
        raise Refused(Sentence("runs.bad-id", id=new[:60]))
    if new in _BUILT_IN_IDS or any(place.id == new for place in reading.ids):
        raise Refused(Sentence("runs.id-taken", id=new))
    places = [place for place in reading.ids if place.id == old]
    if not places:
        raise Refused(Sentence("runs.no-trigger-in-file", id=old[:60]))
    entry = next((known for known in reading.entries if known.id == old), None)
    has_own_flag = entry is None or entry.flag is not None
    edits = tuple(edit for place in places for edit in write_scalar(source, place.node, new))
    changed = {
        name: tuple(_edits_of(*scenario, old, new, with_flag=not has_own_flag))
        for name, scenario in scenarios.items()
    }
    return TriggerRename(edits, {name: spans for name, spans in changed.items() if spans})


def edit_of_steps_file(old_name: str, new_name: str, source: str) -> Edit | None:
    """Return the edit that names a renamed scenario’s steps, whose file goes with it; None for others."""
    old, new = (PurePath(name).stem + SUFFIX for name in (old_name, new_name))
    root, _ = read_syntax(source, syntax_of(old_name))
    steps = root.get("steps") if isinstance(root, MappingNode) else None
    named = steps.get("file") if isinstance(steps, MappingNode) else None
    if not isinstance(named, ScalarNode) or named.value not in {old, f"./{old}"}:
        return None
    return difference(source, apply_edits(source, write_scalar(source, named, named.value.replace(old, new))))


def _edits_of(
    source: str, syntax: Syntax, reading: ScenarioReading, old: str, new: str, *, with_flag: bool
) -> Iterator[Edit]:
    for expected in reading.expected:
        span = expected.trigger_span
        if span is not None and span.of(source) == old:
            yield Edit(span, new)
    if with_flag:
        for node in _flags(source, syntax):
            if node.value == old:
                yield from write_scalar(source, node, new)


def _flags(source: str, syntax: Syntax) -> Iterator[ScalarNode]:
    """Yield the names of the flags that a scenario starts with."""
    root, _ = read_syntax(source, syntax)
    start = root.get("start") if isinstance(root, MappingNode) else None
    flags = start.get("flags") if isinstance(start, MappingNode) else None
    if isinstance(flags, SequenceNode):
        yield from (item for item in flags.items if isinstance(item, ScalarNode))
    elif isinstance(flags, MappingNode):
        yield from (key for key, _ in flags.entries)
