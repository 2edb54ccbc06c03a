"""The file of a journal being written: it always has whole records only, and a lock as long as it is open."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from errno import EACCES, EAGAIN, EINVAL, EIO, ENOSYS, ENOTSUP, EOPNOTSUPP
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.reading import quoted, reason_of
from editor_app.library.files.replacing import move_without_replacing, rename_over, sync_folder
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.files.temporaries import create_temporary, is_at, is_ours, try_lock
from editor_app.library.journal.framing import FIRST_LINE, frame
from editor_app.library.paths import make_private_dir
from editor_app.text import Sentence

_TIME = "%Y%m%dT%H%M%S%f"
_STEM = r"([0-9]{8}T[0-9]{12})-([0-9]{1,10})-[0-9a-f]{16}"
_NAME = re.compile(rf"{_STEM}\.journal")
_NAME_ASIDE = re.compile(rf"{_STEM}\.broken-[0-9]{{1,3}}\.journal")
_FOLDER_NAME = re.compile(r"[0-9a-f]{16}")


def journal_folder(state_dir: Path, library: Path) -> Path:
    """Return the folder of a library's journals, which may be missing."""
    return state_dir / "journals" / sha256(os.fsencode(os.path.realpath(library))).hexdigest()[:16]


def make_journal_folder(folder: Path) -> tuple[str, ...]:
    """Make that folder, for the user alone; return sentences about what stood in its place.

    Raises OSError where it cannot be made or belongs to somebody else.
    """
    make_private_dir(folder.parent.parent)
    sentences = set_other_things_aside(folder)
    for place in (folder.parent, folder):
        if not os.path.lexists(place):
            place.mkdir(mode=0o700, exist_ok=True)
            sync_folder(place.parent)
        status = place.lstat()
        if not stat.S_ISDIR(status.st_mode) or not is_ours(status):
            raise PermissionError(EACCES, os.strerror(EACCES), str(place))
        if status.st_mode & 0o077:
            with suppress(OSError):  # a disk without permissions
                place.chmod(0o700)
    return sentences


def set_other_things_aside(folder: Path) -> tuple[str, ...]:
    """Set aside a link, a file or anything else that stands where the folder should; return sentences."""
    return tuple(
        set_place_aside(place, "in-the-way")
        for place in (folder.parent, folder)
        if os.path.lexists(place) and not _is_real_folder(place)
    )


def new_journal_path(folder: Path, now: datetime) -> Path:
    """Return a free path whose name sorts behind those of earlier journals, though the clock was set back."""
    time = now.astimezone(UTC)
    with suppress(OSError, ValueError, OverflowError):
        latest = max(
            (name[1] for path in folder.iterdir() if (name := _NAME.fullmatch(path.name))), default=""
        )
        if latest >= time.strftime(_TIME):
            time = datetime.strptime(latest, _TIME).replace(tzinfo=UTC) + timedelta(microseconds=1)
    return folder / f"{time.strftime(_TIME)}-{os.getpid()}-{os.urandom(8).hex()}.journal"


def process_of(name: str) -> int | None:
    """Return the number of the process that a journal's name has; None for another name.

    A journal that was set aside has another name.
    """
    match = _NAME.fullmatch(name)
    return None if match is None else int(match[2])


def is_name_aside(name: str) -> bool:
    """Whether a name is that of a journal that was set aside."""
    return _NAME_ASIDE.fullmatch(name) is not None


def library_folders(state_dir: Path) -> tuple[Path, ...]:
    """Return the folders of journals, one for each library; none where there are links in their place."""
    folder = state_dir / "journals"
    try:
        if not _is_real_folder(folder):
            return ()
        return tuple(
            path
            for path in sorted(folder.iterdir())
            if _FOLDER_NAME.fullmatch(path.name) and _is_real_folder(path) and is_ours(path.lstat())
        )
    except OSError:
        return ()


def set_place_aside(path: Path, why: str, most: str = "") -> str:
    """Give whatever is at `path` another name; return a sentence that says why, and what became of it."""
    aside = free_name_aside(path)
    name, folder = quoted(path.name), quoted(path.parent)
    cause = Sentence("library.why-set-aside", name=name, folder=folder, why=why, most=most)
    try:
        if aside is None:
            raise FileExistsError
        if _is_real_folder(path):
            path.rename(aside)
        else:
            move_without_replacing(path, aside)
    except OSError as error:
        return Sentence("library.not-set-aside", cause=cause, reason=reason_of(error))
    return Sentence("library.set-aside", cause=cause, name=quoted(aside.name))


