"""Whether the fields that resolution depends on have changed since the last revision."""

from __future__ import annotations

from operator import is_

from editor_app.system_messages.model.entities import Block, BlockBody, BlockPath


class RulesMemory:
    """The blocks of the last call; ids, types, priorities, scopes, conditions and paths are compared."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._bodies: list[BlockBody] = []
        self._paths: list[BlockPath] = []

    def are_same(self, blocks: tuple[Block, ...]) -> bool:
        """Whether the blocks differ from those of the last call in contents alone; remember these blocks."""
        bodies, paths = [block.body for block in blocks], [block.path for block in blocks]
        old = self._bodies
        same = len(bodies) == len(old) and paths == self._paths and _are_same(bodies, old)
        self._bodies, self._paths = bodies, paths
        return same


def _are_same(bodies: list[BlockBody], old: list[BlockBody]) -> bool:
    if all(map(is_, bodies, old)):
        return True
    return all(one is other or _rules(one) == _rules(other) for one, other in zip(bodies, old, strict=True))


def _rules(body: BlockBody) -> tuple[object, ...]:
    return body.id, body.type, body.priority, body.scope, body.conditions
