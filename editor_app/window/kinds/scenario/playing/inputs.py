"""What the scenario in front is played with, its files as open tabs have them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis import folder_of_links
from editor_app.analysis.kinds.scenario import content_of
from editor_app.library import Library
from editor_app.requests import SystemText
from editor_app.runs import BUILT_IN, RUN_CATALOG, Scenario, Trigger, TriggerSet, trigger_set
from editor_app.runs.reading import (
    LinkedScenario,
    StepsFile,
    Surroundings,
    TriggersReading,
    link_scenario,
    read_triggers,
)
from editor_app.system_messages import syntax_of
from editor_app.text import Diagnostic, Severity, Span
from editor_app.window.documents.open_file import OpenFile

TextOf = Callable[[Path], str | None]
_NO_SYSTEM: Final = SystemText("")


class ErrorPlace(NamedTuple):
    """Where what keeps a scenario from being played stands."""

    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class RunInputs:
    """A scenario with all that it is played with; `why_not` says in a sentence why it cannot be, at `place`.

    `triggers_path` is the triggers file, None without one, and `triggers_read` its text and reading; `values`
    are those of variables that the texts of triggers name. `problems` are what is wrong with the names of
    files and of triggers, in the scenario’s text.
    """

    scenario: Scenario
    triggers: TriggerSet
    why_not: str = ""
    triggers_path: Path | None = None
    system_path: Path | None = None
    chat: tuple[tuple[str, str], ...] = ()
    system: SystemText = _NO_SYSTEM
    values: Mapping[str, str] | None = None
    place: ErrorPlace | None = None
    triggers_read: tuple[str, TriggersReading] | None = None
    steps_file: StepsFile | None = None
    problems: tuple[Diagnostic, ...] = ()

    def with_trigger(self, changed: Trigger) -> RunInputs:
        """Return the same with another trigger in the place of the one of that id."""
        triggers = (changed if one.id == changed.id else one for one in self.triggers.triggers)
        return replace(self, triggers=TriggerSet(tuple(triggers)))


def inputs_of(file: OpenFile, library: Library, text_of: TextOf) -> RunInputs:
    """Return what a scenario is played with; `text_of` gives the text of an open tab, None without one."""
    reading = content_of(file.analysis)
    if reading is None:
        return RunInputs(Scenario(), trigger_set(), "The file is too large to be played while it is written.")
    errors = _errors(file.analysis.diagnostics)
    if reading.is_newer:
        message = errors[0].message if errors else "A later Foreword wrote the file."
        return RunInputs(Scenario(), trigger_set(), message)
    within = folder_of_links(file.path, library)
    linked = link_scenario(reading, Surroundings(file.path, within, file.analysis.catalog))
    path = linked.triggers_file.path if linked.triggers_file is not None else None
    triggers_read = _triggers_read(linked, file, text_of)
    why_not = ""
    if not linked.can_play:
        errors += _errors(linked.diagnostics)
        why_not = errors[0].message if errors else "Add steps: the first begins with ‘user’."
    return RunInputs(
        linked.scenario,
        trigger_set(triggers_read[1].entries) if triggers_read is not None else linked.triggers,
        why_not,
        path,
        linked.system_path,
        tuple((message.role or "", message.sent_content) for message in linked.messages),
        SystemText(linked.scenario.system_text or ""),
        place=ErrorPlace(file.path, errors[0].span) if why_not and errors else None,
        triggers_read=triggers_read,
        steps_file=linked.steps_file,
        problems=linked.diagnostics,
    )


def open_texts(files: Callable[[], Iterable[OpenFile]]) -> TextOf:
    """Return a function that gives the text of an open file by its path, which may lead over ‘..’."""

    def text_of(path: Path) -> str | None:
        path = Path(os.path.abspath(path))  # noqa: PTH100  as the paths of open files are
        return next((one.text for one in files() if one.path == path and not one.shows_placeholders), None)

    return text_of


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in diagnostics if one.severity is Severity.ERROR]


def _triggers_read(
    linked: LinkedScenario, file: OpenFile, text_of: TextOf
) -> tuple[str, TriggersReading] | None:
    """Return the text and the reading of the triggers file, that of its tab where it is open."""
    read = linked.triggers_file
    if read is None:
        return None
    text = text_of(read.path)
    if text is None or text == read.source:
        return read.source, read.reading
    catalog = (*file.analysis.catalog, *RUN_CATALOG)
    return text, read_triggers(text, syntax_of(read.path.name), catalog, BUILT_IN)
