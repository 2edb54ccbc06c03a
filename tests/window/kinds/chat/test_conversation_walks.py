"""Walks through a conversation: whatever is done, the editor lies over its message."""

from __future__ import annotations

from random import Random

import pytest
from conversation_owner import Owner
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.text import Span

WORDS = ("scan ", "of the listing ", "\n", "\n\n", "    return rows\n", "שלום ", "👩 ", "\t", "x" * 90)
KEYS = Qt.Key
MOVES = (
    KEYS.Key_Up,
    KEYS.Key_Down,
    KEYS.Key_Left,
    KEYS.Key_Right,
    KEYS.Key_PageUp,
    KEYS.Key_PageDown,
    KEYS.Key_Return,
    KEYS.Key_Backspace,
)


def click(owner: Owner, random: Random) -> None:
    viewport = owner.view.viewport()
    place = QPoint(random.randrange(80, viewport.width()), random.randrange(viewport.height()))
    spot = owner.view.spot_at(place)
    if spot is not None and spot.part.name == "TEXT" and viewport.childAt(place) is None:
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)


def type_some(owner: Owner, random: Random) -> None:
    QTest.keyClicks(owner.live, random.choice(("a", "bc ", "def ghi ")) * random.randrange(1, 12))


def press(owner: Owner, random: Random) -> None:
    key = random.choice(MOVES)
    for _ in range(random.randrange(1, 6)):
        QTest.keyClick(owner.live, key)


def press_to_end(owner: Owner, random: Random) -> None:
    key = random.choice((KEYS.Key_Home, KEYS.Key_End))
    QTest.keyClick(owner.live, key, Qt.KeyboardModifier.ControlModifier)


def scroll(owner: Owner, random: Random) -> None:
    bar = owner.view.verticalScrollBar()
    bar.setValue(random.randrange(bar.maximum() + 1))


def resize(owner: Owner, random: Random) -> None:
    owner.view.resize(random.randrange(300, 800), random.randrange(120, 700))


def zoom(owner: Owner, random: Random) -> None:
    owner.view.set_zoom(random.randrange(-3, 8))


def go(owner: Owner, random: Random) -> None:
    length = len(owner.live.contents.text)
    owner.live.go_to(Span(*[random.randrange(length + 1)] * 2))
    owner.view.show_caret()  # which may have been there before


def undo(owner: Owner, random: Random) -> None:
    for _ in range(random.randrange(1, 5)):
        owner.live.undo()


def replace_all(owner: Owner, random: Random) -> None:
    owner.live.contents.replace_text("".join(random.choices(WORDS, k=random.randrange(300))))


def wait(_owner: Owner, random: Random) -> None:
    for _ in range(random.randrange(1, 5)):
        QApplication.processEvents()


STEPS = (click, click, type_some, press, press, press_to_end, scroll, scroll, resize, zoom, go, undo)
STEPS += (replace_all, wait, wait)


def assert_all_is_in_place(owner: Owner) -> None:
    view, editor = owner.view, owner.live
    look, room, index = view.stack.look, view.viewport().height(), view.live_index
    assert index is not None
    assert view.stack.total == sum(map(view.stack.height, range(len(view.stack.items))))
    assert editor.width() == view.viewport().width()
    lines = editor.document().lineCount()
    line = look.code.line_height
    assert view.stack.height(index) == look.heading + look.padding + lines * line + look.below
    top = view.stack.text_top(index) - view.offset
    bottom = top + look.padding + lines * line
    if top >= room or bottom <= 0:
        assert not editor.geometry().intersects(view.viewport().rect())
        return
    assert editor.geometry().top() <= max(top, 0) + 1
    assert editor.geometry().bottom() + 1 >= min(bottom, room)
    first = editor.visible_blocks(0, room)[0]
    drawn = editor.viewport().mapTo(view.viewport(), QPoint()).y() + round(first.top)
    assert drawn == top + look.padding + first.block.firstLineNumber() * line


LONG = (pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 40))


@pytest.mark.parametrize("seed", [0, *LONG])
def test_whatever_is_done_the_editor_lies_over_its_message(conversation, seed):
    random = Random(seed)
    texts = ["".join(random.choices(WORDS, k=random.randrange(200))) for _ in range(12)]
    conversation.show(*texts, "".join(random.choices(WORDS, k=3_000)), live=0)
    view = conversation.view
    for _ in range(40):
        step = random.choice(STEPS)
        step(conversation, random)
        QApplication.processEvents()
        assert_all_is_in_place(conversation)
        if step in (type_some, press_to_end, go):
            assert view.caret_top() >= 0
            assert view.caret_top() + view.stack.look.code.line_height <= view.viewport().height()
    view.grab()
    for index, item in enumerate(view.stack.items):
        editor = conversation.editors.get(item.path)
        if editor is not None and index != view.live_index:
            assert item.text == view.stack.texts[index].text == editor.contents.text
