"""The lock that decides which process may open a library's window.

The operating system releases the lock however its process ends; a socket's file may remain. So the lock
decides who opens the window, and the socket only transports the files that others want opened.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from editor_app.library.files.temporaries import try_lock


class Holder(Enum):
    """Who holds the lock on a library's window."""

    US = auto()
    ANOTHER = auto()
    UNKNOWN = auto()
    """The lock file could not be created or locked."""


@dataclass(frozen=True, slots=True)
class WindowClaim:
    """The result of a claim; with `descriptor` the lock is held until `release`, or the process ends."""

    holder: Holder
    descriptor: int | None = None

    def release(self) -> None:
        """Let another process open the window."""
        if self.descriptor is not None:
            with suppress(OSError):
                os.close(self.descriptor)


def socket_path(runtime_dir: Path, library: Path) -> Path:
    """Return the socket path of a library’s window; short, as a socket’s path may have only 107 bytes."""
    key = hashlib.sha256(os.fsencode(library.resolve())).hexdigest()[:16]
    return runtime_dir / f"foreword-{key}.socket"


def other_sockets(own: Path) -> list[Path]:
    """Return the socket paths of the other libraries whose windows are open, or were."""
    locks = own.parent.glob("foreword-*.lock")  # on Windows a socket is no file
    return [lock.with_suffix(own.suffix) for lock in locks if lock.stem != own.stem]


def claim_window(socket: Path) -> WindowClaim:
    """Claim the window that listens at `socket`, without waiting."""
    try:
        descriptor = os.open(socket.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return WindowClaim(Holder.UNKNOWN)
    try:
        if try_lock(descriptor):
            return WindowClaim(Holder.US, descriptor)
        holder = Holder.ANOTHER
    except OSError:
        holder = Holder.UNKNOWN
    os.close(descriptor)
    return WindowClaim(holder)
