"""The tree of the library panel, made of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import all_kinds, heading_place, kind_named
from editor_app.text import Sentence
from editor_app.window.documents.library_rows import EMPTY_FOLDERS, FOLDER, LibraryRow, RowState, badge_words
from editor_app.window.kit.rows.content import Badge, Part, ProblemCounts, Trail, Words
from editor_app.window.kit.rows.row_style import RowStyle
from editor_app.window.kit.words.plain_text import one_line

BADGES: Final = {"user": "accent", "default": "neutral", BUILT_IN: "neutral", "fallback": "warn"}
"""The origin badges and their tones."""

_MOST_FOLDERS: Final = 4096  # that are remembered: many files are in the same ones


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


def tree_of(rows: Iterable[LibraryRow], empty_folders: Iterable[str] = ()) -> tuple[LibraryNode, ...]:
    """Return headings, folders and files in the order of the tree; inside a folder, folders come first.

    A row with an owner is a child of the owner's row; if that is missing, it is listed by itself. Of rows
    that would be called the same, each shows its file's whole name.
    """
    ordered = sorted(rows, key=_place_in_tree)
    may_own = {row.path for row in ordered if row.owner is None}
    owned: dict[Path, list[LibraryRow]] = {}
    for row in ordered:
        if row.owner is not None and row.owner in may_own:
            owned.setdefault(row.owner, []).append(row)
    nodes: list[LibraryNode] = []
    files: Counter[tuple[str, ...]] = Counter()
    listed = [row for row in ordered if row.owner not in may_own]
    for row, label in zip(listed, _labels(listed), strict=True):
        above = _keys_above(row.heading, row.folders)
        for depth, key in enumerate(above):
            if key not in files:
                nodes.append(LibraryNode(key, key[-1], depth, above=above[:depth]))
            files[key] += 1
        own = LibraryNode((above[0][0], str(row.path)), label, len(above), row, above=above)
        nodes.append(own)
        for child in owned.pop(row.path, ()):
            key, chain = (*own.key, str(child.path)), (*above, own.key)
            nodes.append(LibraryNode(key, child.label, len(chain), child, above=chain, owner=row.label))
    heading = (EMPTY_FOLDERS,)
    folders = [LibraryNode((*heading, *path.split("/")), path, 1, above=(heading,)) for path in empty_folders]
    nodes += [LibraryNode(heading, EMPTY_FOLDERS, 0), *folders] if folders else []
    return tuple(node if node.row is not None else node._replace(files=files[node.key]) for node in nodes)


def folder_row(node: LibraryNode, nodes: Iterable[LibraryNode], root: Path) -> LibraryRow:
    """Return a row that stands for the folder of a node; it is read-only where one of its files is."""
    inside = (other.row for other in nodes if other.row is not None and node.key in other.above)
    state = RowState(read_only=any(row.state.read_only for row in inside))
    return LibraryRow(root.joinpath(*node.key[1:]), node.label, FOLDER, state=state)


@lru_cache(_MOST_FOLDERS)
def _keys_above(heading: str, folders: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the heading and the folders above a row, without a folder called as the heading."""
    said = heading.id.rpartition("heading-")[2] if isinstance(heading, Sentence) else heading.lower()
    keys = ((heading, *folders[: depth + 1]) for depth, folder in enumerate(folders) if folder != said)
    return ((heading,), *keys)


def _labels(rows: Sequence[LibraryRow]) -> Iterable[str]:
    """Yield the labels of rows in the order of the tree; equal ones in one folder follow each other."""
    names = [(row.kind, row.folders, row.label.casefold()) for row in rows]
    around = zip([None, *names], names, [*names[1:], None], strict=False)
    for row, (before, own, after) in zip(rows, around, strict=True):
        yield row.path.name if own in {before, after} else row.label


def matching_files(rows: Iterable[LibraryRow], words: str) -> tuple[LibraryRow, ...]:
    """Return the rows whose path below the heading contains each of `words`, ignoring case.

    That of a folder is found by the paths of its files, too. The owners of such rows are included.
    """
    wanted = words.casefold().split()
    listed = tuple(rows)
    matching = [row for row in listed if _has_all(row, wanted)]
    owners = {row.owner for row in matching if row.owner is not None}
    if not owners:
        return tuple(matching)
    paths = {row.path for row in matching} | owners
    return tuple(row for row in listed if row.path in paths)


