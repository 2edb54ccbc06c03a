"""Who is let in: programs of this computer that know the token; and what the log says of the others."""

from __future__ import annotations

import json

import httpx
import pytest
from running_server import RunningServer, running_server

from editor_app.http_api.serving.access import Access, why_refused

BODY = b'{"template": "Written by a stranger.\\n"}'

REFUSED = {
    "no token": ({"Authorization": None}, 401, "token"),
    "another token": ({"Authorization": "Bearer {token}x"}, 401, "token"),
    "a part of the token": ({"Authorization": "Bearer {short}"}, 401, "token"),
    "an empty token": ({"Authorization": "Bearer "}, 401, "token"),
    "another scheme": ({"Authorization": "Basic {token}"}, 401, "token"),
    "the token alone": ({"Authorization": "{token}"}, 401, "token"),
    "the token twice": (
        {"Authorization": "Bearer {token}\r\nAuthorization: Bearer {token}"},
        401,
        "token",
    ),
    "another host": ({"Host": "evil.test"}, 421, "host"),
    "another host at the port": ({"Host": "evil.test:{port}"}, 421, "host"),
    "a name that leads here": ({"Host": "127.0.0.1.nip.io:{port}"}, 421, "host"),
    "another port": ({"Host": "127.0.0.1:1"}, 421, "host"),
    "no port": ({"Host": "127.0.0.1"}, 421, "host"),
    "IPv6": ({"Host": "[::1]:{port}"}, 421, "host"),
    "an empty host": ({"Host": ""}, 421, "host"),
    "a foreign page": ({"Origin": "http://evil.test"}, 403, "origin"),
    "a page of another port": ({"Origin": "http://localhost:1"}, 403, "origin"),
    "a page by https": ({"Origin": "https://127.0.0.1:{port}"}, 403, "origin"),
    "a page of no origin": ({"Origin": "null"}, 403, "origin"),
    "a page of another site": ({"Sec-Fetch-Site": "cross-site"}, 403, "cross-site"),
    "a host before all else": ({"Host": "evil.test", "Origin": "null", "Authorization": None}, 421, "host"),
    "a page before the token": ({"Origin": "null", "Authorization": None}, 403, "origin"),
}
LET_IN = {
    "localhost": {"Host": "localhost:{port}"},
    "capitals": {"Host": "LOCALHOST:{port}", "Authorization": "bearer {token}"},
    "a page of its own": {"Origin": "http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"},
}


def filled(server: RunningServer, headers: dict[str, str | None]) -> dict[str, str | None]:
    facts = {"token": server.token, "short": server.token[:-1], "port": server.port}
    return {name: value and value.format(**facts) for name, value in headers.items()}


@pytest.mark.parametrize(
    ("headers", "status", "code"), [pytest.param(*row, id=name) for name, row in REFUSED.items()]
)
def test_who_is_refused_changes_nothing_and_learns_nothing(
    server: RunningServer, headers: dict[str, str | None], status: int, code: str
) -> None:
    given = filled(server, headers)
    fields = {"Content-Type": "application/json", "Content-Length": str(len(BODY)), **given}
    put = server.ask("/system-prompt", BODY, method="PUT", **fields)
    assert (put.status, put.code) == (status, code)
    assert put.headers.get("www-authenticate") == ("Bearer" if status == 401 else None)
    for path in ("/health", "/nowhere"):
        asked = server.ask(path, **given)
        assert (asked.status, asked.code) == (status, code)
    assert server.token.encode() not in put.body
    assert not [name for name in put.headers if name.startswith("access-control-")]
    template = server.ask("/system-prompt")
    assert template.status == 200
    assert b"stranger" not in template.body


@pytest.mark.parametrize("headers", [pytest.param(headers, id=name) for name, headers in LET_IN.items()])
def test_who_knows_the_token_is_let_in(server: RunningServer, headers: dict[str, str | None]) -> None:
    assert server.ask(**filled(server, headers)).status == 200


def test_a_token_in_the_address_counts_for_nothing_and_the_log_does_not_show_it(
    tmp_path, api_library
) -> None:
    with running_server(api_library, tmp_path / "home") as server:
        in_query = server.ask(f"/health?token={server.token}&secret=query", Authorization=None)
        in_path = server.ask(f"/{server.token}", Authorization=None)
        guessed = server.ask("/health", Authorization="Bearer guessed")
        allowed = server.ask("/%1b[31mred")
        body = server.ask("/system-prompt", BODY, method="PUT", Content_Length=str(len(BODY)))
        assert server.end() == 0
        assert [in_query.status, in_path.status, guessed.status] == [401] * 3
        assert 500 not in (allowed.status, body.status)
        shown = server.log_bytes
        for secret in (server.token.encode(), b"query", b"guessed", b"stranger", b"\x1b"):
            assert secret not in shown
        lines = server.log
        assert [line["method"] for line in lines] == ["GET", "GET", "GET", "GET", "PUT"]
        paths = ["/health", "/…", "/health", "/%1b[31mred", "/system-prompt"]
        assert [line["path"] for line in lines] == paths
        assert [line.get("refused") for line in lines[:3]] == ["token"] * 3
        assert all(line["time"].endswith("Z") and line["ms"] >= 0 for line in lines)
        assert [line["status"] for line in lines] == [401, 401, 401, allowed.status, body.status]


def test_a_client_keeps_its_connection(server: RunningServer) -> None:
    headers = {"Authorization": f"Bearer {server.token}"}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False) as client:
        assert [client.get("/health").status_code for _ in range(20)] == [200] * 20
        head = client.head("/health")
        assert (head.status_code, head.content) == (200, b"")
        refused = client.put("/system-prompt", json={"template": ""}, headers={"Authorization": "Bearer no"})
        assert refused.status_code == 401
        assert json.loads(refused.content)["error"]["code"] == "token"
        assert client.get("/health").status_code == 200


def test_programs_may_leave_the_port_of_http_out() -> None:
    headers = [(b"host", b"127.0.0.1"), (b"authorization", b"Bearer t")]
    assert why_refused(headers, Access("t", 80)) is None
    refusal = why_refused(headers, Access("t", 8137))
    assert refusal is not None
    assert refusal.answer.status == 421


def test_the_token_is_in_no_description() -> None:
    assert "secret" not in repr(Access("secret", 80))
