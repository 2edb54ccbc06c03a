"""Sentences that say why a block is sent or not, and why it wins or loses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from editor_app.system_messages.model.entities import Block, Specificity
from editor_app.system_messages.resolution.constraints import coverage_of, why_apart
from editor_app.system_messages.resolution.emphasis import Part, linked_names, parts_of, strong
from editor_app.system_messages.resolution.outcome import (
    BlockState,
    ConstraintState,
    Contest,
    Loss,
    Outcome,
    Reason,
    Rule,
    Target,
)
from editor_app.text import Sentence, together

_MOST_SENTENCES = 6


@dataclass(frozen=True, slots=True)
class WhySentence:
    """A sentence about a block: an emphasized `lead`, and a `text`, both with marks.

    `kind` is "in", "open", "out", "wins", "yields", "apart" or "tied".
    """

    kind: str
    lead: str
    text: str

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of both."""
        lead = (part._replace(strong=True) for part in parts_of(f"{self.lead} "))
        return (*lead, *parts_of(self.text))


def outcome_sentence(
    blocks: tuple[Block, ...], index: int, state: BlockState, reasons: Sequence[Reason]
) -> str:
    """Return whether a block is sent, and why, with marks."""
    first = _about_state(blocks, index, state, reasons)
    return f"{first.lead} {first.text}"


def loss_sentence(
    blocks: tuple[Block, ...],
    winner: int,
    loser: int,
    compared: tuple[Specificity, Specificity] | None,
    unsure: Sequence[int],
) -> str:
    """Return by which rule a block wins over another, with marks.

    `compared` are their specificities where their priorities are equal, `unsure` those that may not be sent.
    """
    sentence = _rule_sentence(blocks, winner, loser, compared)
    if not unsure:
        return sentence
    names = linked_names({index: blocks[index].name for index in unsure})
    return Sentence("system_messages.only-if", sentence=sentence, blocks=names, count=len(unsure))


def _rule_sentence(
    blocks: tuple[Block, ...], winner: int, loser: int, compared: tuple[Specificity, Specificity] | None
) -> str:
    name, priority = strong(blocks[winner].name, block=winner), blocks[winner].priority
    if compared is None:
        other = strong(blocks[loser].name, block=loser)
        return Sentence(
            "system_messages.wins-by-priority",
            block=name,
            priority=priority,
            other=other,
            lower=blocks[loser].priority,
        )
    mine, yours = compared
    if mine.kinds != yours.kinds:
        return Sentence(
            "system_messages.wins-by-kinds",
            block=name,
            priority=priority,
            kinds=_kinds(mine),
            others=_kinds(yours),
            count=yours.kinds,
        )
    if mine.named != yours.named:
        return Sentence("system_messages.wins-by-name", block=name, priority=priority)
    if mine.literal != yours.literal:
        glob, other = mine.targets.glob, yours.targets.glob
        if not other:
            return Sentence("system_messages.wins-by-any-glob", block=name, priority=priority, glob=glob)
        return Sentence("system_messages.wins-by-glob", block=name, priority=priority, glob=glob, other=other)
    if mine.fewness != yours.fewness:
        few, many = -mine.fewness, -yours.fewness
        return Sentence("system_messages.wins-by-choices", block=name, priority=priority, few=few, many=many)
    return Sentence("system_messages.wins-by-order", block=name, priority=priority)


def _kinds(specificity: Specificity) -> list[Sentence]:
    return [Sentence("system_messages.target", target=target) for target in specificity.limited]


def why_sentences(blocks: tuple[Block, ...], outcome: Outcome, index: int) -> tuple[WhySentence, ...]:
    """Return sentences that say why a block is sent or not, and which blocks it wins over or loses to."""
    block_outcome = outcome.block_outcomes[index]
    sentences = [_about_state(blocks, index, block_outcome.state, block_outcome.reasons)]
    sentences += _about_ancestors(blocks, index, outcome)
    contest = outcome.contest_of.get(index)
    if contest is not None and block_outcome.state.is_in:
        if contest.winner == index:
            sentences += _about_losers(blocks, contest)
        else:
            sentences.append(_about_winner(blocks, contest, index))
        if index in contest.tied:
            others = _linked(blocks, (place for place in contest.tied if place != index))
            lead = Sentence("system_messages.tied-with", blocks=others)
            sentences.append(WhySentence("tied", lead, Sentence("system_messages.order-decides")))
    return tuple(sentences)


