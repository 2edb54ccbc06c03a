"""The rows of the blocks panel, made from a system message's blocks and their outcomes."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from editor_app.system_messages.model.entities import Block, BlockBody, BlockPath
from editor_app.system_messages.resolution.outcome import BlockOutcome, BlockState, Outcome, Rule
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Diagnostic, Severity
from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow
from editor_app.window.kit.rows.row_style import Counts

_NONE = Counts()
_STATE_BADGES = {BlockState.ACTIVE: "", BlockState.OPEN: "open", BlockState.INACTIVE: "out"}


class ContestWord(NamedTuple):
    """The result of a block's contest: a badge, or a rank where priorities decide, and a sentence."""

    badge: str
    rank: str
    sentence: str

    @property
    def shown(self) -> str:
        """The badge, or else the rank."""
        return self.badge or self.rank


_NO_CONTEST = ContestWord("", "", "")


class _RowInputs(NamedTuple):
    """The inputs that a row is made from, to compare with the last ones."""

    body: BlockBody
    path: BlockPath
    block_outcome: BlockOutcome
    word: ContestWord
    counts: Counts
    muted: bool
    children: int


class RowMemory:
    """The last rows and their inputs, so that an edit makes only the rows whose inputs changed."""

    def __init__(self) -> None:
        """Start with no rows."""
        self._inputs: list[_RowInputs] = []
        self._rows: list[BlockRow] = []
        self._outcome: Outcome | None = None
        self._words: dict[int, ContestWord] = {}

    def words(self, outcome: Outcome) -> dict[int, ContestWord]:
        """Return the results of the contests, by block index."""
        if outcome is not self._outcome:
            self._outcome, self._words = outcome, contest_words(outcome)
        return self._words

    def row(self, number: int, inputs: _RowInputs) -> BlockRow:
        """Return the row at an index, made again only if its inputs differ."""
        if number < len(self._rows):
            if self._inputs[number] != inputs:
                self._inputs[number], self._rows[number] = inputs, _row(number, inputs)
        else:
            self._inputs.append(inputs)
            self._rows.append(_row(number, inputs))
        return self._rows[number]

    def shorten(self, length: int) -> None:
        """Forget the rows from index `length` on."""
        del self._inputs[length:], self._rows[length:]


def tree_rows(
    blocks: Sequence[Block],
    outcome: Outcome,
    situation: Situation = EMPTY_SITUATION,
    diagnostics: Iterable[Diagnostic] = (),
    memory: RowMemory | None = None,
) -> tuple[BlockRow, ...]:
    """Return a row for each block; a problem is counted at the innermost block that contains it."""
    memory = RowMemory() if memory is None else memory
    counts = _counts_by_block(blocks, diagnostics)
    children = Counter([block.parent for block in blocks])
    words = memory.words(outcome)
    muted = situation.muted
    rows = []
    for index, (block, block_outcome) in enumerate(zip(blocks, outcome.block_outcomes, strict=True)):
        body = block.body
        inputs = _RowInputs(
            body,
            block.path,
            block_outcome,
            words.get(index, _NO_CONTEST),
            counts.get(index, _NONE),
            body.id in muted,
            children.get(index, 0),
        )
        rows.append(memory.row(index, inputs))
    memory.shorten(len(rows))
    return tuple(rows)


def _row(number: int, inputs: _RowInputs) -> BlockRow:
    body, block_outcome, word = inputs.body, inputs.block_outcome, inputs.word
    badge = word.badge if block_outcome.state.is_in else ""
    return BlockRow(
        number,
        inputs.path,
        body.id,
        body.type,
        "" if body.priority is None else str(body.priority),
        block_outcome.state,
        "muted" if inputs.muted else badge or _STATE_BADGES[block_outcome.state],
        word.rank,
        (block_outcome.sentence, word.sentence) if word.sentence else (block_outcome.sentence,),
        inputs.counts,
        inputs.muted,
        inputs.children,
        "" if body.content is None else body.content.text,
    )


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


def _counts_by_block(blocks: Sequence[Block], diagnostics: Iterable[Diagnostic]) -> dict[int, Counts]:
    diagnostics = tuple(diagnostics)
    if not diagnostics:
        return {}
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
