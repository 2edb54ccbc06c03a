"""The rows of the blocks panel as values."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from editor_app.system_messages.model.entities import Block, BlockBody, BlockPath, path_label
from editor_app.system_messages.resolution.outcome import BlockOutcome, BlockState, Outcome
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.text import Diagnostic, Severity
from editor_app.window.kinds.system_message.contest_words import ContestWord, contest_words
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.plain_text import one_line

TONES: Final = {
    "wins": "accent",
    "outranked": "neutral",
    "open": "neutral",
    "out": "neutral",
    "muted": "neutral",
}
"""The badges and their tones."""

_STATES: Final = {
    BlockState.ACTIVE: "sent",
    BlockState.OPEN: "sent, left open",
    BlockState.INACTIVE: "not sent",
}


class BlockRow(NamedTuple):
    """A block of the system message and its outcome.

    `number` is its index among all blocks. `badge` is one of `TONES` or "". `rank` is its rank in a contest
    that priorities decide, such as "2nd". `sentences` say why it is sent or not and how its contest ended.
    `text` is its content.
    """

    number: int
    path: BlockPath
    id: str
    type: str
    priority: str = ""
    state: BlockState = BlockState.ACTIVE
    badge: str = ""
    rank: str = ""
    sentences: tuple[str, ...] = ()
    counts: Counts = Counts()
    muted: bool = False
    children: int = 0
    text: str = ""

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
        return self.state is not BlockState.INACTIVE

    @property
    def tooltip(self) -> str:
        """The whole row as a tooltip of a few lines."""
        about = [
            self.type,
            f"priority {self.priority}" if self.priority else "",
            self.rank,
            self.counts.in_words(),
        ]
        lines = (self.name, ", ".join(word for word in about if word), *self.sentences)
        return "\n".join(line for line in lines if line)

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        words = (
            self.name,
            self.type,
            f"priority {self.priority}" if self.priority else "no priority",
            "muted" if self.muted else _STATES[self.state],
            self.badge if self.badge in {"wins", "outranked"} else "",
            f"{self.rank} of its type" if self.rank else "",
            self.counts.in_words(),
        )
        return one_line(", ".join(word for word in words if word))


def matching_blocks(rows: Sequence[BlockRow], words: str) -> tuple[BlockRow, ...]:
    """Return the rows that have every one of `words` in id, type or text, and the rows that contain them."""
    wanted = words.casefold().split()
    kept: set[BlockPath] = set()
    for row in rows:
        if _has_all(row, wanted):
            kept.update(row.path[:length] for length in range(len(row.path), 0, -1))
    return tuple(row for row in rows if row.path in kept)


def muted_in_words(rows: Iterable[BlockRow]) -> str:
    """Return the sentence about the muted blocks, "" if there are none."""
    number = sum(row.muted for row in rows)
    return f"{number} muted, in this view only" if number else ""


def _has_all(row: BlockRow, wanted: Iterable[str]) -> bool:
    text = f"{row.id}\n{row.type}\n{row.text}".casefold()
    return all(word in text for word in wanted)


_NONE = Counts()
_STATE_BADGES = {BlockState.ACTIVE: "", BlockState.OPEN: "open", BlockState.INACTIVE: "out"}


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
