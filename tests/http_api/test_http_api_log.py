"""The log of a server: it never makes the server wait, and shows no text."""

from __future__ import annotations

import io
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from editor_app.http_api.serving import log as log_module
from editor_app.http_api.serving.log import RequestLog, WarningLines, fault_answer, logged, note_refusal

NOW = datetime(2026, 3, 4, 12, 0, 0, 1000, tzinfo=UTC)


class Stream(io.BytesIO):
    """Keeps what was written, also when nobody reads on: then writing waits."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def write(self, data) -> int:
        self.may_go_on.wait()
        return super().write(data)

    @property
    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]


@contextmanager
def open_log(stream: io.BytesIO, secret: str = "") -> Iterator[RequestLog]:
    log = RequestLog(stream, clock=lambda: NOW, secret=secret)
    try:
        yield log
    finally:
        log.close()


def run(app, path: bytes = b"/health") -> list[dict[str, object]]:
    """Send one request through an app; return what it sent."""
    sent: list[dict[str, object]] = []

    async def send(message) -> None:
        sent.append(message)

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": path.decode(), "raw_path": path, "headers": []}
    coroutine = app(scope, receive, send)
    with pytest.raises(StopIteration):
        coroutine.send(None)
    return sent


def test_a_line_is_json_without_what_steers_a_terminal() -> None:
    stream = Stream()
    with open_log(stream) as log:
        log.write(path="/\x1b[31m\x7f\x9b\u202e\n")
    assert stream.getvalue() == (
        b'{"time": "2026-03-04T12:00:00.001Z", "path": "/\\u001b[31m\\u007f\\u009b\\u202e\\n"}\n'
    )


def test_a_path_is_shown_without_the_token_and_not_endless() -> None:
    with open_log(Stream(), secret="token") as log:
        assert log.path_shown(b"/a/token/%20\xff") == "/a/…/%20\xff"
        assert len(log.path_shown(b"/" * 100_000)) < 1100


def test_nobody_waits_for_who_reads_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "_MOST_WAITING", 5)
    stream = Stream()
    stream.may_go_on.clear()
    log = RequestLog(stream, clock=lambda: NOW)
    for number in range(20):
        log.write(number=number)
    stream.may_go_on.set()
    while log._lines.qsize():
        threading.Event().wait(0.001)
    log.write(number="last")
    log.close()
    kept = stream.lines
    assert [line["number"] for line in kept[:5]] == [0, 1, 2, 3, 4]
    assert kept[-1]["number"] == "last"
    assert kept[-1]["lost"] == 21 - len(kept)


def test_a_log_that_nobody_can_read_any_more_ends_nothing() -> None:
    stream = Stream()
    with open_log(stream) as log:
        stream.close()
        log.write(status=200)
        log.write(status=200)
    assert not log._thread.is_alive()


def test_a_fault_is_answered_with_a_number_that_the_log_has_too() -> None:
    async def failing(scope, receive, send) -> None:
        raise ValueError("the text of a prompt")

    stream = Stream()
    with open_log(stream) as log:
        start, body = run(logged(failing, log))
    assert start["status"] == 500
    [line] = stream.lines
    assert line["status"] == 500
    assert str(line["fault"]) in json.loads(body["body"])["error"]["message"]
    assert str(line["error"]).startswith("ValueError at ")
    assert "test_http_api_log.py" in str(line["error"])
    assert b"prompt" not in stream.getvalue()
    assert b"prompt" not in body["body"]


def test_what_was_noted_first_is_why_a_request_is_refused() -> None:
    async def refusing(scope, receive, send) -> None:
        note_refusal(scope, "late-body")
        note_refusal(scope, "gone")
        raise ConnectionError

    stream = Stream()
    with open_log(stream) as log:
        assert run(logged(refusing, log)) == []
    [line] = stream.lines
    assert (line["status"], line["refused"]) == (None, "late-body")
    assert "fault" not in line


def record(message: str, *args: str, error: Exception | None = None) -> logging.LogRecord:
    about = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("library", logging.WARNING, "", 1, message, args, about)


def raised(error: Exception) -> Exception:
    try:
        raise error
    except KeyError:
        return error


def test_warnings_of_libraries_are_lines_without_what_they_are_about() -> None:
    stream = Stream()
    with open_log(stream) as log:
        lines = WarningLines(log)
        lines.handle(record("failed for %s\nand more", "a text"))
        error = raised(KeyError("a text"))
        lines.handle(record("failed", error=error))
    warning, fault = stream.lines
    assert warning["warning"] == "library: failed for %s"
    assert str(fault["error"]).startswith("KeyError at test_http_api_log.py:")
    assert b"a text" not in stream.getvalue()


def test_every_fault_has_a_number_of_its_own() -> None:
    numbers = {fault_answer({}, ValueError()).body for _ in range(100)}
    assert len(numbers) == 100
