"""Watching files and folders for what other programs do to them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from editor_app.window.kit.work.timers import single_shot

_Inode: TypeAlias = tuple[int, int]


class _Identity(NamedTuple):
    """Which file stands at a path, and which one it leads to if that is a link."""

    own: _Inode
    target: _Inode


class DiskWatch(QObject):
    """Announces `changed` a pause after the first change of what it watches, however many follow.

    Qt stops watching a file that is replaced, and stays with the old one if that has another name. So `renew`
    adds again each path at which another file stands by now; call it before looking at the files. What the
    system refuses to watch is left to whoever looks at the files from time to time.
    """

    changed = Signal()

    def __init__(self, pause_ms: int, parent: QObject | None = None) -> None:
        """Start without anything to watch."""
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._wanted: dict[Path, _Identity | None] = {}  # None: is not watched now
        self._links: set[Path] = set()
        self._is_full = False
        self._pause = single_shot(self, pause_ms, self.changed.emit)
        self._watcher.directoryChanged.connect(self.note)
        self._watcher.fileChanged.connect(self.note)

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch exactly these files and folders from now on, whether they exist yet or not."""
        wanted = dict.fromkeys(path for path in paths if _can_be_named(path))
        gone = [path for path in self._wanted if path not in wanted]
        self._remove(gone)
        for path in gone:
            del self._wanted[path]
            self._links.discard(path)
        for path in wanted:
            self._wanted.setdefault(path, None)
        self.renew()

    def renew(self) -> None:
        """Watch again what is no longer watched, since another file stands at its path or it came back."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        for path, before in self._wanted.items():
            now = _identity_of(path)
            if now is not None:
                (self._links.add if now.own != now.target else self._links.discard)(path)
            if now is not None and now == before and str(path) in watched:
                continue
            if str(path) in watched:
                self._remove([path])
            self._wanted[path] = now if now is not None and self._add(path) else None

    def is_link(self, path: Path) -> bool:
        """Whether a link stood at a watched path when something was last there."""
        return path in self._links

    @property
    def is_pausing(self) -> bool:
        """Whether something changed that is still to be announced."""
        return self._pause.isActive()

    @property
    def watched(self) -> frozenset[Path]:
        """What is watched now: what was asked for, as far as it exists and the system allows."""
        return frozenset(map(Path, (*self._watcher.files(), *self._watcher.directories())))

    def _add(self, path: Path) -> bool:
        """Watch a path; once the system's limit is reached, no more are tried until one is given up."""
        if self._is_full or not os.access(path, os.R_OK):
            return False
        self._is_full = not self._watcher.addPath(str(path)) and _identity_of(path) is not None
        return not self._is_full

    def _remove(self, paths: Iterable[Path]) -> None:
        names = [str(path) for path in paths]
        if names:
            self._watcher.removePaths(names)
            self._is_full = False

    def note(self, _path: str = "") -> None:
        """Announce `changed` after the pause."""
        if not self._pause.isActive():  # restarted with each change, it would never end while they go on
            self._pause.start()


def _can_be_named(path: Path) -> bool:
    """Whether Qt can be told the path; it takes no bytes that are not UTF-8."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _identity_of(path: Path) -> _Identity | None:
    try:
        own, target = path.lstat(), path.stat()
    except (OSError, ValueError):
        return None
    return _Identity((own.st_dev, own.st_ino), (target.st_dev, target.st_ino))
