"""What the blocks panel shows, made from a message's blocks and what becomes of them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from editor_app.system_messages.entities import Block
from editor_app.system_messages.outcome import BlockState, Outcome, Rule, Standing
from editor_app.system_messages.situations import EMPTY_SITUATION, Situation
from editor_app.text import Diagnostic, Severity
from editor_app.window.panels.blocks import BlockRow
from editor_app.window.row_style import Counts

_NONE = Counts()


def rows_of(
    blocks: Sequence[Block],
    outcome: Outcome,
    situation: Situation = EMPTY_SITUATION,
    diagnostics: Iterable[Diagnostic] = (),
) -> tuple[BlockRow, ...]:
    """Return a row per block; a problem counts at the innermost block around it."""
    counts = _counts_by_block(blocks, diagnostics)
    children = Counter(block.parent for block in blocks)
    contests = contest_words(outcome)
    muted = situation.muted
    rows = []
    for index, (block, standing) in enumerate(zip(blocks, outcome.standings, strict=True)):
        body = block.body
        won, rank, sentence = contests.get(index, _NO_CONTEST)
        is_muted = body.id in muted
        badge = "muted" if is_muted else won
        if not badge or standing.state is BlockState.INACTIVE:
            badge = "muted" if is_muted else _STATE_BADGES[standing.state]
        rows.append(
            BlockRow(
                index,
                block.path,
                body.id,
                body.type,
                "" if body.priority is None else str(body.priority),
                standing.state,
                badge,
                rank,
                (standing.sentence, sentence) if sentence else (standing.sentence,),
                counts.get(index, _NONE),
                is_muted,
                children[index],
                "" if body.content is None else body.content.text,
            )
        )
    return tuple(rows)


_STATE_BADGES = {BlockState.ACTIVE: "", BlockState.OPEN: "open", BlockState.INACTIVE: "out"}


class ContestWord(NamedTuple):
    """What came of a block's contest: a badge, or a rank where priorities decide, and the sentence."""

    badge: str
    rank: str
    sentence: str

    @property
    def shown(self) -> str:
        """The badge or the rank."""
        return self.badge or self.rank


_NO_CONTEST = ContestWord("", "", "")


def contest_words(outcome: Outcome) -> dict[int, ContestWord]:
    """Return what came of its contest for every winner and every block that yields."""
    words: dict[int, ContestWord] = {}
    for contest in outcome.contests:
        shown = next((loss for loss in contest.losses if loss.rule is not Rule.PRIORITY), None)
        badge = "wins" if shown is not None else ""
        rank = "" if badge else _ordinal(outcome.standings[contest.winner])
        words[contest.winner] = ContestWord(badge, rank, (shown or contest.losses[0]).sentence)
        for loss in contest.losses:
            equal = loss.rule is not Rule.PRIORITY
            rank = "" if equal else _ordinal(outcome.standings[loss.loser])
            words[loss.loser] = ContestWord("outranked" if equal else "", rank, loss.sentence)
    return words


def _ordinal(standing: Standing) -> str:
    rank = standing.rank
    if rank is None:
        return ""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th") if rank % 100 not in {11, 12, 13} else "th"
    return f"{rank}{ending}"


def _counts_by_block(blocks: Sequence[Block], diagnostics: Iterable[Diagnostic]) -> dict[int, Counts]:
    starts = [block.span.start for block in blocks]
    found: defaultdict[int, list[Severity]] = defaultdict(list)
    for diagnostic in diagnostics:
        at: int | None = bisect_right(starts, diagnostic.span.start) - 1
        while at is not None and at >= 0:
            if blocks[at].span.touches(diagnostic.span.start):
                found[at].append(diagnostic.severity)
                break
            at = blocks[at].parent
    return {
        index: Counts(*(severities.count(severity) for severity in Severity))
        for index, severities in found.items()
    }
