"""Connections to the endpoint that tests ask, and what came there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from editor_app.runs.endpoint.addresses import Endpoint, Limits, Retries, endpoint_at
from editor_app.runs.endpoint.exchange import Connection
from editor_app.runs.endpoint.keys import key_of

SERVER = Path(__file__).with_name("odd_endpoint.py")
KEY = "sk-test-secret"
QUICK = Limits(connect=60, first_byte=60, between=60, step=120, retries=Retries((0.0, 0.0, 0.0)), poll=0.005)
"""No waits between tries, and patience for a busy machine."""


@dataclass(frozen=True)
class OddEndpoint:
    """The server that answers as its path says."""

    port: int
    other_port: int
    log: Path
    numbers: Iterator[int]

    def at(self, path: str) -> Endpoint:
        """Return the endpoint of a path that nobody else asks for."""
        return endpoint_at(f"http://127.0.0.1:{self.port}/{path}/{next(self.numbers)}", "some-model")

    def connection(self, path: str, *, has_key: bool = True, limits: Limits = QUICK, **more) -> Connection:
        return Connection(self.at(path), key_of(KEY) if has_key else None, limits, **more)

    def came(self, connection: Connection) -> list[dict]:
        """Return the requests that came by the path of a connection, in order."""
        number = connection.endpoint.url.split("/")[4]
        lines = [json.loads(one) for one in self.log.read_text("utf-8").splitlines()]
        return [one for one in lines if one["path"].split("/")[2:3] == [number]]

    def came_to_other(self, connection: Connection) -> list[dict]:
        """Return those of them that came to the other host."""
        return [one for one in self.came(connection) if one["port"] == self.other_port]


@contextmanager
def served(log: Path) -> Iterator[OddEndpoint]:
    """Give a server in a process of its own, which writes what comes into a log."""
    log.touch()
    words = [sys.executable, str(SERVER), str(log)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        port, other = json.loads(process.stdout.readline())
        yield OddEndpoint(port, other, log, count())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()
