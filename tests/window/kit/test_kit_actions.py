from __future__ import annotations

from enum import StrEnum

import pytest
from PySide6.QtWidgets import QMenuBar

from editor_app.window.kit.actions import Action, Actions, CheckMark, Menu


def nothing(_target: object) -> None:
    """Do nothing."""


class When(StrEnum):
    OPEN = "a file is open"


def test_an_action_calls_its_function_with_its_target() -> None:
    done = []
    table = (
        Action("save", "Save", when=When.OPEN, act=lambda files: files.append("save")),
        None,
        Action("quit", "Quit", act=lambda files: files.append("quit")),
    )
    actions = Actions([Menu("&File", table)])
    actions.connect_to(table, lambda: done)
    actions.action("save").trigger()
    assert done == [], "it is disabled"
    actions.set_holding({When.OPEN})
    actions.action("save").trigger()
    assert done == ["save"]
    with pytest.raises(KeyError):
        actions.action("fly")


def test_a_menu_holds_menus_and_actions_of_others_and_some_have_no_entry(qtbot, theme, wear) -> None:
    inner = Menu("&More", (Action("b", "&B", act=nothing),))
    menus = [
        Menu("&File", (Action("a", "&A", act=nothing), None, inner)),
        Menu("&Edit", ("a", Action("c", "&C", act=nothing)), (Action("d", "D", ("F9",), act=nothing), None)),
    ]
    actions = Actions(menus)
    wear(theme)
    bar = QMenuBar()
    qtbot.addWidget(bar)
    actions.fill(bar, menus)
    file, edit = [action.menu() for action in bar.actions()]
    assert [action.text() for action in file.actions()] == ["&A", "", "&More"]
    assert edit.actions() == [actions.action("a"), actions.action("c")]
    assert [action.objectName() for action in actions.every()] == ["a", "b", "c", "d"]
    assert actions.keys_of("d") == ("F9",)
    assert [action.text() for action in file.actions()[2].menu().actions()] == ["&B"]


def test_showing_a_state_does_not_act() -> None:
    done = []
    table = (
        Action("wrap", "Wrap", act=lambda _: done.append(1), check=CheckMark()),
        Action("dark", "Dark", act=lambda _: done.append(2), check=CheckMark("theme")),
        Action("light", "Light", act=lambda _: done.append(3), check=CheckMark("theme")),
    )
    actions = Actions([Menu("&View", table)])
    actions.connect_to(table, lambda: None)
    actions.check("wrap", checked=True)
    actions.check("light", checked=True)
    actions.check("dark", checked=True)
    assert actions.action("wrap").isChecked()
    assert not actions.action("light").isChecked()
    assert done == []


def test_shortcuts_are_listed_from_the_table() -> None:
    table = (Action("go", "&Go there…", ("Ctrl+G", "F3"), act=nothing), Action("no", "No", act=nothing))
    actions = Actions([Menu("&Edit", table)])
    assert [menu for menu, _spec in actions.listed()] == ["Edit", "Edit"]


def test_an_action_has_a_key_that_no_list_names_and_a_group_checks_one(qtbot) -> None:
    copy = Action("copy", "&Copy", ("Ctrl+C",), act=nothing, key_alone="Copy")
    table = (copy, *(Action(name, name, act=nothing, check=CheckMark("size")) for name in ("small", "large")))
    actions = Actions([Menu("&Edit", table)])
    assert [one.toString() for one in actions.action("copy").shortcuts()] == ["Ctrl+C", "Copy"]
    assert actions.keys_of("copy") == ("Ctrl+C",)
    actions.set_keys({"copy": ("F7",)})
    assert [one.toString() for one in actions.action("copy").shortcuts()] == ["F7", "Copy"]
    actions.action("small").trigger()
    actions.action("large").trigger()
    assert [actions.action(name).isChecked() for name in ("small", "large")] == [False, True]


def test_a_checkable_action_is_said_unless_it_says_so_itself(qtbot, heard) -> None:
    table = (
        Action("wrap", "&Wrap", act=lambda _: None, check=CheckMark()),
        Action("page", "&Page", act=lambda _: None, check=CheckMark(says_itself=True)),
    )
    menus = [Menu("&View", table)]
    actions = Actions(menus)
    bar = QMenuBar()
    qtbot.addWidget(bar)
    actions.fill(bar, menus)
    actions.connect_to(table, lambda: None)
    for name in ("wrap", "page", "wrap"):
        actions.action(name).trigger()
    assert heard == ["Wrap: on.", "Wrap: off."]
