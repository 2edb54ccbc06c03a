"""The files that a scenario names: found, read and checked, each problem at the name of the file."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from errno import ENOENT, ENOTDIR
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.chats.chat import Chat, Message, read_chat
from editor_app.library.files.reading import FileError, quoted, read_file, reason_of, shown, sort_of_file
from editor_app.runs.expectations.forms import trigger_of
from editor_app.runs.model.scenario import FileReference, Scenario, Steps, TriggerSet
from editor_app.runs.reading.scenario_file import NO_USER_MESSAGE, ScenarioReading
from editor_app.runs.reading.steps_file import MOST_BYTES, StepsReading, read_steps
from editor_app.runs.reading.triggers_file import TriggersReading, read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG, trigger_set
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import (
    Diagnostic,
    Edit,
    Fix,
    Sentence,
    Severity,
    Span,
    decode,
    in_file_order,
    meant,
    nearest,
)
from editor_app.variables.access import FileAccess, Refusal, end_of
from editor_app.variables.catalog import Catalog, short_name

TRIGGERS_NAME: Final = "triggers.yaml"
"""The triggers file that is used if it lies beside a scenario that names none."""

MOST_TRIGGERS_BYTES: Final = 4 * 1024 * 1024
_MOST_SHOWN: Final = 120
_TOO_LARGE: Final = Sentence("runs.more-than-opened")
_TOO_LARGE_TO_WAIT: Final = Sentence("runs.more-than-played")


@dataclass(frozen=True, slots=True)
class TriggersFile:
    """A triggers file that was read: its path, text and reading."""

    path: Path
    source: str
    reading: TriggersReading


class StepsFile(NamedTuple):
    """A file of steps that was read: its path and text."""

    path: Path
    source: str


@dataclass(frozen=True, slots=True)
class LinkedScenario:
    """A scenario with all that it names.

    `scenario` has the steps of its steps file; `system_path` is the file of its system text, which the caller
    renders. `diagnostics` are what is wrong with the names of files and of triggers, in the scenario's text;
    what is wrong in its text alone, its own reading has. `can_play` is false if an error keeps it from being
    played.
    """

    scenario: Scenario
    triggers: TriggerSet
    triggers_file: TriggersFile | None = None
    steps_file: StepsFile | None = None
    chat: Chat | None = None
    system_path: Path | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    can_play: bool = False

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of the chat that the run goes on from."""
        return () if self.chat is None else self.chat.messages


@dataclass(frozen=True, slots=True)
class LinkContext:
    """What links are resolved with: the path of the scenario, and where the paths may lead that it names.

    `triggers` is a triggers file that is used instead of the one it names. `catalog` are the variables that
    the texts of triggers can use besides those of runs. A file of more steps than `most_steps_bytes` is not
    read, only its size is looked at; a window gives fewer. `steps_of` reads the text of such
    a file, and may remember the last.
    """

    path: Path
    access: FileAccess
    catalog: Catalog
    triggers: Path | None = None
    most_steps_bytes: int = MOST_BYTES
    steps_of: Callable[[str], StepsReading] = read_steps


def link_scenario(reading: ScenarioReading, context: LinkContext) -> LinkedScenario:
    """Find and read what a scenario names; what is missing or wrong is a problem, and no exception."""
    problems: list[Diagnostic] = []
    scenario = reading.scenario
    finder = _Finder(context.path.parent, context.access, problems)
    system = finder.file("system", None if isinstance(scenario.system, str) else scenario.system)
    chat = _chat(finder, scenario.chat)
    steps, steps_file = _steps(finder, reading, context)
    triggers_file = _triggers(finder, scenario, context)
    triggers = trigger_set(() if triggers_file is None else triggers_file.reading.entries)
    has_errors = any(problem.severity is Severity.ERROR for problem in problems)
    first = steps.items[0] if steps.items else None
    begins_with_user = first is not None and first.user is not None
    if chat is not None and chat.messages:
        begins_with_user |= chat.messages[-1].role == "user"
    if not has_errors and reading.can_play and not begins_with_user:
        span = scenario.chat.span if scenario.chat is not None else None
        problems.append(_problem("no-user-message", span or reading.steps_span, "steps", NO_USER_MESSAGE))
        has_errors = True
    problems += unknown_triggers(reading, triggers, triggers_file)
    return LinkedScenario(
        replace(scenario, steps=steps),
        triggers,
        triggers_file,
        steps_file,
        chat,
        system,
        in_file_order(problems),
        reading.can_play and not has_errors,
    )


