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
from editor_app.runs.model.session import End, HintPart, Part, TextPart, ToolPart
from editor_app.text.tokens import estimated_tokens
from editor_app.window.kit.words.plain_text import number_in_words

_MOST_TOOLS: Final = 4
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


class RunRow(NamedTuple):
    """A row of the list of steps.

    `step` is the step it is about, `last` the last one of a group. `detail` is soft, `tokens` stands at the
    right. `is_open` is None for a row that cannot be unfolded; a part has a `label` in place of a number.
    `has_text` if the model wrote text in the step, `is_code` if the words are a tool's.
    """

    kind: RowKind
    step: int
    last: int
    words: str
    detail: str = ""
    tokens: str = ""
    is_open: bool | None = None
    label: str = ""
    has_text: bool = False
    is_code: bool = False

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells the row from others that can be unfolded."""
        return (self.kind.value, self.step, self.last)

    @property
    def numbers(self) -> str:
        """The steps of the row, as they stand before it."""
        if self.kind is RowKind.GROUP:
            return f"{self.step}–{self.last}"
        return str(self.step) if self.kind is RowKind.STEP else ""

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        head = {RowKind.GROUP: f"Steps {self.step} to {self.last}", RowKind.STEP: f"Step {self.step}"}
        unfolded = {None: "", True: "unfolded", False: "folded"}[self.is_open]
        tokens = f"{self.tokens} tokens" if self.tokens else ""
        parts = (head.get(self.kind, self.label), self.words, self.detail, tokens, unfolded)
        return ", ".join(part for part in parts if part)


class _Block(NamedTuple):
    """Rows that are made together: those of a step, of a closed group, or the head of an open one.

    `steps` are those it is about; with `has_before`, what came before the first stands in it. `is_open` if
    the group or the step shows what is in it; `size` is the number of its rows.
    """

    steps: range
    is_group: bool
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
            return [self[number] for number in range(*at.indices(len(self)))]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(at)
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
        return self._find(row.step, lambda one: (one.key, one.label, one.words) == same)

    def _find(self, step: int, is_it: Callable[[RunRow], bool]) -> int:
        """Return the number of a row in the blocks that have a step, the last of them first."""
        last = bisect_right(self._starts, step) - 1
        first = bisect_left(self._starts, self._starts[last]) if last >= 0 else 0
        for block in range(last, first - 1, -1):
            rows = self._rows_of(block)
            found = next((at for at, row in enumerate(rows) if is_it(row)), None)
            if found is not None:
                return self._ends[block] - len(rows) + found
        return -1

    def _blocks_of(self, steps: range) -> Iterator[_Block]:
        """Yield the blocks of a group of steps."""
        records = self._result.steps
        first = records[steps.start]
        if len(steps) == 1:
            yield self._block_of(first)
            return
        size = 1 + _count_before(first)
        is_open = (RowKind.GROUP.value, steps.start, steps.stop - 1) in self._unfolded
        if not is_open:
            size += sum(_count_refused(record) for record in records[steps.start + 1 : steps.stop])
        yield _Block(steps, is_group=True, has_before=True, is_open=is_open, size=size)
        if not is_open:
            return
        yield self._block_of(first, has_before=False)
        for record in records[steps.start + 1 : steps.stop]:
            yield self._block_of(record)

    def _block_of(self, record: StepRecord, *, has_before: bool = True) -> _Block:
        number = record.number
        is_open = (RowKind.STEP.value, number, number) in self._unfolded
        size = 1 + (sum(1 for _ in _parts(record, self._result)) if is_open else 0)
        before = _count_before(record) if has_before else 0
        return _Block(
            range(number, number + 1),
            is_group=False,
            has_before=has_before,
            is_open=is_open,
            size=before + size,
        )

    def _rows_of(self, at: int) -> tuple[RunRow, ...]:
        if self._made[0] != at:
            self._made = at, tuple(self._make(self._blocks[at]))
        return self._made[1]

    def _make(self, block: _Block) -> Iterator[RunRow]:
        steps = block.steps
        first = self._result.steps[steps.start]
        if block.has_before:
            yield from _before(first)
        if not block.is_group:
            row = _row(RowKind.STEP, first.number, _step_words(first), _tools([first]), _tokens(first))
            yield row._replace(is_open=block.is_open, has_text=first.has_text)
            if block.is_open:
                yield from _parts(first, self._result)
            return
        yield _group(self._result, steps)._replace(is_open=block.is_open)
        if not block.is_open:
            for number in steps[1:]:
                yield from _found_in(self._result.steps[number])


def end_in_words(result: RunResult) -> str:
    """Return how a run ended, with its steps and system messages."""
    steps = len(result.steps)
    fired = sum(len(step.fired) for step in result.steps)
    count = f"{number_in_words(steps)} {'step' if steps == 1 else 'steps'}"
    sent = f"{fired} system {'message' if fired == 1 else 'messages'}"
    how = _ENDS.get(result.end.value, f"Ended ({result.end.value}) after")
    return f"{how} {count}, {sent}"


_ENDS: Final = {
    "finished": "Finished after",
    "policy": "Ended by the policy after",
    "script-end": "The script ends after",
    "max_steps": "Stopped at the step limit after",
    "cancelled": "Cancelled after",
    "error": "Ended with an error after",
}


_LAST: Final = {
    End.FINISHED: "so the run ends",
    End.POLICY: "and the policy ends the run",
    End.SCRIPT_END: "where the script ends",
    End.MAX_STEPS: "and the step limit ends the run",
}


def _before(step: StepRecord) -> Iterator[RunRow]:
    number = step.number
    if step.summary is not None:
        names = ", ".join(one.trigger for one in step.fired)
        then = f"then {names}" if names else ""
        tokens = _sent_tokens(step.summary)
        yield _row(RowKind.COMPACTION, number, f"Compaction before step {number}", then, _plus(tokens))
    if step.user is not None:
        yield _row(RowKind.USER, number, f"Turn {step.turn + 1}", step.user, _plus(_sent_tokens(step.user)))
    for one in step.fired:
        words = f"System message before step {number}"
        yield _row(RowKind.MESSAGE, number, words, one.trigger, _plus(_sent_tokens(one.text)))
    yield from _found_in(step)


def _count_before(step: StepRecord) -> int:
    """Return how many rows `_before` gives."""
    return (step.summary is not None) + (step.user is not None) + len(step.fired) + _count_refused(step)


def _count_refused(step: StepRecord) -> int:
    return len(step.refused) if step.findings else 0


def _found_in(step: StepRecord) -> Iterator[RunRow]:
    for refusal in step.refused:
        yield _row(
            RowKind.REFUSED,
            step.number,
            f"Refused by {refusal.provider.maker} at step {step.number}",
            refusal.message,
        )


def _group(result: RunResult, steps: range) -> RunRow:
    records = result.steps[steps.start : steps.stop]
    calls = sum(1 for step in records for part in step.parts if isinstance(part, ToolPart))
    words = f"{len(records)} steps, {_calls(calls)}"
    sent = sum(len(step.fired) for step in records[1:])
    if sent:
        words += f", {sent} system {'message' if sent == 1 else 'messages'}"
    row = _row(RowKind.GROUP, steps.start, words, _tools(records), _tokens(records[-1]))
    return row._replace(last=steps.stop - 1)


def _step_words(step: StepRecord) -> str:
    calls = sum(isinstance(part, ToolPart) for part in step.parts)
    found = [*(["Text"] if step.has_text else []), *([_calls(calls)] if calls else [])]
    hints = sum(isinstance(part, HintPart) for part in step.parts)
    if hints:
        found.append(f"{hints} {'hint' if hints == 1 else 'hints'}")
    words = ", ".join(found) or "Nothing"
    return words[0].upper() + words[1:]


def _parts(step: StepRecord, result: RunResult) -> Iterator[RunRow]:
    for part in step.parts:
        yield from _part(step.number, part)
    for note in step.notes:
        yield _row(RowKind.NOTE, step.number, note)._replace(label="note")
    if step.finish_reason is not None:
        then = _what_follows(step, result)
        usage = f"usage {number_in_words(step.usage)}" if step.usage is not None else ""
        words = f"{step.finish_reason.value}," if then else step.finish_reason.value
        said = " · ".join(filter(None, (then, usage)))
        yield _row(RowKind.PART, step.number, words, said)._replace(label="finish")


def _what_follows(step: StepRecord, result: RunResult) -> str:
    """Return what comes after a step: another, the next turn, or how the run ends there."""
    if step.number + 1 == len(result.steps):
        return _LAST.get(result.end, "")
    following = result.steps[step.number + 1]
    what = "step" if following.turn == step.turn else "the next turn with step"
    return f"so {what} {following.number} follows"


def _part(number: int, part: Part) -> Iterator[RunRow]:
    if isinstance(part, TextPart):
        tokens = number_in_words(_sent_tokens(part.text))
        yield _row(RowKind.PART, number, part.text, "", tokens)._replace(label="text")
    elif isinstance(part, HintPart):
        yield _row(RowKind.HINT, number, part.text, f"{part.trigger}, not sent")._replace(label="hint")
    else:
        arguments = arguments_text(part.arguments)
        tokens = number_in_words(estimated_tokens(part.name + arguments))
        yield _row(RowKind.PART, number, part.name, arguments, tokens)._replace(
            label="tool call", is_code=True
        )
        answer = part.error if part.error is not None else part.result
        label = "tool error" if part.error is not None else "tool result"
        if answer is None:
            yield _row(RowKind.PART, number, "not answered")._replace(label=label, is_code=True)
        else:
            tokens = number_in_words(estimated_tokens(answer))
            yield _row(RowKind.PART, number, answer or "empty", "", tokens)._replace(
                label=label, is_code=True
            )


def _sent_tokens(text: str) -> int:
    """Return how many tokens a message has as requests have it."""
    return estimated_tokens(text.strip("\n"))


def _row(kind: RowKind, number: int, words: str, detail: str = "", tokens: str = "") -> RunRow:
    return RunRow(kind, number, number, words[:_MOST_CHARACTERS], detail[:_MOST_CHARACTERS], tokens)


def _tools(steps: Sequence[StepRecord]) -> str:
    names = Counter(part.name for step in steps for part in step.parts if isinstance(part, ToolPart))
    shown = [name for name, _ in names.most_common(_MOST_TOOLS)]
    more = len(names) - len(shown)
    return ", ".join([*shown, *([f"{more} more"] if more else [])])


def _calls(number: int) -> str:
    return "1 tool call" if number == 1 else f"{number_in_words(number)} tool calls"


def _tokens(step: StepRecord) -> str:
    tokens, about = step.figures.tokens, "≈\u202f" if step.figures.is_counted else ""
    return "" if tokens is None else f"{about}{number_in_words(tokens)}"


def _plus(tokens: int) -> str:
    return f"+{number_in_words(tokens)}"
