"""The choices of a form for situations: what blocks are limited to, in file order, each once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.situations.situation import ConditionKey


@dataclass(frozen=True, slots=True)
class SituationChoices:
    """The values that a message's blocks name, each once, in file order, and the files of the workspace."""

    modes: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    conditions: tuple[ConditionKey, ...] = ()
    globs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def situation_choices(blocks: Iterable[Block], files: Sequence[str] = ()) -> SituationChoices:
    """Return the values that blocks are constrained to; their files come before `files` of the workspace."""
    bodies = [block.body for block in blocks]
    scopes = [body.scope for body in bodies if body.scope is not None]
    conditions = (condition for body in bodies for condition in body.conditions)
    return SituationChoices(
        tuple(dict.fromkeys(mode for scope in scopes for mode in scope.modes)),
        tuple(dict.fromkeys(tool for scope in scopes for tool in scope.tools)),
        tuple(dict.fromkeys(ConditionKey(condition.kind, condition.value) for condition in conditions)),
        tuple(dict.fromkeys(glob for scope in scopes for glob in scope.apply_to)),
        tuple(dict.fromkeys((*(file for scope in scopes for file in scope.files), *files))),
    )
