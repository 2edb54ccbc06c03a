"""Triggers: the messages that a run sends between its steps, and when."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from editor_app.analysis.analysis import (
    Analysis,
    FilesAround,
    Form,
    KindRow,
    Naming,
    Reading,
    ReadWith,
    Renaming,
    Symbol,
)
from editor_app.analysis.data_files import too_much_data
from editor_app.analysis.outline import OutlineItem
from editor_app.runs.model.scenario import WRITES
from editor_app.runs.reading.changes import Refused, rename_trigger
from editor_app.runs.reading.completion import KnownNames, complete_triggers, ids_in, tools_in
from editor_app.runs.reading.scenario_file import ScenarioReading
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.reading.triggers_file import TriggersReading, read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text.completions import Completion

_MOST_LISTED: Final = 1000
_MOST_LOOKED_AT: Final = 16
_MOST_CHARACTERS: Final = 1_000_000  # of the texts that are looked through


def content_of(analysis: Analysis) -> TriggersReading | None:
    """Return what a triggers file says; None for other kinds, and where the text was not read."""
    return analysis.content if isinstance(analysis.content, TriggersReading) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    catalog = (*text.catalog, *RUN_CATALOG)
    content = read_triggers(text.source, syntax_of(reading.file_name), catalog, BUILT_IN)
    return replace(text, catalog=catalog, content=content, diagnostics=content.diagnostics)


def _outline(analysis: Analysis) -> tuple[OutlineItem, ...]:
    """Return the triggers by their ids, each with that of its recovery below."""
    content = content_of(analysis)
    places = content.ids if content is not None else ()
    return tuple(OutlineItem("heading", place.id, place.span, int(place.is_recovery)) for place in places)


def _parts(analysis: Analysis) -> tuple[int, str]:
    content = content_of(analysis)
    return (len(content.entries) if content is not None else 0), "trigger"


def _completions(analysis: Analysis, offset: int, around: FilesAround | None) -> tuple[Completion, ...]:
    source = analysis.source

    def tools() -> tuple[str, ...]:
        beside = _scenarios_beside(around) if around is not None else ()
        called = (tool for text in beside for tool in tools_in(text))
        return tuple(dict.fromkeys((*called, *WRITES, *MODEL_TOOLS)))

    known = KnownNames(
        ids=lambda: (trigger.id for trigger in BUILT_IN),
        tools=tools,
        catalog=analysis.catalog,
        taken=lambda: ids_in(source, offset),
    )
    return complete_triggers(source, offset, known)


def _scenarios_beside(around: FilesAround) -> Iterator[str]:
    """Yield the texts of a few files beside a triggers file that have steps, up to a size of all."""
    folder = around.path.parent
    try:
        names = sorted(entry.name for _, entry in zip(range(_MOST_LISTED), os.scandir(folder), strict=False))
    except (OSError, ValueError):
        return
    of_kind = [
        name for name in names if name.endswith((".yaml", ".yml", ".json")) and name != around.path.name
    ]
    characters_left = _MOST_CHARACTERS
    for name in of_kind[:_MOST_LOOKED_AT]:
        text = around.read(folder / name)
        if text is not None and "steps" in text:
            yield text[:characters_left]
            characters_left -= len(text)
        if characters_left <= 0:
            return


def _symbol_at(analysis: Analysis, offset: int) -> Symbol | None:
    content = content_of(analysis)
    for place in content.ids if content is not None else ():
        if place.span.touches(offset):
            return Symbol(place.id, place.span, "trigger")
    return None


def _rename(analysis: Analysis, old: str, new: str, users: Mapping[Path, Analysis]) -> Renaming:
    content = content_of(analysis)
    readings = {str(path): (user.source, syntax_of(path.name), user.content) for path, user in users.items()}
    scenarios = {
        name: (source, syntax, reading)
        for name, (source, syntax, reading) in readings.items()
        if isinstance(reading, ScenarioReading)
    }
    if content is None:
        return Renaming()
    try:
        renamed = rename_trigger(analysis.source, content, old, new, scenarios)
    except Refused as refused:
        return Renaming(problem=refused.sentence)
    return Renaming(renamed.triggers, {Path(name): edits for name, edits in renamed.scenarios.items()})


ROW = KindRow(
    Reading(_read, outline=_outline, too_much=too_much_data, parts=_parts),
    form=Form(is_data=True),
    naming=Naming(symbol_at=_symbol_at, sort="trigger", rename=_rename),
    completions=_completions,
)
