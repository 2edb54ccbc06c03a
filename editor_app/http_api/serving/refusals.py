"""Error responses sent before a request reaches the API: for each a code, a status and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from editor_app.http_api.answers import error_answer_document
from editor_app.http_api.errors import ERRORS
from editor_app.wire.problems import to_json_line

if TYPE_CHECKING:
    from starlette.types import Send

Headers = list[tuple[bytes, bytes]]
_CLOSING = (b"connection", b"close")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is refused; `code` is for programs and the log, `message` for people."""

    code: str
    message: str
    headers: tuple[tuple[bytes, bytes], ...] = ()

    @property
    def status(self) -> int:
        """The status of the response."""
        return ERRORS[self.code].status

    @property
    def body(self) -> bytes:
        """The body of the response, JSON with code and message."""
        return to_json_line(error_answer_document(self.code, self.message))

    @property
    def all_headers(self) -> Headers:
        """The headers of the response, with type and length of its body."""
        return [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(self.body)).encode()),
            (b"cache-control", b"no-store"),
            *self.headers,
        ]

    @property
    def raw_response(self) -> bytes:
        """The whole response as bytes, for a connection that is closed afterwards."""
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}".encode()]
        lines += [name + b": " + value for name, value in (*self.all_headers, _CLOSING)]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


async def send_refusal(send: Send, refusal: Refusal) -> None:
    """Send a refusal as the response to a request; the connection is closed afterwards."""
    headers = [*refusal.all_headers, _CLOSING]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.body})
