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
from editor_app.http_api.endpoints import Call, Endpoint
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
from editor_app.http_api.serving.log import fault_refusal, note_fault, note_refusal, notes_of
from editor_app.http_api.serving.refusals import send_refusal
from editor_app.library.files.reading import FileError
from editor_app.library.folders import open_library
from editor_app.text import Sentence

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def create_app(service: ConversationService | None = None, access: Access | None = None) -> ASGIApp:
    """Return the API of a service; `access` says who may ask, None is everybody.

    Without a service there are the built-in template, its variables, and what the API says of itself.
    """
    api = _Api(service, access.workspaces if access is not None else ())
    return api if access is None else guard(api, access)


class _Api:
    def __init__(self, service: ConversationService | None, workspaces: tuple[Path, ...]) -> None:
        self._service = service
        self._workspaces = workspaces or _workspace_of(service)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            try:
                answer = await self._answered(scope, receive)
            except Disconnected:
                note_refusal(scope, "gone")
                return
            body, headers = answer.body, dict(answer.all_headers)
            if answer.status not in {204, 304}:
                headers["Content-Length"] = str(len(body))
            raw = [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()
            ]
            await send({"type": "http.response.start", "status": answer.status, "headers": raw})
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

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
            fault = fault_refusal(note_fault(scope, error))
            answer = ErrorAnswer(fault.code, fault.message).answer
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


def guard(app: ASGIApp, access: Access) -> ASGIApp:
    """Return an app that passes on only the requests that may be answered; it reads no body of the others.

    Their connections are closed: by being refused on and on, they would else keep out who may ask.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = why_refused(scope["headers"], access) if scope["type"] == "http" else None
        if refusal is None:
            await app(scope, receive, send)
            return
        note_refusal(scope, refusal.code)
        await send_refusal(send, refusal)

    return guarded
