"""The HTTP API as an ASGI app: finds the endpoint of a request, checks what it says, and sends the answer.

The checks come in one order, and the first that fails answers: path, method, size of the body, its type, its
JSON, names, whether there is a service, and then what the endpoint itself looks at.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from editor_app.conversations.service import ConversationService
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import Call, Endpoint, errors_answered
from editor_app.http_api.reading import (
    Disconnected,
    check_is_json,
    decode_segment,
    match_path,
    read_body,
    read_fields,
    read_object,
    read_query,
    segments_of,
)
from editor_app.http_api.routes.table import ENDPOINTS
from editor_app.http_api.serving.access import Access, why_refused
from editor_app.http_api.serving.log import fault_answer, note_refusal, notes_of
from editor_app.http_api.serving.responses import send_answer
from editor_app.library.files.reading import FileError
from editor_app.library.folders import open_library
from editor_app.text import Sentence

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def create_app(service: ConversationService | None = None, access: Access | None = None) -> ASGIApp:
    """Return the API of a service; `access` says who may ask, None is everybody.

    Without a service there are the built-in template, its variables, and what the API says of itself.
    """
    return _Api(service, access)


class _Api:
    def __init__(self, service: ConversationService | None, access: Access | None) -> None:
        self._service = service
        self._access = access
        self._workspaces = (() if access is None else access.workspaces) or _workspace_of(service)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            refused = None if self._access is None else why_refused(scope["headers"], self._access)
            if refused is not None:  # on and on, such a connection would keep out who may ask
                note_refusal(scope, refused.code)
                await send_answer(send, refused.answer, closes=True)
                return
            try:
                answer = await self._answered(scope, receive)
            except Disconnected:
                note_refusal(scope, "gone")
                return
            await send_answer(send, answer, has_body=scope["method"] != "HEAD")

    async def _answered(self, scope: Scope, receive: Receive) -> Answer:
        from starlette.concurrency import run_in_threadpool

        try:
            endpoint, name = _endpoint_of(scope)
            headers = _headers_of(scope)
            body = await read_body(headers, receive)
            answer = await run_in_threadpool(self._answer, endpoint, name, headers, body, scope)
        except ErrorAnswer as error:
            note_refusal(scope, error.code)
            answer = error.answer
        except Disconnected:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the server goes on and the log has its number
            answer = fault_answer(scope, error)
        if answer.notes:
            notes_of(scope)["notes"] = list(answer.notes)
        return answer

    def _answer(
        self, endpoint: Endpoint, name: bytes, headers: Mapping[str, str], body: bytes, scope: Scope
    ) -> Answer:
        fields: Mapping[str, object] = {}
        if endpoint.fields is not None:
            check_is_json(headers)
            fields = read_fields(read_object(body), endpoint.fields)
        query: Mapping[str, str] = {}
        if endpoint.query is not None:
            query = read_query(scope.get("query_string", b""), endpoint.query)
        call = Call(self._service, self._workspaces, decode_segment(name), fields, query, headers)
        with errors_answered(call):
            if endpoint.check is not None:
                endpoint.check(call)
            if endpoint.needs_service:
                assert call.served is not None  # refuses the call where there is none
            return endpoint.answer(call)


def _workspace_of(service: ConversationService | None) -> tuple[Path, ...]:
    if service is None:
        return ()
    try:
        return (open_library(service.library)[0].workspace,)
    except FileError:  # each request will say that it is gone
        return (service.library,)


def _endpoint_of(scope: Scope) -> tuple[Endpoint, bytes]:
    """Return the endpoint of a request, and the variable part of its path, still as it was sent."""
    segments = segments_of(_path_of(scope))
    endpoints = [
        (endpoint, names)
        for endpoint in ENDPOINTS
        if (names := match_path(endpoint.pattern, segments)) is not None
    ]
    if not endpoints:
        raise ErrorAnswer("no-such-path", Sentence("http-api.nothing-at-path"))
    method = "GET" if scope["method"] == "HEAD" else scope["method"]
    for endpoint, names in endpoints:
        if endpoint.method == method:
            return endpoint, next(iter(names.values()), b"")
    allowed = {endpoint.method for endpoint, _ in endpoints}
    listed = sorted(allowed | ({"HEAD"} if "GET" in allowed else set()))
    message = Sentence("http-api.only-methods", methods=listed)
    raise ErrorAnswer("method-not-allowed", message, headers={"Allow": ", ".join(listed)})


def _path_of(scope: Scope) -> bytes:
    """Return the path as it was sent, below the one where the app is mounted."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return raw.removeprefix(quote(scope.get("root_path", "")).encode())


def _headers_of(scope: Scope) -> Mapping[str, str]:
    """Return the headers by their names in lower case; those that stand several times as one list."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


async def _live(receive: Receive, send: Send) -> None:
    """Say that the app is ready, and that it has ended: it has nothing to prepare or to close."""
    while (message := await receive())["type"] != "lifespan.shutdown":
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})
