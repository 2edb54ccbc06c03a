"""A real `foreword serve` in a process of its own, and what is said to it over plain sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "editor_app", "serve")
PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """What the JSON of an error calls it."""
        return json.loads(self.body)["error"]["code"]


class RunningServer:
    """A server that accepts connections."""

    def __init__(self, process: subprocess.Popen[bytes], log_file: Path) -> None:
        self.process = process
        self._log_file = log_file
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, log_file.read_text("utf-8")
        self.address: dict[str, Any] = json.loads(line)
        self.url: str = self.address["url"]
        self.token: str = self.address["token"]
        self.port = int(self.url.rpartition(":")[2])

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the log so far."""
        whole, _, _ = self._log_file.read_bytes().rpartition(b"\n")
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def log_bytes(self) -> bytes:
        return self._log_file.read_bytes()

    def wait_for(self, is_it: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the log has such a line."""
        pause = threading.Event()
        while not any(is_it(line) for line in self.log):
            pause.wait(0.05)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS)

    def head(self, path: str = "/health", *, method: str = "GET", **headers: str | None) -> bytes:
        """Return the head of a request that is allowed, but for the headers named; None leaves one out."""
        fields: dict[str, str | None] = {
            "Host": f"127.0.0.1:{self.port}",
            "Authorization": f"Bearer {self.token}",
        }
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in fields.items() if value is not None]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()

    def ask(self, path: str = "/health", body: bytes = b"", **headers: str | None) -> Answer:
        """Send one request over a connection of its own and return the answer."""
        method = headers.pop("method", "GET") or "GET"
        return self.say(self.head(path, method=method, Connection="close", **headers) + body)

    def say(self, *data: bytes) -> Answer:
        """Send bytes, whatever they are, and return the answer; the server closes the connection."""
        with self.connect() as connection:
            try:
                for part in data:
                    connection.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return answer_from(read_all(connection))

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


def read_all(connection: socket.socket) -> bytes:
    """Return what comes until the server closes."""
    found = b""
    while data := connection.recv(1 << 16):
        found += data
    return found


def answer_from(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(int(first.split()[1]), headers, body)


def read_answer(connection: socket.socket) -> Answer:
    """Return one answer of a connection that stays open."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(1 << 16)
        assert more, data
        data += more
    answer = answer_from(data)
    body = answer.body
    while len(body) < int(answer.headers["content-length"]):
        body += connection.recv(1 << 16)
    return Answer(answer.status, answer.headers, body)


def home_environment(home: Path) -> dict[str, str]:
    """Return this environment with a home and folders of its own."""
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {**os.environ, "HOME": str(home), **folders}


@contextmanager
def running_server(
    library: Path, home: Path, *options: str, port: int = 0, through: tuple[str, ...] = ()
) -> Iterator[RunningServer]:
    """Start a server whose user's folders are in `home`; kill it at the end, if it still runs.

    `through` is a command that becomes the server, as `env` does.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    log_file = home / "log"
    words = [*through, *COMMAND, "--json", "--port", str(port), "--library", str(library), *options]
    environment = home_environment(home)
    with log_file.open("ab") as log:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, cwd=home, env=environment)
    try:
        yield RunningServer(process, log_file)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


PLAIN = """
import socket
import sys
import uvicorn

kept = []

async def app(scope, receive, send):
    more = True
    while more:
        message = await receive()
        more = message.get("more_body")
        if sys.argv[1:] == ["keep"]:
            kept.append(message.get("body"))
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, http="h11", lifespan="off", log_level="critical")).run([listener])
"""


@dataclass(frozen=True)
class PlainServer:
    """A server that is not ours."""

    port: int
    process: subprocess.Popen[bytes]


@contextmanager
def plain_process(*words: str) -> Iterator[PlainServer]:
    """Start uvicorn as it is; by the word `keep` it leaks every body."""
    process = subprocess.Popen([sys.executable, "-c", PLAIN, *words], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield PlainServer(int(process.stdout.readline()), process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextmanager
def plain_server() -> Iterator[int]:
    """Start uvicorn as it is, which lets in what ours refuses; give its port."""
    with plain_process() as server:
        yield server.port
