"""What is refused before anything is read or written, in which order, and with which status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from asking import Client, client_of, described

from editor_app.http_api.routes.table import ENDPOINTS
from editor_app.http_api.serving.access import Access

_TEMPLATE = b'{"template": %s}'
_DEEP = b'{"a":' * 10_000 + b"1" + b"}" * 10_000


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad-json"),
        (b"\xff{}", "bad-json"),
        (b"\xef\xbb\xbf{}", "bad-json"),
        (b"[]", "bad-json"),
        (b"null", "bad-json"),
        (b'"template"', "bad-json"),
        (b"{} {}", "bad-json"),
        (b"{'template': 1}", "bad-json"),
        (b"{}", "missing-key"),
        (_TEMPLATE % b"5", "wrong-type"),
        (_TEMPLATE % b"null", "wrong-type"),
        (_TEMPLATE % b'["a"]', "wrong-type"),
        (_TEMPLATE % b"true", "wrong-type"),
        (_TEMPLATE % b"NaN", "bad-json"),
        (_TEMPLATE % b"-Infinity", "bad-json"),
        (_TEMPLATE % (b"9" * 5000), "bad-json"),
        (_TEMPLATE % b'"\\ud800"', "bad-json"),
        (b'{"\\udc00": 1}', "bad-json"),
        (_TEMPLATE % b'"\\u0000"', "bad-template"),
        (b'{"template": "a", "template": "a"}', "bad-json"),
        (b'{"template": "a", "tempalte": "b"}', "unknown-key"),
        (_DEEP, "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"template":' + b"[" * 65 + b"]" * 65 + b"}", "bad-json"),
    ],
    ids=lambda value: str(value[:20]) if isinstance(value, bytes) else value,
)
def test_what_is_no_plain_json_object_of_the_right_fields_is_refused(
    client: Client, library: Path, body: bytes, code: str
) -> None:
    reply = client.send("PUT", "/system-prompt", body)
    assert (reply.status, reply.code) == (400, code)
    assert reply.json["error"]["message"]
    assert not list(library.iterdir())


def test_the_nearest_key_is_offered_and_64_levels_are_read(client: Client) -> None:
    unknown = client.put("/system-prompt", {"tempalte": "a"}).json["error"]
    assert unknown["suggestions"] == ["template"]
    assert "Did you mean ‘template’?" in unknown["message"]
    deep = client.send("PUT", "/system-prompt", b'{"template":' + b"[" * 63 + b"]" * 63 + b"}")
    assert deep.code == "wrong-type"  # not that it is too deep


@pytest.mark.parametrize(
    ("media_type", "is_json"),
    [
        ("application/json", True),
        ("Application/JSON; charset=UTF-8", True),
        ('application/json;charset="utf-8"', True),
        ("application/json; charset=latin-1", False),
        ("text/plain", False),
        ("application/json, text/plain", False),
        ("", False),
    ],
)
def test_only_json_in_utf8_is_taken(client: Client, media_type: str, is_json: bool) -> None:
    reply = client.put("/system-prompt", {"template": "a"}, content_type=media_type)
    assert reply.status == (200 if is_json else 415)


def test_a_body_over_a_megabyte_is_refused_declared_or_counted(client: Client, library: Path) -> None:
    most = b'{"template": "%s"}'
    fits = most % (b"a" * (1024 * 1024 - len(most) + 2))
    assert len(fits) == 1024 * 1024
    assert client.send("PUT", "/system-prompt", fits).status == 200
    (library / "system-prompt.tmpl").unlink()
    json_type = {"content_type": "application/json"}
    declared = client.ask_in_pieces("PUT", "/system-prompt", [], content_length="1048577", **json_type)
    huge = client.ask_in_pieces("GET", "/health", [], content_length="1" + "0" * 40)
    counted = client.ask_in_pieces("PUT", "/system-prompt", [fits, b" "], **json_type)
    for reply in (declared, huge, counted):
        assert (reply.status, reply.code, reply.headers["connection"]) == (413, "too-large", "close")
    assert not list(library.iterdir())


def test_the_first_check_that_fails_answers(client: Client, library: Path) -> None:
    big = b" " * 1024 * 1024 + b"x"
    text = {"content-type": "text/plain"}
    assert client.ask("PATCH", "/nothing", big, text).status == 404
    wrong = client.ask("PATCH", "/system-prompt", big, text)
    assert (wrong.status, wrong.headers["allow"]) == (405, "GET, HEAD, PUT")
    assert client.ask("PUT", "/system-prompt", big, text).status == 413
    assert client.ask("PUT", "/system-prompt", b"{", text).status == 415
    assert client.send("PUT", "/system-prompt", b"{", if_match='"x"').status == 400
    nobody = client_of()
    assert nobody.send("PUT", "/system-prompt", b"{").status == 400
    assert nobody.put("/system-prompt", {"template": "a"}, if_match='"x"').status == 503
    assert nobody.post("/conversations/a/construct", {"cwd": "relative"}).status == 503
    assert nobody.post("/conversations/%00/construct", {"cwd": "/"}).status == 400
    assert client.put("/system-prompt", {"template": "a"}, if_match='"x"').status == 412
    assert not list(library.iterdir())


def test_without_a_service_there_are_the_built_in_template_and_the_catalog(client: Client) -> None:
    nobody = client_of()
    assert nobody.get("/system-prompt").json == client.get("/system-prompt").json
    assert nobody.get("/system-prompt/variables").json == client.get("/system-prompt/variables").json
    assert nobody.get("/health").json["library"] is None
    assert nobody.get("/openapi.json").status == 200
    for path in ("/prompts", "/prompts/a", "/conversations", "/conversations/a"):
        reply = nobody.get(path)
        assert (reply.status, reply.code) == (503, "no-service")
    assert nobody.ask("DELETE", "/conversations/a").status == 503


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/health", "GET, HEAD"),
        ("/prompts/a/b", "GET, HEAD"),
        ("/prompts/a/render", "GET, HEAD, POST"),
        ("/conversations/a", "DELETE, GET, HEAD"),
        ("/conversations/a/construct", "POST"),
    ],
)
def test_a_method_that_a_path_does_not_take_is_told_which_it_takes(
    client: Client, path: str, allowed: str
) -> None:
    for method in ("OPTIONS", "TRACE", "PATCH", "get"):
        reply = client.ask(method, path)
        assert (reply.status, reply.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "", "/system-prompt/", "/System-Prompt", "//health", "/health/../health", "/%68ealth"),
        *("/conversations/a/b", "/conversations/a/construct/", "/conversations/a%2Fb/c", "/docs"),
    ],
)
def test_paths_are_exactly_those_there_are(client: Client, path: str) -> None:
    assert client.get(path).status == 404


def test_head_is_get_without_the_body(client: Client) -> None:
    for path in ("/system-prompt", "/system-prompt/variables", "/health", "/openapi.json", "/prompts"):
        got, head = client.get(path), client.ask("HEAD", path)
        assert (head.status, head.body) == (200, b"")
        assert head.headers == got.headers
    assert client.ask("HEAD", "/conversations/none").status == 404
    assert client.ask("HEAD", "/conversations/none/construct").status == 405


def test_who_may_not_ask_reads_and_writes_nothing(library: Path, service: object) -> None:
    client = client_of(service, Access("t" * 40, 8137, (library,)), host="127.0.0.1:8137")
    for headers in ({}, {"authorization": "Bearer wrong"}):
        reply = client.put("/system-prompt", {"template": "a"}, **headers)
        assert (reply.status, reply.headers["www-authenticate"]) == (401, "Bearer")
    reply = client.put("/system-prompt", {"template": "a"}, authorization="Bearer " + "t" * 40)
    assert reply.status == 200
    evil = client.put("/system-prompt", {"template": "b"}, host="evil.test")
    assert evil.status == 421
    assert (library / "system-prompt.tmpl").read_text() == "a"


def test_a_fault_is_answered_with_its_number_alone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret text")

    monkeypatch.setattr("editor_app.http_api.routes.template.catalog_of", fail)
    reply = client.get("/system-prompt/variables")
    assert (reply.status, reply.code) == (500, "fault")
    assert reply.notes["fault"] in reply.json["error"]["message"]
    assert "secret" not in reply.body.decode() + json.dumps(reply.notes)
    assert "ZeroDivisionError at " in reply.notes["error"]


def test_the_description_has_every_endpoint_and_names_each_once(client: Client) -> None:
    document = client.get("/openapi.json").json
    assert document == described()
    assert document["openapi"] == "3.1.0"
    listed = {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method != "head"
    }
    assert listed == {(one.method, one.path) for one in ENDPOINTS}
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    assert len({one["operationId"] for one in operations}) == len(operations)


def test_health_says_what_is_served(client: Client, library: Path) -> None:
    health = client.get("/health").json
    assert health["status"] == "ok"
    assert health["library"] == str(library)
    assert health["workspaces"] == [str(library)]
