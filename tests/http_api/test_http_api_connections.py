"""Connections to a real server: what is malformed, late, too long, too much or too many."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest
from running_server import (
    Answer,
    RunningServer,
    answer_from,
    plain_server,
    read_all,
    read_answer,
    running_server,
)

from editor_app.http_api.serving.lingering import SECONDS_WITHOUT_PROGRESS
from editor_app.http_api.serving.protocol import MOST_CONNECTIONS
from editor_app.http_api.serving.server import open_listener

TEMPLATE = b'{"template": "You answer.\\n"}'
JSON = "application/json"

MALFORMED = {
    "no version": b"GET /health\r\n\r\n",
    "version 2": b"PRI * HTTP/2.0\r\nHost: {host}\r\n\r\n",
    "two spaces": b"GET  /health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "no path": b"GET health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "another server's address": b"GET http://evil.test/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "bytes in the path": b"GET /\xff HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "an empty line first": b"\r\nGET /health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "no Host": b"GET /health HTTP/1.1\r\n\r\n",
    "two Hosts": b"GET /health HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n",
    "header without colon": b"GET /health HTTP/1.1\r\nHost: {host}\r\nx\r\n\r\n",
    "space before the colon": b"GET /health HTTP/1.1\r\nHost : {host}\r\n\r\n",
    "folded header": b"GET /health HTTP/1.1\r\nHost: {host}\r\nX: a\r\n b\r\n\r\n",
    "NUL in a header": b"GET /health HTTP/1.1\r\nHost: {host}\r\nX: a\x00b\r\n\r\n",
    "CR in a header": b"GET /health HTTP/1.1\r\nHost: {host}\r\nX: a\rb\r\n\r\n",
    "length -1": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
    "length 1e3": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1e3\r\n\r\n",
    "length empty": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length:\r\n\r\n",
    "length with sign": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: +2\r\n\r\n{}",
    "length of 30 digits": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n",
    "two lengths": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "a list of lengths": b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2, 2\r\n\r\n{}",
    "length and chunks": (
        b"PUT / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}"
    ),
    "encoding gzip": b"PUT / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "chunks in 1.0": b"PUT / HTTP/1.0\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
}


def filled(server: RunningServer, data: bytes) -> bytes:
    return data.replace(b"{host}", f"127.0.0.1:{server.port}".encode())


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in MALFORMED.items()])
def test_what_is_malformed_gets_400_and_the_connection_is_closed(server: RunningServer, data: bytes) -> None:
    answer = server.say(filled(server, data))
    assert (answer.status, answer.code) == (400, "malformed")
    assert answer.headers["connection"] == "close"
    assert answer.headers["cache-control"] == "no-store"


ACCEPTED_BY_UVICORN = ("two lengths", "a list of lengths", "folded header", "another server's address")


def test_uvicorn_itself_lets_in_what_is_refused_here() -> None:
    """The control: none of this is refused by somebody else already."""

    def answered(connection: socket.socket, data: bytes) -> int:
        connection.sendall(data.replace(b"{host}", b"127.0.0.1"))
        return read_answer(connection).status

    long = b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 20_000 + b"\r\n\r\n"
    with plain_server() as port, ExitStack() as stack:
        requests = [*(MALFORMED[name] for name in ACCEPTED_BY_UVICORN), *[long] * MOST_CONNECTIONS]
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(len(requests))
        ]
        statuses = [answered(*both) for both in zip(connections, requests, strict=True)]
        assert statuses == [200] * (len(ACCEPTED_BY_UVICORN) + MOST_CONNECTIONS)


def test_an_answer_does_not_wait_until_the_one_before_was_acknowledged() -> None:
    """Else each over a connection that is kept takes 40 ms: the system collects what is small."""

    async def is_sent_at_once() -> int:
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def accepted(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepting = writer.get_extra_info("socket")
            waiting.set_result(accepting.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(accepted, sock=open_listener(0)) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            answer = await waiting
            writer.close()
        return answer

    assert asyncio.run(is_sent_at_once())


def test_headers_up_to_16_kilobytes_are_read(server: RunningServer) -> None:
    rest = 16 * 1024 - len(server.head(Connection="close", X=""))
    assert server.ask(X="a" * rest).status == 200
    long = server.ask(X="a" * (rest + 1))
    assert (long.status, long.code) == (431, "long-headers")
    endless = server.say(server.head()[:-2] + b"X: " + b"a" * 100_000)
    assert endless.status == 431
    assert server.ask().status == 200


def put_head(server: RunningServer, **headers: str | None) -> bytes:
    return server.head("/system-prompt", method="PUT", Content_Type=JSON, **headers)


def test_a_body_is_read_in_one_piece_in_many_and_in_chunks(server: RunningServer) -> None:
    with server.connect() as connection:
        length = str(len(TEMPLATE))
        connection.sendall(put_head(server, Content_Length=length) + TEMPLATE)
        assert read_answer(connection).status == 200
        for byte in put_head(server, Content_Length=length) + TEMPLATE:
            connection.sendall(bytes([byte]))
        assert read_answer(connection).status == 200
        chunks = (
            b"5\r\n" + TEMPLATE[:5] + b"\r\n%x\r\n" % (len(TEMPLATE) - 5) + TEMPLATE[5:] + b"\r\n0\r\n\r\n"
        )
        connection.sendall(put_head(server, Transfer_Encoding="chunked") + chunks)
        assert read_answer(connection).status == 200
        connection.sendall(server.head() * 2 + server.head(Connection="close"))  # each waits for its turn
        assert read_all(connection).count(b"HTTP/1.1 200 OK") == 3


def test_who_only_stops_sending_is_answered_still(server: RunningServer) -> None:
    with server.connect() as connection:
        connection.sendall(server.head())
        connection.shutdown(socket.SHUT_WR)
        assert answer_from(read_all(connection)).status == 200
    with server.connect() as connection:
        connection.sendall(put_head(server, Content_Length="100") + TEMPLATE)
        connection.shutdown(socket.SHUT_WR)
        assert answer_from(read_all(connection)).code == "cut-short"


def test_a_chunk_without_a_size_is_malformed(server: RunningServer) -> None:
    answer = server.say(put_head(server, Transfer_Encoding="chunked"), b"zz\r\n")
    assert (answer.status, answer.code) == (400, "malformed")


def test_who_is_refused_while_sending_much_can_read_why(server: RunningServer) -> None:
    much = b"a" * 2_000_000
    wrong = server.say(put_head(server, Content_Length="2000000", Authorization="Bearer no"), much)
    assert (wrong.status, wrong.code) == (401, "token")
    endless = server.say(put_head(server, Content_Length=str(10**12)), much)
    assert endless.status == 413
    chunk = b"%x\r\n" % len(much) + much + b"\r\n"
    assert server.say(put_head(server, Transfer_Encoding="chunked"), chunk).status == 413
    assert server.ask().status == 200


def test_the_17th_connection_is_told_to_come_back(server: RunningServer) -> None:
    connections = [kept_open(server) for _ in range(MOST_CONNECTIONS)]
    with server.connect() as one_more:
        answer = answer_from(read_all(one_more))
    assert (answer.status, answer.headers["retry-after"]) == (503, "1")
    connections[0].sendall(server.head())
    assert read_answer(connections[0]).status == 200
    for connection in connections:
        connection.close()
    assert asked_until_answered(server).status == 200
    server.wait_for(lambda line: (line.get("status"), line.get("refused")) == (503, "connections"))
    assert [line for line in server.log if "warning" in line] == []


def test_a_refused_body_is_left_out_and_the_connection_goes_on(server: RunningServer) -> None:
    body = b"a" * 900_000
    refused = server.head("/nowhere", method="PUT", Content_Length=str(len(body)))
    with server.connect() as connection:
        connection.sendall(refused)
        assert read_answer(connection).code == "no-such-path"
        connection.sendall(body + server.head())
        assert read_answer(connection).status == 200
        connection.sendall(refused + body)
        assert read_answer(connection).code == "no-such-path"
        connection.sendall(server.head())
        assert read_answer(connection).status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.test"}, 421),
        ({"Origin": "http://evil.test", "Authorization": None}, 403),
        ({"Authorization": None}, 401),
    ],
)
def test_who_is_refused_cannot_keep_the_connections_of_who_may_ask(
    server: RunningServer, headers: dict[str, str | None], status: int
) -> None:
    with ExitStack() as stack:
        asked_until_answered(server)  # those of before are closed
        for _ in range(3 * MOST_CONNECTIONS):
            connection = stack.enter_context(server.connect())
            connection.sendall(server.head(**headers))  # and no word about closing it
            answer = answer_from(read_all(connection))
            assert (answer.status, answer.headers["connection"]) == (status, "close")
        assert server.ask().status == 200  # the 48 sockets are open on this side still


def kept_open(server: RunningServer) -> socket.socket:
    """Return a connection that the server has: it was answered. Those of before may be closing still."""
    while True:
        connection = server.connect()
        connection.sendall(server.head())
        if read_answer(connection).status == 200:
            return connection
        connection.close()


def asked_until_answered(server: RunningServer) -> Answer:
    """Ask as a client does that comes back when it is told to."""
    pause = threading.Event()
    while (answer := server.ask()).status == 503:
        pause.wait(float(answer.headers["retry-after"]))
    return answer


def dribbled(server: RunningServer, data: bytes, more: bytes) -> bytes:
    """Send some more again and again until the server closes; return what it answered."""
    with server.connect() as connection:
        connection.sendall(data)
        connection.settimeout(0.5)
        for _ in range(200):
            try:
                return read_all(connection)
            except TimeoutError:
                connection.sendall(more)
    raise AssertionError("It was not closed.")


def test_who_keeps_the_server_waiting_is_closed_and_others_are_answered(tmp_path, api_library) -> None:
    with (
        plain_server() as plain_port,
        socket.create_connection(("127.0.0.1", plain_port)) as plain,
        running_server(api_library, tmp_path / "home") as server,
        ThreadPoolExecutor(3) as pool,
    ):
        late_head = pool.submit(dribbled, server, server.head()[:-2], b"X: a\r\n")
        stopped = pool.submit(dribbled, server, put_head(server, Content_Length="9"), b"")
        slow_body = pool.submit(dribbled, server, put_head(server, Content_Length="900"), b" ")
        idle, deaf = kept_open(server), server.connect()
        deaf.sendall(server.head("/openapi.json") * 500)  # more than the system keeps for who does not read
        silent = [server.connect() for _ in range(100)]
        assert asked_until_answered(server).status == 200
        answers = [read_all(connection) for connection in silent]
        assert answer_from(late_head.result()).code == "late-headers"
        assert answer_from(stopped.result()).code == "late-body"
        assert answer_from(slow_body.result()).code == "late-body"
        assert read_all(idle) == b""
        cut_after = 500 * SECONDS_WITHOUT_PROGRESS  # the request may begin when its connection waits already
        server.wait_for(lambda line: line.get("path") == "/openapi.json" and line["ms"] >= cut_after)
        with suppress(ConnectionResetError):
            assert read_all(deaf).count(b"HTTP/1.1 200 OK") < 500
        plain.settimeout(0)
        with pytest.raises(BlockingIOError):  # the control: uvicorn itself waits on
            plain.recv(1)
        for connection in (*silent, idle, deaf):
            connection.close()
        told = [answer_from(answer).status for answer in answers if answer]
        assert set(told) == {503}
        assert 100 - MOST_CONNECTIONS <= len(told) < 100
        assert server.end() == 0
        refused = [line.get("refused") for line in server.log]
        assert refused.count("late-body") == 2
        assert refused.count("silent") == 100 - len(told)
        assert all(json.dumps(line) for line in server.log)
