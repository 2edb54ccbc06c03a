"""The result of each block's contest in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from editor_app.system_messages.resolution.outcome import BlockOutcome, Outcome, Rule


class ContestWord(NamedTuple):
    """The result of a block's contest: a badge, or a rank where priorities decide, and a sentence."""

    badge: str
    rank: str
    sentence: str

    @property
    def shown(self) -> str:
        """The badge, or else the rank."""
        return self.badge or self.rank


NO_CONTEST: Final = ContestWord("", "", "")


def contest_words(outcome: Outcome) -> dict[int, ContestWord]:
    """Return the result of the contest for every winner and every outranked block, by block index."""
    words: dict[int, ContestWord] = {}
    for contest in outcome.contests:
        shown = next((loss for loss in contest.losses if loss.rule is not Rule.PRIORITY), None)
        badge = "wins" if shown is not None else ""
        rank = "" if badge else _ordinal(outcome.block_outcomes[contest.winner])
        words[contest.winner] = ContestWord(badge, rank, (shown or contest.losses[0]).sentence)
        for loss in contest.losses:
            equal = loss.rule is not Rule.PRIORITY
            rank = "" if equal else _ordinal(outcome.block_outcomes[loss.loser])
            words[loss.loser] = ContestWord("outranked" if equal else "", rank, loss.sentence)
    return words


def _ordinal(block_outcome: BlockOutcome) -> str:
    rank = block_outcome.rank
    if rank is None:
        return ""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th") if rank % 100 not in {11, 12, 13} else "th"
    return f"{rank}{ending}"
