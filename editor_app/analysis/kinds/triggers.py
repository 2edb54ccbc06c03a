"""Triggers: the messages that a run sends between its steps, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.data_files import too_much_data
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.analysis.outline import OutlineItem
from editor_app.runs.model.settings import WRITES
from editor_app.runs.reading import TriggersReading, read_triggers
from editor_app.runs.reading.completion import KnownNames, complete_triggers
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.runs.triggers.variables import RUN_CATALOG
from editor_app.system_messages import syntax_of
from editor_app.text.completions import Completion


def content_of(analysis: Analysis) -> TriggersReading | None:
    """Return what a triggers file says; None for other kinds, and where the text was not read."""
    found = analysis.content
    return found if isinstance(found, TriggersReading) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    catalog = (*text.catalog, *RUN_CATALOG)
    found = read_triggers(text.source, syntax_of(reading.file_name), catalog, BUILT_IN)
    return replace(text, catalog=catalog, content=found, diagnostics=found.diagnostics)


def _outline(analysis: Analysis) -> tuple[OutlineItem, ...]:
    """Return the triggers by their ids, each with that of its recovery below."""
    found = content_of(analysis)
    ids = found.ids if found is not None else ()
    return tuple(OutlineItem("heading", one.id, one.span, int(one.is_recovery)) for one in ids)


def _completions(analysis: Analysis, offset: int, ids: Sequence[str]) -> tuple[Completion, ...]:
    del ids
    built_in = tuple(trigger.id for trigger in BUILT_IN)
    return complete_triggers(
        analysis.source, offset, KnownNames(built_in, (*WRITES, *MODEL_TOOLS), analysis.catalog)
    )


ROW = KindRow(
    read=_read,
    is_data=True,
    too_much=too_much_data,
    outline=_outline,
    completions=_completions,
)
