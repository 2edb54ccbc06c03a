"""The table of actions, from which the menus, their shortcuts and the list of shortcuts are made.

Actions of single kinds of file are in `actions.py` of their folders, and part of the table from the start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.icons import icon


class When(StrEnum):
    """The conditions under which actions are enabled; `Actions.set_holding` sets which of them hold.

    Kinds of file have conditions of their own for their actions.
    """

    ALWAYS = "always"
    LIBRARY = "a library is open"
    DOCUMENT = "a document is open"
    WRITABLE = "the document can be changed"
    CAN_SAVE = "something that the tab shows can be saved"
    CAN_UNDO = "there is something to undo"
    CAN_REDO = "there is something to redo"
    IS_SENT = "the document is of a kind that is sent to a model"
    HAS_VARIABLES = "the document's kind has variables"
    TAKES_VARIABLES = "the document's kind has variables, and it can be changed"
    HAS_PROBLEMS = "the document has problems"
    IS_DEFAULT = "the prompt is a default without a copy"
    IS_COPY = "the prompt is a copy of a default"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """An action of the menus; `choice` is its exclusive group, with `begins` a separator is above it.

    `key_alone` is an additional key that some keyboards have for it, and that no list needs to name.
    """

    id: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    when: StrEnum = When.ALWAYS
    icon: str = ""
    checkable: bool = False
    choice: str = ""
    begins: bool = False
    key_alone: str = ""

    @property
    def all_keys(self) -> tuple[str, ...]:
        """All keys that trigger it."""
        return (*self.keys, self.key_alone) if self.key_alone else self.keys

    @property
    def plain_text(self) -> str:
        """The text without the mnemonic mark."""
        return self.text.replace("&", "")


MENUS: Final = ("&File", "&Edit", "&View", "&Insert", "&Prompt", "&Tools", "&Help")
_BEFORE_MENU_OF_KIND: Final = "&Insert"
THEME_MENU: Final = "&Theme"
SIZE_MENU: Final = "Interface si&ze"
SIZES: Final = {100: "&100 %", 110: "11&0 %", 125: "1&25 %", 150: "1&50 %", 175: "1&75 %", 200: "200 &%"}
"""The sizes of words and controls that the menu has, in percent of the usual one, and their words there."""
WHY_KEYS: Final = "Ctrl+Shift+Y"
"""The keys that ask why a text is there; desktops take Alt and Ctrl with the first function keys."""
_BY_WORDS: Final = "Alt" if sys.platform == "darwin" else "Ctrl"

_FILE = (
    ActionSpec("new_prompt", "&New prompt…", "&File", ("Ctrl+N",), When.LIBRARY, "file-plus-2"),
    ActionSpec("new_chat", "New c&hat…", "&File", when=When.LIBRARY, icon="messages-square"),
    ActionSpec("new_scenario", "New scena&rio…", "&File", when=When.LIBRARY, icon="circle-play"),
    ActionSpec("import_chat", "Chat from &JSON…", "&File", when=When.LIBRARY),
    ActionSpec("import_chat_clipboard", "Chat from the clip&board", "&File", when=When.LIBRARY),
    ActionSpec("new_untitled", "New &untitled", "&File", ("Ctrl+T",), icon="file-text"),
    ActionSpec("open_file", "&Open file…", "&File", ("Ctrl+O",), icon="folder-open", begins=True),
    ActionSpec("open_library", "Open &library…", "&File", ("Ctrl+Shift+O",), icon="folder"),
    ActionSpec("save", "&Save", "&File", ("Ctrl+S",), When.CAN_SAVE, "save", begins=True),
    ActionSpec("save_as", "Save &as…", "&File", ("Ctrl+Shift+S",), When.DOCUMENT),
    ActionSpec("save_all", "Sav&e all", "&File", ("Ctrl+Shift+L",), When.DOCUMENT),
    ActionSpec("close_tab", "&Close tab", "&File", ("Ctrl+W", "Ctrl+F4"), When.DOCUMENT, begins=True),
    ActionSpec("quit", "&Quit", "&File", ("Ctrl+Q",)),
)
_EDIT = (
    ActionSpec("undo", "&Undo", "&Edit", ("Ctrl+Z",), When.CAN_UNDO, "undo-2", key_alone="Undo"),
    ActionSpec("redo", "&Redo", "&Edit", ("Ctrl+Shift+Z", "Ctrl+Y"), When.CAN_REDO, key_alone="Redo"),
    ActionSpec("cut", "Cu&t", "&Edit", ("Ctrl+X", "Shift+Del"), begins=True, key_alone="Cut"),
    ActionSpec("copy", "&Copy", "&Edit", ("Ctrl+C", "Ctrl+Ins"), icon="copy", key_alone="Copy"),
    ActionSpec("paste", "&Paste", "&Edit", ("Ctrl+V", "Shift+Ins"), key_alone="Paste"),
    ActionSpec("delete_word_before", "Delete word &before", "&Edit", (f"{_BY_WORDS}+Backspace",)),
    ActionSpec("delete_word_after", "&Delete word after", "&Edit", (f"{_BY_WORDS}+Del",)),
    ActionSpec("select_all", "Select &all", "&Edit", ("Ctrl+A",)),
    ActionSpec("show_hover", "Show &hover card", "&Edit", ("Ctrl+F1",), When.DOCUMENT, begins=True),
    ActionSpec("show_fixes", "Show &fixes", "&Edit", ("Ctrl+.",), When.HAS_PROBLEMS),
    ActionSpec("next_problem", "&Next problem", "&Edit", ("F8",), When.DOCUMENT),
    ActionSpec("previous_problem", "Pre&vious problem", "&Edit", ("Shift+F8",), When.DOCUMENT),
    ActionSpec(
        "complete", "C&omplete", "&Edit", ("Ctrl+Space", "Ctrl+Shift+Space"), When.WRITABLE, begins=True
    ),
    ActionSpec("rename_symbol", "R&ename…", "&Edit", ("F2",), When.WRITABLE, "text-cursor-input"),
    ActionSpec("tab_moves_focus", "Tab &moves the focus", "&Edit", ("Ctrl+M",), checkable=True, begins=True),
)
_VIEW = (
    ActionSpec("toggle_library", "&Library", "&View", ("Ctrl+B",), checkable=True),
    ActionSpec("toggle_outline", "&Outline", "&View", ("Ctrl+Shift+B",), checkable=True),
    ActionSpec("toggle_preview", "&Preview and values", "&View", ("Ctrl+Shift+E",), checkable=True),
    ActionSpec("toggle_problems", "P&roblems", "&View", ("Ctrl+J",), checkable=True),
    ActionSpec("full_page", "&Full page", "&View", ("F11",), checkable=True),
    ActionSpec("next_panel", "&Next panel", "&View", ("F6",), begins=True),
    ActionSpec("previous_panel", "Pre&vious panel", "&View", ("Shift+F6",)),
    ActionSpec("next_tab", "N&ext tab", "&View", ("Ctrl+Tab", "Ctrl+PgDown"), When.DOCUMENT),
    ActionSpec("previous_tab", "Previou&s tab", "&View", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), When.DOCUMENT),
    ActionSpec("zoom_in", "Zoom &in", "&View", ("Ctrl++", "Ctrl+="), begins=True),
    ActionSpec("zoom_out", "Zoom o&ut", "&View", ("Ctrl+-",)),
    ActionSpec("zoom_reset", "Usual si&ze", "&View", ("Ctrl+0",)),
    ActionSpec("word_wrap", "&Word wrap", "&View", ("Alt+Z",), checkable=True),
    ActionSpec("theme_system", "&As the system", THEME_MENU, checkable=True, choice="theme"),
    ActionSpec("theme_light", "&Light", THEME_MENU, checkable=True, choice="theme"),
    ActionSpec("theme_dark", "&Dark", THEME_MENU, checkable=True, choice="theme"),
    ActionSpec("interface_size_0", "&As the system", SIZE_MENU, checkable=True, choice="size"),
    *(
        ActionSpec(f"interface_size_{size}", words, SIZE_MENU, checkable=True, choice="size")
        for size, words in SIZES.items()
    ),
)
_REST = (
    ActionSpec("insert_variable", "&Variable…", "&Insert", ("Ctrl+I",), When.TAKES_VARIABLES, "variable"),
    ActionSpec(
        "insert_condition", "&Condition…", "&Insert", ("Ctrl+Shift+I",), When.TAKES_VARIABLES, "split"
    ),
    ActionSpec("make_my_copy", "&Make my copy", "&Prompt", when=When.IS_DEFAULT),
    ActionSpec("reset_to_default", "Reset to &default", "&Prompt", when=When.IS_COPY),
    ActionSpec(
        "compaction_instructions", "Compact&ion instructions", "&Prompt", when=When.LIBRARY, icon="minimize-2"
    ),
    ActionSpec("library_variables", "Library &variables", "&Prompt", when=When.LIBRARY, icon="variable"),
    ActionSpec("show_history", "&History…", "&Prompt", when=When.DOCUMENT, icon="history"),
    ActionSpec(
        "copy_model_text",
        "&Copy what the model gets",
        "&Prompt",
        ("Ctrl+Shift+C",),
        When.IS_SENT,
        "copy",
        begins=True,
    ),
    ActionSpec("refresh_values", "&Refresh values", "&Prompt", ("F5",), When.HAS_VARIABLES, "refresh-cw"),
    ActionSpec("trust", "&Trust…", "&Prompt", icon="shield"),
    ActionSpec("go_across", "&Go to source or preview", "&Prompt", ("F12",), When.IS_SENT, begins=True),
    ActionSpec("why_here", "&Why here?", "&Prompt", (WHY_KEYS,), When.IS_SENT),
    ActionSpec("serve", "&Serve…", "&Tools", when=When.LIBRARY),
    ActionSpec("shortcuts", "&Keyboard shortcuts", "&Help", ("F1",)),
    ActionSpec("show_changelog", "What’s &new", "&Help"),
    ActionSpec("show_log", "Show &log", "&Help", begins=True),
    ActionSpec("copy_report", "Copy &report", "&Help"),
    ActionSpec("show_set_aside", "&Journals set aside…", "&Help"),
    ActionSpec("about", "&About Foreword", "&Help", begins=True),
)
ACTIONS: Final = (*_FILE, *_EDIT, *_VIEW, *_REST)
"""The actions that all kinds of file have."""
WINDOW_ACTIONS: Final = frozenset(
    {
        *("toggle_library", "toggle_outline", "toggle_preview", "toggle_problems"),
        *("full_page", "next_panel", "previous_panel"),
    }
)
"""The ids of actions that the main window handles itself, since they only place panels."""


_SAY_THEMSELVES: Final = frozenset({"full_page", "tab_moves_focus"})


def actions_of_kinds() -> tuple[ActionSpec, ...]:
    """Return the actions of single kinds of file, from `actions.py` in their folders."""
    from editor_app.window import kinds

    names = sorted(module.name for module in iter_modules(kinds.__path__, f"{kinds.__name__}."))
    modules = (f"{name}.actions" for name in names)
    found = (import_module(module) for module in modules if find_spec(module) is not None)
    return tuple(spec for module in found for spec in module.ACTIONS)


def all_actions() -> tuple[ActionSpec, ...]:
    """Return all actions of the window, in the order of the menus and of the list of shortcuts."""
    return (*_FILE, *_EDIT, *_VIEW, *actions_of_kinds(), *_REST)


def menus_of(table: Iterable[ActionSpec]) -> tuple[str, ...]:
    """Return the names of a table's menus in their order: those of single kinds come after *Insert*."""
    of_kinds = dict.fromkeys(spec.menu for spec in table if spec.menu not in {*MENUS, THEME_MENU, SIZE_MENU})
    place = MENUS.index(_BEFORE_MENU_OF_KIND) + 1
    return (*MENUS[:place], *of_kinds, *MENUS[place:])


