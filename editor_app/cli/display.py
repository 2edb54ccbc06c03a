"""Whether there is a display for a window; without one, Qt would end the process without a useful message."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

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
    if wayland and _wayland_answers(wayland, environment):
        return None
    if not x and not wayland:
        return "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
    if x and _x_answers(x):
        return None
    named = " and ".join(
        f"{name} is ‘{value}’" for name, value in (("DISPLAY", x), ("WAYLAND_DISPLAY", wayland)) if value
    )
    return f"There is no display to open a window on: {named}, but nothing answers there."


def _wayland_answers(name: str, environment: Mapping[str, str]) -> bool:
    return _listens(str(Path(environment.get("XDG_RUNTIME_DIR", "")) / name))


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
