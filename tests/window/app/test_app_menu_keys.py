"""F10 and Shift+F10 open menus by keyboard, wherever the focus is; *Why* has keys that no desktop takes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QWidget

from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.kit.dialogs.question import NameQuestion

pytestmark = pytest.mark.one_window

_TAKEN = {"Alt+F1", "Alt+F2", "Alt+F4", "Alt+F7", "Alt+F8", "Alt+F9", "Alt+F10", "Alt+Tab", "Alt+Space"}
"""What GNOME, KDE and Xfce take for themselves."""


def menu_by_key(focus: QWidget, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.ShiftModifier) -> QMenu:
    focus.setFocus(Qt.FocusReason.TabFocusReason)
    has_focus = QApplication.focusWidget()
    assert has_focus is focus or focus.isAncestorOf(has_focus), focus.accessibleName()
    QTest.keyClick(has_focus, Qt.Key.Key_F10, keys)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu), focus
    assert menu.actions()
    return menu


def is_beside(menu: QMenu, place: QAbstractScrollArea) -> bool:
    """Whether a menu is at the caret or the row; Qt moves it up where the screen ends below."""
    spot = QRectF(place.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)).toRect()
    return menu.geometry().intersects(spot.translated(place.viewport().mapToGlobal(QPoint())))


def test_shift_f10_opens_the_menu_of_what_has_the_focus_and_f10_the_menu_bar(open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    bench.go_to("{{url}}", 2)
    bench.settle()
    assert bench.panels.problems.tree.isVisible(), "there are problems"
    pill = bench.panels.variables.findChildren(QWidget)
    pill = next(one for one in pill if one.accessibleName().startswith("Insert") and one.isVisible())
    tabs = bench.workbench.tabs.bar
    for place in (bench.editor, bench.panels.library.tree, bench.panels.problems.tree, tabs, pill):
        menu = menu_by_key(place)
        assert place in (tabs, pill) or is_beside(menu, place), place.accessibleName()
        menu.close()
        bench.come_back()
    for place in (bench.editor, bench.panels.library.tree):
        menu = menu_by_key(place, Qt.KeyboardModifier.NoModifier)
        assert menu.title() == "&File"
        QTest.keyClick(menu, Qt.Key.Key_Right)
        assert QApplication.activePopupWidget().title() == "&Edit"
        QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Escape)
        bench.come_back()


def test_shift_f10_opens_the_menu_of_a_field_in_a_dialog(theme_choice, qtbot):
    dialog = QuestionDialog(NameQuestion("Name", "A sentence.", "Go").question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    menu = menu_by_key(dialog.fields.form.cell("name").widget)
    assert any("Paste" in action.text() for action in menu.actions())
    menu.close()


def test_no_action_has_keys_that_a_desktop_takes_and_all_keys_are_listed_once(bench):
    keys = [key for spec in bench.workbench.actions.table for key in spec.all_keys]
    assert not {key for key in keys if key in _TAKEN or "Ctrl+Alt" in key}
    assert len(keys) == len(set(keys))
    for action_id in ("why_here", "why_block"):
        found = bench.workbench.actions.action(action_id).shortcuts()
        assert [keys.toString() for keys in found] == [
            {"why_here": "Ctrl+Shift+Y", "why_block": "Ctrl+Shift+J"}[action_id]
        ]
