"""A connection to the server: uvicorn's protocol with deadlines, and strict where uvicorn is lenient.

Whatever two readers could take for two different requests is refused, by the head of each (`read_head`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.serving.lingering import LingeringTransport
from editor_app.http_api.serving.log import RequestLog, note_refusal, notes_of
from editor_app.http_api.serving.responses import raw_response
from editor_app.text import Sentence

MOST_BYTES = 16 * 1024
MOST_CONNECTIONS = 16
SECONDS = 5.0
_MOST_UNREAD = 1024 * 1024

TOO_MANY = ErrorAnswer(
    "connections",
    Sentence("http-api.too-many-connections", count=MOST_CONNECTIONS),
    headers={"Retry-After": "1"},
)
LATE_HEAD = ErrorAnswer("late-headers", Sentence("http-api.headers-late", seconds=round(SECONDS)))
LATE_BODY = ErrorAnswer("late-body", Sentence("http-api.body-late", seconds=round(SECONDS)))
LONG_HEAD = ErrorAnswer("long-headers", Sentence("http-api.headers-too-long", most=MOST_BYTES // 1024))
CUT_SHORT = ErrorAnswer("cut-short", Sentence("http-api.error-cut-short"))
ENDING = ErrorAnswer("ending", Sentence("http-api.error-ending"))


class _Phase(Enum):
    WAITING = auto()  # for the first byte of a request
    HEAD = auto()
    BODY = auto()
    RESPONDING = auto()  # the request is whole
    CLOSING = auto()


class ServingProtocol(H11Protocol):
    """Gives each request a parser of its own, and it only what is well-formed.

    Each phase but the responding has a deadline. What comes in after a whole request waits for its response.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        log: RequestLog,
    ) -> None:
        """Wait for a connection; what is refused before it reaches the app goes into `log`."""
        super().__init__(config, server_state, app_state, _loop)
        self._log = log
        self._phase = _Phase.WAITING
        self._received = bytearray()  # what the parser was not given yet
        self._head = Head()
        self._body_left = 0
        self._is_first = True
        self._deadline: asyncio.TimerHandle | None = None
        self._lingering: LingeringTransport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Take a connection, or refuse it where there are enough."""
        self._lingering = LingeringTransport(transport, self.loop)
        if len(self.connections) >= MOST_CONNECTIONS:
            self.transport = self._lingering
            self._refuse(TOO_MANY)
            return
        super().connection_made(self._lingering)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._drop_deadline()
        self._lingering.stop_watching()
        if self._phase is _Phase.BODY:
            note_refusal(self._scope, "disconnected")
        self._phase = _Phase.CLOSING
        if self.flow is not None:  # it was not one too many
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on where the request is whole only with these bytes; keep or drop them otherwise."""
        if self._phase is _Phase.CLOSING:
            return
        known = len(self._received)
        self._received += data
        if self._phase is _Phase.BODY:
            self._read_body()
        elif self._phase is _Phase.RESPONDING:
            if len(self._received) > MOST_BYTES:
                self.flow.pause_reading()
        else:
            self._read_head(known)

    def eof_received(self) -> bool:  # type: ignore[override]  # asyncio takes a bool; uvicorn says None
        """Let a whole request get its response; refuse one that was cut short."""
        stays_open = self._lingering.end_other_side()
        if self._phase is _Phase.RESPONDING:
            self.cycle.keep_alive = False
        elif self._phase in {_Phase.HEAD, _Phase.BODY}:
            self._refuse(CUT_SHORT)
        else:
            return False
        return stays_open

    def on_response_complete(self) -> None:
        """Wait for the next request, once the rest of this one came in."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            self._begin_closing()
        elif self._phase is _Phase.RESPONDING:
            self._begin_next_request()
        elif self._head.expects_continue or self._head.body_length is None or self._body_left > _MOST_UNREAD:
            self._begin_closing()  # the rest may never come, or be endless
        else:
            self.flow.resume_reading()  # nobody else asks for the rest any more

    def pause_writing(self) -> None:
        """Have the app wait, but not without end."""
        super().pause_writing()
        self._lingering.watch_writing()

    def resume_writing(self) -> None:
        """Let the app go on."""
        super().resume_writing()
        self._lingering.stop_watching_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  uvicorn's sentence says less
        """Refuse what the parser does not understand."""
        self._refuse(_malformed(Sentence("http-api.malformed")))

    def shutdown(self) -> None:
        """Let a whole request get its response; end all else."""
        if self._phase is _Phase.RESPONDING:
            self.cycle.keep_alive = False
        elif self._phase is _Phase.BODY:
            self._refuse(ENDING)
        elif self._phase is not _Phase.CLOSING:
            self._begin_closing()

    @property
    def _scope(self) -> MutableMapping[str, Any]:
        return cast("MutableMapping[str, Any]", self.scope)

    def _read_head(self, known: int) -> None:
        if self._phase is _Phase.WAITING:
            self._phase = _Phase.HEAD
            self._set_deadline()
        if not b" " < self._received[:1] < b"\x7f":  # these bytes begin no request
            self._refuse(_malformed(Sentence("http-api.malformed-line")))
            return
        end = end_of_head(self._received, known)
        if (len(self._received) if end is None else end) > MOST_BYTES:
            self._refuse(LONG_HEAD)
        elif end is not None:
            head = read_head(bytes(self._received[:end]))
            if isinstance(head, str):
                self._refuse(_malformed(head))
            else:
                self._is_first = False
                self._head = head
                self._body_left = head.body_length or 0
                self._set_deadline()
                self._parse(end)
                if self._phase is _Phase.HEAD:  # not refused
                    self._phase = _Phase.BODY
                    self._read_body()

    def _read_body(self) -> None:
        """Give the parser what belongs to the body, and see whether that was all."""
        if self._head.body_length is None:
            self._parse(len(self._received))
        else:
            taken = min(self._body_left, len(self._received))
            self._body_left -= taken
            self._parse(taken)
        if self._phase is not _Phase.BODY or self.conn.their_state is h11.SEND_BODY:
            return
        self._phase = _Phase.RESPONDING
        self._drop_deadline()
        if self.cycle.response_complete:
            self._begin_next_request()

    def _parse(self, count: int) -> None:
        """Give the parser that much of what was received."""
        if count:
            data = bytes(self._received[:count])
            del self._received[:count]
            self.conn.receive_data(data)
        self.handle_events()

    def _begin_next_request(self) -> None:
        self._phase = _Phase.WAITING
        behind, _ = self.conn.trailing_data
        self._received[:0] = behind
        self.conn = h11.Connection(h11.SERVER, MOST_BYTES)
        self._set_deadline()
        self.flow.resume_reading()
        if self._received:
            self._read_head(0)

    def _set_deadline(self) -> None:
        self._drop_deadline()
        self._deadline = self.loop.call_later(SECONDS, self._be_late)

    def _drop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def _be_late(self) -> None:
        if self._phase is _Phase.HEAD:
            self._refuse(LATE_HEAD)
        elif self._phase is _Phase.BODY:
            self._refuse(LATE_BODY)
        else:
            if self._is_first:
                self._log.write(method=None, path=None, status=None, ms=None, refused="silent")
            self._begin_closing()

    def _refuse(self, refusal: ErrorAnswer) -> None:
        """Respond in place of the app, if it did not begin a response yet, and close."""
        answer = refusal.answer
        if self._phase is not _Phase.BODY:
            self._log.write(method=None, path=None, status=answer.status, ms=None, refused=refusal.code)
            self.transport.write(raw_response(answer))
        elif not self.cycle.response_complete:
            note_refusal(self._scope, refusal.code)
            if not self.cycle.response_started:
                notes_of(self._scope)["status"] = answer.status
                self.transport.write(raw_response(answer))
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._begin_closing()

    def _begin_closing(self) -> None:
        """Close, and drop what still comes in; a closing connection is not counted."""
        self._phase = _Phase.CLOSING
        self._received.clear()
        self._drop_deadline()
        self.connections.discard(self)
        self.transport.close()


def _malformed(message: str) -> ErrorAnswer:
    return ErrorAnswer("malformed", message)


_end = re.compile(rb"\n\r?\n").search
_LONGEST_END = 3
_request_line = re.compile(rb"[-!#$%&'*+.^_`|~0-9A-Za-z]+ [\x21-\x7e]+ HTTP/1\.[01]").fullmatch
_header = re.compile(rb"([-!#$%&'*+.^_`|~0-9A-Za-z]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)").fullmatch
_LENGTH_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Head:
    """The framing of a body: its length, None for chunks, and whether the client waits for “100 Continue”."""

    body_length: int | None = 0
    expects_continue: bool = False


def end_of_head(data: bytes | bytearray, known: int = 0) -> int | None:
    """Return where the body begins, None while the head is not whole; it does not end before `known`."""
    match = _end(data, max(0, known - _LONGEST_END))
    return None if match is None else match.end()


def read_head(data: bytes) -> Head | str:
    """Return what the head says of the body, or in a sentence why it is malformed."""
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    first, fields = lines[0], lines[1:-2]
    if not _request_line(first):
        return Sentence("http-api.malformed-line")
    target, version = first.split(b" ")[1:]
    if not target.startswith(b"/"):
        return Sentence("http-api.path-without-slash")
    values: dict[bytes, list[bytes]] = {}
    for line in fields:
        match = _header(line)
        if match is None:
            return Sentence("http-api.malformed-header")
        values.setdefault(match[1].lower(), []).append(match[2].strip(b" \t"))
    hosts = len(values.get(b"host", []))
    if hosts > 1 or (not hosts and version == b"HTTP/1.1"):
        return Sentence("http-api.host-once")
    body_length = _body_length(values, version)
    if isinstance(body_length, str):
        return body_length
    return Head(body_length, b"expect" in values)


def _body_length(values: dict[bytes, list[bytes]], version: bytes) -> int | str | None:
    lengths = values.get(b"content-length", [])
    encodings = [value.lower() for value in values.get(b"transfer-encoding", [])]
    if encodings:
        if lengths:
            return Sentence("http-api.two-lengths")
        is_chunked = encodings == [b"chunked"] and version == b"HTTP/1.1"
        return None if is_chunked else Sentence("http-api.only-chunked")
    if not lengths:
        return 0
    if len(lengths) > 1:
        return Sentence("http-api.length-twice")
    if not re.fullmatch(rb"[0-9]+", lengths[0]) or len(lengths[0]) > _LENGTH_DIGITS:
        return Sentence("http-api.length-not-number")
    return int(lengths[0])
