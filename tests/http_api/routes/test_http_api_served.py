"""The API of a real `foreword serve`: a conversation by httpx, damaged requests by plain sockets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import httpx
import pytest
from asking import Reply, check_as_described
from random_requests import Sent, damaged, real_request
from running_server import RunningServer, running_server

from editor_app.library import hold_unsaved_mark


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    (folder / "defaults").mkdir(parents=True)
    (folder / "note.md").write_text("the words of a note")
    (folder / "hello.md").write_text(
        "---\nname: hello\nversion: 1.0.0\ndescription: Hello\nmax_tokens: 9\n"
        "variables: [{name: who, description: Who, required: true}]\n---\nHello {{who}}\n"
    )
    return folder


@pytest.fixture
def server(library: Path, tmp_path: Path):
    with running_server(library, tmp_path / "home") as running:
        yield running


def _checked(response: httpx.Response) -> httpx.Response:
    request = response.request
    reply = Reply(response.status_code, dict(response.headers), response.content)
    check_as_described(request.method, request.url.raw_path, reply)
    return response


def test_a_program_runs_a_conversation_and_saves_its_template(
    server: RunningServer, library: Path, tmp_path: Path
) -> None:
    headers = {"Authorization": f"Bearer {server.token}"}
    with httpx.Client(base_url=server.url, headers=headers, event_hooks={"response": [_read_first]}) as api:
        template = _checked(api.get("/system-prompt"))
        etag = template.headers["etag"]
        asked = {"template": "[prompt:conversation_id]: [file:note.md]"}
        saved = _checked(api.put("/system-prompt", json=asked, headers={"If-Match": etag}))
        assert (saved.status_code, saved.json()) == (200, asked)
        assert _checked(api.put("/system-prompt", json=asked, headers={"If-Match": etag})).status_code == 412
        seen = {"If-None-Match": saved.headers["etag"]}
        assert _checked(api.get("/system-prompt", headers=seen)).status_code == 304
        state = tmp_path / "home" / "state" / "foreword"
        mark = hold_unsaved_mark(state, library / "system-prompt.tmpl")  # as the window of another process
        assert mark.is_held
        assert _checked(api.put("/system-prompt", json={"template": "x"})).status_code == 409
        mark.release()
        for name, escaped in (("a/b", "a%2Fb"), ("🙂", "%F0%9F%99%82"), ("e\u0301?", "e%CC%81%3F")):
            place = f"/conversations/{escaped}"
            text = f"{name}: the words of a note"
            built = _checked(api.post(f"{place}/construct", json={"cwd": str(library), "once": True}))
            assert (built.json()["conversationId"], built.json()["systemPrompt"]) == (name, text)
            assert _checked(api.get(place)).json()["systemPrompt"] == text
            compacted = _checked(api.post(f"{place}/compact", json={"instructions": "Sum up."}))
            assert compacted.json()["sent"] == f"{text}\n\nSum up."
            assert _checked(api.delete(place)).status_code == 204
            assert _checked(api.get(place)).status_code == 404
        rendered = _checked(api.post("/prompts/hello/render", json={"values": {"who": "Ada"}}))
        assert rendered.json()["renderedContent"] == "Hello Ada"
        outside = _checked(api.post("/conversations/a/construct", json={"cwd": "/"}))
        assert outside.status_code == 403
    dots = server.ask("/conversations/%2E%2E")
    check_as_described("GET", b"/conversations/%2E%2E", Reply(dots.status, dots.headers, dots.body))
    assert dots.code == "never-constructed"


def test_damaged_requests_are_refused_one_by_one_and_the_server_goes_on(
    server: RunningServer, library: Path
) -> None:
    random = Random(12)
    memory = 0
    statuses: list[int] = []
    for number in range(300):
        real = real_request(random, library)
        sent = damaged(random, real) if number % 2 else real
        said = _as_bytes(server, sent, has_token=number % 3 > 0)
        if number % 4 == 1:
            at = random.randrange(len(said))
            said = said[:at] + bytes([random.randrange(256)]) + said[at + 1 :]
        status = _status_of(server, said)
        statuses.append(status)
        if number == 100:
            memory = _memory(server)
        assert number % 3 or status >= 400  # none without a token
    assert 500 not in statuses
    assert {200, 400, 401, 404} <= set(statuses)
    assert server.ask().status == 200
    assert _memory(server) < memory + 50_000
    assert server.end() == 0
    assert server.token.encode() not in server.log_bytes
    assert b"the words of a note" not in server.log_bytes
    assert not [line for line in server.log if "fault" in line or "warning" in line]
    assert all(line["refused"] for line in server.log if (line["status"] or 0) >= 400)


def _read_first(response: httpx.Response) -> None:
    response.read()


def _as_bytes(server: RunningServer, sent: Sent, *, has_token: bool) -> bytes:
    headers = {"Content-Length": str(len(sent.body)), "Connection": "close", **sent.headers}
    if not has_token:
        headers["Authorization"] = "Bearer wrong"
    lines = {"Host": f"127.0.0.1:{server.port}", "Authorization": f"Bearer {server.token}", **headers}
    head = b"".join(f"{name}: {value}\r\n".encode("latin-1") for name, value in lines.items())
    return sent.method.encode() + b" " + sent.path + b" HTTP/1.1\r\n" + head + b"\r\n" + sent.body


def _status_of(server: RunningServer, said: bytes) -> int:
    """Send bytes and nothing more; return the status of the first answer, 400 where there is none."""
    import socket

    with server.connect() as connection:
        try:
            connection.sendall(said)
            connection.shutdown(socket.SHUT_WR)
            data = b""
            while more := connection.recv(1 << 16):
                data += more
        except (BrokenPipeError, ConnectionResetError):
            return 400
    return int(data.split()[1]) if data else 400


def _memory(server: RunningServer) -> int:
    """Return how many kilobytes the server holds."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
