"""Answers as they are sent: as an ASGI response, or as bytes where a request never reaches the API."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from editor_app.http_api.answers import Answer

if TYPE_CHECKING:
    from starlette.types import Send

_WITHOUT_LENGTH = {204, 304}


async def send_answer(send: Send, answer: Answer, *, has_body: bool = True, closes: bool = False) -> None:
    """Send an answer as the response to a request; with `closes` the connection is closed afterwards."""
    head = {"type": "http.response.start", "status": answer.status, "headers": _headers(answer, closes)}
    await send(head)
    await send({"type": "http.response.body", "body": answer.body if has_body else b""})


def raw_response(answer: Answer) -> bytes:
    """Return the whole response as bytes, for a connection that is closed afterwards."""
    lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}".encode()]
    lines += [name + b": " + value for name, value in _headers(answer, closes=True)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + answer.body


def _headers(answer: Answer, closes: bool) -> list[tuple[bytes, bytes]]:
    headers = dict(answer.all_headers)
    if answer.status not in _WITHOUT_LENGTH:
        headers["Content-Length"] = str(len(answer.body))
    if closes:
        headers["Connection"] = "close"
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
