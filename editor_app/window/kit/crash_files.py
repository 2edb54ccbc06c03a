"""What Python can still write when the process dies of a fault, such as a bad pointer in a library.

Each process has a file of its own for that, which it locks; an orderly end removes it. A later start finds
those with something in them, once.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.files.reading import reason_of
from editor_app.library.files.temporaries import try_lock
from editor_app.library.paths import make_state_dir

_NAME = re.compile(r"crash-[0-9]{1,10}-[0-9a-f]{16}\.txt")
_SEEN = re.compile(r"crash-[0-9]{1,10}-[0-9a-f]{16}\.seen\.txt")
_MOST_BYTES = 64 * 1024
_LOOK = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_log = logging.getLogger("foreword.faults")


@dataclass(frozen=True, slots=True)
class Crash:
    """What a process wrote that died of a fault: places in the program by thread, and nothing of any text."""

    at: datetime
    words: str


class CrashFile:
    """The file of this process."""

    def __init__(self, folder: Path) -> None:
        """Choose a name in `folder`."""
        self.path = folder / f"crash-{os.getpid()}-{os.urandom(8).hex()}.txt"
        self._descriptor: int | None = None

    def begin(self) -> str:
        """Make the file, and have Python write to it if the process dies; return why not, "" if it does."""
        try:
            make_state_dir(self.path.parent.parent, self.path.parent.name)
            self._descriptor = os.open(self.path, _CREATE, 0o600)
            with suppress(OSError):  # a disk without locks: a later start may look at it too early
                try_lock(self._descriptor)
        except OSError as error:
            _log.warning("a crash could not be noted: %s", reason_of(error))
            return reason_of(error)
        faulthandler.enable(self._descriptor, all_threads=True)
        return ""

    def end(self) -> None:
        """Remove the file at an orderly end."""
        if self._descriptor is None:
            return
        faulthandler.disable()
        with suppress(OSError):
            os.close(self._descriptor)
        with suppress(OSError):  # an empty file that is left is removed by the next start
            self.path.unlink()
        self._descriptor = None


def take_crashes(folder: Path) -> tuple[Crash, ...]:
    """Return the crashes that no start has shown yet, the oldest first; each is given once.

    Their files stay, under other names, and the oldest of those are removed.
    """
    try:
        paths = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return ()
    crashes = [crash for path in paths if (crash := _take(path)) is not None]
    with suppress(OSError):  # the next start tries again
        seen = [path for path in folder.iterdir() if _SEEN.fullmatch(path.name)]
        for path in sorted(seen, key=lambda path: path.stat().st_mtime)[:-5]:
            path.unlink()
    return tuple(sorted(crashes, key=lambda crash: crash.at))


def _take(path: Path) -> Crash | None:
    try:
        descriptor = os.open(path, _LOOK)
    except OSError:  # another start was faster, or it is none of ours
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not try_lock(descriptor):
            return None
        words = os.read(descriptor, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(descriptor)  # on Windows an open file can be neither renamed nor removed
    try:
        if not words:
            path.unlink()
            return None
        path.rename(path.with_suffix(".seen.txt"))
    except OSError:  # another start was faster
        return None
    return Crash(datetime.fromtimestamp(status.st_mtime, UTC), words)
