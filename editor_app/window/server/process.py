"""The process that serves the library, from its start to its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QProcess, Signal

from editor_app.http_api.errors import refusal_in_words
from editor_app.text import Sentence
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.server.own_process import foreword_process

_MOST_BYTES = 1_000_000  # of a line; the longest that the server writes have a few thousand
_TRUST_WORDS: dict[bool | None, list[str]] = {True: ["--trust"], False: ["--no-trust"], None: []}
_PATIENCE_MS = 7_000  # it ends within five seconds


class ServerAddress(NamedTuple):
    """Where the server is, what lets a program in, and the file that holds that while the server runs."""

    url: str
    token: str
    token_file: str = ""


class ServerProcess(QObject):
    """Runs `foreword serve` for a library; it ends with this process, however this one ends.

    Its standard input is a pipe from here, which the system closes with this process, and it ends then.
    """

    started = Signal(object)
    logged = Signal(object)
    ended = Signal(str)  # why, "" if it was stopped from here

    def __init__(self, library: Path, folder: Path, parent: QObject | None = None) -> None:
        """Serve `library`, from a `folder` that only the user can write to."""
        super().__init__(parent)
        self._library = library
        self._folder = folder
        self._process: QProcess | None = None
        self._forget()
        self._kill_later = single_shot(self, _PATIENCE_MS, self._kill)

    @property
    def is_running(self) -> bool:
        """Whether the process is starting, serving or ending."""
        return self._process is not None

    def start(self, port: int, *, trusted: bool | None = None) -> None:
        """Start it at a port, `trusted` as in `say_trust`; `started` or `ended` follows."""
        if self._process is not None:
            return
        words = ["serve", "--json", "--until-stdin-ends", "--port", str(port)]
        words += _TRUST_WORDS[trusted]  # before its first answer; a line may come after that
        process = self._process = foreword_process([*words, "--library", str(self._library)], self._folder)
        process.setParent(self)
        self._forget()
        process.readyReadStandardOutput.connect(self._read_output)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        process.start()
        self.say_trust(trusted)

    def say_trust(self, trusted: bool | None) -> None:
        """Say whether it may ask git and read the workspace; None is what the disk says of that folder."""
        if self._process is not None and not self._is_stopping:
            self._process.write(json.dumps({"trusted": trusted}).encode() + b"\n")

    def stop(self) -> None:
        """Have it answer the requests it has, and end; `ended` follows."""
        if self._process is not None:
            self._is_stopping = True
            self._process.closeWriteChannel()
            self._kill_later.start()

    def close(self) -> None:
        """Stop it, and wait until it has ended."""
        process = self._process
        if process is None:
            return
        self.stop()
        if not process.waitForFinished(_PATIENCE_MS):
            process.kill()
            process.waitForFinished(_PATIENCE_MS)

    def _forget(self) -> None:
        """Forget what the last process said."""
        self._output = self._rest_of_log = b""
        self._last_words = ""
        self._is_ready = self._is_stopping = False

    def _read_output(self) -> None:
        assert self._process is not None
        self._output = (self._output + bytes(self._process.readAllStandardOutput().data()))[:_MOST_BYTES]
        answer = _object_of(self._output)
        error = answer.get("error")
        if isinstance(error, dict):
            self._last_words = str(error.get("message", ""))
        elif "url" in answer and not self._is_ready:
            self._is_ready = True
            words = (str(answer.get(name, "")) for name in ("url", "token", "tokenFile"))
            self.started.emit(ServerAddress(*words))

    def _read_log(self) -> None:
        assert self._process is not None
        data = self._rest_of_log + bytes(self._process.readAllStandardError().data())
        *lines, rest = data.split(b"\n")
        self._rest_of_log = rest[-_MOST_BYTES:]
        for line in lines:
            entry = _object_of(line)
            if "time" in entry:
                self.logged.emit(row_of_log(entry))
            elif line.strip():
                self._last_words = line.decode("utf-8", "replace").strip()

    def _finish(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_output()
        self._read_log()
        if self._is_stopping:
            self._end("")
        elif status is QProcess.ExitStatus.CrashExit:
            self._end(Sentence("window-server.killed"))
        else:
            self._end(self._last_words or Sentence("window-server.ended", code=str(code)))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._end(Sentence("window-server.not-started", reason=self._process.errorString()))

    def _end(self, why: str) -> None:
        assert self._process is not None
        self._kill_later.stop()
        self._process.deleteLater()
        self._process = None
        self.ended.emit(why)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()


def row_of_log(entry: dict[str, object]) -> tuple[str, ...]:
    """Return what a line of the log says, in the columns of the small window."""

    def words(name: str) -> str:
        value = entry.get(name)
        return "" if value is None else str(value)

    why = ", ".join(f"{name} {words(name)}" for name in ("fault", "warning", "lost") if name in entry)
    refused = refusal_in_words(words("refused"))
    return (
        words("time").partition("T")[2].partition(".")[0],
        words("method"),
        words("path"),
        words("status"),
        words("ms"),
        " ".join(filter(None, (refused, why))),
    )


def _object_of(line: bytes) -> dict[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
