"""Telling binary files from text, and what sort of file they are."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Sequence

from editor_app.text import Sentence, decode

_HEAD_BYTES = 8192
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", Sentence("library.png-image")),
    (b"\xff\xd8\xff", Sentence("library.jpeg-image")),
    (b"\x00\x00\x01\x00", Sentence("library.an-icon")),
    (b"PK\x03\x04", Sentence("library.zip-archive")),
    (b"\x1f\x8b", Sentence("library.gzip-archive")),
    (b"7z\xbc\xaf\x27\x1c", Sentence("library.seven-zip-archive")),
    (b"\xfd7zXZ\x00", Sentence("library.xz-archive")),
    (b"SQLite format 3\x00", Sentence("library.sqlite-database")),
    (b"\x7fELF", Sentence("library.a-program")),
)
_PRINTABLE_SIGNATURES = (  # a text may begin with these too
    (b"GIF8[79]a", Sentence("library.gif-image")),
    (b"RIFF....WEBP", Sentence("library.webp-image")),
    (b"%PDF-", Sentence("library.pdf-document")),
    (b"wOF[F2]", Sentence("library.a-font")),
    (b"OggS", Sentence("library.ogg-sound")),
    (b"RIFF....WAVE", Sentence("library.wave-sound")),
    (b"(?:ID3|fLaC)", Sentence("library.a-sound")),
    (b"....ftyp", Sentence("library.mp4-video")),
)
_OTHER = Sentence("library.binary-file")


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
