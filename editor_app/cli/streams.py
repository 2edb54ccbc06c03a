"""Standard input, output and error, as bytes, and problems as lines that editors read."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from editor_app.cli.failure import Failure
from editor_app.cli.paths import show_path
from editor_app.library.files.reading import reason_of, shown
from editor_app.text import Sentence

if TYPE_CHECKING:  # a window that is starting needs none
    from editor_app.library.files.file_changes import FileChange
    from editor_app.wire.problems import JsonObject, Problem

_FIRST_SECONDS = 1.0
_SECONDS = 0.2
_Item = TypeVar("_Item")


class Streams:
    """The standard streams of a command; with `is_json` only the JSON document is written."""

    def __init__(self, *, is_json: bool = False) -> None:
        """Use the standard streams of this process."""
        self.is_json = is_json
        self._is_cut_off = False
        self._has_progress = False

    def read(self) -> bytes:
        """Return all of standard input."""
        if sys.stdin is None:
            raise Failure("file", Sentence("cli.no-input"))
        try:
            return sys.stdin.buffer.read()
        except OSError as error:
            raise Failure("file", Sentence("cli.input-unreadable", reason=reason_of(error))) from error

    def write(self, data: bytes) -> None:
        """Write a result exactly; a closed pipe is no error."""
        if sys.stdout is None:
            raise Failure("output", Sentence("cli.no-output"))
        self._say_progress("")
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            self._is_cut_off = True
            _give_up(sys.stdout.buffer)
        except OSError as error:
            _give_up(sys.stdout.buffer)
            raise Failure("output", Sentence("cli.not-written", reason=reason_of(error))) from error

    def is_cut_off(self) -> bool:
        """Whether nobody reads standard output any more."""
        if not self._is_cut_off and sys.stdout is not None and sys.platform != "win32":
            poll = select.poll()
            try:
                poll.register(sys.stdout.fileno(), 0)
            except (OSError, ValueError):  # a stream without a descriptor
                return False
            self._is_cut_off = any(event & select.POLLERR for _, event in poll.poll(0))
        return self._is_cut_off

    def print(self, *lines: str) -> None:
        """Write lines, with control characters escaped."""
        self.write(b"".join(map(_line, lines)))

    def show(self, document: Callable[[], JsonObject], lines: Iterable[str]) -> None:
        """Write a result: its document or its lines, of which only the one that is written is made."""
        from editor_app.wire.problems import to_json

        if self.is_json:
            self.write(to_json(document()))
        else:
            self.print(*lines)

    def tell(self, sentence: str, *, beside_json: bool = False) -> None:
        """Write what the program says to standard error, behind its name."""
        (self.announce if beside_json else self.complain)(f"foreword: {sentence}")

    def complain(self, text: str) -> None:
        """Write one line to standard error, unless only a JSON document is written."""
        if not self.is_json:
            self.announce(text)

    def announce(self, text: str) -> None:
        """Write one line about what goes on to standard error, beside a JSON document as well."""
        if sys.stderr is None:
            return
        self._say_progress("")
        try:
            sys.stderr.buffer.write(_line(text))
            sys.stderr.buffer.flush()
        except OSError:
            _give_up(sys.stderr.buffer)

    def _shows_progress(self) -> bool:
        return not self.is_json and sys.stderr is not None and sys.stderr.isatty()

    def _say_progress(self, text: str) -> None:
        """Write a text over the last line of standard error, or take it away."""
        if text or self._has_progress:
            self._has_progress = bool(text)
            try:
                sys.stderr.buffer.write(b"\r\x1b[K" + shown(text).encode())
                sys.stderr.buffer.flush()
            except OSError:
                _give_up(sys.stderr.buffer)

    def with_progress(self, items: Iterable[_Item], words: Sentence) -> Iterator[_Item]:
        """Yield the items; after a second a terminal shows the words with their `count`, until the end."""
        if not self._shows_progress():
            yield from items
            return
        due = monotonic() + _FIRST_SECONDS
        try:
            for number, item in enumerate(items, 1):
                yield item
                if monotonic() >= due:
                    self._say_progress(words.having(count=number))
                    due = monotonic() + _SECONDS
        finally:
            self._say_progress("")

    @contextmanager
    def with_time(self, words: str) -> Iterator[None]:
        """Say words and the seconds on a terminal while the block goes on, after the first second."""
        if not self._shows_progress():
            yield
            return
        start, over = monotonic(), Event()

        def say() -> None:
            while not over.wait(_FIRST_SECONDS):
                self._say_progress(Sentence("cli.doing-for", doing=words, seconds=round(monotonic() - start)))

        thread = Thread(target=say, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            self._say_progress("")

    def warn(self, warnings: Iterable[str]) -> None:
        """Write warnings to standard error, a line each."""
        for warning in warnings:
            self.tell(Sentence("cli.warning", text=warning))

    def confirm(self, question: str) -> bool:
        """Ask on the terminal; without one the answer is no."""
        if self.is_json or sys.stdin is None or not sys.stdin.isatty():
            return False
        self.complain(Sentence("cli.yes-or-no", question=question))
        return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _line(text: str) -> bytes:
    return shown(text).encode() + b"\n"


def _give_up(stream: BinaryIO) -> None:
    """Redirect a stream to the null device, so that flushing it at the end of the process can't fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except OSError:  # a stream without a descriptor has no buffer to flush
        return


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield `path:line:col: severity code message` for each problem, without line and column if unknown."""
    paths: dict[str, str] = {}  # computed once for each file, which may have a thousand problems
    for problem in problems:
        path = problem.file_path
        if path not in paths:
            paths[path] = show_path(Path(path)) if Path(path).is_absolute() else path
        region = problem.region
        place = f":{region.start.line}:{region.start.column}" if region else ""
        yield shown(f"{paths[path]}{place}: {problem.severity} {problem.code} {problem.message}")


def complain_of(problems: Iterable[Problem], streams: Streams) -> None:
    """Write problems to standard error, a line each."""
    for line in problem_lines(problems):
        streams.complain(line)


def refuse(problems: Sequence[Problem], streams: Streams, **empty: object) -> int:
    """Say what keeps a command from its work, on one stream; `empty` are the fields of its document."""
    from editor_app.wire.problems import failed_document, to_json

    if streams.is_json:
        streams.write(to_json(failed_document(problems, **empty)))
    complain_of(problems, streams)
    return 1


def report_change(change: FileChange, streams: Streams, more: str = "") -> None:
    """Say what was done with files, and `more` behind it."""
    from editor_app.wire.documents import file_change_document

    streams.show(lambda: file_change_document(change), [f"{change.sentence} {more}".rstrip()])
    streams.warn(change.warnings)
