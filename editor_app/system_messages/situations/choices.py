"""What a form for situations offers: what the blocks are constrained to, in file order, each once."""

from __future__ import annotations

from collections.abc import Iterable

from editor_app.system_messages.model.entities import Block, Scope
from editor_app.system_messages.situations.situation import ConditionKey


def conditions_of(blocks: Iterable[Block]) -> tuple[ConditionKey, ...]:
    """Return the conditions blocks wait for."""
    return tuple(
        dict.fromkeys(
            ConditionKey(condition.kind, condition.value)
            for block in blocks
            for condition in block.body.conditions
        )
    )


def modes_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the modes blocks are for."""
    return tuple(dict.fromkeys(mode for scope in _scopes(blocks) for mode in scope.modes))


def tools_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the tools, or namespaces of tools, blocks are for."""
    return tuple(dict.fromkeys(tool for scope in _scopes(blocks) for tool in scope.tools))


def globs_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the globs of the files blocks are for."""
    return tuple(dict.fromkeys(glob for scope in _scopes(blocks) for glob in scope.apply_to))


def files_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the files blocks name."""
    return tuple(dict.fromkeys(file for scope in _scopes(blocks) for file in scope.files))


def _scopes(blocks: Iterable[Block]) -> Iterable[Scope]:
    return (block.body.scope for block in blocks if block.body.scope is not None)
