"""One window per user and library: a second start of the program hands its files to the first.

Other windows are processes of their own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QObject, QThread, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from editor_app.window.server.own_process import foreword_process
from editor_app.window.startup.instance_claim import (
    Holder,
    WindowClaim,
    claim_window,
    other_sockets,
)

_MOST_BYTES = 10_000_000  # of a long command line, with the whole path of each file
_PATIENCE_MS = 500
_LONG_PATIENCE_MS = 30_000
_PAUSE_MS = 20
_CLOSE = b'"close"\n'


def hand_over_or_claim(path: Path, files: Sequence[Path], failures: Sequence[str] = ()) -> WindowClaim | None:
    """Hand `files` to the window that another process holds; return None if that took them, else a claim.

    That window says `failures`, too: why what else was named cannot be opened.

    The other process may still be loading, and is waited for. If it ends meanwhile, the window is claimed; if
    it does not answer in time, the claim says that another process holds the window.
    """
    patience = QDeadlineTimer(_LONG_PATIENCE_MS)
    while True:
        if hand_over(path, files, failures, max(_PAUSE_MS, patience.remainingTime())):
            return None
        claim = claim_window(path)
        if claim.holder is not Holder.ANOTHER or patience.hasExpired():
            return claim
        QThread.msleep(_PAUSE_MS)


def hand_over(
    path: Path, files: Sequence[Path], failures: Sequence[str] = (), patience_ms: int = _PATIENCE_MS
) -> bool:
    """Ask the window at `path` to show itself, open `files` and say `failures`; return False if none does."""
    message = json.dumps([list(failures), *(os.fsencode(file.absolute()).hex() for file in files)])
    return _is_taken(path, message.encode() + b"\n", patience_ms)


def close_other_windows(own: Path) -> None:
    """Ask the windows of the libraries other than that of the socket `own` to close, as their user would."""
    for socket in other_sockets(own):
        _is_taken(socket, _CLOSE, _PATIENCE_MS)


def _is_taken(path: Path, message: bytes, patience_ms: int) -> bool:
    """Send a line to the window at `path`; return whether that took it."""
    socket = QLocalSocket()
    socket.connectToServer(_server_name(path))
    if not socket.waitForConnected(_PATIENCE_MS):
        return False
    if sys.platform == "win32":  # where only who has the focus may pass it on
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)  # to any process
    socket.write(message)
    if socket.bytesToWrite():
        socket.waitForBytesWritten(patience_ms)
    taken = socket.bytesAvailable() > 0 or socket.waitForReadyRead(patience_ms)
    socket.disconnectFromServer()
    return taken


class SingleInstance(QObject):
    """Listens for later starts of the program with the same library, by this user only."""

    files_handed_over = Signal(list, list)  # paths, and sentences on what else cannot be opened
    close_requested = Signal()  # by Quit in another window

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        """Listen at `path`; a socket file that a crashed window left there is replaced."""
        super().__init__(parent)
        self._greeted: list[QLocalSocket] = []
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = _server_name(path)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)
            self._server.listen(name)

    def close(self) -> None:
        """Stop listening and remove the socket."""
        for socket in list(self._greeted):
            socket.abort()
        self._server.close()

    def _accept(self) -> None:
        socket = self._server.nextPendingConnection()
        self._greeted.append(socket)
        socket.setParent(self)  # the server would delete it with itself, during the socket's own events
        socket.readyRead.connect(partial(self._read, socket))
        socket.disconnected.connect(partial(self._forget, socket))
        self._read(socket)  # data that arrived before the signals were connected

    def _forget(self, socket: QLocalSocket) -> None:
        if socket in self._greeted:
            self._greeted.remove(socket)
            socket.deleteLater()

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _MOST_BYTES:
            socket.abort()
        elif socket.canReadLine():
            line = bytes(socket.readLine().data())
            message = _message_of(line)
            if message is not None or line == _CLOSE:
                socket.write(b"taken\n")
                socket.flush()
            if message is not None:
                self.files_handed_over.emit(*message)
            elif line == _CLOSE:
                self.close_requested.emit()


def open_another_window(runtime: Path, root: Path | None) -> bool:
    """Open a library, or without one the start page, in another process; return whether that was started."""
    arguments = [] if root is None else ["--library", str(root)]
    started: object = foreword_process(arguments, runtime).startDetached()
    return started not in (False, (False, 0))  # some releases of PySide6 return the process id too


def _server_name(path: Path) -> str:
    """Return the path of the socket; on Windows the name of a pipe, 256 characters at most."""
    if sys.platform == "win32":
        import hashlib

        return f"foreword-{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}"
    return str(path)


def _message_of(line: bytes) -> tuple[list[Path], list[str]] | None:
    try:
        failures, *files = json.loads(line)
        return [Path(os.fsdecode(bytes.fromhex(file))) for file in files], list(map(str, failures))
    except (ValueError, TypeError):
        return None
