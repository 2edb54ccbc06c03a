"""Parsing: from a source to its tree."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.template import checks
from editor_app.template.dialect import Dialect
from editor_app.template.once import once
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic
from editor_app.text.argument_types import require_text


class Template(Tree):
    """A parsed source with what is wrong in it."""

    __slots__ = ()

    @once
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything wrong in the source, in order, each with fixes."""
        return checks.check(self)

    def __reduce__(self) -> tuple[Callable[..., Template], tuple[str, Dialect, int]]:
        return _again, (self.source, self.dialect, self.offset)


def parse(source: str, dialect: Dialect, *, offset: int = 0) -> Template:
    """Read a template; any text is one, whatever ends its lines. What is no text raises TypeError.

    `offset` is where `source` begins in its file.
    """
    require_text(source, "parse")
    return Template(source, dialect, offset, SYNTAX[dialect].split(source))


def _again(source: str, dialect: Dialect, offset: int) -> Template:
    return parse(source, dialect, offset=offset)
