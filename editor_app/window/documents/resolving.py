"""The resolver of template variables: for which folder, model, conversation and time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.clock import Clock
from editor_app.library.files.reading import quoted
from editor_app.library.folders import named_folder, why_not_named
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.variables.resolver import Context, Snapshot, Sources, real_sources, resolve
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.documents.trust.workspace_trust import WorkspaceTrust
from editor_app.window.documents.values.folder_values import AT_ONCE, with_answer
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.runner import NO_JOB, Job, Runner
from editor_app.window.kit.work.timers import single_shot

_PAUSE_MS = 300


@dataclass(frozen=True, slots=True)
class ResolveContext:
    """The folder, model, conversation and time to resolve variables for; a clock of None is the real time."""

    folder: Path
    model: str | None = None
    conversation_id: str | None = None
    clock: datetime | None = None


MakeSources = Callable[[ResolveContext, Clock], Sources]


def sources_of_machine(library: Path, trust: WorkspaceTrust) -> MakeSources:
    """Return a factory of sources that read this machine's files, git and facts as far as `trust` goes."""

    def make(context: ResolveContext, clock: Clock) -> Sources:
        folder_trust = trust.of(context.folder)
        return real_sources(
            context.folder,
            clock=clock,
            library=library,
            trusted=folder_trust.is_trusted,
            allowed_files=folder_trust.allowed_files,
        )

    return make


@dataclass(slots=True, eq=False)
class _ResolvedFile:
    """An open template: what is being resolved for it, and the names that were asked for."""

    file: OpenFile
    links: Connections = field(default_factory=Connections)
    case_name: str | None = None
    folder: Path | None = None
    whole: Job = NO_JOB
    parts: list[Job] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def cancel(self) -> None:
        """Let no answer come that is still outstanding."""
        for job in (self.whole, *self.parts):
            job.cancel()


