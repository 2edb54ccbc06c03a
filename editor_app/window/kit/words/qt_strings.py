"""Strings passed to Qt and read from the clipboard, exact to the character.

Qt drops a byte-order mark at the beginning of a string it is given; another character there, U+FFFE, makes it
swap the bytes of all other characters.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData

_BOM: Final = "\ufeff"
_TEXT: Final = "text/plain"


def for_qt(text: str) -> str:
    """Return the string from which Qt makes `text`: a mark at the beginning is preceded by another."""
    return _BOM + text if text.startswith((_BOM, "\ufffe")) else text


def mime_text(data: QMimeData) -> str:
    """Return the text of a clipboard or a drag, including a byte-order mark at its beginning."""
    text = data.text()
    if not data.hasFormat(_TEXT):
        return text
    stored = data.data(_TEXT)
    if not stored.startsWith(_BOM.encode()):
        return text
    exact = bytes(stored.data()).decode("utf-8", "replace")
    return exact if exact == _BOM + text else text
