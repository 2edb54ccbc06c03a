"""Menus as data: what their entries do, show, and allow."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.rows.menus import MenuEntry, menu_of


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
