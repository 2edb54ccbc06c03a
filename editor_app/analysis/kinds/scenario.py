"""Scenarios: the steps of a run, what they are played with, and what is expected of the run."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from editor_app.analysis.analysis import (
    Analysis,
    FilesAround,
    FileTest,
    Form,
    KindRow,
    Naming,
    NamingFile,
    Reading,
    ReadWith,
    Symbol,
)
from editor_app.analysis.data_files import too_many_entries_problem
from editor_app.analysis.new_files import NewFile, NewText
from editor_app.analysis.outline import OutlineItem
from editor_app.library.kinds import Kind
from editor_app.runs.expectations.forms import trigger_of
from editor_app.runs.model.scenario import WRITES, Ramp, Steps
from editor_app.runs.reading.changes import edit_of_steps_file
from editor_app.runs.reading.completion import KnownNames, complete_scenario, ids_in, tools_in
from editor_app.runs.reading.linked_files import TRIGGERS_NAME, LinkContext, link_scenario
from editor_app.runs.reading.named_paths import NamedPath, PathSort, paths_from
from editor_app.runs.reading.scenario_file import ScenarioReading, read_scenario
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.reading.steps_file import MOST_BYTES_AT_ONCE, read_first_steps
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Diagnostic, Sentence, Span
from editor_app.text.completions import Completion
from editor_app.variables.access import FileAccess

MOST_ENTRIES = 12_000
"""The most lines and commas of a scenario that a window reads, in up to 0.2 s."""

_find_triggers_name = re.compile(r"""^"?triggers"?: *["']?([^"'#\n]+)""", re.MULTILINE).search
_MOST_SHOWN = 80  # characters of a user message in the outline


def content_of(analysis: Analysis) -> ScenarioReading | None:
    """Return what a scenario says; None for other kinds, and where the text was not read."""
    return analysis.content if isinstance(analysis.content, ScenarioReading) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    content = read_scenario(text.source, syntax_of(reading.file_name))
    return replace(text, content=content, diagnostics=content.diagnostics)


def _outline(analysis: Analysis) -> tuple[OutlineItem, ...]:
    """Return the turns, with their compactions and ramps, and the expectations."""
    content = content_of(analysis)
    if content is None:
        return ()
    expected = (OutlineItem("heading", expect.text, expect.span, 0) for expect in content.expected)
    return (*_outline_of_steps(content.scenario.steps, analysis.source), *expected)


def _outline_of_steps(steps: Steps, source: str) -> list[OutlineItem]:
    items: list[OutlineItem] = []
    number = turns = 0
    for item in steps.items:
        span = _first_line(item.origin, source)
        if item.user is not None:
            turns += 1
            message = " ".join(item.user[: 2 * _MOST_SHOWN].split())[:_MOST_SHOWN]
            items.append(
                OutlineItem("heading", Sentence("analysis.turn", number=turns, message=message), span, 0)
            )
        if isinstance(item, Ramp):
            last = number + item.steps - 1
            items.append(
                OutlineItem("heading", Sentence("analysis.steps", first=str(number), last=str(last)), span, 1)
            )
            number = last
        elif item.compact is not None:
            items.append(
                OutlineItem("heading", Sentence("analysis.compaction-before", step=str(number)), span, 1)
            )
        number += 1
    return items


def _first_line(span: Span | None, source: str) -> Span:
    if span is None:
        return Span(0, 0)
    end = source.find("\n", span.start, span.end)
    return Span(span.start, span.end if end < 0 else end)


def _parts(analysis: Analysis) -> tuple[int, str]:
    content = content_of(analysis)
    return (len(content.scenario.steps) if content is not None else 0), "step"


def _linked_problems(
    analysis: Analysis, path: Path, access: FileAccess, is_interactive: bool
) -> tuple[Diagnostic, ...]:
    content = content_of(analysis)
    if content is None or content.is_newer:
        return ()
    context = LinkContext(path, access, analysis.catalog)
    if is_interactive:
        context = replace(context, most_steps_bytes=MOST_BYTES_AT_ONCE, steps_of=read_first_steps)
    return link_scenario(content, context).diagnostics


def _completions(analysis: Analysis, offset: int, around: FilesAround | None) -> tuple[Completion, ...]:
    source = analysis.source

    def ids() -> tuple[str, ...]:
        named = _find_triggers_name(source)  # also in a text that can’t be read
        name = named[1].strip() if named is not None else TRIGGERS_NAME
        triggers = around.read(around.path.parent / name) if around is not None else None
        own = ids_in(triggers) if triggers is not None else ()
        return tuple(dict.fromkeys((*(id_ for trigger in BUILT_IN for id_ in trigger.ids), *own)))

    def tools() -> tuple[str, ...]:
        return tuple(dict.fromkeys((*tools_in(source, offset), *WRITES, *MODEL_TOOLS)))

    def paths(typed: str, sort: PathSort) -> tuple[NamedPath, ...]:
        return paths_from(around.path.parent, around.access, typed, sort) if around is not None else ()

    return complete_scenario(source, offset, KnownNames(ids, tools, paths))


def _symbol_at(analysis: Analysis, offset: int) -> Symbol | None:
    content = content_of(analysis)
    for expected in content.expected if content is not None else ():
        span, name = expected.trigger_span, trigger_of(expected.meaning)
        if span is not None and name is not None and span.touches(offset):
            return Symbol(name, span, "trigger")
    return None


def _names_from(analysis: Analysis, path: Path) -> NamingFile | None:
    content = content_of(analysis)
    reference = content.scenario.triggers if content is not None else None
    name = reference.path if reference is not None else TRIGGERS_NAME
    return NamingFile(Path(os.path.normpath(path.parent / name)), Kind.TRIGGERS)


def _new(_name: str, _now: datetime) -> NewText:
    from editor_app.runs.transcripts.writing import new_scenario_text

    return NewText(*new_scenario_text())


def _name_rule(name: str) -> str:
    is_triggers = name.lower() == Path(TRIGGERS_NAME).stem
    return Sentence("analysis.is-triggers-file", name=f"{name}.yaml") if is_triggers else ""


ROW = KindRow(
    Reading(
        _read,
        outline=_outline,
        too_much=lambda source, _name: too_many_entries_problem(source, MOST_ENTRIES),
        parts=_parts,
    ),
    form=Form(is_data=True),
    naming=Naming(
        symbol_at=_symbol_at,
        sort="trigger",
        names_from=_names_from,
        linked_problems=_linked_problems,
        edit_of_rename=edit_of_steps_file,
    ),
    completions=_completions,
    tested=FileTest.RUN,
    new=NewFile(_new, _name_rule),
)
