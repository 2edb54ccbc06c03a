"""Resolving variables in another thread, so that the window never waits."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from editor_app.variables import Catalog, Context, Sources, resolve


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A request to resolve variables; with `is_whole` all that a file uses, else only names new in it."""

    names: tuple[str, ...]
    catalog: Catalog
    context: Context
    sources: Sources
    is_whole: bool


class Snapshots(QObject):
    """Answers questions with snapshots in another thread; the asker decides which are still needed."""

    resolved = Signal(object, object)  # Question, Snapshot

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without questions."""
        super().__init__(parent)
        self._pool = QThreadPool(self)

    def ask(self, question: Question) -> None:
        """Start resolving; `resolved` is emitted with the answer."""
        self._pool.start(_Resolver(question, self))

    def wait(self) -> None:
        """Wait until all questions are answered."""
        self._pool.waitForDone()


class _Resolver(QRunnable):
    def __init__(self, question: Question, snapshots: Snapshots) -> None:
        super().__init__()
        self._question = question
        self._snapshots = snapshots

    def run(self) -> None:
        """Resolve, and emit the snapshot, which Qt delivers in the window's thread."""
        question = self._question
        snapshot = resolve(question.names, question.catalog, question.context, question.sources)
        self._snapshots.resolved.emit(question, snapshot)
