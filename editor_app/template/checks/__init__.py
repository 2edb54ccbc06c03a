"""The checks of templates, a file for each."""

from __future__ import annotations

from editor_app.template.checks.always_same import check_always_same
from editor_app.template.checks.comments import check_comments
from editor_app.template.checks.conditions import check_conditions
from editor_app.template.checks.foreign_tags import check_foreign_tags
from editor_app.template.checks.malformed_tags import check_malformed_tags
from editor_app.template.checks.tripled_braces import check_tripled_braces
from editor_app.template.checks.unclosed import check_unclosed
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, in_file_order

_CHECKS = (
    check_unclosed,
    check_conditions,
    check_comments,
    check_foreign_tags,
    check_malformed_tags,
    check_tripled_braces,
    check_always_same,
)


def check(tree: Tree) -> tuple[Diagnostic, ...]:
    """Return the problems of `tree` in file order; of more than MOST_PROBLEMS the others are counted."""
    return in_file_order(diagnostic for find in _CHECKS for diagnostic in find(tree))
