"""The values of variables in folders, for texts that are no open templates, asked off the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.variables.resolver import Context, Snapshot, Sources, resolve
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.runner import Job, Runner

AT_ONCE: Final = 4
"""How many questions a runner answers at once: each may wait for files or for git."""


def with_answer(known: Snapshot | None, answer: Snapshot) -> Snapshot:
    """Return what is known with one more answer; its context and time are those of the first."""
    if known is None:
        return answer
    return replace(known, values={**known.values, **answer.values}, notes={**known.notes, **answer.notes})


class FolderValues(QObject):
    """Resolves each variable of a folder once, until it is asked again; `resolved` tells of new ones."""

    resolved = Signal()

    def __init__(
        self,
        files: OpenFiles,
        sources_in: Callable[[Path], Sources],
        parent: QObject | None = None,
    ) -> None:
        """Start with nothing resolved; `sources_in` returns what variables are read from in a folder."""
        super().__init__(parent)
        self._files = files
        self._sources_in = sources_in
        self._asked: dict[tuple[Path, str], Job] = {}  # "" stands for the folder itself
        self._known: dict[Path, Snapshot] = {}
        self._runner = Runner(self, most=AT_ONCE)

    def snapshot(self, names: Sequence[str], folder: Path) -> Snapshot | None:
        """Return what is known in a folder, None before the first answer; new names are asked for."""
        new = tuple(name for name in names if (folder, name) not in self._asked)
        if new or (folder, "") not in self._asked:
            catalog = catalog_of(self._files.library, is_interactive=True)
            work = partial(resolve, new, catalog, Context(folder), self._sources_in(folder))
            job = self._runner.do(work, partial(self._take, folder))
            self._asked.update(((folder, name), job) for name in (*new, ""))
        return self._known.get(folder)

    def values(self, names: Sequence[str], folder: Path) -> dict[str, str]:
        """Return the values that are known of names; new names are asked for."""
        snapshot = self.snapshot(names, folder) if names else None
        known = snapshot.values if snapshot is not None else {}
        return {name: value for name in names if (value := known.get(name)) is not None}

    def ask_again(self) -> None:
        """Resolve everything anew when it is asked for next; what is known holds until then."""
        for job in self._asked.values():
            job.cancel()
        self._asked.clear()

    def forget(self) -> None:
        """Know nothing, and resolve everything anew when it is asked for next."""
        self.ask_again()
        self._known.clear()

    def _take(self, folder: Path, answer: Snapshot) -> None:
        self._known[folder] = with_answer(self._known.get(folder), answer)
        self.resolved.emit()
