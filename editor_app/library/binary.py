"""Whether a file's bytes are no text, and what they are then."""

from __future__ import annotations

import re

from editor_app.text import decode

_HEAD_BYTES = 8192
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8[79]a", "GIF image"),
    (b"RIFF....WEBP", "WebP image"),
    (b"\x00\x00\x01\x00", "icon"),
    (b"%PDF-", "PDF document"),
    (b"PK\x03\x04", "ZIP archive"),
    (b"\x1f\x8b", "gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (b"\xfd7zXZ\x00", "XZ archive"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"\x7fELF", "program"),
    (b"wOF[F2]", "font"),
    (b"OggS", "Ogg sound or video"),
    (b"RIFF....WAVE", "WAVE sound"),
    (b"(?:ID3|fLaC)", "sound"),
    (b"....ftyp", "MP4 video"),
)
_PATTERNS = tuple((re.compile(signature, re.DOTALL).match, sort) for signature, sort in _SIGNATURES)
_OTHER = "binary file"


def binary_sort(data: bytes) -> str | None:
    """Return what sort of file bytes are that are no text, None for a text.

    The first bytes tell it; where they are no known signature, a NUL near the beginning does.
    """
    sort = next((sort for matches, sort in _PATTERNS if matches(data)), None)
    if sort is not None:
        return sort
    head = data[:_HEAD_BYTES]
    return _OTHER if b"\0" in head and decode(head).format.encoding == "utf-8" else None
