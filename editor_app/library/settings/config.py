"""The settings of a library in its `foreword.toml`."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.library.globs import Glob
from editor_app.library.kinds import Kind
from editor_app.library.paths import DEFAULTS_FOLDER
from editor_app.text import Span

_NO_PLACE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class KindRule:
    """A pattern of foreword.toml, and the kind of the files that match it."""

    pattern: str
    globs: tuple[Glob, ...]
    kind: Kind


@dataclass(frozen=True, slots=True)
class LibraryConfig:
    """The settings in foreword.toml, each with a default; `show` are names of hidden folders to list, too."""

    kinds: tuple[KindRule, ...] = ()
    defaults: str = DEFAULTS_FOLDER
    workspace: str | None = None
    workspace_span: Span = _NO_PLACE
    show: tuple[str, ...] = ()

    def kind_of(self, relative: str) -> Kind | None:
        """Return the kind that the first matching pattern gives a path (posix, from the root), or None."""
        if not self.kinds:
            return None
        path = relative.split("/")
        for rule in self.kinds:
            if any(glob.matches(path) for glob in rule.globs):
                return rule.kind
        return None
