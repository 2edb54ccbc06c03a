"""The bytes of a journal: a first line, then records, each with a mark, its length and a checksum.

The mark's first byte is none that UTF-8 has, so that a text in a record never looks like one. Behind
damage, reading goes on at the next mark whose record has the right checksum.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from errno import EIO
from zlib import crc32

FORMAT = 1
FIRST_LINE = b"foreword-journal %d\n" % FORMAT
MOST_RECORD_BYTES = 1 << 30
_MARK = b"\xf5\xf6\xf7\xf8"
_HEADER = struct.Struct("<4sII")
_LENGTH = struct.Struct("<I")
_PIECE = 1 << 20
_FREE_WORK = 64 << 20  # bytes whose checksum may be computed in vain, besides as many as the file has
_LEAST_WORK = 1 << 10  # for each mark that is none
_line_of = re.compile(rb"foreword-journal ([1-9][0-9]{0,8})\n").match


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of a journal that are no record, from `start` up to `end`; `is_last`: nothing comes behind."""

    start: int
    end: int
    is_last: bool


def frame(payload: bytes) -> bytes:
    """Return the bytes of a record."""
    length = len(payload)
    if not 0 < length <= MOST_RECORD_BYTES:
        raise ValueError(f"a record cannot have {length} bytes")
    return _HEADER.pack(_MARK, length, crc32(payload, crc32(_LENGTH.pack(length)))) + payload


def format_of(descriptor: int) -> int | None:
    """Return the format that an open journal's first line names; None without such a line."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    first_line = _line_of(os.read(descriptor, 64))
    return int(first_line[1]) if first_line else None


def read_records(descriptor: int) -> Iterator[bytes | Damage]:
    """Yield the payloads of an open journal's records, and between them what is damaged.

    The first line is skipped, if there is one. Whatever is in the file, the time grows with its size, and
    the memory with its largest record.
    """
    return _Scan(descriptor).run()


class _Scan:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size
        self._work_left = self._size + _FREE_WORK
        self._buffer, self._start = b"", 0  # bytes of the file, and where they begin in it

    def run(self) -> Iterator[bytes | Damage]:
        first_line = _line_of(self._read(0, 64))
        offset = first_line.end() if first_line else 0
        while offset < self._size:
            payload = self._record_at(offset)
            if payload is None:
                end, payload = self._next_record(offset + 1)
                yield Damage(offset, end, is_last=payload is None)
                offset = end
            if payload is None:
                return
            yield payload
            offset += _HEADER.size + len(payload)

    def _next_record(self, offset: int) -> tuple[int, bytes | None]:
        """Return the place and payload of the first whole record from `offset` on; at the end without one."""
        while offset + _HEADER.size <= self._size and self._work_left > 0:
            place = self._buffered(offset, _HEADER.size)
            mark = self._buffer.find(_MARK, place)
            if mark < 0:
                offset = max(offset + 1, self._start + len(self._buffer) - len(_MARK) + 1)
                continue
            offset = self._start + mark
            payload = self._record_at(offset)
            if payload is not None:
                return offset, payload
            self._work_left -= _LEAST_WORK
            offset += 1
        return self._size, None

    def _record_at(self, offset: int) -> bytes | None:
        begin = offset + _HEADER.size
        if begin > self._size:
            return None
        place = self._buffered(offset, _HEADER.size)
        mark, length, checksum = _HEADER.unpack_from(self._buffer, place)
        if mark != _MARK or not 0 < length <= MOST_RECORD_BYTES or begin + length > self._size:
            return None
        computed = crc32(_LENGTH.pack(length))
        if length > _PIECE:  # may be damage: nothing so long is kept before its checksum is right
            for place in range(begin, begin + length, _PIECE):
                computed = crc32(self._read(place, min(_PIECE, begin + length - place)), computed)
            payload = self._read(begin, length) if computed == checksum else b""
        else:
            place = self._buffered(begin, length)
            payload = self._buffer[place : place + length]
            computed = crc32(payload, computed)
        if computed == checksum and len(payload) == length:
            return payload
        self._work_left -= length
        return None

    def _buffered(self, offset: int, length: int) -> int:
        """Let the buffer have that part of the file, and return where it begins there."""
        if not self._start <= offset <= offset + length <= self._start + len(self._buffer):
            self._buffer, self._start = self._read(offset, min(2 * _PIECE, self._size - offset)), offset
            if len(self._buffer) < length:
                raise OSError(EIO, os.strerror(EIO))  # it became shorter while it was read
        return offset - self._start

    def _read(self, offset: int, length: int) -> bytes:
        pieces = []
        os.lseek(self._descriptor, offset, os.SEEK_SET)
        while length and (piece := os.read(self._descriptor, min(length, 1 << 28))):
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)
