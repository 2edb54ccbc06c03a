"""Bringing back tabs and unsaved texts: at once what is in front, the others one by one in later events."""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.reading import FileContent, FileError, FileMark, FileStamp, read_file
from editor_app.library.journal.records import JournalledText
from editor_app.text import Sentence, UnencodableText, decode, encode, some_of, together
from editor_app.window.documents.file_place import EarlierText
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.session.journaling import Journaling
from editor_app.window.session.plan import RestorePlan, TabToRestore, as_untitled, is_in_bytes, with_few_steps
from editor_app.window.session.views import TabViews
from editor_app.window.text.editor_tabs import EditorTabs

_log = logging.getLogger("foreword.session")
_NEVER_SEEN = FileMark(-1, 0, 0, 0, 0)


class Restoring(QObject):
    """Opens the tabs of a plan again, in their order, each with its unsaved text and undo steps."""

    finished = Signal()

    def __init__(
        self,
        *,
        files: OpenFiles,
        tabs: EditorTabs,
        views: TabViews,
        journaling: Journaling,
        say: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        """Use these parts; `say` shows a sentence."""
        super().__init__(parent)
        self._files = files
        self._tabs = tabs
        self._views = views
        self._journaling = journaling
        self._say = say
        self.plan = RestorePlan()  # what is being restored
        self._open: dict[int, OpenFile] = {}  # by its place in the plan
        self._waiting: list[int] = []
        self._places: dict[Path, list[int]] = {}
        self._gone: list[str] = []
        self._sentences: list[str] = []
        self._is_whole = True
        self._is_at_end = False
        files.restore_first = self._restore_path
        files.closed.connect(self._finish)
        self._slicer = Slicer(self)

    @property
    def is_done(self) -> bool:
        """Whether all tabs are open again, with all their text, so that no earlier journal is needed."""
        return (
            self._is_whole
            and not self._waiting
            and not any(file.is_restoring for _at, file in self._still_open())
        )

    @property
    def is_at_work(self) -> bool:
        """Whether tabs are still waiting to be opened."""
        return bool(self._waiting)

    @property
    def recovered(self) -> tuple[OpenFile, ...]:
        """The open files with unsaved text that a program left which did not end in order."""
        tabs = self.plan.tabs
        return tuple(
            file for index, file in self._still_open() if tabs[index].is_recovered and file.is_unsaved
        )

    def _still_open(self) -> list[tuple[int, OpenFile]]:
        return [
            (index, self._open[index])
            for index in sorted(self._open)
            if self._open[index] in self._files.files
        ]

    def start(self, plan: RestorePlan, paths: Collection[Path]) -> None:
        """Restore the tab in front now, or without it those of `paths`, which are opened next."""
        self.plan = plan
        named = {Path(os.path.abspath(path)) for path in paths}  # noqa: PTH100  as `OpenFiles.open` does
        self._waiting = list(range(len(plan.tabs)))
        for index, item in enumerate(plan.tabs):
            if item.path is not None:
                self._places.setdefault(item.path, []).append(index)
        if not self._waiting:
            return
        if not paths:
            self._try_to_restore(plan.session.front)
        for index in list(self._waiting):
            if plan.tabs[index].path in named:
                self._try_to_restore(index)
        self._slicer.start(self._restoring())

    def add(self, plan: RestorePlan) -> None:
        """Restore the unsaved texts of another plan, too, and its other tabs if there was no session yet."""
        tabs = plan.tabs if not self.plan.has_session else tuple(tab for tab in plan.tabs if tab.text)
        first = len(self.plan.tabs)
        stopped = filter(None, (self.plan.stopped_at, plan.stopped_at))
        self.plan = replace(
            self.plan,
            tabs=(*self.plan.tabs, *tabs),
            has_session=self.plan.has_session or plan.has_session,
            stopped_at=max(stopped, default=None),
        )
        for index, item in enumerate(tabs, first):
            self._waiting.append(index)
            if item.path is not None:
                self._places.setdefault(item.path, []).append(index)
        self._is_at_end = False
        self._slicer.start(self._restoring())

    def restore_all(self) -> None:
        """Restore now what is still waiting."""
        self._slicer.finish()

    def _restoring(self) -> Iterator[None]:
        while self._waiting:
            self._tabs.opens_behind = True
            try:
                self._try_to_restore(self._waiting[0])
            finally:
                self._tabs.opens_behind = False
            if self._waiting:
                yield
        self.tell()
        self._is_at_end = True
        self._finish()

    def _restore_path(self, path: Path) -> None:
        """Restore the tab of a file that is about to be opened, which would hide its unsaved text."""
        for index in self._places.pop(path, ()):
            self._try_to_restore(index)

    def _finish(self) -> None:
        """Tell that all is restored, once the long texts are there, too."""
        if self._is_at_end and not any(file.is_restoring for _at, file in self._still_open()):
            self._is_at_end = False
            self.finished.emit()

    def _try_to_restore(self, index: int) -> None:
        """Restore a tab; one that cannot be keeps no window from opening, and its journal stays."""
        if index not in self._waiting:
            return
        self._waiting.remove(index)
        item = self.plan.tabs[index]
        if not self._try(lambda: self._restore(index, item)) and item.text is not None:
            self._leave_to_next_start(item.text)

    def _try(self, do: Callable[[], bool]) -> bool:
        try:
            return do()
        except Exception as error:  # noqa: BLE001  one mistake must not keep the other texts away
            frames = "".join(traceback.format_tb(error.__traceback__))
            _log.error(
                "a tab could not be restored: %s\n%s", type(error).__name__, frames
            )  # not what it says
            return False

    def _leave_to_next_start(self, text: JournalledText) -> None:
        self._is_whole = False
        name = text.document.name
        self._sentences.append(Sentence("window-session.not-restored", name=name))

    def _restore(self, index: int, item: TabToRestore) -> bool:
        path = item.path
        if item.text is not None:
            file = self.restore_text(item.text)
        elif path is not None and os.path.lexists(path):
            file = self._files.open(path)
        else:
            file = None
            self._gone += [path.name] if path is not None else []
        if file is None:
            return False
        self._open[index] = file
        if file.is_restoring and item.text is not None:
            file.restored.connect(partial(self._after_steps, index, item.text))
        before = [self._open[other].document for other in sorted(self._open) if other < index]
        self._tabs.move_tab_behind(file.document, before)
        last = item.text.last_edit if item.text is not None else None
        tab = item.tab if last is None else replace(item.tab, caret=last, anchor=last)
        self._views.restore(file, tab)  # with the caret where it was left by an edit that is newer
        return True

    def restore_text(self, text: JournalledText) -> OpenFile | None:
        """Open a file with its unsaved text, or without it where the file holds the same by now.

        Where the file cannot have it, the text comes back in no file.
        """
        path = text.document.path
        if path is None:
            return self._untitled(with_few_steps(text), text.document.name)
        opened = self._files.find(path)
        if opened is not None:
            return opened if self._is_in(opened, text) else self._apart(text)
        content = self._content(path, text)
        is_on_disk = content.stamp.mark != _NEVER_SEEN
        is_base = text.text == text.document.base and not text.letters
        if is_on_disk and (is_base or is_in_bytes(text, content.data)):
            return self._files.open(path)
        text = with_few_steps(text)
        earlier = EarlierText(text.steps, text.document.text_format.newlines, text.letters)
        file = self._files.show_text(path, content, earlier)
        if file is None:
            return None
        if file.text_in_full != text.text:
            self._files.close(file)
            return self._apart(text)
        self._journaling.take_over(file, text.document.base, text.steps, text.text, text.letters)
        self._files.disk.look_at(file)
        if file.trouble:
            self._sentences.append(Sentence("window-session.recovered-text-here", trouble=file.trouble))
        elif file.is_gone:
            self._sentences.append(Sentence("window-session.gone-text-here", name=path.name))
        return file

    def _is_in(self, opened: OpenFile, text: JournalledText) -> bool:
        """Whether an open file has an unsaved text by now: one that is as it was read is given it."""
        if opened.text_in_full == text.text:
            return True
        if opened.is_unsaved or opened.text != text.document.base:
            return False
        text = with_few_steps(text)
        if not opened.make_steps(text.steps, text.letters):
            return False
        self._journaling.take_over(opened, text.document.base, text.steps, text.text, text.letters)
        return True

    def _untitled(self, text: JournalledText, name: str = "") -> OpenFile | None:
        file = self._files.new_untitled(text.steps, name)
        if file is not None:
            self._journaling.take_over(file, "", text.steps, text.text)
            self._is_whole = self._is_whole and file.text == text.text
        return file

    def restore_apart(self, text: JournalledText) -> OpenFile | None:
        """Open an unsaved text in no file, all of it as one undo step."""
        return self._untitled(as_untitled(text))

    def _apart(self, text: JournalledText) -> OpenFile | None:
        """Open the unsaved text of a file in no file, and say where it is."""
        file = self.restore_apart(text)
        if file is not None:
            self._sentences.append(
                Sentence("window-session.text-apart", name=text.document.name, tab=file.path.name)
            )
        return file

    def _after_steps(self, index: int, text: JournalledText, is_whole: bool) -> None:
        """Go on after a long text is there; open it in no file if that could not have its undo steps."""
        if not is_whole and not self._try(lambda: self._move_apart(index, text)):
            self._leave_to_next_start(text)
        if self._sentences and not self._waiting:
            self.tell()
        self._finish()

    def _move_apart(self, index: int, text: JournalledText) -> bool:
        file = self._apart(text)
        if file is None:
            return False
        self._journaling.look_at(self._open[index])
        self._open[index] = file
        return True

    def _content(self, path: Path, text: JournalledText) -> FileContent:
        """Return the file's bytes if they are what the text began with, or hold all of it; else the base.

        The bytes that it began with need not be the base: of a file that is no text, that is "".
        """
        document = text.document
        try:
            content = read_file(path, access=self._files.library.access)
        except FileError:
            pass  # said when the file is compared with the disk
        else:
            is_the_same = content.stamp.hash == document.file_hash
            if is_the_same and text.text == document.base:
                return content
            is_base = is_the_same and decode(content.data).text == document.base
            if is_base or is_in_bytes(text, content.data):
                return content
        try:
            data = encode(document.base, document.text_format)
        except (UnencodableText, LookupError):  # a text that no file can hold; its steps bring it back
            data = document.base.encode("utf-8", "replace")
        return FileContent(data, FileStamp(document.file_hash or "", _NEVER_SEEN))

    def tell(self) -> None:
        """Say in one message what could not be brought back."""
        if self._gone:
            self._sentences.append(gone_in_words(self._gone))
        self._say(together(self._sentences))
        self._gone, self._sentences = [], []


def gone_in_words(names: Sequence[str]) -> str:
    """Return a sentence about files that are no longer on the disk."""
    return Sentence("window-session.gone", names=some_of(names, 3), count=len(names))
