"""Which documents share a tab, and which of them is in front in it."""

from __future__ import annotations

from collections.abc import Hashable

from editor_app.window.text.document.document import EditorDocument


class TabGroups:
    """The documents of each tab, which is known by its key.

    Documents of one group share a tab; a document without a group has a tab of its own. Of each tab, one
    document is in front.
    """

    def __init__(self) -> None:
        """Begin without tabs."""
        self._tabs: dict[EditorDocument, int] = {}
        self._groups: dict[EditorDocument, Hashable] = {}
        self._members: dict[int, list[EditorDocument]] = {}
        self._front: dict[int | None, EditorDocument] = {}

    def tab_of_group(self, group: Hashable | None) -> int | None:
        """Return the tab that the documents of a group share; None where there is none yet."""
        if group is None:
            return None
        return next((self._tabs[one] for one, other in self._groups.items() if other == group), None)

    def add(self, document: EditorDocument, tab: int, group: Hashable | None) -> None:
        """Add a document to a tab; the first one there is in front."""
        self._tabs[document] = tab
        if group is not None:
            self._groups[document] = group
        self._members.setdefault(tab, []).append(document)
        self._front.setdefault(tab, document)

    def remove(self, document: EditorDocument) -> int | None:
        """Remove a document; return its tab if that has no other, else None.

        Where it was in front, the one beside it is in front then.
        """
        tab = self._tabs.pop(document)
        self._groups.pop(document, None)
        members = self._members[tab]
        place = members.index(document)
        members.remove(document)
        if not members:
            del self._members[tab], self._front[tab]
            return tab
        if self._front[tab] is document:
            self._front[tab] = members[min(place, len(members) - 1)]
        return None

    def bring_to_front(self, document: EditorDocument) -> None:
        """Let a document be the one in front in its tab."""
        self._front[self._tabs[document]] = document

    def tab(self, document: EditorDocument) -> int:
        """Return the tab of a document."""
        return self._tabs[document]

    def group(self, document: EditorDocument) -> Hashable | None:
        """Return the group of a document, None if it is in none."""
        return self._groups.get(document)

    def front(self, tab: int | None) -> EditorDocument | None:
        """Return the document in front in a tab, None where there is no such tab."""
        return self._front.get(tab)

    def members(self, tab: int) -> tuple[EditorDocument, ...]:
        """Return the documents of a tab, the one in front first."""
        front = self._front[tab]
        return (front, *(one for one in self._members[tab] if one is not front))
