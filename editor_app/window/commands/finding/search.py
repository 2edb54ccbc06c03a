"""The search in all files of the library, those that are open as they are in their editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor_app.finding.files import FileHits, count_of, search_file
from editor_app.finding.queries import TOOK_TOO_LONG, Query, find_all
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.listing import LibraryFile
from editor_app.text import Sentence
from editor_app.variables.access import FileAccess
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.runner import NO_JOB, Runner

MOST_HITS: Final = 4_000
"""How many hits are listed."""
_Found: TypeAlias = "tuple[LibraryFile, FileHits]"
_SECONDS_AT_ONCE: Final = 0.1


class LibrarySearch(QObject):
    """Searches file by file in a thread; `changed` tells of more hits, and of the end."""

    changed = Signal()

    def __init__(self, listed: LibraryState, files: OpenFiles, parent: QObject | None = None) -> None:
        """Start without a search."""
        super().__init__(parent)
        self._listed, self._files = listed, files
        self._runner = Runner(self)
        self._job = NO_JOB
        self._waiting: list[LibraryFile] = []
        self.query, self.heading = Query(), ""
        self.found: list[_Found] = []
        self.searched, self.problem = 0, ""
        self.unread: list[LibraryFile] = []
        """The files that could not be read."""

    @property
    def is_busy(self) -> bool:
        """Whether there are files still to be searched."""
        return self._job.is_awaited

    def start(self, query: Query, heading: str) -> None:
        """Look for something else, in all files or, with a heading, in those that are listed under it."""
        self.query, self.heading = query, heading
        self.again()

    def again(self) -> None:
        """Look for the same in the files of now."""
        self.stop()
        self.found, self.searched, self.problem = [], 0, find_all("", self.query).problem
        self.unread = []
        if self.query.pattern and not self.problem:
            listed = (file for file in self._listed.index.files if file.problem is None)
            self._waiting = [file for file in listed if self.heading in {"", file.kind.listing.heading}]
            self._go_on()
        self.changed.emit()

    def stop(self) -> None:
        """Search no further; what was found stays."""
        self._job.cancel()
        self._waiting = []

    def _go_on(self) -> None:
        texts = {file.path: file.text for file in self._files.files if not file.shows_placeholders}
        access = self._files.library.access
        if self._waiting:
            most = MOST_HITS - count_of(hits for _file, hits in self.found)
            search = partial(_search_some, tuple(self._waiting), self.query, texts, access, most)
            self._job = self._runner.do(search, self._take)

    def _take(self, part: tuple[int, list[_Found], list[LibraryFile]]) -> None:
        searched, found, unread = part
        self.unread += unread
        del self._waiting[:searched]
        self.searched += searched
        self.found += found
        count = count_of(hits for _file, hits in self.found)
        slow = next((hits for _file, hits in found if hits.problem == TOOK_TOO_LONG), None)
        if slow is not None:
            self.problem = Sentence(
                "window-commands.problem-in", name=quoted(slow.path.name), problem=slow.problem
            )
        elif count >= MOST_HITS:
            self.problem = Sentence("window-commands.stopped-searching", count=count)
        if self.problem:
            self.stop()
        self._go_on()
        self.changed.emit()


def _search_some(
    files: Sequence[LibraryFile],
    query: Query,
    texts: Mapping[Path, str],
    access: FileAccess | None,
    most: int,
) -> tuple[int, list[_Found], list[LibraryFile]]:
    """Search the files begun within a moment; return how many, their first hits, and those not readable."""
    until, found, unread = monotonic() + _SECONDS_AT_ONCE, list[_Found](), list[LibraryFile]()
    for searched, file in enumerate(files, 1):
        hits = None
        try:
            hits = search_file(file.path, query, text=texts.get(file.path), access=access, most=most)
        except FileError:
            unread.append(file)
        if hits is not None:
            found.append((file, hits))
            most -= len(hits.spans)
        if monotonic() > until or not most or (hits is not None and hits.problem):
            return searched, found, unread
    return len(files), found, unread
