"""Parsing: from a source to its tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor_app.template import checks
from editor_app.template.dialect import Dialect
from editor_app.template.once import once
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic
from editor_app.text.argument_types import require_text


class Template(Tree):
    """A parsed source with its diagnostics."""

    __slots__ = ()

    @once
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Problems of the source, in order, with their fixes."""
        return checks.check(self)

    def __reduce__(self) -> tuple[Callable[..., Template], tuple[str, Dialect]]:
        return partial(parse, offset=self.offset), (self.source, self.dialect)


def parse(source: str, dialect: Dialect, *, offset: int = 0) -> Template:
    """Parse a template; any text is one, with any line ends. Anything but text raises TypeError.

    `offset` is where `source` begins in its file.
    """
    require_text(source, "parse")
    return Template(source, dialect, offset, SYNTAX[dialect].split(source))
