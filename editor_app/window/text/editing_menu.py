"""The editor's context menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from editor_app.text import Fix
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.text.document.history import History
from editor_app.window.text.surface import TextSurface


def editing_menu(
    editor: TextSurface,
    fixes: Sequence[Fix],
    choose: Callable[[Fix], object],
    history: History | None = None,
    rename: tuple[str, Callable[[], object]] | None = None,
) -> QMenu:
    """Return a menu of `fixes`, then undo, clipboard and selection; it is deleted when it closes.

    `history` is what undo acts on, the editor's own unless it is given. `rename` is the name at the place of
    the menu and what asks for another.
    """
    special = [MenuEntry(menu_words(fix.title), partial(choose, fix)) for fix in fixes]
    if rename is not None:
        name, ask = rename
        special.append(MenuEntry(menu_words(f"Rename ‘{name}’…"), ask, "F2"))
    document, writable = editor.document(), not editor.isReadOnly()
    can_undo = document.isUndoAvailable() if history is None else history.can_undo
    can_redo = document.isRedoAvailable() if history is None else history.can_redo
    is_selected = editor.textCursor().hasSelection()
    menu = menu_of(
        editor,
        *special,
        None,
        MenuEntry("Undo", editor.undo, "Ctrl+Z", writable and can_undo),
        MenuEntry("Redo", editor.redo, "Ctrl+Shift+Z", writable and can_redo),
        None,
        MenuEntry("Cut", editor.cut, "Ctrl+X", writable and is_selected),
        MenuEntry("Copy", editor.copy, "Ctrl+C", is_selected),
        MenuEntry("Copy as picture", editor.copy_picture, is_enabled=not document.isEmpty()),
        MenuEntry("Paste", editor.paste, "Ctrl+V", writable and editor.canPaste()),
        None,
        MenuEntry("Select all", editor.selectAll, "Ctrl+A", not document.isEmpty()),
    )
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
