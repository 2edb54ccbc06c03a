"""The modules of the project, each parsed once for all checks of a run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def module_tree(path: Path) -> ast.Module:
    """Return the tree of a module, which must not be changed."""
    return _parsed(path.read_text("utf-8"))


def module_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, as `ast.walk` goes through them."""
    return _nodes(path.read_text("utf-8"))


@cache
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def _nodes(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_parsed(source)))
