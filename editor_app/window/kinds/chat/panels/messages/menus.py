"""The menus of the messages panel: the actions on a message, and the roles of a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.chats import ROLES
from editor_app.window.kinds.chat.panels.messages.rows import MessageRow, following_role, roles_from
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.panel_keys import (
    MESSAGES_DELETE,
    MESSAGES_DOWN,
    MESSAGES_NEW,
    MESSAGES_UP,
    MESSAGES_WRITE,
    native_keys,
)
from editor_app.window.kit.words.labels import plain_tooltip


class MenuActs(NamedTuple):
    """What the entries of a menu do."""

    write: Callable[[Path], object]
    new: Callable[[int, str], object]
    make_role: Callable[[Path, str], object]
    move: Callable[[Path, int], object]
    branch: Callable[[Path], object]
    delete: Callable[[Path], object]
    from_json: Callable[[], object]


def fill_menu(
    menu: QMenu, rows: Sequence[MessageRow], index: int | None, acts: MenuActs, why_no_move: str = ""
) -> None:
    """Fill a menu with the actions on the message at `index` of the chat's rows; None is no message.

    `why_no_move` says why messages cannot be moved now, "" if they can.
    """
    row = None if index is None else rows[index]
    if row is not None and index is not None:
        _add(menu, MESSAGES_WRITE.text, lambda: acts.write(row.path), MESSAGES_WRITE.keys)
        menu.addSeparator()
    _add_new(menu, rows, index, acts)
    menu.addSeparator()
    if row is not None and index is not None:
        for role in ROLES:
            entry = _add(menu, f"Make it {role}", partial(acts.make_role, row.path, role))
            entry.setEnabled(role != row.role)
        menu.addSeparator()
        _add_moves(menu, row, index, len(rows), acts, why_no_move)
        menu.addSeparator()
        _add(menu, "Branch here", lambda: acts.branch(row.path)).setToolTip(
            plain_tooltip("Make a new chat of the messages up to this one")
        )
        _add(menu, MESSAGES_DELETE.text, lambda: acts.delete(row.path), MESSAGES_DELETE.keys)
        menu.addSeparator()
    _add(menu, "From JSON…", acts.from_json)


def new_menu(title: str, first: str, make: Callable[[str], object], parent: QWidget, keys: str = "") -> QMenu:
    """Return a menu of the roles of a new message; the `first` one is that of the shortcut `keys`."""
    menu = round_menu(QMenu(title, parent))
    for role in roles_from(first):
        shortcut = keys if role == first else ""
        _add(menu, role.capitalize(), partial(make, role), shortcut)
    return menu


def _add_new(menu: QMenu, rows: Sequence[MessageRow], index: int | None, acts: MenuActs) -> None:
    if index is None:
        last = rows[-1] if rows else None
        place = len(rows)
        words = "New message"
        menu.addMenu(new_menu(words, following_role(last), lambda role: acts.new(place, role), menu))
        return
    before = rows[index - 1] if index > 0 else None
    menu.addMenu(
        new_menu("New message before", following_role(before), lambda role: acts.new(index, role), menu)
    )
    first, keys = following_role(rows[index]), MESSAGES_NEW.keys
    menu.addMenu(new_menu("New message after", first, lambda role: acts.new(index + 1, role), menu, keys))


def _add_moves(
    menu: QMenu, row: MessageRow, index: int, count: int, acts: MenuActs, why_no_move: str
) -> None:
    for key, place in ((MESSAGES_UP, index - 1), (MESSAGES_DOWN, index + 1)):
        entry = _add(menu, key.text, partial(acts.move, row.path, place), key.keys)
        entry.setEnabled(not why_no_move and 0 <= place < count)
        entry.setToolTip(plain_tooltip(why_no_move))


def _add(menu: QMenu, text: str, act: Callable[[], object], keys: str = "") -> QAction:
    """Add an entry that shows the shortcut `keys`, which the panel handles itself."""
    action = menu.addAction(f"{text}\t{native_keys(keys)}" if keys else text)
    action.triggered.connect(lambda _checked=False: act())
    return action
