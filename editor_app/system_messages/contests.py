"""Which of the blocks that are in wins, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from editor_app.system_messages.entities import DEFAULT_PRIORITY_MODEL, Block, BlockType, ancestors
from editor_app.system_messages.outcome import BlockState, Contest, Loss, Rule
from editor_app.system_messages.reach import can_hold_together, reach_of
from editor_app.system_messages.situations import OPEN, Open
from editor_app.system_messages.targets import Specificity, Targets, specificity_of, targets_of


@lru_cache(maxsize=64)
def model_places(priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL) -> Mapping[str, int]:
    """Return the place of every type: those the model lists, then the others in the order of the types."""
    return {name: place for place, name in enumerate(dict.fromkeys((*priority_model, *map(str, BlockType))))}


def in_precedence(
    blocks: tuple[Block, ...],
    indexes: Iterable[int],
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL,
    file: str | Open | None = OPEN,
) -> tuple[int, ...]:
    """Sort siblings by precedence, highest first: priority, specificity, priorityModel, file order."""
    return Precedence(blocks, priority_model, file).sorted(indexes)


def in_model_order(
    blocks: tuple[Block, ...],
    indexes: Iterable[int],
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL,
) -> tuple[int, ...]:
    """Sort siblings by the place of their types in priorityModel, then by file order."""
    places = model_places(priority_model)
    return tuple(sorted(indexes, key=lambda index: (places.get(blocks[index].type, len(places)), index)))


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

    def sorted(self, indexes: Iterable[int]) -> tuple[int, ...]:
        """Sort siblings, the first the highest."""
        blocks = self._blocks
        found = list(indexes)
        priorities = {blocks[index].body.priority or 0 for index in found}
        if len(priorities) == len(found):
            return tuple(sorted(found, key=lambda index: -(blocks[index].body.priority or 0)))
        found.sort(key=lambda index: (self._places.get(blocks[index].body.type, 99), index))
        found.sort(key=self._rank, reverse=True)
        return tuple(found)

    def specificity(self, index: int) -> Specificity:
        """Return how specific a block is here."""
        block = self._blocks[index]
        targets = self._targets_above(block.parent)
        scope = block.body.scope
        return specificity_of(targets if scope is None else targets.joined(targets_of(scope, self._file)))

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


def contests_of(
    blocks: tuple[Block, ...],
    states: Sequence[BlockState],
    priority_model: tuple[str, ...],
    file: str | Open | None,
) -> tuple[Contest, ...]:
    """Return the contests that have a loser, in the order of their first blocks."""
    precedence = Precedence(blocks, priority_model, file)
    groups: dict[tuple[int | None, str], list[int]] = {}
    for index, block in enumerate(blocks):
        if states[index] is not BlockState.INACTIVE:
            groups.setdefault((block.parent, block.body.type), []).append(index)
    found = []
    for (parent, kind), group in groups.items():
        if len(group) > 1 and kind:
            members = precedence.sorted(group)
            if losses := _losses(blocks, states, members, precedence):
                tied = tuple(loss.loser for loss in losses if loss.rule is Rule.ORDER)
                found.append(
                    Contest(parent, kind, members, members[0], losses, (members[0], *tied) if tied else ())
                )
    return tuple(found)


def are_together(blocks: tuple[Block, ...], one: int, other: int) -> bool:
    """Whether two siblings can be in together."""
    mine, yours = blocks[one].body.scope, blocks[other].body.scope
    if mine is None or yours is None:
        return True
    if not (mine.modes and yours.modes) and not (
        (mine.apply_to or mine.files) and (yours.apply_to or yours.files)
    ):
        return True
    return can_hold_together(reach_of(blocks, one), reach_of(blocks, other))


def _losses(
    blocks: tuple[Block, ...], states: Sequence[BlockState], members: tuple[int, ...], precedence: Precedence
) -> tuple[Loss, ...]:
    winner = members[0]
    losses = []
    for loser in members[1:]:
        if are_together(blocks, winner, loser):
            unsure = [index for index in (winner, loser) if states[index] is BlockState.OPEN]
            rule, sentence = _decided(blocks, winner, loser, precedence)
            if unsure:
                names = " and ".join(f"‘{blocks[index].name}’" for index in unsure)
                sentence += f" That is so if it applies: {names} {'are' if unsure[1:] else 'is'} left open."
            losses.append(Loss(loser, rule, sentence, bool(unsure)))
    return tuple(losses)


def _decided(blocks: tuple[Block, ...], winner: int, loser: int, precedence: Precedence) -> tuple[Rule, str]:
    first, second = blocks[winner], blocks[loser]
    if first.priority != second.priority:
        return Rule.PRIORITY, (
            f"‘{first.name}’ has priority {first.priority}, ‘{second.name}’ only {second.priority}."
        )
    one, other = precedence.specificity(winner), precedence.specificity(loser)
    if one != other:
        return Rule.SPECIFICITY, (
            f"Both have priority {first.priority}; the scope of ‘{first.name}’ is more specific: "
            f"{one.said_against(other)}."
        )
    return Rule.ORDER, (
        f"Both have priority {first.priority} and equally specific scopes; "
        f"‘{first.name}’ stands first in the file."
    )
