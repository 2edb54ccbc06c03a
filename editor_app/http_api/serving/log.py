"""The log of a server: a JSON line for each request, without bodies and without the token."""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from editor_app.clock import Clock
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.serving.responses import send_answer
from editor_app.text import Sentence
from editor_app.text.readable_json import utc_text
from editor_app.wire.problems import to_json_line

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_MOST_WAITING = 10_000
_MOST_OF_PATH = 1000
_SECONDS_TO_END = 1.0


class RequestLog:
    """Writes lines in a thread of its own, so that nobody waits for who reads them."""

    def __init__(self, stream: BinaryIO, *, clock: Clock, secret: str = "") -> None:
        """Write to a stream; `secret` is shown nowhere, also where somebody put it into a path."""
        self._stream = stream
        self._clock = clock
        self._secret = secret
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write_lines, name="request log", daemon=True)
        self._thread.start()

    def write(self, **fields: object) -> None:
        """Write a line with the time and these fields; if too many wait, it is counted instead."""
        now = utc_text(self._clock())
        lost = {"lost": self._lost} if self._lost else {}
        try:
            self._lines.put_nowait(to_json_line({"time": now, **fields, **lost}))
        except queue.Full:
            self._lost += 1
        else:
            self._lost = 0

    def path_shown(self, path: bytes) -> str:
        """Return a path for the log: as it was sent, without the token, not endless."""
        text = path.decode("latin-1")
        if self._secret:
            text = text.replace(self._secret, "…")
        return text if len(text) <= _MOST_OF_PATH else f"{text[:_MOST_OF_PATH]}…"

    def close(self) -> None:
        """Write what waits, unless nobody reads it."""
        with suppress(queue.Full):
            self._lines.put(None, timeout=_SECONDS_TO_END)
        self._thread.join(_SECONDS_TO_END)

    def _write_lines(self) -> None:
        while (line := self._lines.get()) is not None:
            with suppress(OSError, ValueError):  # whoever read it is gone; the server goes on
                self._stream.write(line)
                self._stream.flush()


class WarningLines(logging.Handler):
    """Puts warnings of the libraries into the log, without what they are about, which may be a text."""

    def __init__(self, log: RequestLog) -> None:
        """Write to that log."""
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, but for what uvicorn warns of: requests that were refused and have a line already."""
        if record.name == "uvicorn.error" and record.levelno == logging.WARNING:
            return
        error = record.exc_info[1] if record.exc_info else None
        fault = {} if error is None else {"error": fault_place(error)}
        warning = f"{record.name}: {str(record.msg).strip().partition(chr(10))[0]}"
        self._log.write(warning=warning, **fault)


def logged(app: ASGIApp, log: RequestLog) -> ASGIApp:
    """Return an app that writes a line for each request; an exception of the app gets the response 500."""

    async def logging_app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        status: int | None = None

        async def noting_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        started = time.perf_counter()
        try:
            await app(scope, receive, noting_send)
        except asyncio.CancelledError:
            note_refusal(scope, "ending")
            raise
        except Exception as error:  # noqa: BLE001  said and counted; the server goes on
            if "refused" not in notes_of(scope):  # whoever asked is gone, and reading the body failed
                answer = fault_answer(scope, error)
                if status is None:
                    await send_answer(noting_send, answer, closes=True)
        finally:
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            path = log.path_shown(scope["raw_path"])
            fields = {"status": status, "ms": milliseconds, **notes_of(scope)}
            log.write(method=scope["method"][:_MOST_OF_PATH], path=path, **fields)

    return logging_app


_KEY = "foreword.notes"
_MOST_FRAMES = 8


def notes_of(scope: Scope) -> dict[str, Any]:
    """Return the notes on a request, which can be added to."""
    notes: dict[str, Any] = scope.setdefault(_KEY, {})
    return notes


def note_refusal(scope: Scope, code: str) -> None:
    """Note why a request is refused: a code only, as messages may quote what was sent."""
    notes_of(scope).setdefault("refused", code)


def fault_answer(scope: Scope, error: BaseException) -> Answer:
    """Note a fault of the program; return the answer that says so, with the number that the log has too."""
    number = secrets.token_hex(4)
    notes_of(scope).update(fault=number, error=fault_place(error))
    return ErrorAnswer("fault", Sentence("http-api.fault", number=number)).answer


def fault_place(error: BaseException) -> str:
    """Return the class of an exception and where it came from; its message may quote a text."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' '.join(places[-_MOST_FRAMES:])}"
