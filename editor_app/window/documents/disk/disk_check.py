"""The comparison of the open files with the disk, in slices, and what becomes of each that changed."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from os.path import islink
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.moved_files import MovedFile, find_moved
from editor_app.library.files.reading import (
    FileContent,
    FileError,
    content_hash,
    mark_of,
    read_file,
    reason_of,
)
from editor_app.library.history.history import keep_version, note_rename
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.paths import is_file
from editor_app.text import Sentence, UnencodableText, encode, together
from editor_app.window.documents.disk.watching import DiskWatch
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot

_MAY_GO_BACK = timedelta(minutes=1)  # far longer than a program takes that saves in two steps
_BACKUP_ENDS = ("~", ".bak", ".orig", ".old")


@dataclass(frozen=True, slots=True)
class _FollowedRename:
    """From where a tab followed a renamed file, and when.

    A program may rename a file to keep what it held, and write it anew under its name a while later.
    """

    before: Path
    now: Path
    file_hash: str
    at: datetime


_SLICE_MS = 20
_PAUSE_MS = 100  # most programs have written a file by then
_MOST_LOOKS_IN_ONE_NEWS = 20
_KEEP_AGAIN_AFTER = timedelta(minutes=1)


@dataclass(slots=True)
class _DiskNews:
    """What looks at the disk found, one after the other without a pause, to be said in one notice."""

    reloaded: list[Path] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    in_history: list[Path] = field(default_factory=list)  # files that a sentence about local history names
    looks: int = 0

    @property
    def size(self) -> int:
        """How many things there are to say."""
        return len(self.reloaded) + len(self.renamed) + len(self.sentences)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files whose local history it is about."""
        return tuple(dict.fromkeys((*self.reloaded, *self.in_history)))

    def in_words(self) -> str:
        sentences = []
        reloaded = list(dict.fromkeys(self.reloaded))
        if reloaded:
            name, count = reloaded[0].name, len(reloaded)
            sentences.append(Sentence("window-documents.reloaded", name=name, count=count))
        if self.renamed:
            (old, new), count = self.renamed[0], len(self.renamed)
            sentences.append(Sentence("window-documents.renamed-on-disk", old=old, new=new, count=count))
        return together([*sentences, *dict.fromkeys(self.sentences)])


