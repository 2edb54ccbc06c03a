"""Asking the API in the same process; each answer is validated against its own OpenAPI document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from editor_app.http_api.app import create_app
from editor_app.http_api.reading import match_path, segments_of
from editor_app.http_api.routes.table import ENDPOINTS


@dataclass(frozen=True)
class Reply:
    """An answer, with what the log would say of it."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return self.json["error"]["code"]


@dataclass(frozen=True)
class Client:
    """Asks an app; `headers` are sent with every request."""

    app: Any
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, headers=headers)

    def put(self, path: str, document: object, **headers: str) -> Reply:
        return self.send("PUT", path, document, **headers)

    def post(self, path: str, document: object, **headers: str) -> Reply:
        return self.send("POST", path, document, **headers)

    def send(self, method: str, path: str, document: object, **headers: str) -> Reply:
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        return self.ask(method, path, body, {"content-type": "application/json", **headers})

    def ask(
        self, method: str, path: str | bytes, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Reply:
        return asyncio.run(self.answer(method, path, [body], headers))

    def ask_in_pieces(self, method: str, path: str, pieces: Iterable[bytes], **headers: str) -> Reply:
        return asyncio.run(self.answer(method, path, list(pieces), headers))

    async def answer(
        self,
        method: str,
        path: str | bytes,
        pieces: list[bytes],
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        raw = path if isinstance(path, bytes) else path.encode()
        raw_path, _, query = raw.partition(b"?")
        named = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": raw_path.decode("latin-1"),
            "raw_path": raw_path,
            "query_string": query,
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1"))
                for name, value in {**self.headers, **named}.items()
            ],
        }
        waiting = list(pieces)
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            if not waiting:
                return {"type": "http.disconnect"}
            piece = waiting.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(waiting)}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start, end = sent
        found = {name.decode(): value.decode() for name, value in start["headers"]}
        reply = Reply(start["status"], found, end["body"], scope.get("foreword.notes", {}))
        check_as_described(method, raw, reply)
        return reply


def client_of(*args: Any, **headers: str) -> Client:
    """Return a client of the app that `create_app` makes."""
    return Client(create_app(*args), headers)


def check_as_described(method: str, path: bytes, reply: Reply) -> None:
    """Fail unless the OpenAPI document says that the path gives such an answer."""
    assert reply.headers["cache-control"] == "no-store"
    assert not any(name.startswith("access-control") for name in reply.headers)
    pattern = _pattern_of("GET" if method == "HEAD" else method, segments_of(path))
    if pattern is None:
        assert reply.status in {401, 403, 404, 405, 413, 421}, (method, path)
        if method != "HEAD":
            _validate("Error", reply.body)
        return
    responses = described()["paths"][pattern][method.lower()]["responses"]
    assert str(reply.status) in responses, f"{method} {path!r} gave {reply.status}: {reply.body!r}"
    response = responses[str(reply.status)]
    if "content" not in response or method == "HEAD":
        assert reply.body == b"" or reply.status in {401, 403, 421}  # the guard leaves that to the server
        return
    assert reply.headers["content-type"] == "application/json"
    assert int(reply.headers["content-length"]) == len(reply.body)
    name = response["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    _validate(name, reply.body)
    for header in response.get("headers", {}):
        assert header.lower() in reply.headers


@cache
def described() -> Any:
    """Return the OpenAPI document."""
    from editor_app.http_api.openapi import openapi_document

    return json.loads(json.dumps(openapi_document(ENDPOINTS)))


def _pattern_of(method: str, segments: tuple[bytes, ...]) -> str | None:
    found = (
        one.path
        for one in ENDPOINTS
        if one.method == method and match_path(one.pattern, segments) is not None
    )
    return next(found, None)


@cache
def _validate(name: str, body: bytes) -> None:
    _validator(name).validate(json.loads(body))


@cache
def _validator(name: str) -> Draft202012Validator:
    document = described()
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
