"""Strings on their way into Qt and out of the clipboard, exact to the character.

Qt takes a byte-order mark at the beginning of what it is handed for a mark, and drops it; another character
there, U+FFFE, makes it swap the bytes of all the rest.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData

_BOM: Final = "\ufeff"
_TEXT: Final = "text/plain"


def for_qt(text: str) -> str:
    """Return what to hand to Qt so that Qt has `text`: before a mark, one that is dropped in its place."""
    return _BOM + text if text.startswith((_BOM, "\ufffe")) else text


def mime_text(data: QMimeData) -> str:
    """Return the text of a clipboard or a drag, with a mark that it begins with."""
    text = data.text()
    if not data.hasFormat(_TEXT):
        return text
    stored = data.data(_TEXT)
    if not stored.startsWith(_BOM.encode()):
        return text
    exact = bytes(stored.data()).decode("utf-8", "replace")
    return exact if exact == _BOM + text else text
