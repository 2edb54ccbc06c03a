"""One window per user and library: a second start hands its files to the first."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_MOST_BYTES = 1_000_000
_PATIENCE_MS = 500


def socket_path(runtime_dir: Path, library: Path) -> Path:
    """Return where a library’s window listens; short, as a socket’s path may have only 107 bytes."""
    key = hashlib.sha256(os.fsencode(library.resolve())).hexdigest()[:16]
    return runtime_dir / f"foreword-{key}.socket"


def hand_over(path: Path, files: Sequence[Path]) -> bool:
    """Ask the window that listens at `path` to show itself and open `files`; False if there is none."""
    socket = QLocalSocket()
    socket.connectToServer(str(path))
    if not socket.waitForConnected(_PATIENCE_MS):
        return False
    message = json.dumps([os.fsencode(file.absolute()).hex() for file in files])
    socket.write(message.encode() + b"\n")
    if socket.bytesToWrite():
        socket.waitForBytesWritten(_PATIENCE_MS)
    taken = socket.bytesAvailable() > 0 or socket.waitForReadyRead(_PATIENCE_MS)
    socket.disconnectFromServer()
    return taken


class SingleInstance(QObject):
    """Listens for later starts of the same library, from this user only."""

    files_handed_over = Signal(list)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        """Listen at `path`; a socket that a crashed window left there is replaced."""
        super().__init__(parent)
        self._greeted: list[QLocalSocket] = []
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        if not self._server.listen(str(path)):
            QLocalServer.removeServer(str(path))
            self._server.listen(str(path))

    @property
    def is_listening(self) -> bool:
        """Whether later starts will find this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Stop listening and remove the socket."""
        for socket in list(self._greeted):
            socket.abort()
        self._server.close()

    def _greet(self) -> None:
        socket = self._server.nextPendingConnection()
        self._greeted.append(socket)
        socket.setParent(self)  # the server would take it away with itself, amid its own events
        socket.readyRead.connect(partial(self._read, socket))
        socket.disconnected.connect(partial(self._forget, socket))
        self._read(socket)  # what came before the signals were connected

    def _forget(self, socket: QLocalSocket) -> None:
        if socket in self._greeted:
            self._greeted.remove(socket)
            socket.deleteLater()

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _MOST_BYTES:
            socket.abort()
        elif socket.canReadLine():
            files = _files_of(bytes(socket.readLine().data()))
            if files is not None:
                socket.write(b"taken\n")
                socket.flush()
                self.files_handed_over.emit(files)


def _files_of(line: bytes) -> list[Path] | None:
    try:
        return [Path(os.fsdecode(bytes.fromhex(file))) for file in json.loads(line)]
    except (ValueError, TypeError):
        return None
