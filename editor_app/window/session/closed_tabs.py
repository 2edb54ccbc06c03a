"""The tabs that were closed in a window, the last of which can be opened again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QObject

from editor_app.library.files.file_changes import FileChange, FileCreation
from editor_app.library.paths import is_file
from editor_app.text import Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.card.sentence_bar import Link
from editor_app.window.session.restoring import gone_in_words
from editor_app.window.session.state import TabLook, TabState
from editor_app.window.session.views import TabViews
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.open_documents import TabSort

_MOST: Final = 200


class _ClosedTab(NamedTuple):
    """The states of a tab's files, the one in front first, and the files of the tabs left of it."""

    states: tuple[TabState, ...]
    left: tuple[Path, ...]


class ClosedTabs(QObject):
    """Remembers tabs with caret and scroll as they are closed, and opens the last one again."""

    def __init__(
        self, files: OpenFiles, tabs: EditorTabs, views: TabViews, say: Callable[..., object]
    ) -> None:
        """Remember what is closed from now on; `say` shows a sentence with links."""
        super().__init__(views)
        self._files, self._tabs, self._views, self._say = files, tabs, views, say
        self._closed: deque[_ClosedTab] = deque(maxlen=_MOST)
        self._gone: deque[_ClosedTab] = deque(maxlen=_MOST)
        self.links_for_gone: Callable[[Sequence[Path]], Sequence[Link]] = lambda _paths: ()
        """Returns the links that bring back files that are gone from the disk."""
        files.closing.connect(self._remember)

    def _remember(self, files: Sequence[OpenFile]) -> None:
        by_document = {file.document: file for file in self._files.files}
        closed = {file.document for file in files if not file.is_untitled}
        left: list[Path] = []
        for index in range(self._tabs.bar.count()):
            documents = self._tabs.documents_in_tab_of(self._tabs.document_at(index))
            shown = [by_document[document] for document in documents]
            states = tuple(self._views.of(file) for file in shown if file.document in closed)
            if states:
                self._closed.append(_ClosedTab(states, tuple(left)))
            left += [file.path for file in shown]

    def reopen(self) -> None:
        """Open the tab that was closed last, at its place; say which closed files are gone from the disk."""
        gone: list[Path] = []
        is_open = False
        while self._closed and not is_open:
            tab = self._closed.pop()
            is_open, paths = self._reopen(tab)
            gone += paths
            if paths and not is_open:
                self._gone.append(tab)
        if gone:
            self._say(gone_in_words([path.name for path in gone]), *self.links_for_gone(gone))
        elif not is_open:
            self._say(Sentence("window-session.no-closed-tab"))

    def bring_back(self, change: FileChange) -> None:
        """Open the tabs again that were closed last, as far as a change brought their files back."""
        paths = {step.path for step in change.steps if isinstance(step, FileCreation)}
        for closed in (self._gone, self._closed):
            while closed and any(Path(state.path or "") in paths for state in closed[-1].states):
                self._reopen(closed.pop())

    def _reopen(self, tab: _ClosedTab) -> tuple[bool, list[Path]]:
        """Open a tab that is not open by now; return whether it is there, and the files that are gone."""
        paths = [Path(state.path) for state in tab.states if state.path is not None]
        if any(self._files.find(path) is not None for path in paths):
            return False, []
        opened = [self._open(state) for state in tab.states if is_file(Path(state.path or ""))]
        files = [file for file in opened if file is not None]
        if files:
            left = [file.document for file in map(self._files.find, tab.left) if file is not None]
            self._tabs.move_tab_behind(files[0].document, left)
            self._tabs.show_document(files[0].document)
        return bool(files), [path for path in paths if not is_file(path)]

    def _open(self, state: TabState) -> OpenFile | None:
        file = self._files.open(Path(state.path or ""))
        if file is not None:
            sort = TabSort.PINNED if state.look.sort is TabSort.PINNED else TabSort.KEPT
            self._views.restore(file, replace(state, look=TabLook(state.look.in_source, sort)))
        return file
