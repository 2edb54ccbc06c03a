"""The system text of a chat: made from the chosen file as it is now, its unsaved text too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.analysis.chat_requests.settings import NO_SYSTEM, SystemChoice
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.trials import Trial
from editor_app.library.files.reading import FileError, mark_at, quoted, read_file
from editor_app.library.folders import Library, kind_of, named_folder
from editor_app.library.heads import HEAD_BYTES
from editor_app.prompts.cases.cases import Case, cases_path, read_cases
from editor_app.prompts.loading import default_used
from editor_app.requests.parts import SystemText
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.text import LineIndex, Sentence, Severity, decode, nearest
from editor_app.variables.declarations import VARIABLES_NAME
from editor_app.variables.resolver import Context, Snapshot, Sources, resolve
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.documents.values.folder_values import AT_ONCE, with_answer
from editor_app.window.kit.work.runner import Job, Runner

_NOTHING: Final = SystemText("")
_STARTS_PROCESS: Final = "git:"


class UsedDefault(NamedTuple):
    """The default that is used in place of a file, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Trials:
    """The saved situations or cases by name, what one is called, and what it is called to choose none."""

    word: str = ""
    names: tuple[str, ...] = ()
    untried: str = Sentence("window-chat.none")


@dataclass(frozen=True, slots=True)
class MadeSystem:
    """What was made of a choice: the text, or in `why_none` a sentence that says why there is none.

    `trials` are the saved situations or cases, and `result` is what the text was made from. While
    `is_resolving`, its variables are still awaited. `default` is used for a prompt that is passed over.
    """

    choice: SystemChoice = NO_SYSTEM
    text: SystemText | None = _NOTHING
    why_none: str = ""
    trials: Trials = field(default_factory=Trials)
    result: ModelText | None = None
    is_resolving: bool = False
    default: UsedDefault | None = None

    @property
    def origin(self) -> Path | None:
        """The file that the text is from."""
        return self.default.path if self.default is not None else self.choice.path


@dataclass(slots=True)
class _Resolved:
    """What the variables of a file were resolved to, for which trial and names."""

    key: object
    names: set[str] = field(default_factory=set)
    snapshot: Snapshot | None = None
    jobs: list[Job] = field(default_factory=list)

    @property
    def is_awaited(self) -> bool:
        """Whether more is still to come."""
        return any(job.is_awaited for job in self.jobs)


