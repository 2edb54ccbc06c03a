"""The files in the state folder that say where a server is, as long as it runs: its address and its token.

They count only while the server holds the lock beside them, which the system releases however it ends.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from editor_app.http_api.serving.tokens import write_token
from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.temporaries import try_lock
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence
from editor_app.wire.problems import FORMAT, to_json

_FOLDER = "serve"
_MOST_BYTES = 64 * 1024
_SECONDS_TO_WAIT = 2.0
_PAUSE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address, the file with its token, and the library it serves."""

    url: str
    token_file: Path
    library: Path


class Announcement(NamedTuple):
    """What the state folder says of a server; `remove` takes it back, in any thread, once or again."""

    server: Server
    remove: Callable[[], None]


@contextmanager
def announced(
    state_dir: Path, port: int, token: str, *, token_file: Path | None, library: Path
) -> Iterator[Announcement]:
    """Say where a server is while the body runs; without a file of its own the token is kept beside.

    What servers left that were killed is removed. Raises FileError where it cannot be said.
    """
    try:
        folder = make_state_dir(state_dir, _FOLDER)
        _sweep(folder)
        lock = folder / f"{port}.lock"
        descriptor = _lock(lock)
    except OSError as error:
        raise _not_kept(state_dir, error) from error
    own_token, address = folder / f"{port}.token", folder / f"{port}.json"
    server = Server(f"http://127.0.0.1:{port}", token_file or own_token, library)
    announcement = Announcement(server, partial(_remove, own_token, address, lock))
    try:
        _remove(own_token, address)
        fields = {"url": server.url, "tokenFile": str(server.token_file), "library": str(library)}
        document = to_json({"format": FORMAT, **fields, "process": os.getpid()})
        try:
            if token_file is None:
                write_token(own_token, token)
            replace_file(address, document, mode=0o600)
        except OSError as error:
            raise _not_kept(folder, error) from error
        yield announcement
    finally:
        announcement.remove()  # while the lock is held, so that nobody else's is removed
        os.close(descriptor)
        if sys.platform == "win32":  # where an open file cannot be removed
            _remove(lock)


def live_servers(state_dir: Path) -> tuple[Server, ...]:
    """Return the servers that run now; it never raises."""
    try:
        addresses = sorted((state_dir / _FOLDER).glob("*.json"))
    except OSError:
        return ()
    servers = (_read(address) for address in addresses if _is_held(address.with_suffix(".lock")))
    return tuple(server for server in servers if server is not None)


def _not_kept(folder: Path, error: OSError) -> FileError:
    sentence = Sentence("http-api.address-not-kept", folder=quoted(folder), reason=reason_of(error))
    return FileError(sentence, folder)


def _lock(lock: Path) -> int:
    """Lock a file for as long as the process runs; others have it for moments only, unless they serve."""
    deadline = time.monotonic() + _SECONDS_TO_WAIT
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        if try_lock(descriptor) and _is_at(lock, descriptor):
            return descriptor
        os.close(descriptor)
        if time.monotonic() > deadline:
            raise FileError(Sentence("http-api.port-announced", port=lock.stem), lock)
        time.sleep(_PAUSE_SECONDS)


def _is_at(lock: Path, descriptor: int) -> bool:
    """Whether an open file still has its name: whoever ends removes it."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _is_held(lock: Path) -> bool:
    """Whether a process holds a lock."""
    try:
        descriptor = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _sweep(folder: Path) -> None:
    """Remove the addresses and tokens of servers that were killed."""
    for lock in folder.glob("*.lock"):
        with suppress(OSError):
            descriptor = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if try_lock(descriptor):
                    _remove(lock.with_suffix(".token"), lock.with_suffix(".json"), lock)
            finally:
                os.close(descriptor)
            if sys.platform == "win32":  # where an open file cannot be removed, whoever opened it
                _remove(lock)


def _read(address: Path) -> Server | None:
    try:
        with address.open("rb") as file:
            fields = json.loads(file.read(_MOST_BYTES))
        return Server(str(fields["url"]), Path(fields["tokenFile"]), Path(fields["library"]))
    except (OSError, ValueError, KeyError, TypeError):  # it is being written, or ends just now
        return None


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
