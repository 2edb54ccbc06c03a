"""Edits that declare and rename the variables of a prompt, for commands of the user."""

from __future__ import annotations

from collections.abc import Sequence

from editor_app.prompts.checking.checking import PromptCheck
from editor_app.prompts.checking.declarations import declare, rename_uses, rename_variable_edits
from editor_app.text import Edit


def declare_variables(
    check: PromptCheck, names: Sequence[str], *, required: bool = False
) -> tuple[Edit, ...]:
    """Return the edits that declare those of `names` that are not yet declared, in one step.

    Empty where the frontmatter is too broken to add to.
    """
    new = [name for name in dict.fromkeys(names) if name not in check.declarations]
    return declare(check.source, check.head, new, required=required)


def rename_variable(check: PromptCheck, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that rename a variable everywhere in its prompt: the declaration and every use."""
    for declared in check.head.declared:
        if declared.variable.name == old:
            return rename_variable_edits(declared, check.template.uses, new)
    return rename_uses(check.template.uses, old, new)
