"""Renaming a trigger in its file and in the scenarios that name it, as edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from editor_app.runs.reading.scenario_file import ScenarioReading
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.runs.reading.triggers_file import TriggersReading
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax
from editor_app.structured.reading import read_json, read_yaml
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Edit, apply_edits, difference

_is_id = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_BUILT_IN_IDS: Final = frozenset(id_ for trigger in BUILT_IN for id_ in trigger.ids)


class Refused(Exception):  # noqa: N818  a result of asking, not a bug
    """The trigger cannot have the name; the message is the sentence."""


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
        raise Refused(f"‘{old}’ is a built-in trigger, and keeps its id.")
    if not _is_id(new):
        raise Refused(f"‘{new[:60]}’ is no id; it is 1 to 64 letters, digits, ‘-’ and ‘_’, nothing else.")
    if new in _BUILT_IN_IDS or any(place.id == new for place in reading.ids):
        raise Refused(f"There is a trigger ‘{new}’ already; choose another id.")
    places = [place for place in reading.ids if place.id == old]
    if not places:
        raise Refused(f"There is no trigger ‘{old[:60]}’ in the file.")
    entry = next((one for one in reading.entries if one.id == old), None)
    has_own_flag = entry is None or entry.flag is not None
    edits = tuple(edit for place in places for edit in write_scalar(source, place.node, new))
    changed = {
        name: tuple(_edits_of(*scenario, old, new, with_flag=not has_own_flag))
        for name, scenario in scenarios.items()
    }
    return TriggerRename(edits, {name: found for name, found in changed.items() if found})


def edit_of_steps_file(old_name: str, new_name: str, source: str) -> Edit | None:
    """Return the edit that names a renamed scenario’s steps, whose file goes with it; None for others."""
    old, new = (PurePath(name).stem + SUFFIX for name in (old_name, new_name))
    root, _ = read_json(source) if syntax_of(old_name) is Syntax.JSON else read_yaml(source)
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
    root, _ = read_json(source) if syntax is Syntax.JSON else read_yaml(source)
    start = root.get("start") if isinstance(root, MappingNode) else None
    flags = start.get("flags") if isinstance(start, MappingNode) else None
    if isinstance(flags, SequenceNode):
        yield from (item for item in flags.items if isinstance(item, ScalarNode))
    elif isinstance(flags, MappingNode):
        yield from (key for key, _ in flags.entries)
