"""Menus as data: what their entries do, show, and allow."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.layouts import column
from editor_app.window.kit.rows.menus import MenuEntry, menu_button, menu_of


def test_entries_say_what_they_do_show_and_allow(qtbot) -> None:
    owner, done = QWidget(), []
    qtbot.addWidget(owner)
    within = menu_of(owner, MenuEntry("Inside", partial(done.append, "inside")))
    within.setTitle("More")
    menu = menu_of(
        owner,
        MenuEntry("Open", partial(done.append, "open"), "Ctrl+O"),
        None,
        MenuEntry("Not now", partial(done.append, "never"), is_enabled=False, tooltip="<b>why</b>"),
        MenuEntry("On", partial(done.append, "on"), is_checked=True),
        MenuEntry("Off", partial(done.append, "off"), is_checked=False),
        within,
    )
    first, line, refused, on, off, more = menu.actions()
    assert (first.text(), first.isCheckable()) == ("Open\tCtrl+O", False)
    assert line.isSeparator()
    assert more.menu() is within
    assert not refused.isEnabled()
    assert "&lt;b&gt;why" in refused.toolTip()
    assert [(one.isCheckable(), one.isChecked()) for one in (on, off)] == [(True, True), (True, False)]
    for action in (first, refused, off):
        action.trigger()
    assert done == ["open", "off"]


def test_a_menu_that_pops_up_is_gone_once_it_is_closed(qtbot, show) -> None:
    owner = QWidget()
    show(owner)
    menu = menu_of(owner, MenuEntry("One", lambda: None))
    pop_up(menu, owner.mapToGlobal(QPoint(5, 5)))
    assert QApplication.activePopupWidget() is menu
    menu.close()
    qtbot.waitUntil(lambda: not isValid(menu))


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_a_button_that_the_pointer_left_into_its_menu_is_not_hovered_once_that_is_closed(show, key) -> None:
    QCursor.setPos(QApplication.primaryScreen().geometry().bottomRight())
    owner, done = QWidget(), []
    button = menu_button(lambda: (MenuEntry("One", partial(done.append, "one")),))
    column(owner, button, ...)
    show(owner)
    inside = QPointF(button.rect().center())
    enter = QEnterEvent(inside, QPointF(button.pos()) + inside, QPointF(button.mapToGlobal(inside)))
    QApplication.sendEvent(button, enter)  # Qt sends no leaving while the button's menu runs its own loop

    def close() -> None:
        assert button.underMouse(), "the control"
        if key == Qt.Key.Key_Return:
            QTest.keyClick(button.menu(), Qt.Key.Key_Down)
        QTest.keyClick(button.menu(), key)

    QTimer.singleShot(0, close)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == (["one"] if key == Qt.Key.Key_Return else [])
    assert not button.underMouse()
