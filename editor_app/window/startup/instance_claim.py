"""Which process may open a library's window: the one that holds the lock on it, for as long as it runs.

A lock goes with its process, however that ends; a socket's file may outlive it. So the lock decides who
opens the window, and the socket only carries what the others want opened.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from editor_app.library.files.locks import try_lock


class Holder(Enum):
    """Whose a library's window is."""

    US = auto()
    ANOTHER = auto()
    UNKNOWN = auto()
    """There are no locks here."""


@dataclass(frozen=True, slots=True)
class WindowClaim:
    """Whose the window is; with `descriptor` the lock is held until `release`, or the end of the process."""

    holder: Holder
    descriptor: int | None = None

    def release(self) -> None:
        """Let another process open the window."""
        if self.descriptor is not None:
            with suppress(OSError):
                os.close(self.descriptor)


def socket_path(runtime_dir: Path, library: Path) -> Path:
    """Return where a library’s window listens; short, as a socket’s path may have only 107 bytes."""
    key = hashlib.sha256(os.fsencode(library.resolve())).hexdigest()[:16]
    return runtime_dir / f"foreword-{key}.socket"


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
