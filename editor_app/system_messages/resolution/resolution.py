"""Resolution: the outcome of every block in a situation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import is_
from typing import TypeAlias

from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    Block,
    BlockBody,
    BlockCondition,
    BlockPath,
    Scope,
)
from editor_app.system_messages.resolution.constraints import (
    MUTED,
    can_overlap,
    condition_reason,
    coverage_of,
    scope_reasons,
)
from editor_app.system_messages.resolution.emphasis import cut, strong
from editor_app.system_messages.resolution.outcome import (
    BlockOutcome,
    BlockState,
    ConstraintState,
    Contest,
    Loss,
    Outcome,
    Reason,
    Rule,
    Target,
    Words,
)
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.resolution.why import loss_sentence, outcome_sentence
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Sentence


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
    return all(
        body is other or _rules(body) == _rules(other) for body, other in zip(bodies, old, strict=True)
    )


def _rules(body: BlockBody) -> tuple[object, ...]:
    return body.id, body.type, body.priority, body.scope, body.conditions


def contests_of(
    blocks: tuple[Block, ...], states: Sequence[BlockState], precedence: Precedence
) -> tuple[Contest, ...]:
    """Return the contests that have a loser, in the order of their first blocks."""
    groups: dict[tuple[int | None, str], list[int]] = {}
    for index, block in enumerate(blocks):
        if states[index] is not BlockState.INACTIVE:
            groups.setdefault((block.parent, block.body.type), []).append(index)
    contests = []
    for (parent, kind), group in groups.items():
        if len(group) > 1 and kind:
            members = precedence.sorted(group)
            if losses := _losses(blocks, states, members, precedence):
                tied = tuple(loss.loser for loss in losses if loss.rule is Rule.ORDER)
                contests.append(
                    Contest(parent, kind, members, members[0], losses, (members[0], *tied) if tied else ())
                )
    return tuple(contests)


def are_together(blocks: tuple[Block, ...], index: int, other: int) -> bool:
    """Whether two siblings can be active in one situation."""
    mine, yours = blocks[index].body.scope, blocks[other].body.scope
    if mine is None or yours is None:
        return True
    if not (mine.modes and yours.modes) and not (
        (mine.apply_to or mine.files) and (yours.apply_to or yours.files)
    ):
        return True
    return can_overlap(coverage_of(blocks, index), coverage_of(blocks, other))


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
        losses.append(Loss(loser, rule, partial(loss_sentence, blocks, winner, loser, compared, unsure)))
    return tuple(losses)


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
        own = tuple(reason._replace(said_by=index) for reason in constraints.on(block.body))
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
    about = blocks[said_by].name, said_by
    return Reason(Target.PARENT, ConstraintState.CONTRADICTS, _out_words, about, said_by)


def _out_words(name: str, index: int) -> Words:
    said = Sentence("system_messages.around-not-sent", block=strong(name, block=index))
    return Words(said, Sentence("system_messages.short-not-sent", block=cut(name)))


class _Constraints:
    """The results of scopes and conditions in one situation, each computed once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._scopes: dict[Scope, tuple[Reason, ...]] = {}
        self._conditions: dict[BlockCondition, Reason] = {}

    def on(self, body: BlockBody) -> tuple[Reason, ...]:
        scope, conditions, muted = body.scope, body.conditions, self._situation.muted
        if scope is None and not conditions and not muted:
            return ()
        results: tuple[Reason, ...] = ()
        if scope is not None:
            known = self._scopes.get(scope)
            if known is None:
                known = self._scopes[scope] = scope_reasons(scope, self._situation)
            results = known
        for condition in conditions:
            known_result = self._conditions.get(condition)
            if known_result is None:
                known_result = condition_reason(condition, self._situation)
                self._conditions[condition] = known_result
            results += (known_result,)
        if muted and body.id in muted:
            results = (MUTED, *results)
        return results