def unknown_triggers(
    reading: ScenarioReading, triggers: TriggerSet, file: TriggersFile | None
) -> Iterator[Diagnostic]:
    """Yield the expectations about an id that no trigger has; one that was left out is said to be so."""
    known = [id_ for trigger in triggers.triggers for id_ in trigger.ids]
    left_out = () if file is None else {place.id for place in file.reading.ids}
    for expected in reading.expected:
        id_ = trigger_of(expected.meaning)
        if id_ is None or id_ in known:
            continue
        near = next(iter(nearest(id_, known)), None)
        message = Sentence("runs.no-trigger", id=id_[:60], near=meant(nearest(id_, known)))
        if id_ in left_out and file is not None:
            message = Sentence("runs.trigger-with-errors", id=id_[:60], name=quoted(file.path.name))
            near = None
        span = expected.trigger_span or expected.span
        is_exact = span.length == len(id_)
        fixes = (
            (Fix(Sentence("structured.change-to", value=f"‘{near}’"), (Edit(span, near),)),)
            if near and is_exact
            else ()
        )
        yield _problem("unknown-trigger", span, "expect", message, fixes)


def _chat(finder: _Finder, reference: FileReference | None) -> Chat | None:
    folder = finder.folder_of("chat", reference)
    if folder is None or reference is None:
        return None
    chat = read_chat(folder, access=finder.access)
    if chat.has_errors:
        first = next(problem for problem in chat.diagnostics if problem.severity is Severity.ERROR)
        finder.note("unusable-chat", reference, "chat", Sentence("runs.chat-unusable", reason=first.message))
    return chat


def _steps(finder: _Finder, reading: ScenarioReading, context: LinkContext) -> tuple[Steps, StepsFile | None]:
    most_bytes = context.most_steps_bytes
    reference = reading.steps_file
    path = finder.file("steps.file", reference)
    if path is None or reference is None:
        return reading.scenario.steps, None
    too_large = _TOO_LARGE if most_bytes == MOST_BYTES else _TOO_LARGE_TO_WAIT
    data = finder.read("steps.file", reference, path, most_bytes, too_large)
    if data is None:
        return reading.scenario.steps, None
    steps_file = context.steps_of(data)
    errors = [problem for problem in steps_file.diagnostics if problem.severity is Severity.ERROR]
    if errors:
        line = data.count("\n", 0, errors[0].span.start) + 1
        message = Sentence(
            "runs.steps-unplayable", line=line, name=_shown(reference), reason=errors[0].message
        )
        finder.note("unusable-steps", reference, "steps.file", message)
    elif not data.strip():
        finder.note("no-steps", reference, "steps.file", Sentence("runs.no-steps-in", name=_shown(reference)))
    return Steps(steps_file.items), StepsFile(path, data)


def _triggers(finder: _Finder, scenario: Scenario, context: LinkContext) -> TriggersFile | None:
    reference = scenario.triggers
    if context.triggers is not None:
        reference = FileReference(str(context.triggers))
        path: Path | None = context.triggers
    elif reference is not None:
        path = finder.file("triggers", reference)
    else:
        reference = FileReference(TRIGGERS_NAME, Span(0, 0))
        path = finder.folder / TRIGGERS_NAME
        path = finder.file("triggers", reference) if os.path.lexists(path) else None
    if path is None:
        return None
    source = finder.read("triggers", reference, path, MOST_TRIGGERS_BYTES)
    if source is None:
        return None
    catalog = (*context.catalog, *RUN_CATALOG)
    return TriggersFile(path, source, read_triggers(source, syntax_of(path.name), catalog, BUILT_IN))


