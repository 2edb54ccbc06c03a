"""Which open files a tab shows, and which of all are unsaved: what Save saves, and where a dot stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.window.documents.changes import JointSteps
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.text.editor_tabs import EditorTabs


class TabFiles(QObject):
    """Knows the open files of each tab, and marks the tabs and library rows that have unsaved ones.

    `steps` are the undo steps of several files. `changed` tells, in an event of its own, that other files
    are unsaved now.
    """

    changed = Signal()

    def __init__(
        self,
        *,
        open_files: OpenFiles,
        work: FileWork,
        tabs: EditorTabs,
        library_panel: LibraryPanel,
        perspective_of: Callable[[OpenFile], Perspective],
        parent: QObject | None = None,
    ) -> None:
        """Use these parts; `follow` has each file that is opened, once it has a tab."""
        super().__init__(parent)
        self._open_files = open_files
        self._tabs = tabs
        self._panel = library_panel
        self._perspective_of = perspective_of
        self.steps = JointSteps(open_files, work, self.open_behind, self)
        self._unsaved: frozenset[OpenFile] = frozenset()
        self._soon = single_shot(self, 0, self.changed.emit)

    def of(self, file: OpenFile) -> tuple[OpenFile, ...]:
        """Return the open files that a file's tab shows, that file first."""
        documents = set(map(id, self._tabs.documents_in_tab_of(file.document)))
        ours = [other for other in self._open_files.files if id(other.document) in documents]
        return tuple(dict.fromkeys((file, *ours, *chain.from_iterable(map(self._beside, ours)))))

    def unsaved_of(self, file: OpenFile) -> tuple[OpenFile, ...]:
        """Return those of the files that a file's tab shows that are unsaved."""
        return tuple(shown for shown in self.of(file) if shown.is_unsaved)

    def open_behind(self, path: Path) -> OpenFile | None:
        """Open a file without bringing it to the front; None if it could not be opened."""
        before, self._tabs.opens_behind = self._tabs.opens_behind, True
        try:
            return self._open_files.open(path)
        finally:
            self._tabs.opens_behind = before

    def update(self, _changed: object = None) -> None:
        """Mark the tabs and rows of the files that are unsaved by now, and no others."""
        files = self._open_files.files
        unsaved = frozenset(file for file in files if file.is_unsaved)
        shown = [file for file in files if file in unsaved or not unsaved.isdisjoint(self._beside(file))]
        self._tabs.show_unsaved(file.document for file in shown)
        self._panel.show_unsaved(frozenset(file.path for file in unsaved if not file.is_untitled))
        if unsaved != self._unsaved:
            self._unsaved = unsaved
            self._soon.start()

    def follow(self, file: OpenFile) -> None:
        """Mark a file from now on while it is unsaved."""
        for event in (file.document.modified_changed, file.gone_changed, file.restored):
            event.connect(self.update)
        self.update()

    def _beside(self, file: OpenFile) -> Iterable[OpenFile]:
        return filter(None, map(self._open_files.find, self._perspective_of(file).files_beside(file)))
