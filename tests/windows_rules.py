"""What Windows does otherwise with files, as far as another system can imitate it."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# What Python has of `os` on other systems only.
_ABSENT = (
    "fchmod",
    "fchown",
    "geteuid",
    "getegid",
    "getuid",
    "killpg",
    "pread",
    "pwrite",
    "uname",
    "fdatasync",
)


def follow_windows_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that this is Windows: an open file is neither renamed, replaced nor removed; no name is taken away.

    What other systems alone have of `os` is missing. Only this process is asked which files are open.
    """
    monkeypatch.setattr(sys, "platform", "win32")
    for name in _ABSENT:
        monkeypatch.delattr(os, name)
    for name in ("rename", "replace", "unlink"):
        monkeypatch.setattr(os, name, _unless_open(getattr(os, name), replaces=name != "rename"))


def _unless_open(call: Callable[..., None], *, replaces: bool) -> Callable[..., None]:
    def asked(*paths: Any, **folder: Any) -> None:
        for path in map(os.fspath, paths):
            if _is_open(path):
                raise PermissionError(errno.EACCES, "The process cannot access the file", path)
        if not replaces and os.path.lexists(paths[-1]):
            raise FileExistsError(
                errno.EEXIST, "Cannot create a file when that file already exists", paths[-1]
            )
        call(*paths, **folder)

    return asked


def _is_open(path: str) -> bool:
    real = Path(os.path.realpath(path)) if not os.path.isdir(path) else None
    return real is not None and any(
        Path("/proc/self/fd", number).exists() and os.readlink(f"/proc/self/fd/{number}") == str(real)
        for number in os.listdir("/proc/self/fd")
    )
