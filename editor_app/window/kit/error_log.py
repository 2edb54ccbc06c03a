"""`logs/foreword.log` in the state folder: what went wrong in the program, and nothing of anybody's text.

The message of an exception may quote the text it was about. So only types, places in the program and, of
errors of the system, what their numbers mean are written.

What Python can still write when the process dies of a fault, such as a bad pointer in a library, is in a file
of each process's own, which it locks; an orderly end removes it. A later start finds those with something in
them, once.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import stat
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import editor_app
from editor_app.clock import Clock
from editor_app.library.files.reading import reason_of
from editor_app.library.files.temporaries import try_lock
from editor_app.library.paths import make_state_dir

MOST_BYTES = 256 * 1024
_FOLDER = "logs"
_OPEN = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_PLACE = Path(editor_app.__file__).resolve().parents[1]
_NAME = re.compile(r"crash-[0-9]{1,10}-[0-9a-f]{16}\.txt")
_SEEN = re.compile(r"crash-[0-9]{1,10}-[0-9a-f]{16}\.seen\.txt")
_MOST_CRASH_BYTES = 64 * 1024
_LOOK = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_log = logging.getLogger("foreword.faults")


def log_folder(state_dir: Path) -> Path:
    """Return the folder of the log and of what crashes left."""
    return state_dir / _FOLDER


class ErrorLog:
    """A log that only the user can read; when it is long, a new one begins, and the last one is kept."""

    def __init__(self, state_dir: Path, clock: Clock) -> None:
        """Name the files; they are made when there is something to write."""
        self.folder = log_folder(state_dir)
        self.path = self.folder / "foreword.log"
        self._before = self.folder / "foreword.1.log"
        self._clock = clock

    def add_error(self, error: BaseException) -> str:
        """Write what is known of an exception, without its message; return what was written."""
        entry = described(error)
        self.add(entry)
        return entry

    def add(self, entry: str) -> None:
        """Write an entry under the time and the version."""
        time = self._clock().isoformat(timespec="seconds")
        head = f"{time} Foreword {editor_app.__version__}, process {os.getpid()}\n"
        try:
            make_state_dir(self.folder.parent, _FOLDER)
            if self.path.exists() and self.path.lstat().st_size > MOST_BYTES:
                self.path.replace(self._before)
            descriptor = os.open(self.path, _OPEN, 0o600)
            try:
                os.write(descriptor, f"{head}{entry}\n".encode("utf-8", "backslashreplace"))
            finally:
                os.close(descriptor)
        except OSError as failed:
            _log.warning("the log could not be written: %s", reason_of(failed))

    def last_lines(self, count: int) -> list[str]:
        """Return the last lines of the log; none where it cannot be read."""
        lines: list[str] = []
        for path in (self.path, self._before):
            try:
                data = path.read_bytes()[-MOST_BYTES:]
            except OSError:
                continue
            lines = data.decode("utf-8", "replace").splitlines() + lines
            if len(lines) >= count:
                break
        return lines[-count:]


def described(error: BaseException) -> str:
    """Return what is known of an exception without its message."""
    return "\n".join(_lines_of(error))


def _lines_of(error: BaseException) -> Iterator[str]:
    """Yield lines about an exception and those that it came of."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        yield f"{'which came of ' if len(seen) > 1 else ''}{_kind(following)}"
        for frame, line in traceback.walk_tb(following.__traceback__):
            path = Path(frame.f_code.co_filename)  # shown without the folders that may tell who the user is
            shown = path.relative_to(_PLACE) if path.is_relative_to(_PLACE) else Path(*path.parts[-2:])
            yield f"  {shown}:{line} in {frame.f_code.co_name}"
        is_hidden = following.__cause__ is None and following.__suppress_context__
        following = following.__cause__ or (None if is_hidden else following.__context__)


def _kind(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, OSError) and isinstance(error.errno, int):
        return f"{name}: {os.strerror(error.errno)}"  # its own words may have a path
    return name


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
        words = os.read(descriptor, _MOST_CRASH_BYTES).decode("utf-8", "replace")
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
