"""Scenarios: the steps of a run, what they are played with, and what is expected of the run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.data_files import too_much_entries
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.analysis.outline import OutlineItem
from editor_app.runs.model.scenario import Ramp, Steps
from editor_app.runs.reading import ScenarioReading, Surroundings, link_scenario, read_scenario
from editor_app.runs.reading.completion import KnownNames, complete_scenario
from editor_app.runs.reading.renaming import edit_of_steps_file
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.system_messages import syntax_of
from editor_app.text import Diagnostic, Span
from editor_app.text.completions import Completion

MOST_ENTRIES = 12_000
"""The most lines and commas of a scenario that a window reads, in up to 0.2 s."""

_names = re.compile(r"""\bname"?: *["']?([A-Za-z_][\w-]*)(?=["']?[,}\n])""").finditer  # also unreadable ones
_MOST_SHOWN = 80  # characters of a user message in the outline


def content_of(analysis: Analysis) -> ScenarioReading | None:
    """Return what a scenario says; None for other kinds, and where the text was not read."""
    found = analysis.content
    return found if isinstance(found, ScenarioReading) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    found = read_scenario(text.source, syntax_of(reading.file_name))
    return replace(text, content=found, diagnostics=found.diagnostics)


def _too_much(source: str, file_name: str) -> Diagnostic | None:
    del file_name
    return too_much_entries(source, MOST_ENTRIES)


def _outline(analysis: Analysis) -> tuple[OutlineItem, ...]:
    """Return the turns, with their compactions and ramps, and the expectations."""
    found = content_of(analysis)
    if found is None:
        return ()
    expected = (OutlineItem("heading", one.text, one.span, 0) for one in found.expected)
    return (*_outline_of_steps(found.scenario.steps, analysis.source), *expected)


def _outline_of_steps(steps: Steps, source: str) -> list[OutlineItem]:
    items: list[OutlineItem] = []
    number = turns = 0
    for item in steps.items:
        span = _first_line(item.origin, source)
        if item.user is not None:
            turns += 1
            said = " ".join(item.user[: 2 * _MOST_SHOWN].split())[:_MOST_SHOWN]
            items.append(OutlineItem("heading", f"Turn {turns}: {said}", span, 0))
        if isinstance(item, Ramp):
            last = number + item.steps - 1
            items.append(OutlineItem("heading", f"Steps {number}–{last}", span, 1))
            number = last
        elif item.compact is not None:
            items.append(OutlineItem("heading", f"Compaction before step {number}", span, 1))
        number += 1
    return items


def _first_line(span: Span | None, source: str) -> Span:
    if span is None:
        return Span(0, 0)
    end = source.find("\n", span.start, span.end)
    return Span(span.start, span.end if end < 0 else end)


def _linked_problems(analysis: Analysis, path: Path, within: Path) -> tuple[Diagnostic, ...]:
    found = content_of(analysis)
    if found is None or found.is_newer:
        return ()
    return link_scenario(found, Surroundings(path, within, analysis.catalog)).diagnostics


def _completions(analysis: Analysis, offset: int, ids: Sequence[str]) -> tuple[Completion, ...]:
    tools = dict.fromkeys(found[1] for found in _names(analysis.source))
    known = [*(id_ for trigger in BUILT_IN for id_ in trigger.ids), *ids]
    names = KnownNames(
        tuple(dict.fromkeys(known)), (*tools, *(one for one in MODEL_TOOLS if one not in tools))
    )
    return complete_scenario(analysis.source, offset, names)


ROW = KindRow(
    read=_read,
    is_data=True,
    is_played=True,
    too_much=_too_much,
    outline=_outline,
    linked_problems=_linked_problems,
    edit_of_rename=edit_of_steps_file,
    completions=_completions,
)
