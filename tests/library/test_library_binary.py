"""What sort of file bytes are that are no text."""

from __future__ import annotations

import pytest

from editor_app.library.files.binary import binary_sort


@pytest.mark.parametrize(
    ("data", "sort"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG image"),
        (b"GIF89a\x01\0\x01\0", "GIF image"),
        (b"ID3\x04\0\0", "sound"),
        (b"OggS\0\x02", "Ogg sound or video"),
        (b"RIFF\n\0\0\0WEBPVP8 ", "WebP image"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF document"),
        (b"PK\x03\x04\n\0", "ZIP archive"),
        (b"\0\0\0 ftypisom", "MP4 video"),
        (b"a\0b", "binary file"),
        (b"x" * 8000 + b"\0", "binary file"),
        (b"x" * 9000 + b"\0", None),
        (b"", None),
        (b"a text\n", None),
        (b"caf\xe9\n", None),
        ("caf\u00e9".encode("utf-16"), None),
        (b"\xff\xfea\0b\0", None),
    ],
)
def test_the_first_bytes_tell(data: bytes, sort: str | None):
    assert binary_sort(data) == sort


@pytest.mark.parametrize(
    "text",
    [
        "ID3 tags are metadata of sound files.\n",
        "fLaC is how FLAC files begin.\n",
        "OggS",
        "%PDF-1.7 is a version.\n",
        "GIF89a is a format.\n",
        "wOF2 and wOFF are fonts.\n",
        "RIFF 123WAVE\n",
        "the ftyp box\n",
        "ID3 is a tag. " + "\u00e9" * 8192,
    ],
)
def test_a_text_that_begins_with_a_printable_signature_is_a_text(text: str):
    assert binary_sort(text.encode()) is None
