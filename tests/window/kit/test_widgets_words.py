"""Labels whose words the keyboard reaches."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.words.labels import BREAK, ReadableLabel, WordedLabel


@pytest.mark.parametrize("words", ["one", "one\ntwo\n\nthree", "a😀b", f"a{BREAK}b"])
@pytest.mark.parametrize("has_caret", [True, False])
def test_a_readable_label_copies_the_very_words(qtbot, words, has_caret):
    label = ReadableLabel(has_caret=has_caret)
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


def test_the_words_of_an_empty_panel_look_like_words_and_not_like_a_field(qtbot, theme, show):
    empty = EmptyPlace("No versions yet", "Each save keeps one.", ground="paper")
    accent = theme.color("acc").rgb()

    def is_framed(widget: QWidget, reason: Qt.FocusReason) -> bool:
        show(widget, 300, 120)
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)
        widget.setFocus(reason)
        image = widget.grab().toImage()
        return accent in {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}

    assert not is_framed(empty, Qt.FocusReason.OtherFocusReason)
    empty.focusProxy().clearFocus()
    assert is_framed(empty, Qt.FocusReason.TabFocusReason), "who comes by keys sees where the focus is"
    assert is_framed(ReadableLabel("Each"), Qt.FocusReason.OtherFocusReason)


def test_a_label_shows_the_longest_of_its_wordings_that_fits(qtbot, show):
    label = WordedLabel("soft", None, "what it would get now", "now")
    show(label, 300, 24)
    elided, right = label.fontMetrics().elidedText, Qt.TextElideMode.ElideRight
    text = "what it would get now"
    wide = next(width for width in range(1, 300) if elided(text, right, width) == text)
    for room, shown in ((wide, "what it would get now"), (wide - 1, "now"), (1, "now")):
        label.resize(room, 24)
        label.grab()
        assert label.lines() == [shown]
        assert label.text() == "what it would get now", "which a screen reader says"
        assert ("what it would" in label.toolTip()) is (shown == "now")
    label.say("what it would get now", "")
    assert label.lines() == [""]
