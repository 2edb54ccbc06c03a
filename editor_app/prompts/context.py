"""Whether values fit the variables a prompt declares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from editor_app.prompts.entities import PromptContext, PromptVariable, Values, missing_required


@dataclass(frozen=True, slots=True)
class ContextCheck:
    """Required variables without a value, and undeclared values; only the former make it invalid."""

    valid: bool
    missing_required: tuple[str, ...]
    unused_provided: tuple[str, ...]


def check_context(variables: Iterable[PromptVariable], context: Values | PromptContext) -> ContextCheck:
    """Compare values with declarations; None is not given, "" is."""
    given = context.variables if isinstance(context, PromptContext) else context
    declared = tuple(variables)
    names = {variable.name for variable in declared}
    missing = missing_required(declared, given)
    unused = tuple(name for name, value in given.items() if value is not None and name not in names)
    return ContextCheck(not missing, missing, unused)
