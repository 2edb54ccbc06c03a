"""Labels whose words the keyboard reaches."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from editor_app.window.widgets.words import BREAK, ReadableLabel


@pytest.mark.parametrize("words", ["one", "one\ntwo\n\nthree", "a😀b", f"a{BREAK}b"])
def test_a_readable_label_copies_the_very_words(qtbot, words):
    label = ReadableLabel()
    qtbot.addWidget(label)
    label.say(words, words if BREAK in words else f"{words[:1]}{BREAK}{words[1:]}", about="Value")
    label.show()
    assert label.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert label.accessibleName().startswith("Value: ")
    for selects in (False, True):
        if selects:
            label.selectAll()
            assert label.hasSelectedText()
        label.copy()
        assert QGuiApplication.clipboard().text() == words


def test_a_label_that_says_nothing_is_no_stop(qtbot):
    label = ReadableLabel("something")
    qtbot.addWidget(label)
    label.say("")
    assert label.focusPolicy() is Qt.FocusPolicy.NoFocus