def _has_all(row: LibraryRow, wanted: list[str]) -> bool:
    text = "/".join((*row.folders, row.label, row.path.name, row.state.badge)).casefold()
    if all(word in text for word in wanted):
        return True
    beside = row.path.parent.name
    paths = (f"{text}/{beside}/{row.label}/{part.name}".casefold() for part in row.parts)
    return any(all(word in path for word in wanted) for path in paths)


def _place_in_tree(row: LibraryRow) -> tuple[int, str, tuple[tuple[int, int, str, str], ...]]:
    """Return where a row stands: files of several kinds under one heading are in the order of these."""
    heading = row.heading
    kind = kind_named(row.kind)
    of_kind = all_kinds().index(kind) if kind is not None and kind.listing.heading == heading else 0
    folders = _folders_in_tree(heading, row.folders)
    return heading_place(heading), heading, (*folders, (1, of_kind, row.label.casefold(), row.path.name))


@lru_cache(_MOST_FOLDERS)
def _folders_in_tree(heading: str, folders: tuple[str, ...]) -> tuple[tuple[int, int, str, str], ...]:
    return tuple((0, 0, key[-1].casefold(), "/".join(key)) for key in _keys_above(heading, folders)[1:])


LEAST_NAME: Final = 44  # a few letters on both sides of an ellipsis; the tooltip has the whole name
_GAP: Final = 6
_NARROW: Final = 240  # in a narrower panel the name goes before a badge that does not warn


def trail_of(row: LibraryRow, style: RowStyle, room: int, width: int) -> Trail:
    """Return the number of messages, the badge and the problems of a file, as far as there is room.

    `room` is that of its name as well, `width` that of the whole row, both in pixels. Where the counts do not
    fit beside the badge, the icon of the worst severity replaces them; the tooltip has all.
    """
    badge = badge_words(row.state.badge)
    badge_room = style.badge_width(badge) + style.px(_GAP)
    cuts_name = BADGES.get(row.state.badge) == "warn" or width >= style.px(_NARROW)
    has_badge = (
        row.state.badge in BADGES
        and _least_width(row, style, whole=False, cuts_name=cuts_name) <= room - badge_room
    )
    whole = not has_badge or _least_width(row, style, whole=True) <= room - badge_room
    taken = _least_width(row, style, whole=whole)
    taken += badge_room if has_badge else 0
    count = count_in_room(row, style, room - taken)
    parts: list[Part] = []
    if count:
        parts.append(Words(count, "soft", "number", gap=_GAP))
    if has_badge:
        parts.append(Badge(badge, BADGES[row.state.badge], gap=_GAP))
    if row.state.counts.total:
        parts.append(ProblemCounts(row.state.counts if whole else row.state.counts.worst(), whole, gap=_GAP))
    return tuple(parts)


def count_in_room(row: LibraryRow, style: RowStyle, width: int) -> str:
    """Return the count beside a name, its number alone where more would shorten the name, or "".

    Beside a badge the number does not shorten the name, either. Beside the counts of problems a number alone
    would be taken for one of these.
    """
    name = style.metrics["body"].horizontalAdvance(one_line(row.label))
    number = f"{row.state.parts[0]:,}" if row.state.parts[0] and not row.state.counts.total else ""
    least_name = name if row.state.badge else min(name, style.px(LEAST_NAME))
    for text, least in ((row.state.number, name), (number, least_name)):
        beside = style.metrics["number"].horizontalAdvance(text) + style.px(_GAP)
        if text and beside + least - min(name, style.px(LEAST_NAME)) <= width:
            return text
    return ""


def _least_width(row: LibraryRow, style: RowStyle, *, whole: bool, cuts_name: bool = True) -> int:
    """Return the width of a readable name with the counts beside it, in pixels."""
    name = style.metrics["body"].horizontalAdvance(one_line(row.label))
    counts = style.counts_width(row.state.counts if whole else row.state.counts.worst(), numbers=whole)
    least = min(name, style.px(LEAST_NAME)) if cuts_name else name
    return least + (counts + style.px(_GAP) if row.state.counts.total else 0)
