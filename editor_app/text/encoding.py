"""Bytes to engine text (LF, no BOM) and back, losing nothing on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from editor_app.text.edits import Edit, apply_edits, in_order

_BOM = "\ufeff"
_NEWLINE = re.compile("\r\n|\r|\n")
_FIRST_OF_BOMS = frozenset((b"\xef", b"\xff", b"\xfe"))
_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class UnencodableText(ValueError):  # noqa: N818  it names what the text is, as ValueError's other children do
    """The text has half of a surrogate pair, which no Unicode file can hold."""

    def __init__(self, offset: int) -> None:
        """Say where the half is: `offset` in code points of the engine text."""
        super().__init__(f"character {offset + 1} is half of a surrogate pair, which a text file cannot hold")
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Newlines:
    r"""How a file spells its newlines: "\n", "\r\n" or "\r".

    `exceptions` are (offset of the LF in the engine text, its own spelling),
    in order, for the lines that differ from `dominant`.
    """

    dominant: str = "\n"
    exceptions: tuple[tuple[int, str], ...] = ()

    def after(self, edit: Edit) -> Newlines:
        """Return the newlines of the text after `edit`; inserted ones are dominant."""
        if not self.exceptions:
            return self
        start, end = edit.span
        ends = tuple(
            (offset if offset < start else offset + edit.growth, spelling)
            for offset, spelling in self.exceptions
            if not start <= offset < end
        )
        return Newlines(self.dominant, ends)

    def spell(self, text: str) -> str:
        """Return `text` with each LF spelled as the file spells it."""
        if not self.exceptions:
            return text if self.dominant == "\n" else text.replace("\n", self.dominant)
        pieces: list[str] = []
        at = 0
        for offset, spelling in self.exceptions:
            _join(pieces, text[at:offset].replace("\n", self.dominant))
            _join(pieces, spelling)
            at = offset + 1
        _join(pieces, text[at:].replace("\n", self.dominant))
        return "".join(pieces)


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A file's encoding, byte-order mark and newlines, with which its engine text gives its bytes."""

    encoding: str = "utf-8"
    bom: bool = False
    newlines: Newlines = Newlines()


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's engine text and format.

    `bad_byte` is the offset of the first byte that is not the encoding's
    (the text then has U+FFFD there and must not be written back), or None.
    """

    text: str
    format: TextFormat
    bad_byte: int | None = None


def decode(data: bytes) -> Decoded:
    """Read bytes as UTF-8, or as UTF-16 where a byte-order mark says so; never fails."""
    encoding, bom = "utf-8", b""
    for mark, marked in _BOMS.items():
        if data.startswith(mark):
            encoding, bom = marked, mark
    bad_byte = None
    try:
        text = data[len(bom) :].decode(encoding)
    except UnicodeDecodeError as error:
        bad_byte = error.start + len(bom)
        text = data[len(bom) :].decode(encoding, "replace")
    text, newlines = _to_lf(text)
    return Decoded(text, TextFormat(encoding, bool(bom), newlines), bad_byte)


def decode_text(data: bytes) -> str:
    """Return the engine text of bytes, without their format: quicker where they are plain UTF-8 with LF."""
    if b"\r" not in data and data[:1] not in _FIRST_OF_BOMS:
        with suppress(UnicodeDecodeError):
            return data.decode()
    return decode(data).text


def encode(text: str, text_format: TextFormat) -> bytes:
    """Write engine text in its file's format; half a surrogate pair raises UnencodableText.

    A text that begins with a byte-order mark of its own gets the file's before it, or reading would drop it.
    """
    spelled = text_format.newlines.spell(text)
    try:
        data = spelled.encode(text_format.encoding)
    except UnicodeEncodeError as error:
        raise UnencodableText(len(to_engine_text(spelled[: error.start]))) from error
    has_bom = text_format.bom or spelled.startswith(_BOM)
    return _BOM.encode(text_format.encoding) + data if has_bom else data


def encode_edited(decoded: Decoded, edits: Iterable[Edit]) -> bytes:
    """Write a text after `edits` in its file's format; lines they do not touch keep their own newlines."""
    text, newlines = decoded.text, decoded.format.newlines
    for edit in reversed(in_order(edits)):  # from the end, so that the spans of earlier edits stay valid
        text = apply_edits(text, [edit])
        newlines = newlines.after(edit)
    return encode(text, replace(decoded.format, newlines=newlines))


def to_engine_text(text: str) -> str:
    """Return `text` with every newline as LF."""
    return _to_lf(text)[0] if "\r" in text else text


def _join(pieces: list[str], piece: str) -> None:
    """Add a piece; a CR and an LF that an edit brought together stay two newlines."""
    if piece.startswith("\n") and pieces and pieces[-1].endswith("\r"):
        pieces.append("\r")  # the second is spelled CRLF
    if piece:
        pieces.append(piece)


def _to_lf(text: str) -> tuple[str, Newlines]:
    if "\r" not in text:
        return text, Newlines()
    pairs, returns, feeds = (text.count(newline) for newline in ("\r\n", "\r", "\n"))
    if pairs == returns == feeds:
        return text.replace("\r\n", "\n"), Newlines("\r\n")
    if not feeds:
        return text.replace("\r", "\n"), Newlines("\r")
    spellings = [match.group() for match in _NEWLINE.finditer(text)]
    dominant = Counter(spellings).most_common(1)[0][0]
    lf = text.replace("\r\n", "\n").replace("\r", "\n")
    offsets = (match.start() for match in re.finditer("\n", lf))
    exceptions = tuple(pair for pair in zip(offsets, spellings, strict=True) if pair[1] != dominant)
    return lf, Newlines(dominant, exceptions)
