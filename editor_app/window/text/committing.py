"""What an input method commits, exact and in whole characters."""

from __future__ import annotations

from typing import cast

from PySide6.QtGui import QInputMethodEvent, QTextCursor

from editor_app.text import to_engine_text
from editor_app.window.kit.positions import QT_START, QtPosition
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.text_bridge import TextBridge


def make_exact(event: QInputMethodEvent, cursor: QTextCursor, document: EditorDocument) -> None:
    """Make what is committed exact: Qt would keep characters that may be placeholders in `document`."""
    exact = document.bridge.shown(to_engine_text(event.commitString()))
    start, length = event.replacementStart(), event.replacementLength()
    if length and not document.has_held_changes and not cursor.hasSelection():
        start, length = _whole(cursor.position(), document.bridge, start, length)
    event.setCommitString(exact, start, length)


def commit_joined(event: QInputMethodEvent, cursor: QTextCursor) -> None:
    """Take a composed word out of its event, as a part of the step that removed what it replaces."""
    start = cursor.position() + QtPosition(event.replacementStart())
    cursor.joinPreviousEditBlock()
    if event.replacementLength():
        cursor.setPosition(start)
        cursor.setPosition(start + QtPosition(event.replacementLength()), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(event.commitString())
    cursor.endEditBlock()
    event.setCommitString("")


def _whole(at: QtPosition, bridge: TextBridge, start: int, length: int) -> tuple[int, int]:
    """Return start and length, relative to the cursor `at`, of what is replaced.

    Some methods count characters where Qt counts units: halves of pairs are made whole, and nothing lies
    outside of the text.
    """
    begin = at + QtPosition(start)
    first = bridge.position(bridge.offset(max(begin, QT_START)))
    behind = bridge.position(bridge.offset_behind(max(begin + QtPosition(length), first)))
    return cast("int", first - at), cast("int", behind - first)
