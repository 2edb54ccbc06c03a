"""A module for each kind of file, with its facts and functions; imported with the first file of that kind."""

from __future__ import annotations

from importlib import import_module

from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.library.kinds import Kind, all_kinds

__all__ = ["KindRow", "ReadWith", "all_played_kinds", "row_of"]

_rows: dict[Kind, KindRow] = {}


def row_of(kind: Kind) -> KindRow:
    """Return the row of a kind: `ROW` in the module here that has the kind's name, with `_` for `-`."""
    row = _rows.get(kind)
    if row is None:
        row = _rows[kind] = import_module(f"{__name__}.{kind.value.replace('-', '_')}").ROW
    return row


def all_played_kinds() -> tuple[str, ...]:
    """Return the names of the kinds whose files are played."""
    return tuple(kind.value for kind in all_kinds() if row_of(kind).is_played)
