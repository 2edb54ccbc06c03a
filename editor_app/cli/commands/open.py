"""`foreword [PATH…]`: open the window."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import COMMANDS, OPEN
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, is_path, no_such_path, path_of_word
from editor_app.cli.streams import Streams
from editor_app.library.files.reading import FileError, check_path, quoted
from editor_app.library.paths import is_folder
from editor_app.text import Sentence, together

_ADDRESS = re.compile(r"mailto:|[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_FILE_ADDRESS = re.compile(r"file://(?:localhost)?(/.*)", re.IGNORECASE | re.DOTALL)


def run(arguments: Arguments, streams: Streams) -> int:
    """Open the window with these files; a single folder is the library to open.

    Where nobody reads standard error, as when a file manager calls, the window says what cannot be opened.
    """
    del streams
    paths, failures = _read(arguments.words)
    no_display = why_no_display(os.environ, sys.platform)
    has_terminal = any(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    is_of_desktop = not has_terminal and all(
        Path(word).is_absolute() or _ADDRESS.match(word) for word in arguments.words
    )
    if failures and (no_display is not None or not is_of_desktop):
        raise failures[0]
    if no_display is not None:
        raise Failure("display", no_display, _without())
    library = None if arguments.library is None else path_of_word(arguments.library)
    if library is None and len(paths) == 1 and is_folder(paths[0]):
        library = paths.pop()
    try:
        from editor_app.window.startup.starting import run as run_window
    except ImportError as error:
        raise Failure("display", Sentence("cli.no-window", reason=str(error)), _without()) from error
    return run_window(paths, library, _sentences(failures))


def _read(words: Sequence[str]) -> tuple[list[Path], list[Failure]]:
    """Return what can be opened, and for each of the other words why not."""
    paths, failures = [], []
    for word in words:
        try:
            paths.append(_path_of(word))
        except Failure as failure:
            failures.append(failure)
    return paths, failures


def _path_of(word: str) -> Path:
    """Return the path of a file or folder, named by its path or, as desktops may do, its address."""
    if not is_path(word) and _ADDRESS.match(word):
        from urllib.parse import unquote

        match = _FILE_ADDRESS.fullmatch(word)
        if match is None:
            raise Failure("usage", Sentence("cli.only-local", name=quoted(word)))
        word = unquote(match[1], errors="surrogateescape")
        if sys.platform == "win32":
            word = word.removeprefix("/")  # before the drive
    if not is_path(word) or word == STANDARD_INPUT:
        raise no_such_path(word, or_command=True)
    path = path_of_word(word)
    try:
        check_path(path)
    except FileError as error:
        raise Failure("file", error.sentence, path=path) from error
    return path


def _sentences(failures: Sequence[Failure]) -> list[str]:
    """Return why each is not opened; the first that is not there has what to do about all of these."""
    sentences = [failure.sentence for failure in failures]
    missing = next((at for at, failure in enumerate(failures) if failure.code == "not-found"), None)
    if missing is not None:
        sentences[missing] = together((sentences[missing], Sentence("cli.open-where-it-is")))
    return sentences


def _without() -> str:
    return Sentence("cli.without-window", commands=[name for name in COMMANDS if name != OPEN])


_SECONDS = 2.0
_X_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108  the sockets of X servers, the same on all systems
_X_PORT = 6000


def why_no_display(environment: Mapping[str, str], platform: str) -> str | None:
    """Return a sentence that says why no window can be opened, None if one can."""
    if platform in {"win32", "darwin"} or environment.get("WAYLAND_SOCKET"):
        return None
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if wanted and not wanted.startswith(("xcb", "wayland")):
        return None
    x, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
    if wayland and _listens(str(Path(environment.get("XDG_RUNTIME_DIR", "")) / wayland)):
        return None
    if not x and not wayland:
        return Sentence("cli.no-display")
    if x and _x_answers(x):
        return None
    both = (("DISPLAY", x), ("WAYLAND_DISPLAY", wayland))
    return Sentence("cli.silent-display", displays=[f"{name}={value}" for name, value in both if value])


def _x_answers(display: str) -> bool:
    import socket

    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdigit():
        return False
    if host in {"", "unix"}:
        path = _X_SOCKETS + number
        return _listens(path) or _listens("\0" + path)
    try:
        with socket.create_connection((host, _X_PORT + int(number)), timeout=_SECONDS):
            return True
    except (OSError, OverflowError):
        return False


def _listens(path: str) -> bool:
    import socket

    if sys.platform != "win32":
        with socket.socket(socket.AF_UNIX) as connection, suppress(OSError, ValueError):
            connection.settimeout(_SECONDS)
            connection.connect(path)
            return True
    return False
