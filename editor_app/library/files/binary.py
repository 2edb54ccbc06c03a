"""Telling binary files from text, and what sort of file they are."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Sequence

from editor_app.text import decode

_HEAD_BYTES = 8192
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"\x00\x00\x01\x00", "icon"),
    (b"PK\x03\x04", "ZIP archive"),
    (b"\x1f\x8b", "gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (b"\xfd7zXZ\x00", "XZ archive"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"\x7fELF", "program"),
)
_PRINTABLE_SIGNATURES = (  # a text may begin with these too
    (b"GIF8[79]a", "GIF image"),
    (b"RIFF....WEBP", "WebP image"),
    (b"%PDF-", "PDF document"),
    (b"wOF[F2]", "font"),
    (b"OggS", "Ogg sound or video"),
    (b"RIFF....WAVE", "WAVE sound"),
    (b"(?:ID3|fLaC)", "sound"),
    (b"....ftyp", "MP4 video"),
)
_OTHER = "binary file"


def binary_sort(data: bytes) -> str | None:
    """Return what sort of binary file the bytes are, in words; None for text.

    A signature that no text begins with decides alone. One of printable characters counts where a NUL or
    bytes that are not UTF-8 follow near the beginning. Without a signature, a NUL near the beginning decides.
    """
    sort = _sort(_SIGNATURES, data)
    if sort is not None:
        return sort
    head = data[:_HEAD_BYTES]
    has_nul = b"\0" in head
    if has_nul or not _is_utf8(head):
        sort = _sort(_PRINTABLE_SIGNATURES, data)
    if sort is not None:
        return sort
    return _OTHER if has_nul and decode(head).format.encoding == "utf-8" else None


def _sort(signatures: Sequence[tuple[bytes, str]], data: bytes) -> str | None:
    return next((sort for signature, sort in signatures if re.match(signature, data, re.DOTALL)), None)


def _is_utf8(head: bytes) -> bool:
    """Whether bytes are UTF-8, the last character of which may be cut off."""
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
