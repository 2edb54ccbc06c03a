from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenuBar

from editor_app.library.paths import resource_path
from editor_app.window.building import all_menus
from editor_app.window.frame.menu_bar import MenuBar
from editor_app.window.frame.panel_actions import PANEL_ACTIONS
from editor_app.window.kit.actions import Action, Actions, Menu
from editor_app.window.kit.focus.focused_edits import edit_focused
from editor_app.window.perspectives.perspective import FileCondition
from pictures.counting import entries_of

CASES = Path(__file__).resolve().parents[2] / "cases" / "palette"
MENUS = all_menus()
ACTIONS = tuple(action for menu in MENUS for action in menu.actions())


def listed(tree) -> list[str]:
    tops = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return [top.child(at).text(0) for top in tops for at in range(top.childCount())]


def test_no_id_changes_by_which_the_shortcuts_of_users_know_an_action() -> None:
    """An id is made of that of a sentence: renaming this would lose the keys that users gave the action."""
    kept = (CASES / "action_ids.txt").read_text("utf-8").split()
    assert sorted(spec.id for spec in ACTIONS) == kept, "one that is new belongs in the list, none goes"


def test_ids_and_shortcuts_are_unique() -> None:
    ids = Counter(spec.id for spec in ACTIONS)
    keys = Counter(key for spec in ACTIONS for key in spec.keys)
    assert max(ids.values()) == 1
    assert max(keys.values()) == 1


def test_no_shortcut_needs_a_key_other_keyboards_lack() -> None:
    keys = [key for spec in ACTIONS for key in spec.keys]
    assert not [key for key in keys if re.search(r"Ctrl\+Alt\+.$|Alt\+Ctrl\+.$|[\[\]/]$", key)]
    assert all(not QKeySequence(key).isEmpty() for key in keys)


def inner_menus(menus) -> list[Menu]:
    """Return menus and those in them."""
    inner = [entry for menu in menus for entry in menu.entries if isinstance(entry, Menu)]
    return [*menus, *(inner_menus(inner) if inner else [])]


@pytest.mark.parametrize("title", sorted({menu.title for menu in inner_menus(MENUS)}))
def test_each_letter_is_used_once_in_a_menu(title: str) -> None:
    entries = [entry for menu in inner_menus(MENUS) if menu.title == title for entry in menu.entries]
    named = {spec.id: spec for spec in ACTIONS}
    specs = [named[entry] if isinstance(entry, str) else entry for entry in entries if entry is not None]
    texts = [spec.text if isinstance(spec, Action) else spec.title for spec in specs]
    letters = Counter(re.findall("&(.)", "".join(texts).lower()))
    assert len(letters) == len(texts)


def test_every_icon_of_the_table_is_there() -> None:
    assert all(resource_path(f"icons/{spec.icon}.svg").exists() for spec in ACTIONS if spec.icon)


def test_the_menu_bar_holds_every_action_that_is_in_a_menu(qtbot, theme, wear) -> None:
    actions = Actions(MENUS)
    wear(theme)
    bar = QMenuBar()
    qtbot.addWidget(bar)
    actions.fill(bar, MENUS)
    kinds = ["&Cases", "Ch&at", "R&un", "S&ystem message", "&Template", "&Prompt"]
    assert [action.text() for action in bar.actions()] == ["&File", "&Edit", "&View", "&Go", *kinds, "&Help"]
    found = []
    waiting = [action.menu() for action in bar.actions()]
    while waiting:
        menu = waiting.pop()
        for action in menu.actions():
            if action.menu():
                waiting.append(action.menu())
            elif not action.isSeparator():
                found.append(action.objectName())
    others = {spec.id for menu in MENUS for spec in menu.others if spec is not None}
    assert {*found} | others == {spec.id for spec in ACTIONS}
    assert {*found} & others == {"compaction_instructions"}, "of the menu Prompt, and an entry of templates"


@pytest.mark.parametrize(
    "kind", ["&Cases", "Ch&at", "R&un", "S&ystem message", "&Template", "&Prompt", "&Toy"]
)
def test_the_bar_shows_six_menus_of_at_most_sixty_entries_none_of_another_kind(
    qtbot, theme, wear, kind: str
) -> None:
    wear(theme)
    bar = MenuBar(Actions((*MENUS[:-2], Menu("&Toy", ("show_history",), is_of_kind=True), *MENUS[-2:])))
    qtbot.addWidget(bar)
    bar.show_kind(kind)
    shown = [action.text() for action in bar.actions()]
    assert shown == ["&File", "&Edit", "&View", "&Go", kind, "&Help"]
    assert len({re.findall("&(.)", title)[0] for title in shown}) == len(shown)
    assert 30 < len(list(entries_of(bar))) <= 60


def test_the_bar_has_the_menu_of_prompts_for_a_kind_without_one(qtbot, theme, wear) -> None:
    wear(theme)
    bar = MenuBar(Actions(MENUS))
    qtbot.addWidget(bar)
    bar.show_kind("")
    assert [action.text() for action in bar.actions()][-2:] == ["&Prompt", "&Help"]
    with pytest.raises(KeyError):
        bar.show_kind("&Unknown")


def test_actions_are_enabled_by_what_holds() -> None:
    actions = Actions(MENUS)
    assert actions.action("open_file").isEnabled()
    assert not actions.action("save").isEnabled()
    actions.set_holding({FileCondition.DOCUMENT, FileCondition.CAN_SAVE})
    assert actions.action("save").isEnabled()
    assert actions.action("close_tab").isEnabled()
    assert not actions.action("reset_to_default").isEnabled()


def test_the_window_has_its_own_actions_in_its_menus() -> None:
    own = {action.id for action in PANEL_ACTIONS if action is not None}
    assert own < {action.id for action in ACTIONS}


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
