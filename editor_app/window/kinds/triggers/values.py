"""The values of the variables that texts of triggers name, resolved while the triggers are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.runs.model.triggers import Trigger
from editor_app.runs.triggers.variables import variables_named
from editor_app.variables.catalog import Catalog
from editor_app.variables.resolver import Context, Snapshot, Sources
from editor_app.window.documents.snapshots import AT_ONCE, Question
from editor_app.window.kit.work.runner import Runner


class TriggerValues(QObject):
    """Resolves each variable once, until it is told to forget; `resolved` tells that more are known."""

    resolved = Signal()

    def __init__(
        self,
        catalog: Callable[[], Catalog],
        sources_in: Callable[[Path], Sources],
        parent: QObject | None = None,
    ) -> None:
        """Start with nothing resolved; `sources_in` returns what variables are read from in a folder."""
        super().__init__(parent)
        self._catalog = catalog
        self._sources_in = sources_in
        self._asked: dict[str, Question] = {}
        self._values: dict[str, str] = {}
        self._runner = Runner(self, most=AT_ONCE)

    def known(self, triggers: Iterable[Trigger], folder: Path) -> Mapping[str, str]:
        """Return the values that are known; those that are not are asked for."""
        new = tuple(name for name in variables_named(triggers) if name not in self._asked)
        if new:
            is_whole = False
            question = Question(new, self._catalog(), Context(folder), self._sources_in(folder), is_whole)
            self._asked.update(dict.fromkeys(new, question))
            self._runner.do(question.answer, partial(self._take, question))
        return dict(self._values)

    def forget(self) -> None:
        """Resolve everything anew when it is asked for next; what is on its way is not taken."""
        self._asked.clear()
        self._values.clear()

    def _take(self, question: Question, snapshot: Snapshot) -> None:
        found = {name: snapshot.values.get(name) for name in question.names}
        ours = {
            name: value
            for name, value in found.items()
            if value is not None and self._asked.get(name) is question
        }
        self._values.update(ours)
        if ours:
            self.resolved.emit()
