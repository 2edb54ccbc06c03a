"""`logs/foreword.log` in the state folder: what went wrong in the program, and nothing of anybody's text.

The message of an exception may quote the text it was about. So only types, places in the program and, of
errors of the system, what their numbers mean are written.
"""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Iterator
from pathlib import Path

import editor_app
from editor_app.clock import Clock
from editor_app.library.files.reading import reason_of
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
