"""The rows of the blocks panel as values."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from editor_app.system_messages.model.entities import Block, BlockBody, BlockPath, path_label
from editor_app.system_messages.resolution.outcome import BlockOutcome, BlockState, Outcome, Rule
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Diagnostic, Sentence, Severity, listed
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import one_line

_NONE: Final = Counts()
WINS: Final = Sentence("window-system_message.wins")
LOSES: Final = Sentence("window-system_message.loses")
STATE_WORDS: Final = {
    BlockState.ACTIVE: Sentence("window-system_message.sent"),
    BlockState.OPEN: Sentence("window-system_message.any"),
    BlockState.INACTIVE: Sentence("window-system_message.not-sent"),
}


class ContestWord(NamedTuple):
    """The result of a block's contest: `WINS`, `LOSES` or "" where priorities decide, and a sentence."""

    badge: str = ""
    sentence: str = ""


_NO_CONTEST: Final = ContestWord()


class BlockRow(NamedTuple):
    """A block of the system message at `path`, and its outcome.

    The block itself is not kept: its place in the text is another one after each edit before it. `children`
    is how many blocks it contains directly.
    """

    path: BlockPath
    body: BlockBody
    outcome: BlockOutcome = BlockOutcome(BlockState.ACTIVE)
    contest: ContestWord = _NO_CONTEST
    counts: Counts = Counts()
    muted: bool = False
    children: int = 0

    @property
    def id(self) -> str:
        """The id of the block, "" where it has none."""
        return self.body.id

    @property
    def type(self) -> str:
        """The type of the block as it is written."""
        return self.body.type

    @property
    def priority(self) -> str:
        """The priority of the block, "" where it has none."""
        return "" if self.body.priority is None else str(self.body.priority)

    @property
    def badge(self) -> str:
        """What the row says of the block: that it wins, loses, is any, not sent or muted, or ""."""
        if self.muted:
            return Sentence("window-system_message.muted")
        is_active = self.outcome.state is BlockState.ACTIVE
        return (self.contest.badge if self.is_in else "") or ("" if is_active else self.state)

    @property
    def state(self) -> str:
        """Whether the block is sent, in a word."""
        return STATE_WORDS[self.outcome.state]

    @property
    def result(self) -> str:
        """Whether the block is sent, and whether it wins."""
        return listed((self.state, self.contest.badge))

    @property
    def depth(self) -> int:
        """How many blocks contain this one: 0 at the top level."""
        return len(self.path) - 1

    @property
    def name(self) -> str:
        """The block's id, or its path where it has none."""
        return self.id or path_label(self.path)

    @property
    def is_in(self) -> bool:
        """Whether the block is sent."""
        return self.outcome.state.is_in

    @property
    def tooltip(self) -> str:
        """The whole row as a tooltip of a few lines."""
        priority = self._priority_words if self.priority else ""
        about = listed((self.type, priority, self.counts.in_words()))
        lines = (self.name, about, self.outcome.sentence, self.contest.sentence)
        return "\n".join(filter(None, lines))

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        is_open, sent = self.outcome.state is BlockState.OPEN, STATE_WORDS[BlockState.ACTIVE]
        words = (
            self.name,
            self.type,
            self._priority_words,
            sent if self.is_in else "",
            self.state if is_open else "",
            self.badge if self.muted or self.contest.badge or not is_open else "",
            self.counts.in_words(),
        )
        return one_line(listed(words))

    @property
    def _priority_words(self) -> str:
        if self.body.priority is None:
            return Sentence("window-system_message.no-priority")
        return Sentence("window-system_message.priority-is", number=self.body.priority)

    def matches(self, words: str) -> bool:
        """Whether every one of `words` is in id, type or text."""
        content = "" if self.body.content is None else self.body.content.text
        text = f"{self.id}\n{self.type}\n{content}".casefold()
        return all(word in text for word in words.casefold().split())


def matching_blocks(rows: Sequence[BlockRow], words: str) -> tuple[BlockRow, ...]:
    """Return the rows that have every one of `words` in id, type or text, and the rows that contain them."""
    matching = [row.path for row in rows if row.matches(words)]
    shown = {path[:length] for path in matching for length in range(1, len(path) + 1)}
    return tuple(row for row in rows if row.path in shown)


def muted_in_words(rows: Iterable[BlockRow]) -> str:
    """Return the sentence about the muted blocks, "" if there are none."""
    number = sum(row.muted for row in rows)
    return Sentence("window-system_message.muted-here", count=number) if number else ""


def contest_words(outcome: Outcome) -> dict[int, ContestWord]:
    """Return the result of the contest for every winner and every loser, by block index."""
    words: dict[int, ContestWord] = {}
    for contest in outcome.contests:
        close = next((loss for loss in contest.losses if loss.rule is not Rule.PRIORITY), None)
        words[contest.winner] = ContestWord(WINS if close else "", (close or contest.losses[0]).sentence)
        for loss in contest.losses:
            words[loss.loser] = ContestWord("" if loss.rule is Rule.PRIORITY else LOSES, loss.sentence)
    return words


def tree_rows(
    blocks: Sequence[Block],
    outcome: Outcome,
    situation: Situation = EMPTY_SITUATION,
    diagnostics: Iterable[Diagnostic] = (),
) -> tuple[BlockRow, ...]:
    """Return a row for each block; a problem is counted at the innermost block that contains it."""
    counts = _counts_by_block(blocks, diagnostics)
    children = Counter([block.parent for block in blocks])
    words = contest_words(outcome)
    return tuple(
        BlockRow(
            block.path,
            block.body,
            block_outcome,
            words.get(index, _NO_CONTEST),
            counts.get(index, _NONE),
            block.id in situation.muted,
            children[index],
        )
        for index, (block, block_outcome) in enumerate(zip(blocks, outcome.block_outcomes, strict=True))
    )


def _counts_by_block(blocks: Sequence[Block], diagnostics: Iterable[Diagnostic]) -> dict[int, Counts]:
    starts = [block.span.start for block in blocks]
    severities: defaultdict[int, list[Severity]] = defaultdict(list)
    for diagnostic in diagnostics:
        index: int | None = bisect_right(starts, diagnostic.span.start) - 1
        while index is not None and index >= 0:
            if blocks[index].span.touches(diagnostic.span.start):
                severities[index].append(diagnostic.severity)
                break
            index = blocks[index].parent
    return {
        index: Counts(*(of_block.count(severity) for severity in Severity))
        for index, of_block in severities.items()
    }
