"""Contests: which of the active or open siblings of one type wins, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from editor_app.system_messages.model.entities import Block, Specificity
from editor_app.system_messages.resolution.constraints import can_overlap, coverage_of
from editor_app.system_messages.resolution.outcome import BlockState, Contest, Loss, Rule
from editor_app.system_messages.resolution.precedence import Precedence


def contests_of(
    blocks: tuple[Block, ...], states: Sequence[BlockState], precedence: Precedence
) -> tuple[Contest, ...]:
    """Return the contests that have a loser, in the order of their first blocks."""
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
    """Whether two siblings can be active in one situation."""
    mine, yours = blocks[one].body.scope, blocks[other].body.scope
    if mine is None or yours is None:
        return True
    if not (mine.modes and yours.modes) and not (
        (mine.apply_to or mine.files) and (yours.apply_to or yours.files)
    ):
        return True
    return can_overlap(coverage_of(blocks, one), coverage_of(blocks, other))


def _losses(
    blocks: tuple[Block, ...], states: Sequence[BlockState], members: tuple[int, ...], precedence: Precedence
) -> tuple[Loss, ...]:
    winner = members[0]
    highest = blocks[winner].priority
    losses = []
    for loser in members[1:]:
        if not are_together(blocks, winner, loser):
            continue
        unsure = tuple(index for index in (winner, loser) if states[index] is BlockState.OPEN)
        rule, compared = Rule.PRIORITY, None
        if blocks[loser].priority == highest:
            compared = precedence.specificity(winner), precedence.specificity(loser)
            rule = Rule.ORDER if compared[0] == compared[1] else Rule.SPECIFICITY
        says = partial(_sentence, blocks, (winner, loser), compared, unsure)
        losses.append(Loss(loser, rule, bool(unsure), compared, says))
    return tuple(losses)


def _sentence(
    blocks: tuple[Block, ...],
    pair: tuple[int, int],
    compared: tuple[Specificity, Specificity] | None,
    unsure: tuple[int, ...],
) -> str:
    first, second = blocks[pair[0]], blocks[pair[1]]
    if compared is None:
        sentence = f"‘{first.name}’ has priority {first.priority}, ‘{second.name}’ only {second.priority}."
    elif compared[0] != compared[1]:
        sentence = (
            f"Both have priority {first.priority}; the scope of ‘{first.name}’ is more specific: "
            f"{compared[0].said_against(compared[1])}."
        )
    else:
        sentence = (
            f"Both have priority {first.priority} and equally specific scopes; "
            f"‘{first.name}’ stands first in the file."
        )
    if unsure:
        names = " and ".join(f"‘{blocks[index].name}’" for index in unsure)
        sentence += f" That is so if it applies: {names} {'are' if unsure[1:] else 'is'} left open."
    return sentence
