"""What a journal has to hold: the documents that have not ended, as the records that would be written again.

They are kept in memory, too: a journal that grew too large, or whose disk failed, is written anew from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from editor_app.library.journal.records import (
    EditsRecord,
    EditStep,
    JournalDocument,
    JournalledText,
    begun_payload,
    closed_payload,
    edited_payload,
    ended_payload,
    read_payload,
    renamed_payload,
    session_payload,
)
from editor_app.library.journal.undo_steps import Replay
from editor_app.text import Edit

MOST_LOG_BYTES = 4 << 20  # records of one document; above that its oldest undo steps become one
MOST_WEIGHT = 3_000  # records and edits of all documents; above that each one's oldest undo steps become one
MOST_KEPT_EDITS = 1_000  # of one document then; no more undo steps are brought back
_STEPS_IN_RECORD = 500


class LiveDocuments:
    """The documents that have not ended, and the last state of the session."""

    def __init__(self) -> None:
        """Begin without any."""
        self._logs: dict[int, _Log] = {}
        self._session: str | None = None
        self._is_clean: bool | None = None
        self._most_weight = MOST_WEIGHT

    def take_over(self, text: JournalledText, timestamp: float) -> None:
        """Note a document with its undo steps, as another journal has them."""
        self.begin(text.document, timestamp)
        self._logs[text.document.number].add_all(text.steps, text.letters, timestamp)

    def begin(self, document: JournalDocument, timestamp: float) -> bytes:
        """Note a document or its new base; return the payload to write."""
        before = self._logs.get(document.number)
        log = _Log(document, 0 if before is None else before.index + 1)
        self._logs[document.number] = log
        return begun_payload(log.first_index, document, timestamp)

    def edit(self, number: int, steps: list[EditStep], timestamp: float) -> bytes | None:
        """Note edits of a document; return the payload to write, None for a document that has ended."""
        log = self._logs.get(number)
        return None if log is None else log.add(steps, timestamp)

    def rename(self, number: int, path: Path | None, name: str, timestamp: float) -> bytes | None:
        """Note the path and name of a document; return the payload to write."""
        log = self._logs.get(number)
        if log is None:
            return None
        log.document = replace(log.document, path=path, name=name)
        return renamed_payload(number, path, name, timestamp)

    def end(self, number: int, timestamp: float) -> bytes:
        """Forget a document; return the payload to write."""
        self._logs.pop(number, None)
        self._most_weight = MOST_WEIGHT
        return ended_payload(number, timestamp)

    def close(self, timestamp: float, *, is_clean: bool) -> bytes:
        """Note that nothing comes any more; return the payload to write."""
        self._is_clean = is_clean
        return closed_payload(timestamp, is_clean=is_clean)

    def keep_session(self, state_json: str, timestamp: float) -> bytes:
        """Note the session's state; return the payload to write."""
        self._session = state_json
        return session_payload(state_json, timestamp)

    @property
    def is_empty(self) -> bool:
        """Whether all documents have ended."""
        return not self._logs

    @property
    def size(self) -> int:
        """About how many bytes a journal of them has."""
        return sum(log.size + len(log.document.base) for log in self._logs.values())

    @property
    def weight(self) -> int:
        """How many records and edits it has, which is what reading it takes time for."""
        return sum(log.weight for log in self._logs.values())

    def payloads(self, timestamp: float) -> Iterator[bytes]:
        """Yield the payloads of a journal that has all of them."""
        for log in self._logs.values():
            yield begun_payload(log.first_index, log.document, timestamp)
            yield from log.records
        if self._session is not None:
            yield session_payload(self._session, timestamp)
        if self._is_clean is not None:
            yield closed_payload(timestamp, is_clean=self._is_clean)

    def shorten(self, timestamp: float) -> bool:
        """Let the oldest undo steps of a document with too many become one; whether there was one.

        A journal written before then has other records than these, and has to be written anew.
        """
        is_heavy = self.weight > self._most_weight
        too_long = [
            log
            for log in self._logs.values()
            if log.size > log.most_size or (is_heavy and log.weight > log.least_weight)
        ]
        for log in too_long:
            log.shorten(timestamp)
        if too_long:
            self._most_weight = max(MOST_WEIGHT, 2 * self.weight)  # else many documents would be at it always
        return bool(too_long)


class _Log:
    """The records of a document since its base."""

    def __init__(self, document: JournalDocument, first_index: int) -> None:
        self.document = document
        self.first_index = self.index = first_index
        self.records: list[bytes] = []
        self.size = self.weight = 0
        self.least_weight = 0
        self.most_size = max(MOST_LOG_BYTES, 2 * len(document.base))

    def add(self, steps: list[EditStep], timestamp: float) -> bytes:
        self.index += 1
        payload = edited_payload(self.document.number, self.index, steps, timestamp)
        self.records.append(payload)
        self.size += len(payload)
        self.weight += weight_of(steps)
        return payload

    def add_all(
        self, steps: Sequence[tuple[Edit, ...]], letters: Sequence[tuple[Edit, ...]], timestamp: float
    ) -> None:
        edit_steps = [
            EditStep(joins=False, edits=edits, letters=its_letters)
            for edits, its_letters in zip_longest(steps, letters, fillvalue=())
        ]
        for first in range(0, len(edit_steps), _STEPS_IN_RECORD):
            self.add(edit_steps[first : first + _STEPS_IN_RECORD], timestamp)

    def shorten(self, timestamp: float) -> None:
        replay = Replay(self.document.base, self.document.text_format.newlines, most_edits=MOST_KEPT_EDITS)
        for payload in self.records:
            match read_payload(payload):
                case EditsRecord(steps=steps), _:
                    for joins, edits, letters in steps:
                        replay.take(edits, joins=joins, letters=letters)
        shorter, _text = replay.result()
        self.records, self.size, self.weight, self.index = [], 0, 0, self.first_index
        self.add_all(shorter, replay.letters, timestamp)
        self.least_weight = self.weight
        self.most_size = max(self.most_size, 2 * self.size)


def weight_of(steps: Sequence[EditStep]) -> int:
    """Return the weight of a record of these steps."""
    return 1 + sum(len(step.edits) + len(step.letters) for step in steps)
