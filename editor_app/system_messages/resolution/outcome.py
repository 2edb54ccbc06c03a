"""What becomes of each block in a situation: whether it is sent, why, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from editor_app.system_messages.model.specificity import Specificity
from editor_app.text import Span

Sentence: TypeAlias = Callable[[], str]


class BlockState(StrEnum):
    """Whether a block is sent: yes, yes with something left open, or no."""

    ACTIVE = "active"
    OPEN = "open"
    INACTIVE = "inactive"

    @property
    def is_in(self) -> bool:
        """Whether the block is sent."""
        return self is not BlockState.INACTIVE


class Target(StrEnum):
    """What a constraint is about."""

    FILE = "file"
    MODE = "mode"
    TOOL = "tool"
    CONDITION = "condition"
    PARENT = "parent"
    MUTED = "muted"


class ConstraintState(StrEnum):
    """What a situation says to a constraint."""

    HOLDS = "holds"
    CONTRADICTS = "contradicts"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Reason:
    """One constraint and what the situation says to it.

    `sentence` is whole ("Mode is orchestrator."), `strong` the parts of it that may stand out.
    `said_by` is the index of the block that has the constraint, the block itself or an ancestor.
    `short` is for a mark of a few words: "mode is orchestrator".
    """

    target: Target
    state: ConstraintState
    sentence: str
    short: str
    said_by: int
    strong: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockOutcome:
    """What becomes of one block; `rank` is its place, from 1, in its contest, None if it is in none.

    `says` makes the sentence, which is seldom read.
    """

    state: BlockState
    reasons: tuple[Reason, ...] = ()
    rank: int | None = None
    says: Sentence = field(default=str, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """What becomes of the block, and why."""
        return self.says()


class Rule(StrEnum):
    """What decides who wins."""

    PRIORITY = "priority"
    SPECIFICITY = "specificity"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Loss:
    """A block that yields to its contest's winner, and by which rule.

    `specificities` are the winner's and the loser's where they were compared; `says` makes the sentence.
    """

    loser: int
    rule: Rule
    if_it_applies: bool = False
    specificities: tuple[Specificity, Specificity] | None = field(default=None, compare=False, repr=False)
    says: Sentence = field(default=str, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """By which rule it yields, with what decides."""
        return self.says()


@dataclass(frozen=True, slots=True)
class Contest:
    """The blocks of one type under one parent that are in, in precedence, and those that yield to the first.

    `tied`: equal in all but file order (or priorityModel's), with the winner among them.
    """

    parent: int | None
    type: str
    members: tuple[int, ...]
    winner: int
    losses: tuple[Loss, ...]
    tied: tuple[int, ...] = ()

    @property
    def losers(self) -> tuple[int, ...]:
        """The blocks that yield."""
        return tuple(loss.loser for loss in self.losses)

    @property
    def rule(self) -> Rule:
        """What decides between the winner and the next."""
        return self.losses[0].rule

    @property
    def reason(self) -> str:
        """The same in a sentence."""
        return self.losses[0].sentence


@dataclass(frozen=True)
class Outcome:
    """What becomes of every block, parallel to the list of blocks, and the contests that have a loser."""

    block_outcomes: tuple[BlockOutcome, ...]
    contests: tuple[Contest, ...]

    @cached_property
    def contest_of(self) -> dict[int, Contest]:
        """Index of a member → its contest."""
        return {member: contest for contest in self.contests for member in contest.members}

    @cached_property
    def outranked(self) -> dict[int, Loss]:
        """Index of a block that yields although priorities are equal → how it lost; the tree says so."""
        return {
            loss.loser: loss
            for contest in self.contests
            for loss in contest.losses
            if loss.rule is not Rule.PRIORITY
        }
