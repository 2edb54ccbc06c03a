"""The modules of the project, each parsed once for all checks of a run."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path


def module_tree(path: Path) -> ast.Module:
    """Return the tree of a module, which must not be changed."""
    tree = module_nodes(path)[0]
    assert isinstance(tree, ast.Module)
    return tree


def module_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, as `ast.walk` goes through them."""
    return _kept(path.read_text("utf-8"))


def source_nodes(source: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a source, faster than `ast.walk` does, but for what says that a name is loaded."""
    found: list[ast.AST] = [ast.parse(source)]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return tuple(found)


@cache
def _kept(source: str) -> tuple[ast.AST, ...]:
    nodes = source_nodes(source)
    gc.freeze()  # else every search for garbage would go through them
    return nodes
