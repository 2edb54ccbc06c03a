"""The menu of a tab: closing it and others, keeping and pinning it."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.open_documents import TabSort


def menu_of_tab(tabs: EditorTabs, index: int) -> QMenu:
    """Return the menu of the tab at an index; only closing itself closes a pinned tab."""
    bar, document = tabs.bar, tabs.document_at(index)
    sort = tabs.sort_of(document)
    others = [at for at in range(bar.count()) if not bar.is_pinned(at)]

    def close(words: str, indexes: list[int], keys: str = "") -> MenuEntry:
        documents = tuple(map(tabs.document_at, indexes))
        return MenuEntry(words, partial(tabs.close_requested.emit, documents), keys, bool(documents))

    pins = sort is not TabSort.PINNED
    pin = partial(tabs.set_sort, document, TabSort.PINNED if pins else TabSort.KEPT)
    keep = MenuEntry("Keep open", partial(tabs.keep, document))
    return menu_of(
        tabs,
        close("Close", [index], "Ctrl+W" if index == bar.currentIndex() else ""),
        close("Close others", [at for at in others if at != index]),
        close("Close to the right", [at for at in others if at > index]),
        close("Close saved", [at for at in others if not bar.is_unsaved(at)]),
        close("Close all", others),
        None,
        *([keep] if sort is TabSort.PREVIEW else []),
        MenuEntry("Pin" if pins else "Unpin", pin),
        MenuEntry("Open beside", partial(tabs.beside_requested.emit, document)),
        None,
        MenuEntry("History…", partial(tabs.history_requested.emit, document)),
    )
