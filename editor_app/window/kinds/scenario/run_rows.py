"""What the run view lists: steps in groups with what came between them, and triggers under each strategy."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Final, NamedTuple, overload

from editor_app.runs.counting import arguments_text
from editor_app.runs.loop.results import Grouping, RunResult, grouped
from editor_app.runs.model.records import StepRecord
from editor_app.runs.model.session import HintPart, Part, TextPart, ToolPart
from editor_app.text import Sentence
from editor_app.text.tokens import estimated_tokens
from editor_app.window.kit.words.plain_text import number_in_words, tokens_in_words

_MOST_CHARACTERS: Final = 400


class RowKind(StrEnum):
    """What a row of the list of steps is about."""

    GROUP = "group"
    STEP = "step"
    USER = "user"
    MESSAGE = "message"
    HINT = "hint"
    COMPACTION = "compaction"
    REFUSED = "refused"
    NOTE = "note"
    PART = "part"
    TOOL = "tool"


class RunRow(NamedTuple):
    """A row of the list of steps.

    `steps` are those it is about, more than one for a group. `detail` is soft, `tokens` stands at the right.
    `is_open` is None for a row that cannot be unfolded; a part has a `label` in place of a number.
    `has_text` if the model wrote text in the step.
    """

    kind: RowKind
    steps: range
    words: str
    detail: str = ""
    tokens: str = ""
    is_open: bool | None = None
    label: str = ""
    has_text: bool = False

    @property
    def step(self) -> int:
        """The step it is about, the first one of a group."""
        return self.steps.start

    @property
    def last(self) -> int:
        """The last step of a group."""
        return self.steps.stop - 1

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells the row from others that can be unfolded."""
        return _key(self.kind, self.steps)

    @property
    def numbers(self) -> str:
        """The steps of the row, as they stand before it."""
        if self.kind is RowKind.GROUP:
            return f"{self.step}–{self.last}"
        return str(self.step) if self.kind is RowKind.STEP else ""

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        parts = [self.label, self.words, self.detail]
        if self.kind in {RowKind.GROUP, RowKind.STEP}:
            first, last = str(self.step), str(self.last)
            parts[0] = Sentence("window-scenario.steps", count=len(self.steps), first=first, last=last)
        if self.tokens:
            parts.append(Sentence("window-scenario.some-tokens", number=self.tokens))
        if self.is_open is not None:
            unfolded = Sentence("window-scenario.unfolded")
            parts.append(unfolded if self.is_open else Sentence("window-scenario.folded"))
        return Sentence("window-scenario.list", parts=[part for part in parts if part])


class _Block(NamedTuple):
    """Rows that are made together: those of a step, of a closed group, or the head of an open one.

    `steps` are those it is about; with `has_before`, what came before the first stands in it. `is_open` if
    the group or the step shows what is in it; `size` is the number of its rows.
    """

    steps: range
    has_before: bool
    is_open: bool
    size: int


