"""Server-sent events, read from bytes that come in pieces of any size."""

from __future__ import annotations

import re
from collections.abc import Iterator

from editor_app.runs.endpoint.addresses import EndpointError

MOST_EVENT = 1_000_000
"""The most bytes of an event, or of a document in place of a stream: it is read in one piece."""

_end_of_line = re.compile(rb"\r\n?|\n").search
_blank_lines = re.compile(rb"[\r\n]*+").match


class EventReader:
    """What was read of a stream so far and is not a whole event yet.

    Lines end with LF, CRLF or CR; comments and all fields but `data` are left out.
    """

    def __init__(self) -> None:
        """Begin before the first byte."""
        self._rest = bytearray()
        self._searched = 0
        self._data: list[str] = []
        self._size = 0
        self._is_first = True

    def take(self, piece: bytes) -> Iterator[str]:
        """Yield the data of each event that is whole with these bytes.

        Raises UnicodeDecodeError, and EndpointError for one that is too long.
        """
        self._rest += piece
        start = 0
        while (end := self._line_end(max(start, self._searched))) is not None:
            at, after = end
            line = bytes(self._rest[start:at])
            yield from self._line(line)
            rest = None if line else _blank_lines(self._rest, after)  # between events they say nothing
            start = after if rest is None else rest.end()
        self._searched = len(self._rest) - start
        del self._rest[:start]
        check_event_size(len(self._rest))
        if self._rest.endswith(b"\r"):  # the next byte tells whether the line ends with it
            self._searched -= 1

    def end(self) -> Iterator[str]:
        """Yield the data of a last event that no blank line follows."""
        if self._rest:
            yield from self._line(bytes(self._rest).rstrip(b"\r"))
            self._rest.clear()
        yield from self._line(b"")

    def _line_end(self, start: int) -> tuple[int, int] | None:
        """Return where a line ends and the next begins; None where that is not known yet."""
        end_of_line = _end_of_line(self._rest, start)
        is_known = end_of_line is not None and (
            end_of_line[0] != b"\r" or end_of_line.end() < len(self._rest)
        )
        return end_of_line.span() if end_of_line is not None and is_known else None

    def _line(self, line: bytes) -> Iterator[str]:
        if self._is_first:
            line, self._is_first = line.removeprefix(b"\xef\xbb\xbf"), False
        if not line:
            if self._data:
                yield "\n".join(self._data)
                self._data, self._size = [], 0
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._size += len(value)
            check_event_size(self._size)
            self._data.append(value.removeprefix(b" ").decode("utf-8"))


def check_event_size(size: int) -> None:
    """Raise EndpointError for an event of so many bytes if it is too long."""
    if size > MOST_EVENT:
        raise EndpointError(f"The answer has a piece of more than {MOST_EVENT / 1e6:g} MB.")
