"""The file of a situation: typed, completed from the workspace, or chosen from a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QVBoxLayout, QWidget

from editor_app.system_messages.model.scopes import matches_glob
from editor_app.system_messages.situations.situation import OPEN, Open
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.panel_keys import SITUATION_MENU
from editor_app.window.kit.form.completions import offer
from editor_app.window.kit.form.elided_fields import ElidedLineEdit
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.icons import icon
from editor_app.window.kit.words.labels import ElidedLabel, menu_words, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_MOST_FILES: Final = 20


class FileField(QWidget):
    """A field for a path relative to the workspace, no file, or "left open"; below it the matching globs."""

    file_changed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Start as left open."""
        super().__init__(parent)
        self._file: str | Open | None = OPEN
        self._globs: tuple[str, ...] = ()
        self._files: tuple[str, ...] = ()
        self._names = QStringListModel(self)
        self.field = _Field(self)
        self.note = ElidedLabel("", "soft", parent=self)
        self._build()
        on_theme(self, self._restyle)
        self.show_file(OPEN, (), ())

    def show_file(self, file: str | Open | None, globs: Sequence[str], files: Sequence[str]) -> None:
        """Show a situation's file; the caret stays if the file is the same."""
        self._file, self._globs = file, tuple(globs)
        if tuple(files) != self._files:
            self._files = tuple(files)
            self._names.setStringList(list(self._files))
        if _file_in(self.field.text()) != (OPEN if file is None else file):
            silence = QSignalBlocker(self.field)
            self.field.setText(file if isinstance(file, str) else "")
            self.field.setCursorPosition(0)
            silence.unblock()
        self._show_state()

    def _restyle(self) -> None:
        self._pick.setIcon(icon("chevron-down", "soft"))

    def fill_menu(self, menu: QMenu) -> None:
        """Add the choices to `menu`: left open, no file, and the files of the workspace."""
        choices: list[tuple[str, str | Open | None]] = [("Left open", OPEN), ("No file", None)]
        for words, file in choices:
            self._add(menu, words, file)
        menu.addSeparator()
        shown = self._files[:_MOST_FILES]
        for name in shown:
            self._add(menu, menu_words(name), name)
        if len(self._files) > len(shown):
            menu.addAction(f"{len(self._files) - len(shown)} more, type to find them").setEnabled(False)

    def _add(self, menu: QMenu, words: str, file: str | Open | None) -> None:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(file == self._file)
        action.triggered.connect(lambda _checked=False: self._give(file))

    def _give(self, file: str | Open | None) -> None:
        self.show_file(file, self._globs, self._files)
        self.file_changed.emit(file)

    def _take_text(self, text: str) -> None:
        file = _file_in(text)
        if file != self._file:
            self._file = file
            self._show_state()
            self.file_changed.emit(file)

    def _show_state(self) -> None:
        state = "No file" if self._file is None else "Left open"
        self.field.setPlaceholderText(state)
        self.field.setAccessibleName(f"File: {self._file if isinstance(self._file, str) else state}")
        words, whole = self._globs_in_words()
        self.note.setText(words)
        self.note.setVisible(bool(words))
        set_plain_tooltip(self.note, whole)
        self.field.setAccessibleDescription(whole.replace("\n", ", "))

    def _globs_in_words(self) -> tuple[str, str]:
        file = self._file
        if not isinstance(file, str) or not self._globs:
            return "", ""
        found = [glob for glob in self._globs if matches_glob(glob, file)]
        if not found:
            return "Matches no glob", "It matches none of the system message's globs."
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return f"Matches {one_line(found[0])}{more}", "Matches\n" + "\n".join(map(one_line, found))

    def _open_menu(self) -> None:
        menu = round_menu(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self.field.mapToGlobal(QPoint(0, self.field.height() + 2)))

    def _build(self) -> None:
        completer = offer(self.field, self._names)
        completer.setMaxVisibleItems(8)
        completer.activated.connect(self._take_text)
        self._pick = self.field.addAction(
            icon("chevron-down", "soft"), QLineEdit.ActionPosition.TrailingPosition
        )
        self._pick.setToolTip("Choose a file")
        self._pick.triggered.connect(self._open_menu)
        self.field.menu_requested.connect(self._open_menu)
        self.field.textChanged.connect(self._take_text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.field)
        column.addWidget(self.note)
        self.setFocusProxy(self.field)


def _file_in(text: str) -> str | Open:
    return text.strip().replace("\\", "/").removeprefix("./") or OPEN


class _Field(ElidedLineEdit):
    menu_requested = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on Alt+Down."""
        if SITUATION_MENU.is_pressed(event):
            self.menu_requested.emit()
        else:
            super().keyPressEvent(event)
