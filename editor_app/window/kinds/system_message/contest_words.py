"""The result of each block's contest in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from editor_app.system_messages.resolution.outcome import Outcome, Rule
from editor_app.text import Sentence

WINS: Final = Sentence("window-system_message.wins")
LOSES: Final = Sentence("window-system_message.loses")


class ContestWord(NamedTuple):
    """The result of a block's contest: `WINS`, `LOSES` or "" where priorities decide, and a sentence."""

    badge: str
    sentence: str


NO_CONTEST: Final = ContestWord("", "")


def contest_words(outcome: Outcome) -> dict[int, ContestWord]:
    """Return the result of the contest for every winner and every loser, by block index."""
    words: dict[int, ContestWord] = {}
    for contest in outcome.contests:
        close = next((loss for loss in contest.losses if loss.rule is not Rule.PRIORITY), None)
        words[contest.winner] = ContestWord(WINS if close else "", (close or contest.losses[0]).sentence)
        for loss in contest.losses:
            words[loss.loser] = ContestWord("" if loss.rule is Rule.PRIORITY else LOSES, loss.sentence)
    return words
