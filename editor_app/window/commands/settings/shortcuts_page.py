"""The page of the settings with all shortcuts, whose keys are recorded beside their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.library.settings.shortcuts import (
    MOST_KEYS,
    Keys,
    Shortcuts,
    is_typed,
    normal_key,
    owner_of,
    presets,
)
from editor_app.text import Sentence
from editor_app.window.commands.settings.file import ShortcutsFile
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.dialogs.question import Question, confirmation
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.form.choice import ChoiceBox, Option
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.content import KeyCap, RowContent, RowPainting
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.words.labels import PlainLabel

_KEYS_FROM, _MENU_FROM = 0.4, 0.8  # of the width of a row
_HELD_ALONE: Final = frozenset(
    {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr}
)


class Command(NamedTuple):
    """A command by its id, with its menu and its text; without an id, a key of a panel that stays."""

    id: str
    menu: str
    text: str
    keys: Keys = ()


class ShortcutRow(NamedTuple):
    """A command, the keys that it has now, and whether these are the user's."""

    command: Command
    keys: Keys
    is_changed: bool

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        keys = [native_keys(key) for key in self.keys]
        return Sentence(
            "window-commands.shortcut",
            command=self.command.text,
            keys=keys,
            count=len(keys),
            menu=self.command.menu,
            changed="changed" if self.is_changed else "as-usual",
        )


