"""How a real server ends: running requests are answered, if they can be, and nothing is waited for long."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from running_server import PATIENCE_SECONDS, RunningServer, read_all, read_answer, running_server

from editor_app.conversations.service import open_service
from editor_app.http_api.serving.server import SECONDS_TO_END, SECONDS_TO_RESPOND


def begin_construct(server: RunningServer, name: str, cwd: Path) -> socket.socket:
    """Ask for a construct; the server has begun with it, as another connection is answered after it."""
    body = json.dumps({"cwd": str(cwd)}).encode()
    fields = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    connection = server.connect()
    connection.sendall(server.head(f"/conversations/{name}/construct", method="POST", **fields) + body)
    assert server.ask().status == 200
    return connection


TEXT = "You answer.\n"


@contextmanager
def held_database(home: Path) -> Iterator[None]:
    """Keep others from writing, as another program could."""
    with closing(sqlite3.connect(home / "data/foreword/conversations.db", isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        yield
        database.execute("ROLLBACK")


def wait_until_closed(server: RunningServer) -> None:
    """Wait until no new connection is taken any more."""
    pause = threading.Event()
    while True:
        try:
            server.connect().close()
        except ConnectionError:
            return
        pause.wait(0.05)


def test_the_end_answers_what_runs_and_waits_for_nobody(tmp_path: Path, api_library: Path) -> None:
    assert SECONDS_TO_RESPOND < SECONDS_TO_END < 5
    home = tmp_path / "home"
    announced = home / "state/foreword/serve"
    with running_server(api_library, home) as server, ExitStack() as open_connections:
        first = open_connections.enter_context(begin_construct(server, "first", api_library))
        assert read_answer(first).status == 200
        silent = open_connections.enter_context(server.connect())
        with held_database(home):
            second = open_connections.enter_context(begin_construct(server, "second", api_library))
            server.process.send_signal(signal.SIGINT)
            wait_until_closed(server)
        assert read_answer(second).status == 200
        assert (read_all(first), read_all(second), read_all(silent)) == (b"", b"", b"")
        assert server.process.wait(PATIENCE_SECONDS) == 130
    assert list(announced.iterdir()) == []
    with running_server(api_library, home) as server, held_database(home):
        third = begin_construct(server, "third", api_library)
        assert server.end(signal.SIGTERM) == 0
        assert b"200 OK" not in read_all(third)
        third.close()
    assert list(announced.iterdir()) == []
    service = open_service(api_library, home / "data/foreword/conversations.db")
    assert [service.get(name) for name in ("first", "second", "third")] == [TEXT, TEXT, None]
