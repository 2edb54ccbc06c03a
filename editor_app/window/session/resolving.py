"""What the variables of templates are tried with: folder, model, conversation and clock."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor_app.library import Kind
from editor_app.variables import Context, Snapshot, Sources, real_sources
from editor_app.window.session.open_file import OpenFile
from editor_app.window.session.snapshots import Question, Snapshots

_PAUSE_MS = 300


@dataclass(frozen=True, slots=True)
class Circumstances:
    """As if in which folder, for which model and conversation, at which time; a clock of None goes on."""

    folder: Path
    model: str | None = None
    conversation_id: str | None = None
    clock: datetime | None = None
    allowed_files: tuple[Path, ...] = ()


def sources_of_machine(circumstances: Circumstances, clock: Clock) -> Sources:
    """Return this machine's files, git and facts, confined to the folder."""
    return real_sources(circumstances.folder, allowed_files=circumstances.allowed_files, clock=clock)


Clock = Callable[[], datetime]
MakeSources = Callable[[Circumstances, Clock], Sources]


class Resolving(QObject):
    """Gives open templates their snapshots: on opening, on demand, and for names that are new in the text."""

    circumstances_changed = Signal()

    def __init__(
        self,
        circumstances: Circumstances,
        parent: QObject | None = None,
        *,
        make_sources: MakeSources | None = None,
    ) -> None:
        """Start with these circumstances, and this machine's sources."""
        super().__init__(parent)
        self._make_sources = make_sources or sources_of_machine
        self.circumstances = circumstances
        self._files: dict[int, OpenFile] = {}
        self._snapshots = Snapshots(self)
        self._snapshots.resolved.connect(self._take)
        self._edited: set[int] = set()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._resolve_new_names)

    def begin(self, file: OpenFile) -> None:
        """Resolve the variables of a file that was just opened, and follow its text."""
        if file.kind is Kind.TEMPLATE:
            self._files[id(file)] = file
            file.analysed.connect(lambda: self._follow(file))
            self.refresh(file)

    def end(self, file: OpenFile) -> None:
        """Forget a file that was closed."""
        self._files.pop(id(file), None)
        self._edited.discard(id(file))

    def refresh(self, file: OpenFile) -> None:
        """Resolve all variables of a file again."""
        if id(file) in self._files and file.analysis.template is not None:
            fixed = [entry.key for entry in file.catalog if not entry.dynamic]
            self._ask(file, dict.fromkeys([*fixed, *file.analysis.template.names]))

    def refresh_all(self) -> None:
        """Resolve the variables of every open template again."""
        for file in list(self._files.values()):
            self.refresh(file)

    def change(self, circumstances: Circumstances) -> None:
        """Try the templates under other circumstances."""
        if circumstances != self.circumstances:
            self.circumstances = circumstances
            self.circumstances_changed.emit()
            self.refresh_all()

    def allow_file(self, path: Path) -> None:
        """Let templates read one more file, until the window closes."""
        allowed = (*self.circumstances.allowed_files, path)
        self.change(replace(self.circumstances, allowed_files=allowed))

    def wait(self) -> None:
        """Wait until everything asked for is resolved."""
        self._snapshots.wait()

    def _follow(self, file: OpenFile) -> None:
        if self._new_names(file):
            self._edited.add(id(file))
            self._pause.start()

    def _resolve_new_names(self) -> None:
        for key in self._edited:
            file = self._files.get(key)
            if file is not None:
                names = self._new_names(file)
                if names:
                    self._ask(file, names)
        self._edited.clear()

    def _new_names(self, file: OpenFile) -> list[str]:
        """Return the names that no snapshot has yet; git is not among them, as typing starts no process."""
        if file.analysis.template is None or file.snapshot is None:
            return []
        known = file.snapshot.values
        names = file.analysis.template.names
        return [name for name in names if name not in known and not name.startswith("git:")]

    def _ask(self, file: OpenFile, names: Collection[str]) -> None:
        now = self.circumstances
        clock = now.clock
        if clock is None and file.snapshot is not None and self._is_partial(file, names):
            clock = file.snapshot.taken_at
        sources = self._make_sources(now, (lambda: clock) if clock is not None else _now)
        context = Context(now.folder, now.model, now.conversation_id)
        self._snapshots.ask(Question(id(file), tuple(names), file.catalog, context, sources))

    def _is_partial(self, file: OpenFile, names: Collection[str]) -> bool:
        return file.snapshot is not None and not any(
            not entry.dynamic and entry.key in names for entry in file.catalog
        )

    def _take(self, question: Question, snapshot: Snapshot) -> None:
        file = self._files.get(question.asker)
        if file is None:
            return
        if self._is_partial(file, question.names) and file.snapshot is not None:
            values = {**file.snapshot.values, **snapshot.values}
            notes = {**file.snapshot.notes, **snapshot.notes}
            snapshot = replace(file.snapshot, values=values, notes=notes)
        file.set_snapshot(snapshot)


def _now() -> datetime:
    return datetime.now(UTC)