class ChatSystemText(QObject):
    """Makes the system text of the chat in front; `made` tells that `now` is another.

    A change of the text starts no process: variables that need git are resolved on `choose` and `resolve`.
    """

    made = Signal(object)

    def __init__(
        self,
        *,
        library: Callable[[], Library],
        text_of: Callable[[Path], str | None],
        context: Callable[[], ResolveContext],
        sources_in: Callable[[Path], Sources],
        stored: Callable[[str], str | None],
        parent: QObject | None = None,
    ) -> None:
        """Start with no text.

        `text_of` returns the text of an open tab, None for a file that is not open; `sources_in` returns what
        variables are read from in a folder; `stored` returns what a conversation got.
        """
        super().__init__(parent)
        self._library = library
        self._text_of = text_of
        self._context = context
        self._sources_in = sources_in
        self._stored = stored
        self._model: str | None = None
        self._resolved = _Resolved(None)
        self._runner = Runner(self, most=AT_ONCE)
        self.now = MadeSystem()
        self._state: tuple[object, ...] = ()

    def choose(self, choice: SystemChoice, model: str | None = None) -> None:
        """Make the text of another choice, for the model that the request names."""
        self._model = model
        self._forget()
        self._make(choice, starts_processes=True)

    def refresh(self) -> None:
        """Make the text again if its file, or one beside it, has changed."""
        if self._state_of_files(self.now.choice) != self._state:
            self._make(self.now.choice, starts_processes=False)

    def resolve(self) -> None:
        """Make the text again with variables as they are now."""
        self.choose(self.now.choice, self._model)

    @property
    def folder(self) -> Path:
        """The folder whose files and git variables are read from."""
        return self._context().folder

    def _files_of(self, choice: SystemChoice) -> tuple[Path, ...]:
        """Return the files that the text of a choice is made from, whether they exist or not."""
        if choice.path is None:
            return ()
        library = self._library()
        own = library.own_path(choice.path)
        beside = (situations_path(choice.path), cases_path(own), cases_path(choice.path))
        return (choice.path, *dict.fromkeys(beside), library.root / VARIABLES_NAME)

    def _state_of_files(self, choice: SystemChoice) -> tuple[object, ...]:
        """Return what tells whether those files have changed: the texts of tabs, and what is saved."""
        return tuple((self._text_of(path), mark_at(path)) for path in self._files_of(choice))

    def _make(self, choice: SystemChoice, *, starts_processes: bool) -> None:
        self._state = self._state_of_files(choice)
        if choice.path is not None:
            self.now = self._of_file(choice, choice.path, starts_processes=starts_processes)
        elif choice.conversation_id is not None:
            text = self._stored(choice.conversation_id)
            if text is None:
                why = Sentence("window-chat.never-built-choose", id=quoted(choice.conversation_id))
                self.now = MadeSystem(choice, None, why)
            else:
                self.now = MadeSystem(choice, SystemText(text))
        else:
            self.now = MadeSystem(choice)
        self.made.emit(self.now)

    def _of_file(self, choice: SystemChoice, path: Path, *, starts_processes: bool) -> MadeSystem:
        library = self._library()
        try:
            source = self._source(path, library)
        except FileError as error:
            return MadeSystem(choice, None, error.sentence)
        kind = kind_of(library, path, source.encode("utf-8", "replace")[:HEAD_BYTES])
        catalog = catalog_of(library, is_interactive=True)
        analysis = analyse(source, kind, path.name, catalog=catalog, is_interactive=True)
        made = MadeSystem(choice, None)
        errors = (problem for problem in analysis.diagnostics if problem.severity is Severity.ERROR)
        first = next(errors, None)
        if first is not None:
            line = LineIndex(source).position(first.span.start).line
            why = Sentence(
                "window-chat.error-on-line", name=quoted(path.name), line=line, message=first.message
            )
            default = default_used(path, library)
            if default is None:
                return replace(made, why_none=why)
            used = self._of_file(choice, default, starts_processes=starts_processes)
            return replace(used, default=UsedDefault(default, why))
        return self._rendered(made, analysis, path, library, starts_processes=starts_processes)

    def _rendered(
        self, made: MadeSystem, analysis: Analysis, path: Path, library: Library, *, starts_processes: bool
    ) -> MadeSystem:
        trials = self._trials(analysis, path, library)
        names = tuple(trials)
        kind = "situation" if analysis.row.sending.has_situations else "case"
        word = Sentence("window-chat.trial", kind=kind)
        untried = Sentence("window-chat.untried", kind=kind)
        wanted = made.choice.trial
        made = replace(made, trials=Trials(word if names or wanted is not None else "", names, untried))
        if wanted is not None and wanted not in names:
            near = nearest(wanted, names)
            other = Sentence("text.did-you-mean", name=near[0]) if near else Sentence("window-chat.choose")
            why = Sentence(
                "window-chat.trial-gone", kind=kind, name=wanted, file=quoted(path.name), other=other
            )
            return replace(made, why_none=why)
        trial = trials[wanted] if wanted is not None else None
        case = trial if isinstance(trial, Case) else None
        situation = trial if isinstance(trial, Situation) else EMPTY_SITUATION
        self._ask(analysis, path, case, library, starts_processes=starts_processes)
        snapshot = self._resolved.snapshot
        if analysis.row.sending.resolves_variables and snapshot is None:
            return replace(made, is_resolving=True, why_none=Sentence("window-chat.variables-awaited"))
        result = render(analysis, Trial(case=case, situation=situation, snapshot=snapshot))
        if result is None:
            return replace(made, why_none=Sentence("window-chat.sent-to-no-model", name=quoted(path.name)))
        refused = analysis.row.sending.refused
        if result.missing_required and refused is not None and refused(analysis, result.given) is not None:
            name = result.missing_required[0]
            why = Sentence("window-chat.required-not-set", variable=name, name=quoted(path.name))
            return replace(made, why_none=why, result=result)
        is_resolving = self._resolved.is_awaited
        return replace(made, text=system_text_of(result, path), result=result, is_resolving=is_resolving)

    def _trials(self, analysis: Analysis, path: Path, library: Library) -> Mapping[str, Case | Situation]:
        """Return the saved situations or cases of a file by name; a file of them that is damaged has none."""
        if analysis.row.sending.has_situations:
            source = self._source_beside((situations_path(path),), library)
            return {saved.name: saved.situation for saved in read_situations(source)[0]}
        own = library.own_path(path)
        source = self._source_beside((cases_path(own), cases_path(path)), library)
        return {case.name: case for case in read_cases(source)[0].cases}

    def _source_beside(self, paths: tuple[Path, ...], library: Library) -> str:
        for path in dict.fromkeys(paths):
            try:
                return self._source(path, library)
            except FileError:
                continue
        return ""

    def _source(self, path: Path, library: Library) -> str:
        """Return the text of an open tab, else the file's; one that is not UTF-8 raises FileError."""
        text = self._text_of(path)
        if text is not None:
            return text
        decoded = decode(read_file(path, access=library.access).data)
        if decoded.bad_byte is not None:
            raise FileError(Sentence("window-chat.not-utf-8", name=quoted(path.name)), path)
        return decoded.text

    def _ask(
        self, analysis: Analysis, path: Path, case: Case | None, library: Library, *, starts_processes: bool
    ) -> None:
        """Ask for the variables of a text that were not asked for yet."""
        if not analysis.row.sending.resolves_variables:
            return
        around = self._context()
        folder, clock = around.folder, around.clock
        model = self._model or around.model
        if case is not None:
            named = named_folder(folder, case.cwd, folder, library.bounds) if case.cwd is not None else None
            folder, clock, model = named or folder, case.clock or clock, self._model or case.model or model
        key = (path, folder, clock, model, around.conversation_id)
        if self._resolved.key != key:
            self._forget(key)
            starts_processes = True
        names = tuple(
            name
            for name in dict.fromkeys(analysis.names)
            if name not in self._resolved.names and (starts_processes or not name.startswith(_STARTS_PROCESS))
        )
        if not names and (self._resolved.snapshot is not None or self._resolved.is_awaited):
            return
        sources = self._sources_in(folder)
        before = self._resolved.snapshot
        taken = before.taken_at if before is not None else None
        if (frozen := taken or clock) is not None:  # all values of a snapshot have one time
            sources = replace(sources, clock=lambda: frozen)
        facts = Context(folder, model, around.conversation_id)
        self._resolved.names.update(names)
        work = partial(resolve, names, analysis.catalog, facts, sources)
        self._resolved.jobs.append(self._runner.do(work, self._take))

    def _forget(self, key: object = None) -> None:
        """Know nothing of what is asked for with another key; what is on its way is not taken."""
        for job in self._resolved.jobs:
            job.cancel()
        self._resolved = _Resolved(key)

    def _take(self, answer: Snapshot) -> None:
        self._resolved.snapshot = with_answer(self._resolved.snapshot, answer)
        self._make(self.now.choice, starts_processes=False)
