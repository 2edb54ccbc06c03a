"""A canary: a PySide release dropped a reference to None with each void call, and then aborted."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument

CALLS = 2_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
@pytest.mark.usefixtures("qapp")
def test_void_calls_keep_the_references_to_none():
    document = QTextDocument("text")
    cursor, rect = QTextCursor(document), QRectF()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        cursor.setPosition(1)
        document.setModified(False)
        rect.setWidth(2.0)
    assert abs(sys.getrefcount(None) - before) < CALLS // 10


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_references_to_none_are_counted():
    """The control: keeping references shows in the count."""
    before = sys.getrefcount(None)
    kept = [None for _ in range(CALLS)]
    assert sys.getrefcount(None) - before >= CALLS
    assert len(kept) == CALLS