class _Finder:
    """Finds files by the paths that a scenario names; what is not there or may not be read is a problem."""

    def __init__(self, folder: Path, access: FileAccess, problems: list[Diagnostic]) -> None:
        self.folder = folder
        self.access = access
        self._ends: dict[Path, Path] = {}  # where the paths that were found lead, without links
        self._problems = problems

    def note(
        self, code: str, reference: FileReference, field: str, message: str, fixes: Iterable[Fix] = ()
    ) -> None:
        """Add a problem at the name of a file."""
        self._problems.append(_problem(code, reference.span or Span(0, 0), field, message, fixes))

    def file(self, field: str, reference: FileReference | None) -> Path | None:
        """Return the path of a plain file."""
        return self._found(field, reference, Sentence("runs.plain-file"), stat.S_ISREG)

    def folder_of(self, field: str, reference: FileReference | None) -> Path | None:
        """Return the path of a folder."""
        return self._found(field, reference, Sentence("runs.a-folder"), stat.S_ISDIR)

    def read(
        self,
        field: str,
        reference: FileReference,
        path: Path,
        most_bytes: int,
        too_large: str = _TOO_LARGE,
    ) -> str | None:
        """Return the text of a file; `too_large` says what more bytes are than `most_bytes`."""
        try:
            end = self._ends.get(path)
            content = read_file(end or path, most_bytes, follows_links=end is None, too_large=too_large)
            decoded = decode(content.data)
        except FileError as error:
            self.note("unreadable-file", reference, field, error.sentence)
            return None
        if decoded.bad_byte is not None:
            message = Sentence("runs.not-utf-8", name=_shown(reference), byte=decoded.bad_byte)
            self.note("unreadable-file", reference, field, message)
            return None
        return decoded.text

    def _found(
        self, field: str, reference: FileReference | None, wanted: str, is_right: Callable[[int], bool]
    ) -> Path | None:
        if reference is None:
            return None
        path = self.folder / reference.path
        try:
            end = end_of(path, self.access)
            if isinstance(end, Refusal):
                reason = end.reason(
                    path, shown(short_name(reference.path, _MOST_SHOWN)), quoted(self.access.top.name)
                )
                message = Sentence("runs.file-outside", reason=reason, way=end.way_out)
                self.note("outside-file", reference, field, message)
                return None
            mode = end.stat().st_mode
            self._ends[path] = end
        except (OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError) and path.is_symlink():
                why = Sentence("runs.link-to-nothing", name=_shown(reference))
                self.note("missing-file", reference, field, why)
            elif isinstance(error, OSError) and error.errno not in {ENOENT, ENOTDIR}:
                why = Sentence("runs.unreadable", name=_shown(reference), reason=reason_of(error))
                self.note("unreadable-file", reference, field, why)
            else:
                self._missing(field, reference, path)
            return None
        if is_right(mode):
            return path
        message = Sentence(
            "runs.wrong-sort",
            wanted=wanted,
            name=_shown(reference),
            sort=sort_of_file(mode) or Sentence("runs.plain-file"),
        )
        self.note("wrong-file", reference, field, message)
        return None

    def _missing(self, field: str, reference: FileReference, path: Path) -> None:
        try:
            beside = sorted(entry.name for entry in path.parent.iterdir())
        except (OSError, ValueError):
            beside = []
        near = next(iter(nearest(path.name, beside)), None)
        near_name = ""
        fixes: tuple[Fix, ...] = ()
        if near is not None and reference.path.endswith(path.name):
            better = reference.path[: len(reference.path) - len(path.name)] + near
            near_name = meant([better])
            if reference.span is not None and reference.span.length == len(reference.path):
                fixes = (
                    Fix(Sentence("structured.change-to", value=better), (Edit(reference.span, better),)),
                )
        self.note(
            "missing-file",
            reference,
            field,
            Sentence("runs.missing-file", name=_shown(reference), near=near_name),
            fixes,
        )


def _shown(reference: FileReference) -> str:
    """Return the path of a reference, in quotation marks, short enough for a sentence."""
    return quoted(short_name(reference.path, _MOST_SHOWN))


def _problem(code: str, span: Span, field: str, message: str, fixes: Iterable[Fix] = ()) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, span, message, {"field": field}, tuple(fixes))