class VariableResolver(QObject):
    """Resolves the variables of open templates: on opening, on demand, and names that are new in the text."""

    resolved = Signal(object)  # the OpenFile that has a complete new snapshot
    folder_refused = Signal(str)

    def __init__(
        self,
        context: ResolveContext,
        clock: Clock,
        make_sources: MakeSources,
        bounds: Path,
        trust: WorkspaceTrust,
        parent: QObject | None = None,
        *,
        usual: ResolveContext | None = None,
    ) -> None:
        """Start with this context; a case may name a folder inside its folder, or inside `bounds`.

        `usual` is the context where nobody chose anything, the one at the start unless given.
        Everything is resolved again when `trust` changes.
        """
        super().__init__(parent)
        self.trust = trust
        trust.changed.connect(self.refresh_all)
        self._clock = clock
        self._make_sources = make_sources
        self._bounds = bounds
        self.context = context
        self._usual = usual or context
        self._followed: dict[OpenFile, _ResolvedFile] = {}
        self._runner = Runner(self, most=AT_ONCE)
        self._pause = single_shot(self, _PAUSE_MS, self._resolve_new_names)

    def begin(self, file: OpenFile) -> None:
        """Resolve the variables of a file that was just opened, and of names and cases that it gets later."""
        self.end(file)
        if file.analysis.dialect is Dialect.BRACKETS:
            followed = self._followed[file] = _ResolvedFile(file, case_name=file.case_name)
            followed.links.add(file.analysed, self._pause.start)
            followed.links.add(file.values_changed, partial(self._follow_case, followed))
            self.refresh(file)

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed, or is no longer a template."""
        followed = self._followed.pop(file, None)
        if followed is not None:
            followed.cancel()
            followed.links.end()

    def refresh(self, file: OpenFile) -> None:
        """Resolve all variables of a file again; answers still outstanding are ignored."""
        self.trust.read_again()
        self._refresh(file)

    def _refresh(self, file: OpenFile) -> None:
        followed = self._followed.get(file)
        if followed is None:
            return
        case = file.case
        if case is not None and case.cwd is not None and self._folder_of(case.cwd) is None:
            folder = self.context.folder
            why = why_not_named(folder, case.cwd, folder, self._bounds)
            self.folder_refused.emit(
                Sentence(
                    "window-documents.case-folder-refused",
                    case=case.name,
                    folder=quoted(case.cwd),
                    instead=str(folder),
                    **why,
                )
            )
        fixed = (entry.key for entry in file.catalog if not entry.dynamic)
        followed.names = set()
        followed.cancel()
        names = (*fixed, *file.analysis.names)
        followed.whole = self._ask(followed, names, self.context_of(file).clock, self._take_whole)

    def refresh_all(self) -> None:
        """Resolve the variables of every open template again."""
        self.trust.read_again()
        for file in list(self._followed):
            self._refresh(file)

    def change(self, context: ResolveContext) -> None:
        """Use another context for all templates."""
        if context != self.context:
            self.context = context
            self.refresh_all()

    def context_of(self, file: OpenFile) -> ResolveContext:
        """Return the context of a file: that of its case, and the window's for what the case leaves open."""
        case, ours = file.case, self.context
        if case is None:
            return ours
        folder = self._folder_of(case.cwd) or ours.folder if case.cwd is not None else ours.folder
        return replace(ours, folder=folder, model=case.model or ours.model, clock=case.clock or ours.clock)

    def unusual_of(self, file: OpenFile) -> Iterator[str]:
        """Yield in words what is in the context of a file because somebody chose it, or its case does."""
        now, usual = self.context_of(file), self._usual
        if now.folder != usual.folder:
            yield home_relative(now.folder)
        if now.model != usual.model:
            yield now.model or Sentence("window-documents.no-model")
        if now.conversation_id != usual.conversation_id:
            yield now.conversation_id or Sentence("window-documents.no-conversation")
        if now.clock != usual.clock:
            time = f"{now.clock:%H:%M}" if now.clock is not None else "running"
            yield Sentence("window-documents.clock", time=time)

    def folder_of(self, file: OpenFile | None) -> Path:
        """Return the folder that a file's variables were last asked for in, the window's for any other."""
        followed = self._followed.get(file) if file is not None else None
        folder = followed.folder if followed is not None else None
        return folder if folder is not None else self.context.folder

    def sources_in(self, folder: Path) -> Sources:
        """Return what variables are read from in another folder, as far as that is trusted, now."""
        return self._make_sources(replace(self.context, folder=folder), self._clock)

    def is_resolving(self, file: OpenFile) -> bool:
        """Whether a complete snapshot of a file is outstanding."""
        followed = self._followed.get(file)
        return followed is not None and followed.whole.is_awaited

    def _folder_of(self, cwd: str) -> Path | None:
        folder = self.context.folder
        return named_folder(folder, cwd, folder, self._bounds)

    def _follow_case(self, followed: _ResolvedFile) -> None:
        if followed.file.case_name != followed.case_name:
            followed.case_name = followed.file.case_name
            self.refresh(followed.file)

    def _resolve_new_names(self) -> None:
        for followed in list(self._followed.values()):
            file = followed.file
            new = (name for name in file.analysis.names if name not in followed.names)
            names = [name for name in new if not name.startswith("git:")]  # typing starts no process
            if names and not followed.whole.is_awaited:
                clock = self.context_of(file).clock
                if clock is None and file.snapshot is not None:
                    clock = file.snapshot.taken_at  # all values of a snapshot have one time
                job = self._ask(followed, names, clock, self._take_part)
                followed.parts = [*(part for part in followed.parts if part.is_awaited), job]

    def _ask(
        self,
        followed: _ResolvedFile,
        names: Sequence[str],
        clock: datetime | None,
        take: Callable[[OpenFile, Snapshot], None],
    ) -> Job:
        file, context = followed.file, self.context_of(followed.file)
        followed.folder = context.folder
        followed.names.update(names)
        sources = self._make_sources(context, (lambda: clock) if clock is not None else self._clock)
        facts = Context(context.folder, context.model, context.conversation_id)
        return self._runner.do(partial(resolve, names, file.catalog, facts, sources), partial(take, file))

    def _take_whole(self, file: OpenFile, snapshot: Snapshot) -> None:
        file.set_snapshot(snapshot)
        self.resolved.emit(file)
        self._pause.start()  # for names that were typed meanwhile

    def _take_part(self, file: OpenFile, answer: Snapshot) -> None:
        if file.snapshot is not None:
            file.set_snapshot(with_answer(file.snapshot, answer))
