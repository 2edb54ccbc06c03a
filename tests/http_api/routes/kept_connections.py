"""Many requests over a few connections to a real server that are kept open, and what the server holds."""

from __future__ import annotations

import os
import re
import socket
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from random_requests import Sent
from running_server import PATIENCE_SECONDS, PlainServer, RunningServer

CONNECTIONS = 8
_NO_BODY = (204, 304)
_length_in = re.compile(rb"(?i)\ncontent-length: *([0-9]+)").search


@dataclass(frozen=True)
class Said:
    """The bytes of a request; one that `is_alone` ends its connection."""

    data: bytes
    is_head: bool = False
    is_alone: bool = False


def said(server: RunningServer, sent: Sent, authorization: str) -> Said:
    """Return the bytes of a request, whose own headers go before those that every request has."""
    own = {name.title(): value for name, value in sent.headers.items()}
    headers = {
        "Host": f"127.0.0.1:{server.port}",
        "Authorization": authorization,
        "Content-Length": str(len(sent.body)),
        **own,
    }
    lines = [f"{name}: {value}\r\n" for name, value in headers.items()]
    head = sent.method.encode() + b" " + sent.path + b" HTTP/1.1\r\n" + "".join(lines).encode("latin-1")
    return Said(head + b"\r\n" + sent.body, sent.method == "HEAD")


def with_a_byte_changed(random: Random, one: Said) -> Said:
    """Return a request with another byte somewhere in its first 200, so that nobody knows where it ends."""
    at = random.randrange(min(200, len(one.data)))
    data = one.data[:at] + bytes([random.randrange(256)]) + one.data[at + 1 :]
    return Said(data, is_alone=True)


def statuses_of(server: RunningServer | PlainServer, requests: Sequence[Said]) -> list[int]:
    """Send them over some connections at once, one after another on each; return what was answered."""
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        parts = [requests[number::CONNECTIONS] for number in range(CONNECTIONS)]
        answered = threads.map(lambda part: _Connection(server).statuses(part), parts)
        return [status for statuses in answered for status in statuses]


class _Connection:
    """A connection that is opened again when the server closed it."""

    def __init__(self, server: RunningServer | PlainServer) -> None:
        self._server = server
        self._socket: socket.socket | None = None

    def statuses(self, requests: Sequence[Said]) -> list[int]:
        try:
            return [self._status(one) for one in requests]
        finally:
            self._close()

    def _status(self, one: Said) -> int:
        connection = self._connected()
        answer = _answer(connection, one)
        if not answer:  # the server had closed the connection behind the answer before
            self._close()
            connection = self._connected()
            answer = _answer(connection, one)
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head, one.data[:500]
        status = int(head.split(None, 2)[1])
        if one.is_alone or b"\r\nconnection: close" in head.lower():
            self._close()
        elif not one.is_head and status not in _NO_BODY:
            length = _length_in(head)
            assert length is not None, head
            left = int(length[1]) - len(body)
            while left > 0:
                left -= len(connection.recv(1 << 16))
        return status

    def _connected(self) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._server.port), PATIENCE_SECONDS)
        return self._socket

    def _close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _answer(connection: socket.socket, one: Said) -> bytes:
    """Send a request; return what comes up to the end of the answer's head, with a part of its body."""
    data = b""
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(one.data)
        if one.is_alone:
            connection.shutdown(socket.SHUT_WR)
        while b"\r\n\r\n" not in data and (more := connection.recv(1 << 16)):
            data += more
    return data


@dataclass(frozen=True)
class Held:
    """What a process holds: bytes of memory, open files, threads."""

    memory: int
    files: int
    threads: int


def held_by(process_id: int, sockets: int | None = None) -> Held:
    """Return what a process holds now; with a number of sockets, once it has closed all but so many."""
    place = Path(f"/proc/{process_id}")
    pause = threading.Event()
    while sockets is not None and sockets_of(process_id) > sockets:
        pause.wait(0.01)
    lines = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
    memory = int(lines["VmRSS"].split()[0]) * 1024
    return Held(memory, len(os.listdir(place / "fd")), int(lines["Threads"]))


def sockets_of(process_id: int) -> int:
    """Return how many sockets a process has, open connections among them."""
    return sum(_is_socket(file) for file in Path(f"/proc/{process_id}/fd").iterdir())


def _is_socket(file: Path) -> bool:
    try:
        return os.readlink(file).startswith("socket:")
    except FileNotFoundError:  # closed since
        return False