def _about_state(
    blocks: tuple[Block, ...], index: int, state: BlockState, reasons: Sequence[Reason]
) -> WhySentence:
    own = [reason for reason in reasons if reason.said_by == index]
    if not state.is_in:
        against = [reason.said for reason in own if reason.state is ConstraintState.CONTRADICTS]
        if not against:
            against = [reason.said for reason in reasons if reason.target is Target.PARENT]
        text = together(against)
        return WhySentence("out", Sentence("system_messages.not-sent"), text)
    parent = blocks[index].parent
    if own:
        text = together(reason.said for reason in own)
    elif parent is None:
        text = Sentence("system_messages.no-limits")
    else:
        text = Sentence("system_messages.no-own-limits", block=strong(blocks[parent].name, block=parent))
    return WhySentence("open" if state is BlockState.OPEN else "in", Sentence("system_messages.sent"), text)


def _about_ancestors(blocks: tuple[Block, ...], index: int, outcome: Outcome) -> Iterator[WhySentence]:
    """Yield sentences about the inherited constraints: those that fail, or those that hold or are open."""
    block_outcome = outcome.block_outcomes[index]
    if not block_outcome.state.is_in:
        for reason in block_outcome.reasons:
            if reason.target is Target.PARENT:
                place = reason.said_by
                reasons = outcome.block_outcomes[place].reasons
                about = _about_state(blocks, place, BlockState.INACTIVE, reasons)
                yield WhySentence("out", _of_block(blocks, place), about.text)
        return
    inherited = (reason for reason in block_outcome.reasons if reason.said_by != index)
    for place, group in groupby(inherited, key=lambda reason: reason.said_by):
        of_block = list(group)
        is_open = any(reason.state is ConstraintState.OPEN for reason in of_block)
        text = together(reason.said for reason in of_block)
        yield WhySentence("open" if is_open else "in", _of_block(blocks, place), text)


def _of_block(blocks: tuple[Block, ...], place: int) -> str:
    return Sentence("system_messages.of-block", block=strong(blocks[place].name, block=place))


def _linked(blocks: tuple[Block, ...], indexes: Iterable[int]) -> list[str]:
    return linked_names({index: blocks[index].name for index in indexes})


def _about_losers(blocks: tuple[Block, ...], contest: Contest) -> Iterator[WhySentence]:
    """Yield a sentence for each of a few losses, those by priority and all beyond as one each."""
    by_priority = [loss for loss in contest.losses if loss.rule is Rule.PRIORITY]
    others = [loss for loss in contest.losses if loss.rule is not Rule.PRIORITY]
    for loss in others[:_MOST_SENTENCES]:
        yield WhySentence("wins", _wins_over(blocks, [loss]), loss.says())
    if rest := others[_MOST_SENTENCES:]:
        yield WhySentence("wins", _wins_over(blocks, rest), Sentence("system_messages.wins-alike"))
    if by_priority:
        priority = blocks[contest.winner].priority
        text = by_priority[0].says()
        if by_priority[1:]:
            lower = sorted({blocks[loss.loser].priority for loss in by_priority}, reverse=True)
            text = Sentence(
                "system_messages.wins-by-priority-over",
                priority=priority,
                lower=[str(one) for one in lower[:_MOST_SENTENCES]],
                more=len(lower[_MOST_SENTENCES:]),
            )
        yield WhySentence("wins", _wins_over(blocks, by_priority), text)


def _wins_over(blocks: tuple[Block, ...], losses: Sequence[Loss]) -> str:
    losers = _linked(blocks, (loss.loser for loss in losses))
    return Sentence("system_messages.wins-over", blocks=losers)


def _about_winner(blocks: tuple[Block, ...], contest: Contest, index: int) -> WhySentence:
    winner = strong(blocks[contest.winner].name, block=contest.winner)
    loss = next((loss for loss in contest.losses if loss.loser == index), None)
    if loss is None:
        why = why_apart(coverage_of(blocks, contest.winner), coverage_of(blocks, index))
        lead = Sentence("system_messages.never-with", block=winner)
        return WhySentence("apart", lead, why or Sentence("system_messages.apart-scopes"))
    text = Sentence("system_messages.loses-and-sent", why=loss.says())
    return WhySentence("yields", Sentence("system_messages.loses-to", block=winner), text)