class ShortcutsPage(QWidget):
    """The list of commands and their keys, under the choice of a preset."""

    def __init__(
        self,
        file: ShortcutsFile,
        commands: Sequence[Command],
        ask: Callable[[Question[bool]], bool],
        parent: QWidget,
    ) -> None:
        """List commands, and the keys that panels have; `ask` asks before all go back."""
        super().__init__(parent)
        self._file, self._commands, self._ask = file, commands, ask
        self.path = file.path
        self._words: list[str] = []
        self._changed = 0
        self.found: QWidget = self
        """What the keys go to from the words: the list, or the choice of a preset."""
        self.preset = ChoiceBox()
        self.preset.setAccessibleName(Sentence("window-commands.keys-as-in"))
        self.preset.value_given.connect(lambda name: file.set(partial(replace, preset=str(name))))
        self.reset = link_button(Sentence("window-commands.reset-all"), self, self._reset_all)
        self.reset.setAutoDefault(False)
        self.list = RowTree(_ROWS, Sentence("window-commands.shortcuts-page"), self)
        self.list.entered_row.connect(self._record)
        self.list.menu_for = self._menu_for
        self.list.add_key("Del", lambda: self._give(self.list.current_row, ()))
        self.popup: KeyPopup | None = None
        label = PlainLabel(Sentence("window-commands.keys-as-in"), "soft", self)
        head = row(None, label, 8, sized(self.preset, width=150), ..., self.reset)
        column(self, head, Separator(self), (self.list, 1), spacing=6)
        file.changed.connect(self._show)

    def show_found(self, words: list[str]) -> int:
        """List the commands that have all words in their names or keys; return how many.

        Where they are those of the choice of a preset, that is found, and all commands are listed.
        """
        self._words, self.found = words, self.list
        self._show()
        label = Sentence("window-commands.keys-as-in").casefold()
        said = " ".join((label, *(one.title.casefold() for one in presets()))).split()
        is_label = len(words) > 1 and label.startswith(" ".join(words))
        if is_label or (words and not self.list.rows and set(words) <= set(said)):
            self._words, self.found = [], self.preset
            self._show()
            return 1
        return len(self.list.rows)

    @property
    def summary(self) -> str:
        """How many there are, and how many were changed."""
        number = sum(bool(command.id) for command in self._commands)
        return Sentence("window-commands.commands-changed", count=number, changed=self._changed)

    def _show(self) -> None:
        shortcuts, in_use, unchanged = self._file.shortcuts, self._file.in_use, self._file.unchanged
        rows = [
            ShortcutRow(
                one,
                in_use[one.id] if one.id else one.keys,
                bool(one.id) and (one.id in shortcuts.changed or in_use[one.id] != unchanged[one.id]),
            )
            for one in self._commands
        ]
        self._changed = sum(one.is_changed for one in rows)
        pressed = " ".join(self._words)
        exact = [one for one in rows if pressed in {native_keys(key).casefold() for key in one.keys}]
        self.list.show_rows(tuple(exact or filter(self._matches, rows)))
        options = (Option("", "Foreword"), *(Option(one.name, one.title) for one in presets()))
        self.preset.show_options(options, shortcuts.preset)
        self.reset.setVisible(shortcuts != Shortcuts())

    def _reset_all(self) -> None:
        """Ask whether all commands get their own keys again."""
        preset = next((one.title for one in presets() if one.name == self._file.shortcuts.preset), None)
        if preset is None:
            about = Sentence("window-commands.changed-keys-go-back", count=self._changed)
        else:
            about = Sentence("window-commands.all-keys-go-back", preset=preset)
        title = Sentence("window-commands.reset-all-title")
        if self._ask(confirmation(title, about, Sentence("window-commands.reset-all-action"))):
            self._file.set(lambda _: Shortcuts())

    def _matches(self, one: ShortcutRow) -> bool:
        said = f"{one.in_words()} {' '.join(one.keys)}".casefold()
        return all(word in said for word in self._words)

    def _record(self, one: ShortcutRow, *, adds: bool = False) -> None:
        """Let keys be pressed for a command, in place of those it has or besides."""
        if not one.command.id:
            return
        texts = {command.id: command.text.rstrip("…") for command in self._commands}
        self.popup = KeyPopup(one.command, self._file.in_use, texts, self.list)
        kept = one.keys[: MOST_KEYS - 1] if adds else ()
        self.popup.taken.connect(lambda key: self._give(one, (*kept, key)))
        area = self.list.visualRect(self.list.currentIndex())
        place = self.list.viewport().mapToGlobal(area.topLeft())
        self.popup.adjustSize()
        self.popup.move(place_beside(QRect(place, area.size()), self.popup.size()))
        self.popup.show()
        self.popup.field.setFocus()

    def _give(self, one: ShortcutRow | None, keys: Keys | None) -> None:
        """Give a command other keys; None for those that it has by itself."""
        if one is None or not one.command.id:
            return
        file, command = self._file, one.command.id
        if keys is None and command not in file.shortcuts.changed:  # another command took its keys
            own = file.unchanged[command]
            file.set(lambda shortcuts: shortcuts.giving(command, own, file.in_use).with_keys(command, None))
        elif keys is None:
            file.set(lambda shortcuts: shortcuts.with_keys(command, None))
        else:
            file.set(lambda shortcuts: shortcuts.giving(command, keys, file.in_use))

    def _menu_for(self, one: ShortcutRow | None) -> QMenu | None:
        if one is None or not one.command.id:
            return None
        return menu_of(
            self,
            MenuEntry(Sentence("window-commands.change-keys"), partial(self._record, one), "Return"),
            MenuEntry(
                Sentence("window-commands.add-keys"),
                partial(self._record, one, adds=True),
                is_enabled=bool(one.keys),
            ),
            MenuEntry(
                Sentence("window-commands.remove-keys"), partial(self._give, one, ()), "Del", bool(one.keys)
            ),
            None,
            MenuEntry(
                Sentence("window-commands.back-to-default"),
                partial(self._give, one, None),
                is_enabled=one.is_changed,
            ),
        )


