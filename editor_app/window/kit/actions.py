"""Actions as data, each with its function, and the menus and keys that are made from them.

ACTIONS = (
    Action("save", "&Save", ("Ctrl+S",), FileCondition.CAN_SAVE, "save", act=lambda files: files.save()),
    None,  # a line between them
    Action("wrap", "&Word wrap", check=CheckMark(), act=lambda files: files.toggle_wrap()),
)
menus = (Menu("&File", (*ACTIONS, Menu("&More", MORE)), others=OTHERS),)  # others have no entry
actions = Actions(menus, window)
actions.fill(window.menuBar(), menus)
actions.connect_to(ACTIONS, lambda: files)  # what each function is called with
actions.set_holding({FileCondition.CAN_SAVE})  # the others are disabled
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from editor_app.text import Sentence
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.icons import icon

Target = TypeVar("Target")


class CheckMark(NamedTuple):
    """A mark before an action: alone, or of one in a group; with `says_itself` the act tells of it."""

    group: str = ""
    says_itself: bool = False


@dataclass(frozen=True, slots=True)
class Action(Generic[Target]):
    """An action of the menus, and what it does; without a condition `when` it is always enabled.

    `key_alone` is an additional key that some keyboards have for it, and that no list needs to name.
    """

    id: str
    text: str
    act: Callable[[Target], object] = field(kw_only=True)
    keys: tuple[str, ...] = ()
    when: StrEnum | None = None
    icon: str = ""
    check: CheckMark | None = None
    key_alone: str = ""

    @property
    def all_keys(self) -> tuple[str, ...]:
        """All keys that trigger it."""
        return (*self.keys, self.key_alone) if self.key_alone else self.keys

    @property
    def plain_text(self) -> str:
        """The text without the mnemonic mark."""
        return self.text.replace("&", "")


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, and what is in it; None is a line, a word the id of an action of another menu.

    Its `others` are listed with it and have keys, but no entry in it. One that `is_of_kind` is shown only for
    the files of that kind.
    """

    title: str
    entries: tuple[Action[Any] | Menu | str | None, ...]
    others: tuple[Action[Any] | None, ...] = ()
    is_of_kind: bool = False

    def actions(self) -> Iterator[Action[Any]]:
        """Go through its own actions, those of the menus in it too."""
        yield from (action for _menu, action in self.titled_actions())

    def titled_actions(self) -> Iterator[tuple[str, Action[Any]]]:
        """Go through the same, each with the title of the menu that it is in."""
        for entry in (*self.entries, *self.others):
            if isinstance(entry, Menu):
                yield from entry.titled_actions()
            elif isinstance(entry, Action):
                yield self.title.replace("&", ""), entry


Entries: TypeAlias = tuple[Action[Target] | None, ...]


class Actions(QObject):
    """The actions of some menus as QActions."""

    def __init__(self, menus: Sequence[Menu], parent: QObject | None = None) -> None:
        """Create a QAction for each action; those that have a condition are disabled."""
        super().__init__(parent)
        self.menus = tuple(menus)
        self.table = tuple(action for menu in menus for action in menu.actions())
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {spec.id: self._make(spec) for spec in self.table}
        self._keys = self.default_keys
        self._holding: frozenset[StrEnum] | None = None
        self.set_holding(())

    def action(self, action_id: str) -> QAction:
        """Return an action; an unknown id is a KeyError."""
        return self._actions[action_id]

    def connect_to(self, entries: Iterable[Action[Target] | None], target: Callable[[], Target]) -> None:
        """Let these actions call their functions, with what `target` returns then."""
        for spec in entries:
            if spec is not None:
                self._actions[spec.id].triggered.connect(partial(self._do, spec, target))

    def set_holding(self, conditions: Collection[StrEnum]) -> None:
        """Enable the actions whose conditions hold, and disable the others."""
        if self._holding == (holding := frozenset(conditions)):
            return
        self._holding = holding
        for spec in self.table:
            self._actions[spec.id].setEnabled(spec.when is None or spec.when in holding)

    def listed(self) -> Iterator[tuple[str, Action[Any]]]:
        """Go through all actions, each with the title of its menu."""
        for menu in self.menus:
            yield from menu.titled_actions()

    def check(self, action_id: str, *, checked: bool) -> None:
        """Set the state of a checkable action without triggering it."""
        self._actions[action_id].setChecked(checked)  # emits toggled, never triggered

    @property
    def default_keys(self) -> dict[str, tuple[str, ...]]:
        """The keys that the actions have by themselves, by their ids."""
        return {spec.id: spec.keys for spec in self.table}

    def keys_of(self, action_id: str) -> tuple[str, ...]:
        """Return the keys that an action has now."""
        return self._keys[action_id]

    def set_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Give the actions these keys, by their ids; one that is only on some keyboards stays."""
        for spec in self.table:
            now = keys.get(spec.id, spec.keys)
            if now != self._keys[spec.id]:
                self._keys[spec.id] = now
                alone = (spec.key_alone,) if spec.key_alone else ()
                self._actions[spec.id].setShortcuts([QKeySequence(one) for one in (*now, *alone)])

    def every(self) -> list[QAction]:
        """Return all actions, for the window in which their keys are pressed."""
        return list(self._actions.values())

    def fill(self, bar: QMenuBar, menus: Sequence[Menu]) -> None:
        """Add the menus to a menu bar, in this order."""
        self._bar = bar
        on_theme(bar, self._take_icons)
        for menu in menus:
            made = round_menu(QMenu(menu.title, bar))
            bar.addMenu(made)
            self._fill_menu(made, menu)

    def _fill_menu(self, made: QMenu, menu: Menu) -> None:
        for entry in menu.entries:
            if entry is None:
                made.addSeparator()
            elif isinstance(entry, Menu):
                inner = round_menu(QMenu(entry.title, self._bar))
                made.addMenu(inner)
                self._fill_menu(inner, entry)
            else:
                made.addAction(self._actions[entry if isinstance(entry, str) else entry.id])

    def _take_icons(self) -> None:
        for spec in self.table:
            if spec.icon:
                self._actions[spec.id].setIcon(icon(spec.icon, "soft"))

    def _do(self, spec: Action[Target], target: Callable[[], Target], _checked: bool = False) -> None:
        """Do an action, and let a screen reader say how a checkable one is now."""
        spec.act(target())
        if spec.check is not None and not spec.check.says_itself:
            state = "on" if self._actions[spec.id].isChecked() else "off"
            announce(self._bar.window(), Sentence("window-kit.state", name=spec.plain_text, state=state))

    def _make(self, spec: Action[Any]) -> QAction:
        action = QAction(spec.text, self)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(keys) for keys in spec.all_keys])
        action.setCheckable(spec.check is not None)
        action.setIconVisibleInMenu(False)
        action.setMenuRole(QAction.MenuRole.QuitRole if spec.id == "quit" else QAction.MenuRole.NoRole)
        if spec.check is not None and spec.check.group:
            self._groups.setdefault(spec.check.group, QActionGroup(self)).addAction(action)
        return action