class RunRows(Sequence[RunRow]):
    """The rows of a run, each made when it is asked for; those in `unfolded` show what is in them."""

    def __init__(
        self, result: RunResult, grouping: Grouping, unfolded: Collection[tuple[str, int, int]]
    ) -> None:
        """Count the rows."""
        self._result = result
        self._unfolded = frozenset(unfolded)
        self._blocks = [
            block for steps in grouped(result.steps, grouping) for block in self._blocks_of(steps)
        ]
        self._starts = [block.steps.start for block in self._blocks]
        self._ends = list(accumulate(block.size for block in self._blocks))
        self._made: tuple[int, tuple[RunRow, ...]] = (-1, ())

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> RunRow: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[RunRow]: ...

    def __getitem__(self, at: int | slice) -> RunRow | Sequence[RunRow]:
        """Return a row."""
        if isinstance(at, slice):
            return [self[number] for number in range(len(self))[at]]
        number = range(len(self))[at]
        block = bisect_right(self._ends, number)
        rows = self._rows_of(block)
        return rows[number - self._ends[block] + len(rows)]

    @property
    def widest_numbers(self) -> str:
        """The widest of what can stand before a group."""
        last = max(len(self._result.steps) - 1, 0)
        return f"{last}–{last}"

    def number_of(self, step: int) -> int:
        """Return the number of the row that shows a step, by itself or in a group; -1 without one."""
        return self._find(step, lambda row: row.kind in {RowKind.STEP, RowKind.GROUP})

    def number_of_row(self, row: RunRow) -> int:
        """Return the number of the row about the same as one of other rows; -1 without one."""
        same = (row.key, row.label, row.words)
        return self._find(row.step, lambda other: (other.key, other.label, other.words) == same)

    def _find(self, step: int, is_it: Callable[[RunRow], bool]) -> int:
        """Return the number of a row in the blocks that have a step, the last of them first."""
        last = bisect_right(self._starts, step) - 1
        first = bisect_left(self._starts, self._starts[last]) if last >= 0 else 0
        for block in range(last, first - 1, -1):
            rows = self._rows_of(block)
            for number, row in enumerate(rows, self._ends[block] - len(rows)):
                if is_it(row):
                    return number
        return -1

    def _blocks_of(self, steps: range) -> Iterator[_Block]:
        """Yield the blocks of a group of steps."""
        records = self._result.steps
        first = records[steps.start]
        if len(steps) == 1:
            yield self._block_of(first)
            return
        size, others = 1 + _count_before(first), records[steps.start + 1 : steps.stop]
        if _key(RowKind.GROUP, steps) not in self._unfolded:
            size += sum(len(record.refused) for record in others if record.findings)
            yield _Block(steps, has_before=True, is_open=False, size=size)
            return
        yield _Block(steps, has_before=True, is_open=True, size=size)
        yield self._block_of(first, has_before=False)
        yield from map(self._block_of, others)

    def _block_of(self, record: StepRecord, *, has_before: bool = True) -> _Block:
        steps = range(record.number, record.number + 1)
        is_open = _key(RowKind.STEP, steps) in self._unfolded
        parts = sum(1 for _ in _parts(record, self._result)) if is_open else 0
        before = _count_before(record) if has_before else 0
        return _Block(steps, has_before, is_open, before + 1 + parts)

    def _rows_of(self, block: int) -> tuple[RunRow, ...]:
        if self._made[0] != block:
            self._made = block, tuple(self._make(self._blocks[block]))
        return self._made[1]

    def _make(self, block: _Block) -> Iterator[RunRow]:
        steps = block.steps
        first = self._result.steps[steps.start]
        if block.has_before:
            yield from _before(first)
        if len(steps) == 1:
            row = _row(RowKind.STEP, first, _step_words(first), _tools([first]), _tokens(first))
            yield row._replace(is_open=block.is_open, has_text=first.has_text)
            if block.is_open:
                yield from _parts(first, self._result)
            return
        yield _group(self._result, steps)._replace(is_open=block.is_open)
        if not block.is_open:
            for number in steps[1:]:
                yield from _refusals(self._result.steps[number])


def _key(kind: RowKind, steps: range) -> tuple[str, int, int]:
    return kind.value, steps.start, steps.stop - 1


def end_in_words(result: RunResult) -> str:
    """Return how a run ended, with its steps and system messages."""
    fired = sum(len(step.fired) for step in result.steps)
    steps = len(result.steps)
    return Sentence("window-scenario.run-ended", end=result.end.value, steps=steps, messages=fired)


def _before(step: StepRecord) -> Iterator[RunRow]:
    number = str(step.number)
    if step.summary is not None:
        fired = [firing.trigger for firing in step.fired]
        names = Sentence("window-scenario.then", names=fired) if fired else ""
        words = Sentence("window-scenario.compaction-before", step=number)
        yield _row(RowKind.COMPACTION, step, words, names, _plus(step.summary))
    if step.user is not None:
        words = Sentence("window-scenario.turn", number=str(step.turn + 1))
        yield _row(RowKind.USER, step, words, step.user, _plus(step.user))
    for firing in step.fired:
        words = Sentence("window-scenario.message-before", step=number)
        yield _row(RowKind.MESSAGE, step, words, firing.trigger, _plus(firing.text))
    yield from _refusals(step)


def _count_before(step: StepRecord) -> int:
    """Return how many rows `_before` gives."""
    return (step.summary is not None) + (step.user is not None) + len(step.fired) + len(step.refused)


def _refusals(step: StepRecord) -> Iterator[RunRow]:
    for refusal in step.refused:
        maker = refusal.provider.maker
        words = Sentence("window-scenario.refused-at", maker=maker, step=str(step.number))
        yield _row(RowKind.REFUSED, step, words, refusal.message)


