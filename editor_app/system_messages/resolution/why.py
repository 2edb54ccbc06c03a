"""Sentences that say why a block is sent or not, and why it wins or loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.resolution.constraints import coverage_of, listed, why_apart
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
from editor_app.text import Span

_MOST_SENTENCES = 6


@dataclass(frozen=True, slots=True)
class WhySentence:
    """A sentence about a block: an emphasized `lead`, and a `text` whose `strong` spans are emphasized.

    `kind` is "in", "open", "out", "wins", "yields", "apart" or "tied"; `blocks` are the other blocks it
    names.
    """

    kind: str
    lead: str
    text: str
    strong: tuple[Span, ...] = ()
    blocks: tuple[int, ...] = ()


class _Words:
    """A sentence being built, with the spans of it that are emphasized."""

    def __init__(self) -> None:
        self.text = ""
        self.strong: list[Span] = []

    def add(self, text: str, strong: Sequence[Span] = ()) -> _Words:
        self.strong += [span.shifted(len(self.text)) for span in strong]
        self.text += text
        return self

    def add_name(self, name: str) -> _Words:
        return self.add(name, (Span(0, len(name)),))

    def sentence(self, kind: str, lead: str, *blocks: int) -> WhySentence:
        return WhySentence(kind, lead, self.text, tuple(self.strong), blocks)


def outcome_sentence(
    blocks: tuple[Block, ...], index: int, state: BlockState, reasons: Sequence[Reason]
) -> str:
    """Return one sentence that says whether a block is sent, and why."""
    first = _about_state(blocks, index, state, reasons)
    return f"{first.lead} {first.text}"


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
            others = tuple(place for place in contest.tied if place != index)
            names = [blocks[place].name for place in others]
            text = (
                "Only their order in the file decides: raise one’s priority, narrow one’s scope, "
                "or merge them."
            )
            sentences.append(WhySentence("tied", f"Tied with {''.join(listed(names))}.", text, (), others))
    return tuple(sentences)


def _about_state(
    blocks: tuple[Block, ...], index: int, state: BlockState, reasons: Sequence[Reason]
) -> WhySentence:
    own = [reason for reason in reasons if reason.said_by == index]
    parent, words = blocks[index].parent, _Words()
    if state.is_in:
        kind = "open" if state is BlockState.OPEN else "in"
        if own:
            words.add(_without_stop(own[0]), own[0].strong)
            return _clauses(words, own, "and", clauses_before=1).add(".").sentence(kind, "Sent.")
        if parent is None:
            return words.add("It has no scope and no conditions.").sentence(kind, "Sent.")
        words.add("It limits nothing itself, and ").add_name(blocks[parent].name)
        return words.add(" around it is sent.").sentence(kind, "Sent.", parent)
    against = [reason for reason in own if reason.state is ConstraintState.CONTRADICTS]
    if against:
        return _clauses(words, against, ";").add(".").sentence("out", "Not sent:")
    around = next(reason.said_by for reason in reasons if reason.target is Target.PARENT)
    words.add_name(blocks[around].name).add(" around it is not sent.")
    return words.sentence("out", "Not sent:", around)


def _about_ancestors(blocks: tuple[Block, ...], index: int, outcome: Outcome) -> list[WhySentence]:
    """Return sentences about the inherited constraints: those that fail, or those that hold or are open."""
    block_outcome = outcome.block_outcomes[index]
    if not block_outcome.state.is_in:
        culprits = [reason.said_by for reason in block_outcome.reasons if reason.target is Target.PARENT]
        return [
            WhySentence("out", f"{blocks[place].name}:", about.text, about.strong, (place,))
            for place in culprits
            for about in (
                _about_state(blocks, place, BlockState.INACTIVE, outcome.block_outcomes[place].reasons),
            )
        ]
    sentences = []
    inherited = (reason for reason in block_outcome.reasons if reason.said_by != index)
    for place, group in groupby(inherited, key=lambda reason: reason.said_by):
        reasons = list(group)
        is_open = any(reason.state is ConstraintState.OPEN for reason in reasons)
        words = _clauses(_Words(), reasons, "and").add(".")
        sentences.append(words.sentence("open" if is_open else "in", f"{blocks[place].name}:", place))
    return sentences


def _about_losers(blocks: tuple[Block, ...], contest: Contest) -> list[WhySentence]:
    by_priority = [loss for loss in contest.losses if loss.rule is Rule.PRIORITY]
    others = [loss for loss in contest.losses if loss.rule is not Rule.PRIORITY]
    sentences = [_about_loser(blocks, contest, loss) for loss in others[:_MOST_SENTENCES]]
    if rest := others[_MOST_SENTENCES:]:
        names = [blocks[loss.loser].name for loss in rest]
        lead = f"Wins over {''.join(listed(names))}."
        words = _Words().add("They have the same priority and come after it in the same way.")
        sentences.append(words.sentence("wins", lead, *(loss.loser for loss in rest)))
    if by_priority:
        names = [blocks[loss.loser].name for loss in by_priority]
        lead = f"Wins over {''.join(listed(names))}{_if_it_applies(by_priority)}."
        priorities = list(dict.fromkeys(str(blocks[loss.loser].priority) for loss in by_priority))
        words = _Words().add(f"Its priority is {blocks[contest.winner].priority}, ")
        words.add("theirs only " if by_priority[1:] else "the other’s only ")
        sentences.append(
            words.add("".join(listed(priorities)))
            .add(".")
            .sentence("wins", lead, *(loss.loser for loss in by_priority))
        )
    return sentences


def _about_loser(blocks: tuple[Block, ...], contest: Contest, loss: Loss) -> WhySentence:
    lead = f"Wins over {blocks[loss.loser].name}{_if_it_applies([loss])}."
    priority = blocks[contest.winner].priority
    if loss.rule is Rule.SPECIFICITY:
        more = _more_specific(loss)
        text = f"Both have priority {priority}; this one {more}."
    else:
        text = (
            f"Both have priority {priority} and equally specific scopes; this one stands first in the file."
        )
    return WhySentence("wins", lead, text, (), (loss.loser,))


def _about_winner(blocks: tuple[Block, ...], contest: Contest, index: int) -> WhySentence:
    winner = blocks[contest.winner]
    loss = next((loss for loss in contest.losses if loss.loser == index), None)
    if loss is None:
        why = why_apart(coverage_of(blocks, contest.winner), coverage_of(blocks, index))
        why = why or "their scopes exclude each other"
        text = f"{why[0].upper()}{why[1:]}."
        return WhySentence("apart", f"Never sent with {winner.name}.", text, (), (contest.winner,))
    lead = f"Loses to {winner.name}{_if_it_applies([loss])}."
    if loss.rule is Rule.PRIORITY:
        text = f"Its priority is {blocks[index].priority}, the other’s {winner.priority}."
    elif loss.rule is Rule.SPECIFICITY:
        text = f"Both have priority {winner.priority}; that one {_more_specific(loss, 'this one')}."
    else:
        text = f"Both have priority {winner.priority} and equally specific scopes; that one stands first."
    return WhySentence("yields", lead, f"{text} It is still sent.", (), (contest.winner,))


def _more_specific(loss: Loss, called: str = "the other") -> str:
    """Return in words what makes the winner's scope more specific than the loser's, which is `called` so."""
    if loss.specificities is None:
        return ""
    return loss.specificities[0].said_against(loss.specificities[1], called)


def _if_it_applies(losses: Sequence[Loss]) -> str:
    return ", if it applies" if any(loss.if_it_applies for loss in losses) else ""


def _clauses(words: _Words, reasons: Sequence[Reason], between: str, *, clauses_before: int = 0) -> _Words:
    """Append the sentences of reasons from `clauses_before` on as clauses, in lower case but for names."""
    for place, reason in enumerate(reasons[clauses_before:], start=clauses_before):
        if place:
            words.add(_between(between, place, len(reasons)))
        text = _without_stop(reason)
        if not (reason.strong and reason.strong[0].start == 0):
            text = text[:1].lower() + text[1:]
        words.add(text, reason.strong)
    return words


def _between(word: str, place: int, count: int) -> str:
    if word == ";":
        return "; "
    if place < count - 1:
        return ", "
    return f", {word} " if count > 2 else f" {word} "


def _without_stop(reason: Reason) -> str:
    return reason.sentence.removesuffix(".")
