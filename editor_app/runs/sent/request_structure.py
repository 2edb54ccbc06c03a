"""The rows of a step's request: what is new in it, and the parts of earlier steps in groups."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from editor_app.requests.body_text import request_text
from editor_app.requests.building import continued
from editor_app.requests.comparing import BodyDifference, compare_bodies, goes_on_difference
from editor_app.requests.explaining.body_end import BodyEnd, EntriesText, body_end, entries_text
from editor_app.requests.parts import Finding, PartPlaces, Provider, Request, RequestPart
from editor_app.requests.provider_rules import RULES
from editor_app.requests.structure import (
    InsertedText,
    PartGroup,
    PartRow,
    Structure,
    StructureFinding,
    StructureRow,
    part_row,
    repair_title,
    structure_of,
)
from editor_app.runs.sent.placement import ModelMessage, placed_chunk
from editor_app.runs.sent.request_log import RequestLog, insertions_in
from editor_app.text.tokens import TokenCount, estimated_tokens

_FEWEST_FOLDED: Final = 12  # parts
_STEPS_IN_GROUP: Final = 100
_NAMED: Final = 6  # steps before which triggers added something
_KEPT_OPEN: Final = 3  # parts before the first step, of which there may be a long chat's

GroupKey: TypeAlias = tuple[int, ...]


def request_structure(
    log: RequestLog,
    step: int,
    provider: Provider | None = None,
    findings: Iterable[Finding] = (),
    opened: Collection[GroupKey] = (),
    mark: Path | None = None,
    triggers: Sequence[str] = (),
) -> Structure:
    """Return the request of a step as rows, without making it.

    The parts of earlier steps are in groups, of which those in `opened` show theirs; `mark` is the file that
    new messages of triggers come from, None where it is not known, and `triggers` those that fired before
    the step, in order.
    """
    rows = _Rows(log, step, provider or log.provider, opened, mark, triggers)
    return rows.structure(findings)


def new_parts_at(
    log: RequestLog, step: int, provider: Provider, entries: int, *, is_cached: bool
) -> tuple[RequestPart, ...]:
    """Return the parts that are new in the request of a step, with `entries` of the conversation before."""
    placed = placed_chunk(log.chunks[step], provider, log.deliver)
    return continued(provider, placed, RULES[provider].conversation, entries, is_cached=is_cached)[1]


class _Rows:
    """Makes the rows of one step's request."""

    def __init__(
        self,
        log: RequestLog,
        step: int,
        provider: Provider,
        opened: Collection[GroupKey],
        mark: Path | None,
        triggers: Sequence[str],
    ) -> None:
        self._log = log
        self._step = step
        self._provider = provider
        self._opened = opened
        self._mark = mark
        self._triggers = triggers
        self._start = log.start_of(step)
        self._first = log.request_at(self._start, provider)
        self._entries = len(self._first.body[RULES[provider].conversation])
        self._is_cached = self._first.parts[-1].is_cached if self._first.parts else True
        self._total = log.sums_between(self._start, step).tokens + estimated_tokens(log.system.text)
        self._findings: dict[int, list[Finding]] = defaultdict(list)
        self._of_no_part: list[StructureFinding] = []

    def structure(self, findings: Iterable[Finding]) -> Structure:
        """Return all rows."""
        first = structure_of(self._first, self._take(findings), count=_estimate)
        rows = [*self._first_rows(first)]
        if self._step > self._start:
            rows += self._earlier()
            rows += self._parts_of(self._step)
        return Structure(
            tuple(rows),
            (*first.findings, *self._of_no_part),
            TokenCount(self._total, is_estimate=True),
            self._total if self._is_cached else first.cached,
            self._parts_before(self._step + 1),
            first.system_parts,
        )

    def _take(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the findings about the first request, and keep those of what came since by its step."""
        key = RULES[self._provider].conversation
        since = range(self._start, self._step + 1)
        for finding in findings:
            number = finding.place[1] if len(finding.place) > 1 and finding.place[0] == key else 0
            if not isinstance(number, int) or number < self._entries:
                yield finding
                continue
            at = bisect_right(since, number, key=lambda step: self._entries_before(step + 1))
            self._findings[min(self._start + at, self._step)].append(finding)

    def _first_rows(self, first: Structure) -> Iterator[StructureRow]:
        """Yield the rows of the request that the run, or what follows a compaction, began with."""
        messages = self._log.chunks[self._start]
        parts, system = self._first.parts, len(self._first.system.blocks)
        ours = self._inserted(self._start, messages, parts)
        end = len(parts) - _KEPT_OPEN - len(ours)
        folded = range(system, end) if end - system > _FEWEST_FOLDED else range(0)
        inside: list[PartRow] = []
        for row in first.rows:
            if not isinstance(row, PartRow):
                yield row
                continue
            if row.number not in folded:
                yield self._marked(row, ours)
                continue
            inside.append(row)
            if row.number == folded[-1]:
                key = (self._start, self._start)
                is_open = key in self._opened
                tokens = TokenCount(sum(row.tokens.count for row in inside), is_estimate=True)
                findings = () if is_open else tuple(finding for row in inside for finding in row.findings)
                yield PartGroup(
                    key, -1, -1, len(inside), tokens, inside[0].is_cached, is_open, findings=findings
                )
                if is_open:
                    yield from inside

    def _earlier(self) -> Iterator[StructureRow]:
        """Yield the rows of what came between the first request and the one before this."""
        steps = range(self._start + 1, self._step)
        if not steps:
            return
        if self._log.sums_between(steps[0], steps[-1]).parts <= _FEWEST_FOLDED:
            for step in steps:
                yield from self._parts_of(step)
        else:
            yield from self._group((self._start,), steps, 0)

    def _group(self, key: GroupKey, steps: range, depth: int) -> Iterator[StructureRow]:
        """Yield the row of a group, and if it is open what is in it: smaller groups, or parts."""
        sums = self._log.sums_between(steps[0], steps[-1])
        is_open = key in self._opened
        with_findings = [step for step in sorted(self._findings) if step in steps and not is_open]
        findings = [finding for step in with_findings for finding in _with_fixes(self._findings[step])]
        yield PartGroup(
            key,
            steps[0] - 1,
            steps[-1] - 1,
            sums.parts,
            TokenCount(sums.tokens, is_estimate=True),
            self._is_cached,
            is_open,
            depth,
            tuple(self._steps_with_triggers(steps, min(sums.with_triggers, _NAMED))),
            sums.with_triggers,
            tuple(findings),
        )
        if not is_open:
            return
        if len(steps) <= _STEPS_IN_GROUP:
            for step in steps:
                yield from self._parts_of(step)
            return
        size = _STEPS_IN_GROUP
        while len(steps) > size * _STEPS_IN_GROUP:
            size *= 10
        for at in range(steps[0], steps[-1] + 1, size):
            steps_inside = range(at, min(at + size, steps[-1] + 1))
            yield from self._group((self._start, at, size), steps_inside, depth + 1)

    def _parts_of(self, step: int) -> Iterator[PartRow]:
        """Yield the rows of the parts that are new in the request of a step."""
        before = self._entries_before(step)
        parts = new_parts_at(self._log, step, self._provider, before, is_cached=self._is_cached)
        first = self._parts_before(step)
        placed = self._placed(step, parts)
        ours = self._inserted(step, self._log.chunks[step], parts)
        for at, part in enumerate(parts):
            findings = tuple(placed.get(at, ()))
            row = part_row(self._provider, part, first + at, _estimate(part.text), self._total, findings)
            yield self._marked(row, {first + at: inserted for at, inserted in ours.items()})

    def _placed(self, step: int, parts: Sequence[RequestPart]) -> dict[int, list[StructureFinding]]:
        """Return the findings of a step by the number of the new part they are about."""
        placed: dict[int, list[StructureFinding]] = {}
        if step in self._findings:
            places = PartPlaces(parts)
            for finding in _with_fixes(self._findings[step]):
                number = places.number_at(finding.finding.place)
                (self._of_no_part if number is None else placed.setdefault(number, [])).append(finding)
        return placed

    def _inserted(
        self, step: int, messages: Sequence[ModelMessage], parts: Sequence[RequestPart]
    ) -> dict[int, InsertedText]:
        """Return what triggers added in which of a step's new parts, if it is the one that is shown."""
        if step != self._step:
            return {}
        inserted = tuple(insertions_in(messages, parts, self._provider, self._log.deliver))
        tags = [message.tag for insertion in inserted for message in insertion.messages]
        names = iter(self._triggers if len(self._triggers) == len(tags) else tags)
        return {
            insertion.part: InsertedText(tuple(islice(names, len(insertion.messages))), insertion.span)
            for insertion in inserted
        }

    def _marked(self, row: PartRow, ours: Mapping[int, InsertedText]) -> PartRow:
        if row.number not in ours:
            return row
        return replace(row, part=replace(row.part, origin=self._mark), inserted=ours[row.number])

    def _steps_with_triggers(self, steps: range, count: int) -> Iterator[int]:
        """Yield the first steps of some with new messages of triggers."""
        sums = self._log.sums
        before = sums[steps[0] - 1].with_triggers
        for number in range(before, before + count):
            yield bisect_right(sums, number, steps[0], steps[-1] + 1, key=lambda sums: sums.with_triggers)

    def _entries_before(self, step: int) -> int:
        """Return how many entries of the conversation stand before those that are new at a later step."""
        if step <= self._start:
            return 0
        since = self._log.sums[step - 1].minus(self._log.sums[self._start])
        return self._entries + since.entries(self._provider)

    def _parts_before(self, step: int) -> int:
        """Return how many parts stand before those that are new at a later step."""
        return len(self._first.parts) + self._log.sums[step - 1].parts - self._log.sums[self._start].parts


def _with_fixes(findings: Iterable[Finding]) -> Iterator[StructureFinding]:
    return (StructureFinding(finding, repair_title(finding)) for finding in findings)


def _estimate(text: str) -> TokenCount:
    return TokenCount(estimated_tokens(text), is_estimate=True)


class StepChange(NamedTuple):
    """How the request of a step differs from the one of the step before.

    `before` and `after` are the lines around what changed; `same` entries of the conversation that both have
    stand before them, and are left out.
    """

    difference: BodyDifference | None
    before: str
    after: str
    same: int


class _NewEntries(NamedTuple):
    """What is new in the request of a step: its entries as text, and its parts."""

    entries: EntriesText
    parts: tuple[RequestPart, ...]


def request_end(log: RequestLog, step: int, provider: Provider, most: int) -> BodyEnd | None:
    """Return about the last `most` characters of a request's text, what is new in the step in all of it.

    It begins where what was new in an earlier step begins. None where that would be most of the text.
    """
    first, start = _first(log, step, provider)
    additions: list[_NewEntries] = []
    length = 0
    for number in range(step, start, -1):
        additions.append(_new(log, number, provider, first))
        length += len(additions[-1].entries.text)
        if length >= most and number > start + 1:
            break
    else:
        return None
    additions.reverse()
    system = first.parts[: len(first.system.blocks)]
    parts = (*system, *(part for added in additions for part in added.parts))
    if not any(added.entries.text for added in additions):
        return None
    texts = [added.entries for added in additions]
    return body_end(replace(first, parts=parts), RULES[provider].conversation, texts, first.body)


def step_change(log: RequestLog, step: int, provider: Provider) -> StepChange | None:
    """Return how the request of a step differs from the one before; None for the first step."""
    if step == 0:
        return None
    first, start = _first(log, step, provider)
    if step == start:
        return _compacted(log, step, provider, first)
    new = _new(log, step, provider, first)
    key = RULES[provider].conversation
    if step - 1 > start:
        around = _new(log, step - 1, provider, first).entries
    else:
        entries = first.body[key]
        around = entries_text(key, entries[-1:], max(len(entries) - 1, 0))
    place = (key, new.entries.first)
    system = estimated_tokens(log.system.text)
    tokens = system + log.sums_between(start, step - 1).tokens
    difference = goes_on_difference(provider, first.body, place, tokens, first.model)
    before = around.text + ",\n"
    if not new.entries.text:
        return StepChange(None, before, before, around.first)
    return StepChange(difference, before, before + new.entries.text + ",\n", around.first)


def _compacted(log: RequestLog, step: int, provider: Provider, now: Request) -> StepChange:
    """Return how a request that begins anew differs from the last one before the compaction."""
    before, start = _first(log, step - 1, provider)
    difference = compare_bodies(provider, before.body, now.body, now.model)
    added = log.sums_between(start, step - 1).minus(log.sums_between(start, start)).entries(provider)
    left_out = f"    … {added:,} more entries\n" if added else ""
    return StepChange(difference, request_text(before.body) + left_out, request_text(now.body), 0)


def _first(log: RequestLog, step: int, provider: Provider) -> tuple[Request, int]:
    """Return the request that the one of a step grew from, and its step."""
    start = log.start_of(step)
    return log.request_at(start, provider), start


def _new(log: RequestLog, step: int, provider: Provider, first: Request) -> _NewEntries:
    key = RULES[provider].conversation
    start = log.start_of(step)
    since = log.sums_between(start, step - 1).minus(log.sums_between(start, start))
    before = len(first.body[key]) + since.entries(provider)
    is_cached = first.parts[-1].is_cached if first.parts else True
    placed = placed_chunk(log.chunks[step], provider, log.deliver)
    entries, parts = continued(provider, placed, key, before, is_cached=is_cached)
    return _NewEntries(entries_text(key, entries, before), parts)
