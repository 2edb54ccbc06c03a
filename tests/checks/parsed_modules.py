"""The modules of the project, each parsed once for all checks of a run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def module_tree(path: Path) -> ast.Module:
    """Return the tree of a module, which must not be changed."""
    return ast.parse(path.read_text("utf-8"))


@cache
def module_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, as `ast.walk` goes through them."""
    return tuple(ast.walk(module_tree(path)))
