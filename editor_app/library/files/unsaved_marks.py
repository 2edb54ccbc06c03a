"""Marks of files with unsaved edits in a window, so that no other process writes over what somebody types.

A window holds the mark of a file as long as it has unsaved edits of it: a lock on a file in the state folder,
shared, as two windows may have such edits. Who writes the file without a window takes that lock alone. The
system releases it when the process ends, however it does.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.files.temporaries import is_at, locked, try_lock
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence

_FOLDER = "unsaved"
_OPEN_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class UnsavedInWindow(FileError):  # noqa: N818  it names what was found, as ChangedOnDisk does
    """A window has unsaved edits of the file, so nothing was written."""


class UnsavedMark:
    """The mark that a window has unsaved edits of a file; made by `hold_unsaved_mark`."""

    def __init__(self, state_dir: Path, path: Path) -> None:
        """Name the mark of a file; it is not held yet."""
        self._state_dir = state_dir
        self._path = path
        self._place = state_dir
        self._descriptor: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether other processes see the mark."""
        return self._descriptor is not None

    def hold(self) -> bool:
        """Hold the mark without waiting; False while another process writes the file, or where none can be.

        After False it may be tried again: who writes has finished in a moment.
        """
        if self._descriptor is None:
            with suppress(OSError):
                self._place = make_state_dir(self._state_dir, _FOLDER) / _name_of(self._path)
                self._descriptor = _locked_mark(self._place, shared=True)
        return self.is_held

    def release(self) -> None:
        """Let others write the file; nothing happens where the mark is not held."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            _release(descriptor, self._place)


def hold_unsaved_mark(state_dir: Path, path: Path) -> UnsavedMark:
    """Mark a file as one with unsaved edits in this window, until the mark is released.

    It never waits: where another process is writing the file this very moment, or no mark can be made, the
    mark is not held (`is_held`), and `hold` tries again.
    """
    mark = UnsavedMark(state_dir, path)
    mark.hold()
    return mark


@contextmanager
def writing_allowed(state_dir: Path, path: Path) -> Iterator[tuple[str, ...]]:
    """Keep windows from marking a file while the body writes it; others who write it wait for each other.

    Raises UnsavedInWindow while a window holds the mark, FileError if another program writes for too long.
    Where there can be no such locks, the body runs all the same and gets a sentence that says so.
    """
    with ExitStack() as stack:
        warnings: tuple[str, ...] = ()
        try:
            folder = make_state_dir(state_dir, _FOLDER)
            stack.enter_context(locked(folder / f"{_name_of(path)[:2]}.writing", path))
            place = folder / _name_of(path)
            descriptor = _locked_mark(place, shared=False)
        except OSError as error:
            name, reason = quoted(path.name), reason_of(error)
            warnings = (Sentence("library.unsaved-unknown", name=name, reason=reason),)
        else:
            if descriptor is None:
                raise UnsavedInWindow(
                    Sentence("library.unsaved-in-window", name=quoted(path.name)),
                    path,
                )
            stack.callback(_release, descriptor, place)
        yield warnings


def _name_of(path: Path) -> str:
    """Return the name of a file's mark, the same for all links to the file."""
    try:
        return sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    except ValueError as error:  # a NUL or half a surrogate pair, which no path can have
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from error


def _locked_mark(place: Path, *, shared: bool) -> int | None:
    """Open and lock the mark of a file; None while another holder keeps it.

    A mark is removed by the last one who holds it, so a lock counts only if the file still has its name.
    """
    while True:
        descriptor = os.open(place, _OPEN_FLAGS, 0o600)
        try:
            is_locked = try_lock(descriptor, shared=shared)
            is_there = is_locked and is_at(place, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if is_there:
            return descriptor
        os.close(descriptor)
        if not is_locked:
            return None


def _release(descriptor: int, place: Path) -> None:
    """Give a lock back; the mark is removed unless others hold it, too."""
    if sys.platform == "win32":  # where a file that anybody has open cannot be removed
        with suppress(OSError):
            os.close(descriptor)
            place.unlink()
    else:
        with suppress(OSError):  # a mark that stays is in nobody's way
            if try_lock(descriptor) and is_at(place, descriptor):
                place.unlink()
        with suppress(OSError):
            os.close(descriptor)
