"""Bad input to a real `foreword serve`, by httpx and plain sockets: refused with why, and nothing harmed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from asking import Reply, check_as_described
from running_server import RunningServer, running_server

_JSON = "application/json"
_TEXT = "You answer.\n"
_DEEP = b'{"template":' * 10_000 + b"1" + b"}" * 10_000
_BODIES = [
    pytest.param("text/plain", b'{"template": "x"}', 415, id="text/plain"),
    pytest.param("", b'{"template": "x"}', 415, id="no media type"),
    pytest.param("application/json; charset=latin-1", b'{"template": "x"}', 415, id="Latin-1"),
    pytest.param(_JSON, b'{"template": 5}', 400, id="a number"),
    pytest.param(_JSON, b"[]", 400, id="a list"),
    pytest.param(_JSON, b"{}", 400, id="no key"),
    pytest.param(_JSON, b"", 400, id="nothing"),
    pytest.param(_JSON, b'{"template": "x"', 400, id="cut short"),
    pytest.param(_JSON, b'{"template": "x", "tempalte": "y"}', 400, id="an unknown key"),
    pytest.param(_JSON, b'{"template": "x", "template": "x"}', 400, id="a key twice"),
    pytest.param(_JSON, b'{"template": NaN}', 400, id="NaN"),
    pytest.param(_JSON, _DEEP, 400, id="depth 10 000"),
    pytest.param(_JSON, b'{"template": "\\ud800"}', 400, id="half a surrogate pair"),
    pytest.param(_JSON, b'{"template": "\\u0000"}', 400, id="NUL"),
    pytest.param(_JSON, b'{"template": "caf\xe9"}', 400, id="not UTF-8"),
    pytest.param(_JSON, b"\xef\xbb\xbf" + b'{"template": "x"}', 400, id="a byte order mark"),
]
_POSSIBLE_IDS = ("a/b", "..", ".", "-x", "x" * 512, "🙂", "é", "e\u0301", "%2F", "?a=1#b", "a b")
_IMPOSSIBLE_IDS = ("", "x" * 513, "%F0%9F%99%82" * 129, "a%0Ab", "%00", "%ED%A0%80", "%FF", "%7F", "%")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bad-input")


@pytest.fixture(scope="module")
def served(place: Path) -> Path:
    """Return the library that is served."""
    folder = place / "library"
    (folder / "defaults").mkdir(parents=True)
    (folder / "system-prompt.tmpl").write_text(_TEXT)
    (folder / "out").symlink_to(place)
    return folder


@pytest.fixture(scope="module")
def server(served: Path, place: Path) -> Iterator[RunningServer]:
    with running_server(served, place / "home") as running:
        yield running


@pytest.fixture(scope="module")
def api(server: RunningServer) -> Iterator[httpx.Client]:
    """Return a client whose answers are validated against the OpenAPI document."""

    def check(response: httpx.Response) -> None:
        reply = Reply(response.status_code, dict(response.headers), response.read())
        check_as_described(response.request.method, response.request.url.raw_path, reply)

    headers = {"Authorization": f"Bearer {server.token}"}
    hooks = {"response": [check]}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False, event_hooks=hooks) as client:
        yield client


def said(server: RunningServer, method: str, path: str, body: bytes, media_type: str = _JSON) -> Reply:
    """Say a request over a socket: its path goes as it is."""
    fields = {"Content-Type": media_type or None, "Content-Length": str(len(body))}
    answer = server.ask(path, body, method=method, **fields)
    reply = Reply(answer.status, answer.headers, answer.body)
    check_as_described(method, path.encode(), reply)
    return reply


@pytest.mark.parametrize(("media_type", "body", "status"), _BODIES)
def test_a_body_that_cannot_be_is_refused_with_why(
    server: RunningServer, served: Path, media_type: str, body: bytes, status: int
) -> None:
    reply = said(server, "PUT", "/system-prompt", body, media_type)
    assert reply.status == status
    assert reply.json["error"]["message"]
    assert (served / "system-prompt.tmpl").read_text() == _TEXT


def test_ids_are_kept_apart_and_those_that_cannot_be_are_refused(
    server: RunningServer, served: Path, place: Path
) -> None:
    body = json.dumps({"cwd": str(served)}).encode()
    paths = sorted(place.rglob("*"))
    for one in _POSSIBLE_IDS:
        path = f"/conversations/{quote(one, safe='.')}"
        assert said(server, "GET", path, b"").code == "never-constructed"
        assert said(server, "POST", f"{path}/construct", body).json["conversationId"] == one
    listed = said(server, "GET", "/conversations", b"").json["conversations"]
    assert sorted(one["conversationId"] for one in listed) == sorted(_POSSIBLE_IDS)
    for segment in _IMPOSSIBLE_IDS:
        for method, end, data in (("GET", "", b""), ("DELETE", "", b""), ("POST", "/construct", body)):
            assert said(server, method, f"/conversations/{segment}{end}", data).status == 400, segment
    for one in _POSSIBLE_IDS:
        assert said(server, "DELETE", f"/conversations/{quote(one, safe='.')}", b"").status == 204
    others = {path.name for path in place.rglob("*") if path not in paths}
    assert {name for name in others if not name.startswith("conversations.db")} <= {"foreword", "data"}


@pytest.mark.parametrize("action", ["construct", "preview", "compact"])
def test_a_folder_is_one_that_is_served(api: httpx.Client, served: Path, place: Path, action: str) -> None:
    cwds = {
        "library": 400,
        "": 400,
        "/\0": 400,
        "/": 403,
        str(place): 403,
        str(served / ".."): 403,
        str(served / "out"): 403,  # a link
        str(served / "out" / "gone"): 403,
        str(served / "gone"): 200,
        str(served): 200,
    }
    for cwd, status in cwds.items():
        answer = api.post(f"/conversations/f/{action}", json={"cwd": cwd})
        assert answer.status_code == status, (cwd, answer.text)
        if status == 200:
            is_warned = "is not there" in "".join(answer.json()["warnings"])
            assert is_warned is cwd.endswith("gone")


def test_of_puts_with_one_etag_one_is_the_first_and_the_same_text_writes_nothing(
    api: httpx.Client, served: Path
) -> None:
    template = served / "system-prompt.tmpl"
    etag = {"If-Match": api.get("/system-prompt").headers["etag"]}
    with ThreadPoolExecutor(4) as threads:
        answers = threads.map(
            lambda text: api.put("/system-prompt", json={"template": text}, headers=etag), "abcd"
        )
        first, *others = sorted(answers, key=lambda answer: answer.status_code)
    assert [first.status_code, *(answer.status_code for answer in others)] == [200, 412, 412, 412]
    assert first.json() == {"template": template.read_text()}
    saved = api.put("/system-prompt", json={"template": _TEXT})
    before = os.stat(template)
    same = api.put("/system-prompt", json={"template": _TEXT})
    after = os.stat(template)
    assert (same.status_code, same.headers["etag"]) == (200, saved.headers["etag"])
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_a_text_at_fault_is_the_users_and_what_is_stored_stays(api: httpx.Client, served: Path) -> None:
    template, asked = served / "system-prompt.tmpl", {"cwd": str(served)}
    assert api.post("/conversations/t/construct", json=asked).json()["systemPrompt"] == _TEXT
    template.write_bytes(b"caf\xe9")
    try:
        for answer in (
            api.get("/system-prompt"),
            api.post("/conversations/t/construct", json=asked),
            api.post("/conversations/t/compact", json=asked),
        ):
            assert answer.status_code == 422
            assert answer.json()["error"]["problems"][0]["filePath"] == str(template)
    finally:
        template.write_text("[user:long]" * 20)
    large = {**asked, "values": {"user:long": "x" * 1_000_000}}
    assert api.post("/conversations/t/construct", json=large).status_code == 422
    template.write_text(_TEXT)
    assert api.get("/conversations/t").json()["systemPrompt"] == _TEXT
    assert api.delete("/conversations/t").status_code == 204
