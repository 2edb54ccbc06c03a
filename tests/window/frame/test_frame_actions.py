from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenuBar

from editor_app.library.places import resource_path
from editor_app.window.dialogs.shortcuts import ShortcutsDialog
from editor_app.window.frame.actions import WINDOW_ACTIONS, Actions, ActionSpec, When, all_actions, menus_of
from editor_app.window.kit.focus.focused_edits import edit_focused

ACTIONS = all_actions()


def test_ids_and_shortcuts_are_unique() -> None:
    ids = Counter(spec.id for spec in ACTIONS)
    keys = Counter(key for spec in ACTIONS for key in spec.keys)
    assert max(ids.values()) == 1
    assert max(keys.values()) == 1


def test_no_shortcut_needs_a_key_other_keyboards_lack() -> None:
    keys = [key for spec in ACTIONS for key in spec.keys]
    assert not [key for key in keys if re.search(r"Ctrl\+Alt\+.$|Alt\+Ctrl\+.$|[\[\]/]$", key)]
    assert all(not QKeySequence(key).isEmpty() for key in keys)


@pytest.mark.parametrize("menu", sorted({spec.menu for spec in ACTIONS}))
def test_each_letter_is_used_once_in_a_menu(menu: str) -> None:
    texts = [spec.text for spec in ACTIONS if spec.menu == menu]
    letters = Counter(re.findall("&(.)", "".join(texts).lower()))
    assert len(letters) == len(texts)


def test_every_icon_of_the_table_is_there() -> None:
    assert all(resource_path(f"icons/{spec.icon}.svg").exists() for spec in ACTIONS if spec.icon)


def test_the_menu_bar_holds_every_action(qtbot, theme, wear) -> None:
    actions = Actions()
    wear(theme)
    bar = QMenuBar()
    qtbot.addWidget(bar)
    actions.fill(bar)
    assert [action.text() for action in bar.actions()] == list(menus_of(ACTIONS))
    found = []
    waiting = [action.menu() for action in bar.actions()]
    while waiting:
        menu = waiting.pop()
        for action in menu.actions():
            if action.menu():
                waiting.append(action.menu())
            elif not action.isSeparator():
                found.append(action.objectName())
    assert sorted(found) == sorted(spec.id for spec in ACTIONS)


def test_actions_are_enabled_by_what_holds() -> None:
    actions = Actions()
    assert actions.action("open_file").isEnabled()
    assert not actions.action("save").isEnabled()
    actions.set_holding({When.DOCUMENT, When.CAN_SAVE})
    assert actions.action("save").isEnabled()
    assert actions.action("close_tab").isEnabled()
    assert not actions.action("reset_to_default").isEnabled()


def test_connecting_and_what_is_left() -> None:
    done = []
    actions = Actions()
    actions.set_holding(set(When))
    actions.connect_all({"save": lambda: done.append("save")})
    actions.action("save").trigger()
    assert done == ["save"]
    assert "save" not in actions.unconnected()
    assert set(actions.unconnected()) > WINDOW_ACTIONS
    with pytest.raises(KeyError):
        actions.connect_all({"fly": lambda: None})


def test_showing_a_state_does_not_act() -> None:
    done = []
    actions = Actions()
    actions.connect_all({"word_wrap": lambda: done.append(1), "theme_dark": lambda: done.append(2)})
    actions.check("word_wrap", checked=True)
    actions.check("theme_dark", checked=True)
    assert actions.action("word_wrap").isChecked()
    assert not actions.action("theme_light").isChecked()
    assert done == []


def test_shortcuts_are_listed_from_the_table() -> None:
    actions = Actions(
        table=(ActionSpec("go", "&Go there…", "&Edit", ("Ctrl+G", "F3")), ActionSpec("no", "No", "&Edit"))
    )
    assert actions.shortcuts() == (("Edit", "Go there", "Ctrl+G or F3"),)


def test_the_list_of_shortcuts_can_be_searched(qtbot, theme) -> None:
    dialog = ShortcutsDialog(Actions().shortcuts(), None)
    qtbot.addWidget(dialog)
    assert len(dialog.shown()) == len(Actions().shortcuts())
    qtbot.keyClicks(dialog.search, "zoom")
    assert dialog.shown() == ["Zoom in", "Zoom out"]
    dialog.search.setText("f8")
    assert dialog.shown() == ["Next problem", "Previous problem"]
    assert dialog.nothing.isHidden()
    dialog.search.setText("xyz")
    assert dialog.nothing.text() == "No shortcut has ‘xyz’ in its name or keys."
    assert (dialog.nothing.isHidden(), dialog.tree.isHidden()) == (False, True)
    dialog.search.clear()
    assert (dialog.nothing.isHidden(), dialog.tree.isHidden()) == (True, False)


def test_arrows_in_the_field_that_finds_shortcuts_move_their_list(qtbot, theme) -> None:
    dialog = ShortcutsDialog(Actions().shortcuts(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.search.hasFocus)
    bar, places = dialog.tree.verticalScrollBar(), [0]
    assert bar.value() == 0 < bar.maximum()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Up):
        QTest.keyClick(QApplication.focusWidget(), key)
        places.append(bar.value())
    assert places[0] < places[1] < places[2]
    assert places[3:] == [places[1], 0]
    QTest.keyClicks(QApplication.focusWidget(), "zoom")
    assert dialog.shown() == ["Zoom in", "Zoom out"], "it is still written in"


def test_editing_goes_to_the_focused_field(qtbot) -> None:
    field = QLineEdit("words")
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.setFocus()
    assert edit_focused("select_all")
    assert edit_focused("cut")
    assert field.text() == ""
    assert QApplication.clipboard().text() == "words"
    assert edit_focused("paste")
    assert field.text() == "words"
    field.clearFocus()
    assert not edit_focused("copy")
