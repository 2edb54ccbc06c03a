"""What can be wrong in a template: a file per check."""

from __future__ import annotations

from editor_app.template.tree import Tree
from editor_app.text import Diagnostic


def check(tree: Tree) -> tuple[Diagnostic, ...]:
    """Return what is wrong in `tree`, in file order."""
    return ()