class Actions(QObject):
    """The actions of the table as QActions."""

    def __init__(self, parent: QObject | None = None, table: Iterable[ActionSpec] | None = None) -> None:
        """Create a QAction for each row, by default of `all_actions`, enabled as without an open file."""
        super().__init__(parent)
        self.table = tuple(all_actions() if table is None else table)
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {spec.id: self._make(spec) for spec in self.table}
        self._connected: set[str] = set()
        self._holding: frozenset[StrEnum] | None = None
        self.set_holding(())

    def action(self, action_id: str) -> QAction:
        """Return an action; an unknown id is a KeyError."""
        return self._actions[action_id]

    def connect_all(self, acts: Mapping[str, Callable[[], object]]) -> None:
        """Connect these functions to the actions with these ids; that of a checkable one reads its state."""
        for action_id, act in acts.items():
            self._actions[action_id].triggered.connect(partial(self._do, action_id, act))
            self._connected.add(action_id)

    def unconnected(self) -> tuple[str, ...]:
        """Return the ids that have no function yet; there must be none once the window is built."""
        return tuple(spec.id for spec in self.table if spec.id not in self._connected)

    def set_holding(self, conditions: Collection[StrEnum]) -> None:
        """Enable the actions whose conditions hold, and disable the others."""
        if self._holding == (holding := frozenset(conditions)):
            return
        self._holding = holding
        for spec in self.table:
            self._actions[spec.id].setEnabled(spec.when is When.ALWAYS or spec.when in conditions)

    def check(self, action_id: str, *, checked: bool) -> None:
        """Set the state of a checkable action without triggering it."""
        action = self._actions[action_id]
        if action.isChecked() != checked:
            action.setChecked(checked)  # emits toggled, never triggered

    def fill(self, bar: QMenuBar) -> None:
        """Add the menus to a menu bar."""
        self._bar = bar
        on_theme(bar, self._take_icons)
        menus: dict[str, QMenu] = {}
        for title in menus_of(self.table):
            menus[title] = round_menu(QMenu(title, bar))
            bar.addMenu(menus[title])
        for spec in self.table:
            if spec.menu not in menus:
                menus[spec.menu] = round_menu(QMenu(spec.menu, bar))
                if spec.menu == THEME_MENU:
                    menus["&View"].addSeparator()
                menus["&View"].addMenu(menus[spec.menu])
            if spec.begins:
                menus[spec.menu].addSeparator()
            menus[spec.menu].addAction(self._actions[spec.id])

    def _take_icons(self) -> None:
        for spec in self.table:
            if spec.icon:
                self._actions[spec.id].setIcon(icon(spec.icon, "soft"))

    def shortcuts(self) -> tuple[tuple[str, str, str], ...]:
        """Return menu, text and keys of every action that has keys, in the table's order."""
        return tuple(
            (
                spec.menu.replace("&", ""),
                spec.plain_text.rstrip("…"),
                " or ".join(map(native_keys, spec.keys)),
            )
            for spec in self.table
            if spec.keys
        )

    def _do(self, action_id: str, act: Callable[[], object], _checked: bool = False) -> None:
        """Do an action, and let a screen reader say how a checkable one is now."""
        act()
        spec = next(spec for spec in self.table if spec.id == action_id)
        if spec.checkable and action_id not in _SAY_THEMSELVES:
            state = "on" if self._actions[action_id].isChecked() else "off"
            announce(self._bar.window(), f"{spec.plain_text}: {state}.")

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, self)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(keys) for keys in spec.all_keys])
        action.setCheckable(spec.checkable)
        action.setIconVisibleInMenu(False)
        action.setMenuRole(QAction.MenuRole.QuitRole if spec.id == "quit" else QAction.MenuRole.NoRole)
        if spec.choice:
            group = self._groups.setdefault(spec.choice, QActionGroup(self))
            group.addAction(action)
        return action


def native_keys(keys: str) -> str:
    """Return a shortcut in the platform's notation."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
