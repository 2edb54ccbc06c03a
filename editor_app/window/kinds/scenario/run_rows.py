"""What the run view lists: steps in groups with what came between them, and triggers under each strategy."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from typing import Final, NamedTuple, TypeAlias, overload

from editor_app.runs.counting import arguments_text
from editor_app.runs.loop.results import Grouping, RunResult, grouped
from editor_app.runs.model.records import Firing, Refusal, StepRecord
from editor_app.runs.model.session import HintPart, Part, TextPart, ToolPart
from editor_app.text import Sentence, listed, some_of
from editor_app.text.tokens import estimated_tokens
from editor_app.window.kit.words.plain_text import number_in_words, tokens_in_words

_MOST_CHARACTERS: Final = 400


class RowKind(Enum):
    """What a row of the list of steps is about."""

    GROUP = auto()
    STEP = auto()
    USER = auto()
    MESSAGE = auto()
    HINT = auto()
    COMPACTION = auto()
    REFUSED = auto()
    NOTE = auto()
    PART = auto()
    TOOL = auto()


RowKey: TypeAlias = tuple[RowKind, range]


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
    def key(self) -> RowKey:
        """What tells the row from others that can be unfolded."""
        return self.kind, self.steps

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
            parts.append(
                Sentence("window-scenario.unfolded") if self.is_open else Sentence("window-scenario.folded")
            )
        return listed(parts)


_MakeRow: TypeAlias = Callable[[], RunRow]


class RunRows(Sequence[RunRow]):
    """The rows of a run, each made when it is asked for; those in `unfolded` show what is in them."""

    def __init__(self, result: RunResult, grouping: Grouping, unfolded: Collection[RowKey]) -> None:
        """Find which rows there are."""
        self._result = result
        self._unfolded = frozenset(unfolded)
        self._rows: list[RunRow | _MakeRow] = []
        self._numbers: dict[int, int] = {}  # by step, the number of its row, or else of that of its group
        for steps in grouped(result.steps, grouping):
            self._add(steps)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> RunRow: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[RunRow]: ...

    def __getitem__(self, at: int | slice) -> RunRow | Sequence[RunRow]:
        """Return a row."""
        if isinstance(at, slice):
            return [self[number] for number in range(len(self))[at]]
        row = self._rows[at]
        if not isinstance(row, RunRow):
            row = self._rows[at] = row()
        return row

    @property
    def widest_numbers(self) -> str:
        """The widest of what can stand before a group."""
        last = max(len(self._result.steps) - 1, 0)
        return f"{last}–{last}"

    def number_of(self, step: int) -> int:
        """Return the number of the row that shows a step, by itself or in a group; -1 without one."""
        return self._numbers.get(step, -1)

    def number_of_row(self, row: RunRow) -> int:
        """Return the number of the row about the same as one of other rows; -1 without one."""
        same = (row.key, row.label, row.words)
        after_last = self._numbers.get(row.step - 1, -1) + 1
        # rows in a closed group stand below that of the group, which all of its steps have
        other = bisect_right(self._result.steps, self.number_of(row.step), key=self._number_of_record)
        for number in range(after_last, self._numbers.get(other, len(self))):
            if (self[number].key, self[number].label, self[number].words) == same:
                return number
        return -1

    def _number_of_record(self, record: StepRecord) -> int:
        return self._numbers[record.number]

    def _add(self, steps: range) -> None:
        """Add the rows of a group of steps."""
        records = self._result.steps[steps.start : steps.stop]
        self._rows += _before(records[0])
        is_open = len(steps) == 1 or (RowKind.GROUP, steps) in self._unfolded
        if len(steps) > 1:
            self._numbers.update(dict.fromkeys(steps, len(self)))
            self._rows.append(partial(_group, self._result, steps, is_open=is_open))
        for record in records:
            if record is not records[0]:
                self._rows += _before(record) if is_open else _refusals(record)
            if is_open:
                self._add_step(record)

    def _add_step(self, record: StepRecord) -> None:
        is_open = (RowKind.STEP, range(record.number, record.number + 1)) in self._unfolded
        self._numbers[record.number] = len(self)
        self._rows.append(partial(_step, record, is_open=is_open))
        if is_open:
            self._rows += _parts(record, self._result)


def end_in_words(result: RunResult) -> str:
    """Return how a run ended, with its steps and system messages."""
    fired = sum(len(step.fired) for step in result.steps)
    steps = len(result.steps)
    return Sentence("window-scenario.run-ended", end=result.end.value, steps=steps, messages=fired)


def _before(step: StepRecord) -> Iterator[_MakeRow]:
    """Yield what makes the rows before that of a step."""
    if step.summary is not None:
        yield partial(_compaction, step)
    if step.user is not None:
        yield partial(
            _row,
            RowKind.USER,
            step,
            Sentence("window-scenario.turn", number=str(step.turn + 1)),
            step.user,
            _plus(step.user),
        )
    for firing in step.fired:
        yield partial(_message, step, firing)
    yield from _refusals(step)


def _compaction(step: StepRecord) -> RunRow:
    fired = [firing.trigger for firing in step.fired]
    names = Sentence("window-scenario.then", names=fired) if fired else ""
    return _row(
        RowKind.COMPACTION,
        step,
        Sentence("window-scenario.compaction-before", step=str(step.number)),
        names,
        _plus(step.summary or ""),
    )


def _message(step: StepRecord, firing: Firing) -> RunRow:
    return _row(
        RowKind.MESSAGE,
        step,
        Sentence("window-scenario.message-before", step=str(step.number)),
        firing.trigger,
        _plus(firing.text),
    )


def _refusals(step: StepRecord) -> Iterator[_MakeRow]:
    for refusal in step.refused:
        yield partial(_refusal, step, refusal)


def _refusal(step: StepRecord, refusal: Refusal) -> RunRow:
    return _row(
        RowKind.REFUSED,
        step,
        Sentence("window-scenario.refused-at", maker=refusal.provider.maker, step=str(step.number)),
        refusal.message,
    )


def _group(result: RunResult, steps: range, *, is_open: bool) -> RunRow:
    records = result.steps[steps.start : steps.stop]
    calls = sum(1 for step in records for part in step.parts if isinstance(part, ToolPart))
    sent = sum(len(step.fired) for step in records[1:])
    return RunRow(
        RowKind.GROUP,
        steps,
        Sentence("window-scenario.group", steps=len(records), calls=calls, messages=sent),
        _tools(records),
        _tokens(records[-1]),
        is_open,
    )


def _step(step: StepRecord, *, is_open: bool) -> RunRow:
    calls = sum(isinstance(part, ToolPart) for part in step.parts)
    hints = sum(isinstance(part, HintPart) for part in step.parts)
    words = []
    if step.has_text:
        words.append(Sentence("window-scenario.text"))
    if calls:
        words.append(Sentence("window-scenario.calls", count=calls))
    if hints:
        words.append(Sentence("window-scenario.hints", count=hints))
    what = listed(words or [Sentence("window-scenario.nothing")])
    row = _row(RowKind.STEP, step, what, _tools([step]), _tokens(step))
    return row._replace(is_open=is_open, has_text=step.has_text)


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
        if step.usage is not None:
            details.append(Sentence("window-scenario.usage", tokens=step.usage))
        detail = listed(details)
        yield _row(
            RowKind.PART,
            step,
            step.finish_reason.value,
            detail,
            label=Sentence("window-scenario.finish"),
        )


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
        yield _row(
            RowKind.HINT,
            step,
            part.text,
            Sentence("window-scenario.trigger-not-sent", trigger=part.trigger),
            label=Sentence("window-scenario.hint"),
        )
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
    return listed(some_of([name for name, _ in names.most_common()], 4))


def _tokens(step: StepRecord) -> str:
    tokens = step.figures.tokens
    return "" if tokens is None else tokens_in_words(tokens, is_estimate=step.figures.is_counted)


def _plus(text: str) -> str:
    return f"+{_sent_tokens(text)}"
