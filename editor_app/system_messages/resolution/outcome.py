"""The outcome of each block in a situation: whether it is sent, why, and which block wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from editor_app.system_messages.resolution.emphasis import plain


class BlockState(StrEnum):
    """Whether a block is sent: yes, yes although a constraint is open, or no."""

    ACTIVE = "active"
    OPEN = "open"
    INACTIVE = "inactive"

    @property
    def is_in(self) -> bool:
        """Whether the block is sent."""
        return self is not BlockState.INACTIVE


class Target(StrEnum):
    """What a constraint is about; PARENT and MUTED are reasons outside of a block's own constraints."""

    FILE = "file"
    MODE = "mode"
    TOOL = "tool"
    CONDITION = "condition"
    PARENT = "parent"
    MUTED = "muted"


class ConstraintState(StrEnum):
    """Whether a constraint holds in a situation; OPEN where the situation leaves it open."""

    HOLDS = "holds"
    CONTRADICTS = "contradicts"
    OPEN = "open"


class Words(NamedTuple):
    """A sentence with marks ("The mode is ask."), and the same in a few words ("mode is ask")."""

    said: str
    short: str


class Reason(NamedTuple):
    """One constraint of a block, and whether it holds in the situation.

    `says` makes its words of `about` when they are needed, as they seldom are.
    `said_by` is the index of the block that has the constraint: the block itself or an ancestor.
    """

    target: Target
    state: ConstraintState
    says: Callable[..., Words]
    about: tuple[object, ...] = ()
    said_by: int = -1

    @property
    def said(self) -> str:
        """The sentence, with marks."""
        return self.says(*self.about).said

    @property
    def sentence(self) -> str:
        """The sentence as plain text."""
        return plain(self.said)

    @property
    def short(self) -> str:
        """The sentence in a few words."""
        return self.says(*self.about).short


@dataclass(frozen=True, slots=True)
class BlockOutcome:
    """The outcome of one block; `rank` is its rank from 1 in its contest, None if it is in none.

    `says` makes the sentence when it is first needed, as it seldom is.
    """

    state: BlockState
    reasons: tuple[Reason, ...] = ()
    rank: int | None = None
    says: Callable[[], str] = field(default=str, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """Whether the block is sent, and why."""
        return plain(self.says())


class Rule(StrEnum):
    """What decides which block wins: priority, more specific scope, or order (priorityModel, then file)."""

    PRIORITY = "priority"
    SPECIFICITY = "specificity"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Loss:
    """A block that yields to its contest's winner, and by which rule; `says` makes its sentence, marked."""

    loser: int
    rule: Rule
    says: Callable[[], str] = field(default=str, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """By which rule the block yields, with the values that decide."""
        return plain(self.says())


@dataclass(frozen=True, slots=True)
class Contest:
    """The active or open blocks of one type under one parent, in precedence, and the losses to the first.

    `tied` are the winner and the blocks that only order tells from it; () where there are none.
    """

    parent: int | None
    type: str
    members: tuple[int, ...]
    winner: int
    losses: tuple[Loss, ...]
    tied: tuple[int, ...] = ()

    @property
    def losers(self) -> tuple[int, ...]:
        """The indexes of the blocks that yield to the winner."""
        return tuple(loss.loser for loss in self.losses)

    @property
    def rule(self) -> Rule:
        """The rule by which the winner wins over the next block."""
        return self.losses[0].rule

    @property
    def reason(self) -> str:
        """By which rule the winner wins over the next, in a sentence."""
        return self.losses[0].sentence


@dataclass(frozen=True)
class Outcome:
    """The outcome of every block, in the order of the list of blocks, and the contests that have a loser."""

    block_outcomes: tuple[BlockOutcome, ...]
    contests: tuple[Contest, ...]

    @cached_property
    def contest_of(self) -> dict[int, Contest]:
        """Index of a member → its contest."""
        return {member: contest for contest in self.contests for member in contest.members}

    @cached_property
    def outranked(self) -> dict[int, Loss]:
        """Index of a block that yields to a winner of equal priority → its loss."""
        return {
            loss.loser: loss
            for contest in self.contests
            for loss in contest.losses
            if loss.rule is not Rule.PRIORITY
        }
