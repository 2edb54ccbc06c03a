"""Which documents share a tab, and which of them is in front in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence


class TabGroups:
    """The documents of each tab; both are known by their keys.

    Documents of one group share a tab; a document without a group has a tab of its own. Of each tab, one
    document is in front.
    """

    def __init__(self) -> None:
        """Begin without tabs."""
        self._tabs: dict[int, int] = {}
        self._groups: dict[int, Hashable] = {}
        self._members: dict[int, list[int]] = {}
        self._front: dict[int, int] = {}

    def tab_of_group(self, group: Hashable | None) -> int | None:
        """Return the tab that the documents of a group share; None where there is none yet."""
        if group is None:
            return None
        return next((self._tabs[key] for key, other in self._groups.items() if other == group), None)

    def add(self, key: int, tab: int, group: Hashable | None) -> None:
        """Add a document to a tab; the first one there is in front."""
        self._tabs[key] = tab
        if group is not None:
            self._groups[key] = group
        self._members.setdefault(tab, []).append(key)
        self._front.setdefault(tab, key)

    def remove(self, key: int) -> int | None:
        """Remove a document; return its tab if that has no other, else None.

        Where it was in front, the one beside it is in front then.
        """
        tab = self._tabs.pop(key)
        self._groups.pop(key, None)
        members = self._members[tab]
        place = members.index(key)
        members.remove(key)
        if not members:
            del self._members[tab], self._front[tab]
            return tab
        if self._front[tab] == key:
            self._front[tab] = members[min(place, len(members) - 1)]
        return None

    def bring_to_front(self, key: int) -> None:
        """Let a document be the one in front in its tab."""
        self._front[self._tabs[key]] = key

    def tab(self, key: int) -> int:
        """Return the tab of a document."""
        return self._tabs[key]

    def group(self, key: int) -> Hashable | None:
        """Return the group of a document, None if it is in none."""
        return self._groups.get(key)

    def front(self, tab: object) -> int:
        """Return the document in front in a tab, -1 where there is no such tab."""
        return self._front.get(tab, -1) if isinstance(tab, int) else -1

    def members(self, tab: object) -> Sequence[int]:
        """Return the documents of a tab, the one in front first."""
        front = self.front(tab)
        others: Iterator[int] = (key for key in self._members.get(tab, ()) if key != front)  # type: ignore[call-overload]  # any other object has no tab
        return (front, *others) if front >= 0 else ()