def _is_real_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)


_PIECE = 1 << 20
_CANNOT_SYNC = frozenset((EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP))  # of a disk that has no such thing


class JournalFile:
    """A journal on the disk. Whatever fails raises OSError, and what was on the disk before stays there."""

    def __init__(self, folder: Path, now: datetime) -> None:
        """Choose a free path in `folder`; `write_anew` makes the file."""
        self._folder = folder
        self.path = new_journal_path(folder, now)
        self.size = 0
        self._descriptor: int | None = None
        self._is_sound = False

    @property
    def can_append(self) -> bool:
        """Whether records can be appended; else the journal has to be written anew."""
        descriptor = self._descriptor
        if descriptor is None or not self._is_sound:
            return False
        try:  # somebody may have removed it, perhaps with its folder
            return is_at(self.path, descriptor) and os.fstat(descriptor).st_size >= self.size
        except OSError:
            return False

    def append(self, records: bytes) -> None:
        """Write whole records behind the others; they are on the disk when this returns."""
        descriptor = self._descriptor
        if descriptor is None:
            raise OSError(EIO, os.strerror(EIO))
        try:
            _write_at(descriptor, self.size, records)
        except OSError:
            try:
                os.ftruncate(descriptor, self.size)  # no half a record may stay between whole ones
            except OSError:
                self._is_sound = False
            raise
        try:
            _sync(descriptor)
        except OSError:
            self._is_sound = False  # what the disk has now is unknown, and a second try would not tell
            raise
        self.size += len(records)

    def write_anew(self, payloads: Iterable[bytes]) -> None:
        """Replace the journal by one with these records, in one step, as `write_journal` does."""
        make_journal_folder(self._folder)
        self._descriptor, self.size = write_journal(self.path, payloads, self.close)
        self._is_sound = True
        sync_folder(self._folder)

    def remove(self) -> None:
        """Delete the journal, which needs no room on a full disk."""
        if sys.platform == "win32":  # where an open file cannot be removed
            self.close()
        with suppress(OSError):
            self.path.unlink()
            sync_folder(self._folder)

    def close(self) -> None:
        """Close the file, which lets others have it."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with suppress(OSError):  # all that counts was synced
                os.close(descriptor)


def write_journal(path: Path, payloads: Iterable[bytes], close_old: Callable[[], object]) -> tuple[int, int]:
    """Put a journal with these records at `path`, in one step; return its locked descriptor and its size.

    One that this process has open there stays locked until all is written, and is closed by `close_old`. The
    new one is locked before anybody sees it, but on Windows right after that: who has the lock first there
    has the journal, and OSError is raised.
    """
    temporary, descriptor = create_temporary(path, 0o600)
    try:
        size = _write_records(descriptor, payloads)
        _sync(descriptor)
        if sys.platform == "win32":  # where an open file can be neither renamed nor replaced
            os.close(descriptor)
            descriptor = -1
            close_old()
            rename_over(temporary, path)
            descriptor = _opened_and_locked(path)
        else:
            temporary.replace(path)
            close_old()
    except BaseException:
        with suppress(OSError):
            os.close(descriptor)
        with suppress(OSError):
            temporary.unlink()
        raise
    return descriptor, size


def _opened_and_locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    if not try_lock(descriptor):
        os.close(descriptor)
        raise OSError(EAGAIN, os.strerror(EAGAIN))
    return descriptor


def _write_records(descriptor: int, payloads: Iterable[bytes]) -> int:
    """Write the first line and all records; return the size of the file."""
    size, waiting, length = 0, [FIRST_LINE], len(FIRST_LINE)
    for payload in payloads:
        record = frame(payload)
        waiting.append(record)
        length += len(record)
        if length > _PIECE:
            _write_at(descriptor, size, b"".join(waiting))
            size, waiting, length = size + length, [], 0
    _write_at(descriptor, size, b"".join(waiting))
    return size + length


def _write_at(descriptor: int, place: int, data: bytes) -> None:
    os.lseek(descriptor, place, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if written <= 0:
            raise OSError(EIO, os.strerror(EIO))
        rest = rest[written:]


def _sync(descriptor: int) -> None:
    try:
        getattr(os, "fdatasync", os.fsync)(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
