"""Changing a name everywhere it stands: in the file that defines it, and in those that use it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import Symbol
from editor_app.text import Edit

ReadAnalysis = Callable[[Path], Analysis | None]
"""Returns the analysis of a file as it is now, None where it can’t be read."""


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


def symbol_uses(
    analysis: Analysis, path: Path, offset: int, others: Iterable[Path], read: ReadAnalysis
) -> SymbolUses | str | None:
    """Return the name at an offset of a file with all that uses it; None where no name can be changed.

    `others` are the files that may use it. A sentence says why the name there can’t be changed.
    """
    symbol = analysis.row.symbol_at(analysis, offset)
    if symbol is None:
        return None
    named = analysis.row.names_from(analysis, path)
    defining = path if named is None else named
    definition = analysis if named is None else read(defining)
    if definition is None:
        return f"‘{symbol.name}’ can’t be renamed: no file beside this one defines it."
    place = os.path.realpath(defining)
    users = {} if named is None else {path: analysis}
    for other in others:
        if other not in users and os.path.realpath(other) != place:
            found = read(other)
            source = found.row.names_from(found, other) if found is not None else None
            if found is not None and source is not None and os.path.realpath(source) == place:
                users[other] = found
    return SymbolUses(symbol, defining, definition, users)


def rename_symbol(uses: SymbolUses, new: str) -> tuple[RenamedFile, ...] | str:
    """Return the edits of each file that give a name another spelling, or the sentence why that can’t be."""
    renaming = uses.definition.row.rename(uses.definition, uses.symbol.name, new, uses.users)
    if renaming.problem:
        return renaming.problem
    files = (
        RenamedFile(uses.path, uses.definition.source, renaming.edits),
        *(RenamedFile(path, uses.users[path].source, edits) for path, edits in renaming.in_users.items()),
    )
    return tuple(file for file in files if file.edits)