def _group(result: RunResult, steps: range) -> RunRow:
    records = result.steps[steps.start : steps.stop]
    calls = sum(1 for step in records for part in step.parts if isinstance(part, ToolPart))
    sent = sum(len(step.fired) for step in records[1:])
    words = Sentence("window-scenario.group", steps=len(records), calls=calls, messages=sent)
    row = _row(RowKind.GROUP, records[0], words, _tools(records), _tokens(records[-1]))
    return row._replace(steps=steps)


def _step_words(step: StepRecord) -> str:
    calls = sum(isinstance(part, ToolPart) for part in step.parts)
    hints = sum(isinstance(part, HintPart) for part in step.parts)
    words = []
    if step.has_text:
        words.append(Sentence("window-scenario.text"))
    if calls:
        words.append(Sentence("window-scenario.calls", count=calls))
    if hints:
        words.append(Sentence("window-scenario.hints", count=hints))
    return Sentence("window-scenario.list", parts=words or [Sentence("window-scenario.nothing")])


def _parts(step: StepRecord, result: RunResult) -> Iterator[RunRow]:
    for part in step.parts:
        yield from _part(step, part)
    for note in step.notes:
        yield _row(RowKind.NOTE, step, note, label=Sentence("window-scenario.note"))
    if step.finish_reason is not None:
        follows, number = result.end.value, str(step.number + 1)
        if step.number + 1 < len(result.steps):
            follows = "step" if result.steps[step.number + 1].turn == step.turn else "turn"
        details = [Sentence("window-scenario.what-follows", what=follows, step=number)]
        words = Sentence("window-scenario.finished-so", reason=step.finish_reason.value, what=follows)
        if step.usage is not None:
            details.append(Sentence("window-scenario.usage", tokens=step.usage))
        detail = Sentence("window-scenario.list", parts=[detail for detail in details if detail])
        yield _row(RowKind.PART, step, words, detail, label=Sentence("window-scenario.finish"))


def _part(step: StepRecord, part: Part) -> Iterator[RunRow]:
    if isinstance(part, TextPart):
        yield _row(
            RowKind.PART,
            step,
            part.text,
            tokens=_sent_tokens(part.text),
            label=Sentence("window-scenario.text-label"),
        )
    elif isinstance(part, HintPart):
        detail = Sentence("window-scenario.trigger-not-sent", trigger=part.trigger)
        yield _row(RowKind.HINT, step, part.text, detail, label=Sentence("window-scenario.hint"))
    else:
        arguments, answer = arguments_text(part.arguments), part.result if part.error is None else part.error
        tokens = number_in_words(estimated_tokens(part.name + arguments))
        yield _row(RowKind.TOOL, step, part.name, arguments, tokens, Sentence("window-scenario.tool-call"))
        label = Sentence("window-scenario.tool-result")
        if part.error is not None:
            label = Sentence("window-scenario.tool-error")
        words = answer or Sentence("window-scenario.empty")
        tokens = number_in_words(estimated_tokens(answer or ""))
        if answer is None:
            words, tokens = Sentence("window-scenario.not-answered"), ""
        yield _row(RowKind.TOOL, step, words, "", tokens, label)


def _sent_tokens(text: str) -> str:
    """Return how many tokens a message has as requests have it."""
    return number_in_words(estimated_tokens(text.strip("\n")))


def _row(
    kind: RowKind, step: StepRecord, words: str, detail: str = "", tokens: str = "", label: str = ""
) -> RunRow:
    steps, most = range(step.number, step.number + 1), _MOST_CHARACTERS
    return RunRow(kind, steps, words[:most], detail[:most], tokens, label=label)


def _tools(steps: Sequence[StepRecord]) -> str:
    names = Counter(part.name for step in steps for part in step.parts if isinstance(part, ToolPart))
    shown = [name for name, _ in names.most_common(4)]
    more = len(names) - len(shown)
    return Sentence("window-scenario.tools", names=shown, more=more)


def _tokens(step: StepRecord) -> str:
    tokens = step.figures.tokens
    return "" if tokens is None else tokens_in_words(tokens, is_estimate=step.figures.is_counted)


def _plus(text: str) -> str:
    return f"+{_sent_tokens(text)}"
