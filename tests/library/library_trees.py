"""Folders of files made for a test, and what they are afterwards."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
NOBODY = 65534
NOW = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their paths, with the folders they need."""
    for relative, content in files.items():
        path = root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def fingerprint(root: Path) -> dict[str, tuple[str, int, int]]:
    """Return what everything in a folder is: contents, modes and times."""
    found = {}
    for folder, names, files in os.walk(root):
        for name in names + files:
            path = Path(folder, name)
            status = path.lstat()
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            found[str(path.relative_to(root))] = (
                sha256(content).hexdigest(),
                status.st_mode,
                status.st_mtime_ns,
            )
    return found


def as_nobody(call: Callable[[], Result]) -> Result:
    """Run a call without root's rights, for root may read and write whatever the permissions say.

    A forked process gives them up for good; what the call returns comes back.
    """
    if os.geteuid() != 0:  # pragma: no cover
        return call()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking where other threads run
        child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            answer = pickle.dumps((True, call()))
        except BaseException as error:  # noqa: BLE001  the forked process must not go on into pytest
            answer = pickle.dumps((False, repr(error)))
        os.write(writing, answer)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    worked, result = pickle.loads(answer)
    assert worked, result
    return result


def open_to_all(folder: Path) -> Path:
    """Let another user into a temporary folder of the test, and into those above it."""
    for place in (folder, *folder.parents):
        if not place.stat().st_mode & 0o001:
            place.chmod(0o755)
    return folder
