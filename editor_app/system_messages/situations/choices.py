"""The choices of a form for situations: what blocks are limited to, in file order, each once."""

from __future__ import annotations

from collections.abc import Iterable

from editor_app.system_messages.model.entities import Block, Scope
from editor_app.system_messages.situations.situation import ConditionKey


def conditions_of(blocks: Iterable[Block]) -> tuple[ConditionKey, ...]:
    """Return the conditions of blocks."""
    return tuple(
        dict.fromkeys(
            ConditionKey(condition.kind, condition.value)
            for block in blocks
            for condition in block.body.conditions
        )
    )


def modes_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the modes in the scopes of blocks."""
    return tuple(dict.fromkeys(mode for scope in _scopes(blocks) for mode in scope.modes))


def tools_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the tools and namespaces of tools in the scopes of blocks."""
    return tuple(dict.fromkeys(tool for scope in _scopes(blocks) for tool in scope.tools))


def globs_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the globs (`applyTo`) in the scopes of blocks."""
    return tuple(dict.fromkeys(glob for scope in _scopes(blocks) for glob in scope.apply_to))


def files_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the named files (`files`) in the scopes of blocks."""
    return tuple(dict.fromkeys(file for scope in _scopes(blocks) for file in scope.files))


def _scopes(blocks: Iterable[Block]) -> Iterable[Scope]:
    return (block.body.scope for block in blocks if block.body.scope is not None)
