"""The first part of a request, up to its empty line: where it ends, and whether it is well-formed.

It is stricter than a parser has to be: whatever two readers could take for two different requests is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_BYTES = 16 * 1024

_end = re.compile(rb"\n\r?\n").search
_LONGEST_END = 3
_request_line = re.compile(rb"[-!#$%&'*+.^_`|~0-9A-Za-z]+ [\x21-\x7e]+ HTTP/1\.[01]").fullmatch
_header = re.compile(rb"([-!#$%&'*+.^_`|~0-9A-Za-z]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)").fullmatch
_LENGTH_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Head:
    """How the body of a request comes: its length, None in chunks; and whether it waits to be asked for."""

    body_length: int | None = 0
    expects_answer: bool = False


def end_of_head(data: bytes | bytearray, known: int = 0) -> int | None:
    """Return where the body begins, None while the head is not whole; it does not end before `known`."""
    match = _end(data, max(0, known - _LONGEST_END))
    return None if match is None else match.end()


def may_begin(data: bytes | bytearray) -> bool:
    """Whether these bytes can be the beginning of a request."""
    return data[:1] > b" " and data[:1] < b"\x7f"


def read_head(data: bytes) -> Head | str:
    """Return what the head says of the body, or in a sentence why it is malformed."""
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    first, fields = lines[0], lines[1:-2]
    if not _request_line(first):
        return "The request line is malformed."
    target, version = first.split(b" ")[1:]
    if not target.startswith(b"/"):
        return "The path of the request does not begin with ‘/’."
    values: dict[bytes, list[bytes]] = {}
    for line in fields:
        match = _header(line)
        if match is None:
            return "A header is malformed."
        values.setdefault(match[1].lower(), []).append(match[2].strip(b" \t"))
    hosts = len(values.get(b"host", []))
    if hosts > 1 or (not hosts and version == b"HTTP/1.1"):
        return "The Host header has to be there once."
    body_length = _body_length(values, version)
    if isinstance(body_length, str):
        return body_length
    return Head(body_length, b"expect" in values)


def _body_length(values: dict[bytes, list[bytes]], version: bytes) -> int | str | None:
    lengths = values.get(b"content-length", [])
    encodings = [value.lower() for value in values.get(b"transfer-encoding", [])]
    if encodings:
        if lengths:
            return "Content-Length and Transfer-Encoding exclude each other."
        is_chunked = encodings == [b"chunked"] and version == b"HTTP/1.1"
        return None if is_chunked else "The only Transfer-Encoding there is is ‘chunked’, in HTTP/1.1."
    if not lengths:
        return 0
    if len(lengths) > 1:
        return "Content-Length is given twice."
    if not re.fullmatch(rb"[0-9]+", lengths[0]) or len(lengths[0]) > _LENGTH_DIGITS:
        return "Content-Length is not a number of bytes."
    return int(lengths[0])
