"""The editor's context menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from editor_app.text import Fix
from editor_app.window.frame.actions import native_keys
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.words.labels import menu_words
from editor_app.window.text.document.history import History


def editing_menu(
    editor: QPlainTextEdit,
    fixes: Sequence[Fix],
    choose: Callable[[Fix], object],
    history: History | None = None,
    rename: tuple[str, Callable[[], object]] | None = None,
) -> QMenu:
    """Return a menu of `fixes`, then undo, clipboard and selection; it is deleted when it closes.

    `history` is what undo acts on, the editor's own unless it is given. `rename` is the name at the place of
    the menu and what asks for another.
    """
    menu = round_menu(QMenu(editor))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for fix in fixes:
        action = menu.addAction(menu_words(fix.title))
        action.triggered.connect(lambda _checked=False, fix=fix: choose(fix))
    if rename is not None:
        name, ask = rename
        action = menu.addAction(f"{menu_words(f'Rename ‘{name}’…')}\t{native_keys('F2')}")
        action.triggered.connect(lambda _checked=False: ask())
    if fixes or rename is not None:
        menu.addSeparator()
    document, writable = editor.document(), not editor.isReadOnly()
    can_undo = document.isUndoAvailable() if history is None else history.can_undo
    can_redo = document.isRedoAvailable() if history is None else history.can_redo
    is_selected = editor.textCursor().hasSelection()
    groups: tuple[tuple[tuple[str, str, bool, Callable[[], object]], ...], ...] = (
        (
            ("Undo", "Ctrl+Z", writable and can_undo, editor.undo),
            ("Redo", "Ctrl+Shift+Z", writable and can_redo, editor.redo),
        ),
        (
            ("Cut", "Ctrl+X", writable and is_selected, editor.cut),
            ("Copy", "Ctrl+C", is_selected, editor.copy),
            ("Paste", "Ctrl+V", writable and editor.canPaste(), editor.paste),
        ),
        (("Select all", "Ctrl+A", not document.isEmpty(), editor.selectAll),),
    )
    for group in groups:
        menu.addSeparator()
        for words, keys, is_possible, act in group:
            action = menu.addAction(f"{words}\t{native_keys(keys)}")
            action.setEnabled(is_possible)
            action.triggered.connect(lambda _checked=False, act=act: act())
    return menu
