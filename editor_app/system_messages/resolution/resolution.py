"""Resolution: the outcome of every block in a situation."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    Block,
    BlockBody,
    BlockCondition,
    Scope,
)
from editor_app.system_messages.resolution.constraints import (
    MUTED,
    ConstraintResult,
    condition_constraint,
    scope_constraints,
)
from editor_app.system_messages.resolution.contests import contests_of
from editor_app.system_messages.resolution.outcome import (
    BlockOutcome,
    BlockState,
    ConstraintState,
    Outcome,
    Reason,
    Target,
)
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.resolution.rules_memory import RulesMemory
from editor_app.system_messages.resolution.why import outcome_sentence
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation

_MOST_REMEMBERED = 100

_Key: TypeAlias = tuple[object, ...]


class ResolutionMemory:
    """The outcomes of the last revision's blocks, which are kept while only contents change."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._rules = RulesMemory()
        self._outcomes: dict[_Key, Outcome] = {}

    def recall(self, blocks: tuple[Block, ...], key: _Key) -> Outcome | None:
        """Return the remembered outcome; None if blocks changed in more than contents, or the key is new."""
        if not self._rules.are_same(blocks):
            self._outcomes.clear()
        return self._outcomes.get(key)

    def keep(self, key: _Key, outcome: Outcome) -> None:
        """Remember the outcome for the blocks of the last `recall`."""
        if len(self._outcomes) >= _MOST_REMEMBERED:
            self._outcomes.clear()
        self._outcomes[key] = outcome


def resolve_blocks(
    blocks: tuple[Block, ...],
    situation: Situation = EMPTY_SITUATION,
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL,
    memory: ResolutionMemory | None = None,
) -> Outcome:
    """Return the outcome of every block in a situation, and the contests."""
    if memory is None:
        return _resolved(blocks, situation, priority_model)
    key = (*_key_of(situation), priority_model)
    outcome = memory.recall(blocks, key)
    if outcome is None:
        outcome = _resolved(blocks, situation, priority_model)
        memory.keep(key, outcome)
    return outcome


def _key_of(situation: Situation) -> _Key:
    return (
        situation.file,
        situation.mode,
        situation.tools,
        situation.holds,
        situation.fails,
        situation.muted,
    )


def _resolved(blocks: tuple[Block, ...], situation: Situation, priority_model: tuple[str, ...]) -> Outcome:
    states, reasons = _states(blocks, situation)
    contests = contests_of(blocks, states, Precedence(blocks, priority_model, situation.file))
    ranks = {index: rank for contest in contests for rank, index in enumerate(contest.members, start=1)}
    block_outcomes = tuple(
        BlockOutcome(state, why, ranks.get(index), partial(outcome_sentence, blocks, index, state, why))
        for index, (state, why) in enumerate(zip(states, reasons, strict=True))
    )
    return Outcome(block_outcomes, contests)


def _states(
    blocks: tuple[Block, ...], situation: Situation
) -> tuple[list[BlockState], list[tuple[Reason, ...]]]:
    states: list[BlockState] = []
    reasons: list[tuple[Reason, ...]] = []
    constraints = _Constraints(situation)
    for index, block in enumerate(blocks):
        own = tuple(
            Reason(said.target, said.state, said.sentence, said.short, index, said.strong)
            for said in constraints.on(block.body)
        )
        above = () if block.parent is None else reasons[block.parent]
        outer = BlockState.ACTIVE if block.parent is None else states[block.parent]
        if outer is BlockState.INACTIVE:
            why = (*own, _parent_is_out(blocks, above))
        else:
            why = (*own, *above) if own else above
        states.append(_state(own, outer))
        reasons.append(why)
    return states, reasons


def _state(own: tuple[Reason, ...], outer: BlockState) -> BlockState:
    if outer is BlockState.INACTIVE:
        return outer
    state = outer
    for reason in own:
        if reason.state is ConstraintState.CONTRADICTS:
            return BlockState.INACTIVE
        if reason.state is ConstraintState.OPEN:
            state = BlockState.OPEN
    return state


def _parent_is_out(blocks: tuple[Block, ...], above: tuple[Reason, ...]) -> Reason:
    """Return why a child of an inactive block is inactive; it names the ancestor whose constraint fails."""
    last = above[-1]
    if last.target is Target.PARENT:
        return last
    said_by = next(reason.said_by for reason in above if reason.state is ConstraintState.CONTRADICTS)
    return Reason(
        Target.PARENT,
        ConstraintState.CONTRADICTS,
        f"‘{blocks[said_by].name}’, which it stands in, is out.",
        f"{blocks[said_by].name} is out",
        said_by,
    )


class _Constraints:
    """The results of scopes and conditions in one situation, each computed once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._scopes: dict[Scope, tuple[ConstraintResult, ...]] = {}
        self._conditions: dict[BlockCondition, ConstraintResult] = {}

    def on(self, body: BlockBody) -> tuple[ConstraintResult, ...]:
        scope, conditions, muted = body.scope, body.conditions, self._situation.muted
        if scope is None and not conditions and not muted:
            return ()
        found: tuple[ConstraintResult, ...] = ()
        if scope is not None:
            known = self._scopes.get(scope)
            if known is None:
                known = self._scopes[scope] = scope_constraints(scope, self._situation)
            found = known
        if conditions:
            found += tuple(self._on_condition(condition) for condition in conditions)
        if muted and body.id in muted:
            found = (MUTED, *found)
        return found

    def _on_condition(self, condition: BlockCondition) -> ConstraintResult:
        known = self._conditions.get(condition)
        if known is None:
            known = self._conditions[condition] = condition_constraint(condition, self._situation)
        return known
