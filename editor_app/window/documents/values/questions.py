"""Questions for the values of variables, which are answered off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from editor_app.variables.catalog import Catalog
from editor_app.variables.resolver import Context, Snapshot, Sources, resolve

AT_ONCE: Final = 4
"""How many questions a runner answers at once: each may wait for files or for git."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A request to resolve variables; with `is_whole` all that a file uses, else only names new in it."""

    names: tuple[str, ...]
    catalog: Catalog
    context: Context
    sources: Sources
    is_whole: bool

    def answer(self) -> Snapshot:
        """Resolve the variables, which may take a while."""
        return resolve(self.names, self.catalog, self.context, self.sources)
