"""The tree of the library panel, made of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import all_kinds, heading_place, kind_named
from editor_app.window.documents.library_rows import LibraryRow

BADGES: Final = {"user": "accent", "default": "neutral", BUILT_IN: "neutral", "fallback": "warn"}
"""The origin badges and their tones."""


class LibraryNode(NamedTuple):
    """A heading, a folder or a file in the tree; `files` are how many a heading or a folder has.

    `above` are the keys of the nodes that it is in, `owner` is the label of the file whose row is the parent.
    """

    key: tuple[str, ...]
    label: str
    depth: int
    row: LibraryRow | None = None
    files: int = 0
    above: tuple[tuple[str, ...], ...] = ()
    owner: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether the node is a heading, which groups files of one kind."""
        return self.depth == 0


def tree_of(rows: Iterable[LibraryRow]) -> tuple[LibraryNode, ...]:
    """Return headings, folders and files in the order of the tree; inside a folder, folders come first.

    A row with an owner is a child of the owner's row; if that is missing, it is listed by itself.
    """
    ordered = sorted(rows, key=_place_in_tree)
    may_own = {row.path for row in ordered if row.owner is None}
    owned: dict[Path, list[LibraryRow]] = {}
    for row in ordered:
        if row.owner is not None and row.owner in may_own:
            owned.setdefault(row.owner, []).append(row)
    nodes: list[LibraryNode] = []
    files: Counter[tuple[str, ...]] = Counter()
    for row in ordered:
        if row.owner in may_own:
            continue
        labels = (row.heading, *row.folders)
        above = tuple(labels[: depth + 1] for depth in range(len(labels)))
        for depth, key in enumerate(above):
            if key not in files:
                nodes.append(LibraryNode(key, labels[depth], depth, above=above[:depth]))
            files[key] += 1
        own = LibraryNode((row.heading, str(row.path)), row.label, len(above), row, above=above)
        nodes.append(own)
        for one in owned.pop(row.path, ()):
            key, chain = (*own.key, str(one.path)), (*above, own.key)
            nodes.append(LibraryNode(key, one.label, len(chain), one, above=chain, owner=row.label))
    return tuple(node if node.row is not None else node._replace(files=files[node.key]) for node in nodes)


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


def _place_in_tree(row: LibraryRow) -> tuple[int, str, tuple[tuple[int, int, str, str], ...]]:
    """Return where a row stands: files of several kinds under one heading are in the order of these."""
    heading = row.heading
    kind = kind_named(row.kind)
    of_kind = all_kinds().index(kind) if kind is not None and kind.heading == heading else 0
    folders = tuple((0, 0, folder.casefold(), folder) for folder in row.folders)
    return heading_place(heading), heading, (*folders, (1, of_kind, row.label.casefold(), ""))
