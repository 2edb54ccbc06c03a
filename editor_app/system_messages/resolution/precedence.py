"""The order of siblings: priority, then the more specific scope, then priorityModel, then the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    Block,
    BlockType,
    Scope,
    ancestors,
)
from editor_app.system_messages.model.specificity import Specificity, Targets, specificity_of, targets_of
from editor_app.system_messages.situations.situation import Open


@lru_cache(maxsize=64)
def model_places(priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL) -> Mapping[str, int]:
    """Return the place of every type: those the model lists, then the others in the order of the types."""
    return {name: place for place, name in enumerate(dict.fromkeys((*priority_model, *map(str, BlockType))))}


class Precedence:
    """The order of siblings in one situation; what it finds out about scopes it finds out once."""

    def __init__(
        self, blocks: tuple[Block, ...], priority_model: tuple[str, ...], file: str | Open | None
    ) -> None:
        """Take the blocks as they are and nothing but the file of the situation."""
        self._blocks = blocks
        self._places = model_places(priority_model)
        self._file = file if isinstance(file, str) else None
        self._inherited: dict[int | None, Targets] = {None: Targets()}
        self._found: dict[tuple[int | None, Scope | None], Specificity] = {}

    def sorted(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """Sort siblings, the first the highest."""
        blocks = self._blocks
        found = list(indexes)
        priorities = {blocks[index].body.priority or 0 for index in found}
        if len(priorities) == len(found):
            return tuple(sorted(found, key=lambda index: -(blocks[index].body.priority or 0)))
        return tuple(sorted(self.by_type(found), key=self._rank, reverse=True))

    def by_type(self, indexes: Iterable[int]) -> list[int]:
        """Sort siblings as the model lists their types, those of one type as in the file."""
        places, last = self._places, len(self._places)
        return sorted(indexes, key=lambda index: (places.get(self._blocks[index].body.type, last), index))

    def specificity(self, index: int) -> Specificity:
        """Return how specific a block is here."""
        block = self._blocks[index]
        parent, scope = block.parent, block.body.scope
        found = self._found.get((parent, scope))
        if found is None:
            targets = self._targets_above(parent)
            found = specificity_of(
                targets if scope is None else targets.joined(targets_of(scope, self._file))
            )
            self._found[parent, scope] = found
        return found

    def _rank(self, index: int) -> tuple[int, Specificity]:
        return self._blocks[index].body.priority or 0, self.specificity(index)

    def _targets_above(self, parent: int | None) -> Targets:
        found = self._inherited.get(parent)
        if found is None and parent is not None:
            found = Targets()
            for index in (parent, *ancestors(self._blocks, parent)):
                scope = self._blocks[index].body.scope
                if scope is not None:
                    found = found.joined(targets_of(scope, self._file))
            self._inherited[parent] = found
        return found or Targets()
