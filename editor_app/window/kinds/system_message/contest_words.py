"""The result of each block's contest in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from editor_app.system_messages.resolution.outcome import Outcome, Rule


class ContestWord(NamedTuple):
    """The result of a block's contest: a badge, or a rank where priorities decide, and a sentence."""

    badge: str
    rank: str
    sentence: str


NO_CONTEST: Final = ContestWord("", "", "")


def contest_words(outcome: Outcome) -> dict[int, ContestWord]:
    """Return the result of the contest for every winner and every outranked block, by block index."""
    words: dict[int, ContestWord] = {}
    for contest in outcome.contests:
        outranked = next((loss for loss in contest.losses if loss.rule is not Rule.PRIORITY), None)
        badge = "wins" if outranked is not None else ""
        rank = "" if badge else _ordinal(outcome.block_outcomes[contest.winner].rank)
        words[contest.winner] = ContestWord(badge, rank, (outranked or contest.losses[0]).sentence)
        for loss in contest.losses:
            badge = "outranked" if loss.rule is not Rule.PRIORITY else ""
            rank = "" if badge else _ordinal(outcome.block_outcomes[loss.loser].rank)
            words[loss.loser] = ContestWord(badge, rank, loss.sentence)
    return words


def _ordinal(rank: int | None) -> str:
    if rank is None:
        return ""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th") if rank % 100 not in {11, 12, 13} else "th"
    return f"{rank}{ending}"
