"""The menu of a tab: closing it and others, keeping and pinning it."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from editor_app.text import Sentence
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.open_documents import TabSort


class TabsClosed(WordedEnum):
    """Which tabs are closed together, seen from one; a pinned one never is."""

    OTHERS = Sentence("window-text.close-others")
    TO_THE_RIGHT = Sentence("window-text.close-to-the-right")
    SAVED = Sentence("window-text.close-saved")
    ALL = Sentence("window-text.close-all")


def closed_together(tabs: EditorTabs, index: int, which: TabsClosed) -> tuple[EditorDocument, ...]:
    """Return the documents in front of the tabs that are closed from the one at an index."""
    bar = tabs.bar
    unpinned = [at for at in range(bar.count()) if not bar.is_pinned(at)]
    closed = {
        TabsClosed.OTHERS: [at for at in unpinned if at != index],
        TabsClosed.TO_THE_RIGHT: [at for at in unpinned if at > index],
        TabsClosed.SAVED: [at for at in unpinned if not bar.is_unsaved(at)],
        TabsClosed.ALL: unpinned,
    }
    return tuple(map(tabs.document_at, closed[which]))


def pin_or_unpin(tabs: EditorTabs, document: EditorDocument) -> None:
    """Pin the tab of a document, or let a pinned one be as the others."""
    is_pinned = tabs.sort_of(document) is TabSort.PINNED
    tabs.set_sort(document, TabSort.KEPT if is_pinned else TabSort.PINNED)


def menu_of_tab(tabs: EditorTabs, index: int) -> QMenu:
    """Return the menu of the tab at an index; only closing itself closes a pinned tab."""
    bar, document = tabs.bar, tabs.document_at(index)
    sort = tabs.sort_of(document)

    def close(words: str, documents: tuple[EditorDocument, ...], keys: str = "") -> MenuEntry:
        return MenuEntry(words, partial(tabs.close_requested.emit, documents), keys, bool(documents))

    keep = MenuEntry(Sentence("window-text.keep-open"), partial(tabs.keep, document))
    return menu_of(
        tabs,
        close(Sentence("window-text.close"), (document,), "Ctrl+W" if index == bar.currentIndex() else ""),
        *(close(which.words, closed_together(tabs, index, which)) for which in TabsClosed),
        None,
        *([keep] if sort is TabSort.PREVIEW else []),
        MenuEntry(
            Sentence("window-text.unpin") if sort is TabSort.PINNED else Sentence("window-text.pin"),
            partial(pin_or_unpin, tabs, document),
        ),
        MenuEntry(Sentence("window-text.open-beside"), partial(tabs.beside_requested.emit, document)),
        None,
        MenuEntry(Sentence("window-text.history"), partial(tabs.history_requested.emit, document)),
    )
