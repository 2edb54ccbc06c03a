"""Precedence of siblings: priority, then the more specific scope, then priorityModel, then file order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    Block,
    BlockType,
    Scope,
    Specificity,
    Targets,
    ancestors,
    specificity_of,
    targets_of,
)
from editor_app.system_messages.situations.situation import Open


@lru_cache(maxsize=64)
def model_places(priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL) -> Mapping[str, int]:
    """Return type → its rank from 0: the types the priorityModel lists, then the others as in `BlockType`."""
    return {name: place for place, name in enumerate(dict.fromkeys((*priority_model, *map(str, BlockType))))}


class Precedence:
    """The precedence of siblings in one situation; the specificity of each scope is computed once."""

    def __init__(
        self, blocks: tuple[Block, ...], priority_model: tuple[str, ...], file: str | Open | None
    ) -> None:
        """Keep the blocks, the ranks of types and the situation's file; `Open` and None count all globs."""
        self._blocks = blocks
        self._places = model_places(priority_model)
        self._file = file if isinstance(file, str) else None
        self._inherited: dict[int | None, Targets] = {None: Targets()}
        self._found: dict[tuple[int | None, Scope | None], Specificity] = {}

    def sorted(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """Return siblings in precedence, the highest first."""
        blocks = self._blocks
        ordered = list(indexes)
        priorities = {blocks[index].body.priority or 0 for index in ordered}
        if len(priorities) == len(ordered):
            return tuple(sorted(ordered, key=lambda index: -(blocks[index].body.priority or 0)))

        def rank(index: int) -> tuple[int, Specificity]:
            return blocks[index].body.priority or 0, self.specificity(index)

        return tuple(sorted(self.by_type(ordered), key=rank, reverse=True))

    def by_type(self, indexes: Iterable[int]) -> list[int]:
        """Return siblings in the order of their types in priorityModel, those of one type in file order."""
        places, last = self._places, len(self._places)
        return sorted(indexes, key=lambda index: (places.get(self._blocks[index].body.type, last), index))

    def specificity(self, index: int) -> Specificity:
        """Return the specificity of a block's scope, its ancestors' scopes included."""
        block = self._blocks[index]
        parent, scope = block.parent, block.body.scope
        specificity = self._found.get((parent, scope))
        if specificity is None:
            targets = self._inherited.get(parent)
            if targets is None and parent is not None:
                targets = Targets()
                for outer in (parent, *ancestors(self._blocks, parent)):
                    above = self._blocks[outer].body.scope
                    if above is not None:
                        targets = targets.joined(targets_of(above, self._file))
                self._inherited[parent] = targets
            targets = targets or Targets()
            specificity = specificity_of(
                targets if scope is None else targets.joined(targets_of(scope, self._file))
            )
            self._found[parent, scope] = specificity
        return specificity