class DiskCheck(QObject):
    """Looks at the open files: at once, or in slices between which the window goes on.

    It looks a pause after a change that the system announces, and whenever it is told to. What it finds while
    the disk goes on changing is one sentence of `news`, however many files changed.
    """

    reloaded = Signal(object)
    changed = Signal(object)  # the file has unsaved changes, and differs on disk
    gone = Signal(object)  # it is no longer on disk, or cannot be read
    restored = Signal(object)  # the file on disk is again as it was read or saved here
    moved = Signal(object, Path)  # a file has another path now, which whoever opens files gives it at once
    ended = Signal()
    # What other programs did to files that follow them, one sentence for all of these, and the paths of those
    # whose local history it is about.
    news = Signal(str, tuple)

    def __init__(
        self,
        files: Sequence[OpenFile],
        listed: LibraryState,
        state_dir: Path,
        parent: QObject | None = None,
    ) -> None:
        """Look at `files`, and in all folders of the library for renamed ones."""
        super().__init__(parent)
        self._files = files
        self._listed = listed
        self._state_dir = state_dir
        self._clock = listed.clock
        self._closed: set[OpenFile] = set()
        self._followed: dict[OpenFile, _FollowedRename] = {}
        self._reloaded: WeakKeyDictionary[OpenFile, str] = WeakKeyDictionary()  # the hash of what was read
        self._kept_at: WeakKeyDictionary[OpenFile, datetime] = WeakKeyDictionary()
        self._news = _DiskNews()
        self._looks_again = False
        self._slicer = Slicer(self, milliseconds=_SLICE_MS)
        self._watch = DiskWatch(_PAUSE_MS, self)
        self._watch.changed.connect(self.look)
        self._watch_later = single_shot(self, 0, self._watch_files)

    def follow(self) -> None:
        """Watch the files that are open now; called when one was opened, closed or renamed."""
        self._watch_later.start()

    def forget(self, file: OpenFile) -> None:
        """Leave out a file that is closed while the others are looked at."""
        self._closed.add(file)
        self._followed.pop(file, None)
        self.follow()

    def look(self) -> None:
        """Compare all open files with the disk in slices, the first of them at once."""
        if self._slicer.is_busy:
            self._looks_again = True
            return
        self._begin(self._all_steps())
        self._slicer.advance()

    def look_for_moved(self) -> None:
        """Look again for those that are gone, since there may be folders now that were not known."""
        gone = [file for file in self._files if file.is_gone]
        if gone and not self._slicer.is_busy:
            self._begin(self._moved_steps(gone))
            self._slicer.advance()

    def look_now(self) -> None:
        """Compare all open files with the disk now, without slices."""
        self._slicer.finish()
        self._begin(self._all_steps())
        self._slicer.finish()
        self._say()

    def look_at(self, file: OpenFile) -> None:
        """Compare one file with the disk now."""
        for _ in self._checking_steps([file], ()):
            pass
        self._say()

    def _begin(self, steps: Iterator[None]) -> None:
        self._slicer.start(self._repeated(steps))

    def _repeated(self, steps: Iterator[None]) -> Iterator[None]:
        """Look as long as somebody asked for another look in the meantime."""
        self._closed.clear()
        yield from steps
        while self._looks_again:
            yield
            self._closed.clear()
            yield from self._all_steps()

    def _watch_files(self) -> None:
        paths = [file.path for file in self._files if not file.is_untitled]
        self._watch.watch((*paths, *(path.parent for path in paths)))

    def _all_steps(self) -> Iterator[None]:
        self._looks_again = False
        self._watch_files()  # first, so that what changes from now on is announced
        yield
        yield from self._checking_steps(list(self._files), self._listed.folders)
        self.ended.emit()

    def _checking_steps(self, files: Iterable[OpenFile], folders: Iterable[Path]) -> Iterator[None]:
        """Compare `files` with the disk; those that have just gone are looked for in `folders`."""
        missing, said_before = [], self._news.size
        for file in files:
            self._go_back(file)
            if file not in self._closed and not self._is_there(file) and not file.is_gone:
                missing.append(file)
            yield
        yield from self._following_steps(missing, folders)
        for file in missing:
            if file not in self._closed:
                file.is_gone = True
                self.gone.emit(file)
        self._tell(said_before)

    def _moved_steps(self, files: list[OpenFile]) -> Iterator[None]:
        said_before = self._news.size
        yield from self._following_steps(files, self._listed.folders)
        self._tell(said_before)

    def _tell(self, said_before: int) -> None:
        """Say the news, unless there is more and the disk still changes: then after the look that follows."""
        news = self._news
        news.looks += 1
        goes_on = news.size > said_before and (self._looks_again or self._watch.is_pausing)
        if goes_on and news.looks < _MOST_LOOKS_IN_ONE_NEWS:
            return
        self._say()

    def _say(self) -> None:
        words, paths, self._news = self._news.in_words(), self._news.paths, _DiskNews()
        if words:
            self.news.emit(words, paths)

    def _is_there(self, file: OpenFile) -> bool:
        """Compare a file with the disk, and reload or announce it if it changed; False if it is not there."""
        if file.is_untitled:
            return True
        try:
            status = file.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            self._tell_trouble(
                file,
                Sentence("window-documents.could-not-be-read", name=file.path.name, reason=reason_of(error)),
            )
            return True
        was_apart = file.is_gone or file.is_stale or file.trouble
        file.is_gone = False
        if not was_apart and mark_of(status) == file.stamp.mark:
            return True
        try:
            content = read_file(file.path, access=self._listed.library.access)
        except FileError as error:
            if isinstance(error.__cause__, FileNotFoundError):  # it went since
                return False
            self._tell_trouble(file, error.sentence)
            return True
        file.trouble = ""
        self._compare(file, content, stat.S_IMODE(status.st_mode))
        if was_apart and not file.is_stale:
            self.restored.emit(file)
        return True

    def _tell_trouble(self, file: OpenFile, sentence: str) -> None:
        if file.trouble != sentence:
            file.trouble = sentence
            self.gone.emit(file)

    def _compare(self, file: OpenFile, content: FileContent, mode: int) -> None:
        if content.stamp.hash == file.stamp.hash:
            file.stamp = content.stamp
            file.is_stale = False
        elif file.is_modified or not self._keep(file, mode):
            if not file.is_stale:
                file.is_stale = True
                self.changed.emit(file)
        else:
            file.take_from_disk(content)
            self._reloaded[file] = content.stamp.hash
            self._news.reloaded.append(file.path)
            self.reloaded.emit(file)

    def _keep(self, file: OpenFile, mode: int) -> bool:
        """Keep the text that is about to be replaced in local history; False if it would be lost.

        A text that only other programs wrote is kept once in a while, where one writes it again and again.
        """
        now = self._clock()
        kept_at = self._kept_at.get(file) if file.stamp.hash == self._reloaded.get(file) else None
        if kept_at is not None and abs(now - kept_at) < _KEEP_AGAIN_AFTER:
            return True
        try:
            data = encode(file.saved_text, file.text_format)
        except UnencodableText:
            return True
        if content_hash(data) != file.stamp.hash:  # stand-ins for what is no text
            return True
        why = VersionReason.REPLACED
        try:
            version = keep_version(self._state_dir, file.path, data, why, now=now, mode=mode)
        except FileError as error:
            can_be_undone = file.document.text_document.isUndoRedoEnabled()
            if can_be_undone or not file.is_stale:
                self._news.sentences.append(error.sentence)
                self._news.in_history.append(file.path)
            return can_be_undone
        self._news.sentences += version.warnings
        self._kept_at[file] = now
        return True

    def _following_steps(self, missing: list[OpenFile], folders: Iterable[Path]) -> Iterator[None]:
        """Look for files that were renamed, and take those that follow from `missing`."""
        may_follow = (file for file in missing if not (file.is_modified or file.is_untitled))
        by_stamp = {file.stamp: file for file in may_follow if not self._watch.is_link(file.path)}
        if not by_stamp:
            return
        places = (*(file.path.parent for file in by_stamp.values()), *folders)
        for moved in find_moved(places, by_stamp):
            file = by_stamp.get(moved.stamp) if moved is not None else None
            if moved is not None and file in missing and self._follow(file, moved):
                missing.remove(file)
            yield

    def _follow(self, file: OpenFile, moved: MovedFile) -> bool:
        """Give a file the path that it has now, unless it is closed or that path is open, too."""
        old = file.path
        if file in self._closed or file.is_modified or any(other.path == moved.path for other in self._files):
            return False
        if moved.path.name.endswith(_BACKUP_ENDS) and not old.name.endswith(_BACKUP_ENDS):
            return False  # it is a backup by its name: some programs rename one before they save
        was_gone, file.is_gone = file.is_gone, False
        file.stamp = moved.content.stamp
        self._give_path(file, moved.path)
        self._followed[file] = _FollowedRename(old, file.path, file.stamp.hash, self._clock())
        self._news.renamed.append((old.name, moved.path.name))
        if was_gone:
            self.restored.emit(file)
        return True

    def _go_back(self, file: OpenFile) -> None:
        """Give a file its path before a rename again, where another program wrote it anew."""
        step = self._followed.get(file)
        if step is None or file in self._closed:
            return
        path, name = step.before, file.path.name
        is_as_then = (file.path, file.stamp.hash) == (step.now, step.file_hash) and not file.is_modified
        if not is_as_then or abs(self._clock() - step.at) > _MAY_GO_BACK:
            del self._followed[file]
            return
        is_there = is_file(path) and not islink(path)  # noqa: PTH114  raises nothing
        if is_there and all(other.path != path for other in self._files):
            del self._followed[file]
            self._give_path(file, path)
            self._news.sentences.append(Sentence("window-documents.on-disk-again", name=path.name, tab=name))

    def _give_path(self, file: OpenFile, path: Path) -> None:
        old = file.path
        self.moved.emit(file, path)
        try:
            note_rename(self._state_dir, old, path, now=self._clock())
        except FileError as error:
            self._news.sentences.append(error.sentence)
            self._news.in_history.append(old)
