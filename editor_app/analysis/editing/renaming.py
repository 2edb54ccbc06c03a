"""Changing a name everywhere it stands: in the file that defines it, and in those that use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.analysis import Analysis, NamingFile, Renaming, Symbol, analyse, row_of
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Sentence

ReadText = Callable[[Path], str | None]
"""Returns the text of a file as it is now, None where it can’t be read."""


class RenamedFile(NamedTuple):
    """The edits of one file, and the text they are of."""

    path: Path
    source: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class SymbolUses:
    """A name, the file that defines it, and the files that may use it."""

    symbol: Symbol
    path: Path
    definition: Analysis
    users: Mapping[Path, Analysis] = field(default_factory=dict)


def symbol_at(analysis: Analysis, offset: int) -> Symbol | None:
    """Return the name at an offset that can be changed; None where there is none."""
    find = analysis.row.naming.symbol_at
    return None if find is None else find(analysis, offset)


def defining_file(analysis: Analysis, path: Path) -> NamingFile | None:
    """Return the file that defines the names a file uses, given the path of that; None for itself."""
    find = analysis.row.naming.names_from
    return None if find is None else find(analysis, path)


def symbol_uses(
    analysis: Analysis, path: Path, offset: int, files: Mapping[Path, Kind], read: ReadText
) -> SymbolUses | str | None:
    """Return the name at an offset of a file with all that uses it; None where no name can be changed.

    `files` are those of the library, which may use it. A sentence says why it can’t be changed.
    """
    symbol = symbol_at(analysis, offset)
    if symbol is None:
        return None

    def analysed(other: Path, kind: Kind) -> Analysis | None:
        text = read(other)
        if text is None or symbol.name not in text:
            return None
        return analyse(text, kind, other.name, catalog=analysis.catalog, is_interactive=True)

    named = defining_file(analysis, path)
    defining = path if named is None else named.path
    definition = analysis if named is None else analysed(*named)
    if definition is None:
        return Sentence("analysis.cannot-rename", name=symbol.name, file=defining.name)
    users = {} if named is None else {path: analysis}
    for other, kind in files.items():
        user = analysed(other, kind) if other != path and row_of(kind).naming.names_from else None
        source = defining_file(user, other) if user is not None else None
        if user is not None and source is not None and source.path == defining:
            users[other] = user
    return SymbolUses(symbol, defining, definition, users)


def rename_symbol(uses: SymbolUses, new: str) -> tuple[RenamedFile, ...] | str:
    """Return the edits of each file that give a name another spelling, or the sentence why that can’t be."""
    rename = uses.definition.row.naming.rename
    renaming = Renaming() if rename is None else rename(uses.definition, uses.symbol.name, new, uses.users)
    if renaming.problem:
        return renaming.problem
    files = (
        RenamedFile(uses.path, uses.definition.source, renaming.edits),
        *(RenamedFile(path, uses.users[path].source, edits) for path, edits in renaming.in_users.items()),
    )
    return tuple(file for file in files if file.edits)