class KeyPopup(PopupFrame):
    """Records the keys of a command beside its row; a conflict is said, with its ways out."""

    taken = Signal(str)

    def __init__(
        self, command: Command, in_use: dict[str, Keys], texts: dict[str, str], beside: QWidget
    ) -> None:
        """Ask for the keys of a command; `texts` are those of all, by their ids."""
        super().__init__(beside)
        self._command, self._in_use, self._texts = command, in_use, texts
        self._key = ""
        self.field = KeyField(Sentence("window-commands.press-keys-for", command=command.text), self)
        self.field.key_pressed.connect(self._look_at)
        self.sign = Sign("triangle-alert", "warn", self)
        self.sign.hide()
        self.problem = PlainLabel(Sentence("window-commands.esc-ends"), "soft", self)
        self.problem.setWordWrap(True)
        self.use = link_button(Sentence("window-commands.use-it-here"), self, self._take)
        self.use.hide()
        said = row(None, self.sign, (self.problem, 1), spacing=8)
        column(self, self.field, said, self.use, margins=(12, 12, 12, 12), spacing=6)
        sized(self, width=340)

    def _look_at(self, key: str) -> None:
        """Take a key that is free; say why another is not, or whose it is, which Enter accepts."""
        if key in {"Return", "Enter"} and not self.use.isHidden():
            self._take()
            return
        self._key = key
        owner = owner_of(key, {one: keys for one, keys in self._in_use.items() if one != self._command.id})
        if is_typed(key):
            self._say(Sentence("window-commands.key-types", key=native_keys(key)), "error")
        elif owner is None:
            self._take()
        else:
            self._say(
                Sentence("window-commands.key-is-taken", key=native_keys(key), command=self._texts[owner]), ""
            )
        self.use.setVisible(owner is not None and not is_typed(key))
        self.adjustSize()

    def _say(self, sentence: str, look: str) -> None:
        self.problem.setText(sentence)
        self.problem.set_look(look)
        self.sign.show()

    def _take(self) -> None:
        self.close()
        self.taken.emit(self._key)


class KeyField(LineField):
    """A field that shows the keys pressed in it; Esc and Tab keep what they mean."""

    key_pressed = Signal(str)

    def __init__(self, name: str, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setReadOnly(True)

    def event(self, event: QEvent) -> bool:
        """Take keys before the window's commands do."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show a key and tell of it."""
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            super().keyPressEvent(event)
        elif event.key() not in _HELD_ALONE and (key := pressed_key(event)) is not None:
            self.setText(native_keys(key))
            self.key_pressed.emit(key)


def pressed_key(event: QKeyEvent) -> str | None:
    """Return the key of an event as shortcuts are written; None for one that has no name."""
    combination = event.keyCombination()
    held = combination.keyboardModifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return normal_key(QKeySequence(held.value | int(combination.key())).toString())


def _paint(at: RowPainting, one: ShortcutRow) -> None:
    at._replace(has_focus=at.is_selected and at.has_focus).background()
    style, rect = at.style, at.rect
    side, width = style.px(12), rect.width()
    left, keys_from, menu_from = rect.left(), int(width * _KEYS_FROM), int(width * _MENU_FROM)
    font = "strong" if one.is_changed else "body"
    style.text(at.painter, at.between(left + side, left + keys_from), one.command.text, "ink", font)
    x = left + keys_from
    for key in one.keys:
        name = native_keys(key)
        taken = style.badge_width(name)
        KeyCap(name).paint(at, at.between(x, x + taken), is_last=True, on_tint=at.is_selected)
        x += taken + style.px(4)
    if not one.keys:
        style.text(
            at.painter, at.between(x, left + menu_from), Sentence("window-commands.no-keys"), "soft", "small"
        )
    menu = one.command.menu
    menu = Sentence("window-commands.menu-changed", menu=menu) if one.is_changed else menu
    style.text(at.painter, at.between(left + menu_from, left + width - side), menu, "soft", "small")


_ROWS: Final[RowType[ShortcutRow]] = RowType(
    lambda one: RowContent(one.command.text, spoken=one.in_words),
    key=lambda one: one.command[:3],
    height=28,
    paint=_paint,
)
