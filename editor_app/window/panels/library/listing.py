"""The tree of the library panel, made of its rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import all_kinds, heading_place, kind_named
from editor_app.window.documents.library_rows import LibraryRow

BADGES: Final = {"user": "accent", "default": "neutral", BUILT_IN: "neutral", "fallback": "warn"}
"""The origin badges and their tones."""


class Node:
    """A heading, a folder or a file in the tree."""

    __slots__ = ("children", "depth", "files", "key", "label", "number", "parent", "place", "row")

    def __init__(
        self, key: tuple[str, ...], label: str, parent: Node | None, row: LibraryRow | None = None
    ) -> None:
        """Append a node to the children of `parent`."""
        self.key = key
        self.label = label
        self.parent = parent
        self.row = row
        self.children: list[Node] = []
        self.files = 0
        self.depth: int = -1 if parent is None else parent.depth + 1
        self.number = 0
        self.place = 0
        if parent is not None:
            self.place = len(parent.children)
            parent.children.append(self)

    @property
    def is_heading(self) -> bool:
        """Whether the node is a heading, which groups files of one kind."""
        return self.depth == 0


def tree_of(rows: Iterable[LibraryRow]) -> Node:
    """Return the root of headings, folders and files; inside a folder, folders come first.

    A row with an owner is a child of the owner's row; if that is missing, it is listed by itself.
    """
    root = Node((), "", None)
    places: dict[tuple[str, ...], Node] = {}
    ordered = sorted(rows, key=_place_in_tree)
    may_own = {row.path for row in ordered if row.owner is None}
    owners: dict[Path | None, Node] = {}
    owned: list[LibraryRow] = []
    for row in ordered:
        if row.owner in may_own:
            owned.append(row)
            continue
        heading = row.heading
        node = places.get((heading,))
        if node is None:
            node = places[heading,] = Node((heading,), heading, root)
        node.files += 1
        key: tuple[str, ...] = (heading,)
        for folder in row.folders:
            key = (*key, folder)
            inner = places.get(key)
            if inner is None:
                inner = places[key] = Node(key, folder, node)
            node = inner
            node.files += 1
        owners[row.path] = Node((heading, str(row.path)), row.label, node, row)
    for row in owned:
        node = owners[row.owner]
        Node((*node.key, str(row.path)), row.label, node, row)
    return root


def matching_files(rows: Iterable[LibraryRow], words: str) -> tuple[LibraryRow, ...]:
    """Return the rows whose path below the heading contains each of `words`, ignoring case.

    That of a folder is found by the paths of its files, too. The owners of such rows are included.
    """
    wanted = words.casefold().split()
    listed = tuple(rows)
    found = [row for row in listed if _has_all(row, wanted)]
    owners = {row.owner for row in found if row.owner is not None}
    if not owners:
        return tuple(found)
    kept = {row.path for row in found} | owners
    return tuple(row for row in listed if row.path in kept)


def _has_all(row: LibraryRow, wanted: list[str]) -> bool:
    text = "/".join((*row.folders, row.label, row.path.name, row.badge)).casefold()
    if all(word in text for word in wanted):
        return True
    beside = row.path.parent.name
    paths = (f"{text}/{beside}/{row.label}/{part.name}".casefold() for part in row.parts)
    return any(all(word in path for word in wanted) for path in paths)


def _place_in_tree(row: LibraryRow) -> tuple[int, str, tuple[tuple[int, int, str], ...]]:
    """Return where a row stands: files of several kinds under one heading are in the order of these."""
    heading = row.heading
    kind = kind_named(row.kind)
    of_kind = all_kinds().index(kind) if kind is not None and kind.heading == heading else 0
    folders = tuple((0, 0, folder.casefold()) for folder in row.folders)
    return heading_place(heading), heading, (*folders, (1, of_kind, row.label.casefold()))
