"""Resolving variables while the window stays free: the waits happen in another thread."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from editor_app.variables import Catalog, Context, Snapshot, Sources, resolve


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be resolved, and for whom; of two questions for one asker only the later is answered."""

    asker: int
    names: tuple[str, ...]
    catalog: Catalog
    context: Context
    sources: Sources


class Snapshots(QObject):
    """Answers questions with snapshots, outside the window’s thread."""

    resolved = Signal(object, object)  # Question, Snapshot

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without questions."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._latest: dict[int, Question] = {}
        self._answer = _Answer(self)
        self._answer.given.connect(self._take)

    def ask(self, question: Question) -> None:
        """Start resolving; `resolved` follows."""
        self._latest[question.asker] = question
        self._pool.start(_Resolving(question, self._answer))

    def wait(self) -> None:
        """Wait until nothing is being resolved."""
        self._pool.waitForDone()

    def _take(self, question: Question, snapshot: Snapshot) -> None:
        if self._latest.get(question.asker) is question:
            del self._latest[question.asker]
            self.resolved.emit(question, snapshot)


class _Answer(QObject):
    given = Signal(object, object)


class _Resolving(QRunnable):
    def __init__(self, question: Question, answer: _Answer) -> None:
        super().__init__()
        self._question = question
        self._answer = answer

    def run(self) -> None:
        """Resolve, and hand the snapshot to the window's thread."""
        question = self._question
        snapshot = resolve(question.names, question.catalog, question.context, question.sources)
        self._answer.given.emit(question, snapshot)
