"""What a power cut leaves, behind each call of an undisturbed run: only what was synced is sure.

A disk may write names and contents in any order. Three extremes are tried of each moment. *Early names*:
each change of a name is there, and of each file what it held when it was last synced. *Half written*: the
same, but of what was written since, the first half is there. *Late names*: a folder has the names it had when
it was last synced, and its files what they held when they were. A file that never was synced is empty, a
folder that never was has nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from counting import Counts, judge_disk
from points import Sampling, Trial
from system_calls import CHANGING, SYNCS
from trees import remove_tree

_NO_CHANGE = frozenset(("flock",))


class Extreme(StrEnum):
    """What a disk may have written of what it was given, and not asked to sync."""

    EARLY_NAMES = "early names"
    HALF_WRITTEN = "half written"
    LATE_NAMES = "late names"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a name in a folder leads to."""

    inode: int
    mode: int
    link: str = ""


Names = Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Moment:
    """What is on the disk behind a call, and what of it is sure; by inode."""

    call: str
    done: int
    folders: Mapping[int, Names]
    synced_folders: Mapping[int, Names]
    contents: Mapping[int, bytes]
    synced: Mapping[int, bytes]

    def disk(self, root: int, extreme: Extreme) -> dict[str, tuple[int, bytes | str]]:
        """Return the files that a power cut leaves by path: mode, and content or where a link leads."""
        found: dict[str, tuple[int, bytes | str]] = {}
        folders = self.synced_folders if extreme is Extreme.LATE_NAMES else self.folders
        waiting = [("", root)]
        while waiting:
            where, inode = waiting.pop()
            for name, entry in folders.get(inode, {}).items():
                path = f"{where}/{name}" if where else name
                if stat.S_ISDIR(entry.mode):
                    waiting.append((path, entry.inode))
                    found[path] = entry.mode, b""
                else:
                    found[path] = entry.mode, entry.link or self._content(entry.inode, extreme)
        return found

    def _content(self, inode: int, extreme: Extreme) -> bytes:
        synced = self.synced.get(inode, b"")
        now = self.contents.get(inode, b"")
        if extreme is not Extreme.HALF_WRITTEN or now == synced:
            return synced
        alike = len(os.path.commonprefix((now, synced)))  # noqa: RUF071  bytes, not paths
        return now[: (alike + len(now)) // 2]


class Recorder:
    """Sees each call of a traced run, and keeps what the disk is like behind it."""

    def __init__(self, root: Path) -> None:
        self.moments: list[Moment] = []
        self._root = root
        self._done = 0
        self._folders = folders_of(root)
        self._synced_folders = dict(self._folders)
        self._contents = dict(_contents_of(root))
        self._synced = dict(self._contents)

    def __call__(self, name: str, arguments: tuple[int, ...], result: int, process: int) -> None:
        """Take note of a call that is over."""
        if name == "report":
            self._done += 1
        elif name not in CHANGING or name in _NO_CHANGE or result < 0:
            return
        elif name in SYNCS:
            self._on_sync(f"/proc/{process}/fd/{arguments[0]}")
        else:
            self._folders = folders_of(self._root)
            self._contents = dict(_contents_of(self._root))
        sure = dict(self._synced_folders), self._contents, dict(self._synced)
        self.moments.append(Moment(name, self._done, self._folders, *sure))

    def _on_sync(self, descriptor: str) -> None:
        status = os.stat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            self._synced_folders[status.st_ino] = self._folders.get(status.st_ino, {})
        else:
            self._synced[status.st_ino] = Path(descriptor).read_bytes()


def try_power_cuts(trial: Trial, sampling: Sampling, counts: Counts) -> None:
    """Judge what a power cut leaves behind calls that change something, up to the most of the sampling."""
    trial.put_back()
    root = trial.scene.root
    recorder = Recorder(root)
    trial.watch(recorder)
    inode = root.stat().st_ino
    seen = set()
    moments = [*enumerate(recorder.moments, 1)]
    step = 1 if sampling.most is None else -(-len(moments) // sampling.most)
    for number, moment in moments[::step]:
        done = min(moment.done, len(trial.promise.states) - 1)  # a refusal is a report, and no step
        for extreme in Extreme:
            disk = moment.disk(inode, extreme)
            counts.points += 1
            key = done, tuple(sorted(disk.items()))
            if key in seen:
                continue
            seen.add(key)
            _write(root, disk)
            what = f"{trial.name}: power cut behind change {number} ({moment.call}), {extreme}"
            judge_disk(trial.scene, trial.promise, done, counts, what)


def folders_of(root: Path) -> dict[int, Names]:
    """Return the names in each folder, by the folder's inode."""
    return {inode: dict(names) for inode, names in _walk(root)}


def _walk(folder: Path) -> Iterator[tuple[int, dict[str, Entry]]]:
    names: dict[str, Entry] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            status = entry.stat(follow_symlinks=False)
            link = os.readlink(entry.path) if entry.is_symlink() else ""
            names[entry.name] = Entry(status.st_ino, status.st_mode, link)
            if stat.S_ISDIR(status.st_mode):
                yield from _walk(Path(entry.path))
    yield folder.stat().st_ino, names


def _contents_of(root: Path) -> Iterator[tuple[int, bytes]]:
    for where, _, files in os.walk(root):
        for name in files:
            path = Path(where, name)
            if not path.is_symlink() and path.is_file():
                yield path.stat().st_ino, path.read_bytes()


def _write(root: Path, disk: Mapping[str, tuple[int, bytes | str]]) -> None:
    """Make the disk that a power cut leaves."""
    remove_tree(root)
    root.mkdir()
    for path, (mode, content) in sorted(disk.items()):
        if stat.S_ISDIR(mode):
            (root / path).mkdir(mode=stat.S_IMODE(mode))
        elif isinstance(content, str):
            (root / path).symlink_to(content)
        else:
            (root / path).write_bytes(content)
            (root / path).chmod(stat.S_IMODE(mode))
