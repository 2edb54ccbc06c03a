"""Reading a journal: everything that can be had of it, whatever happened to the file.

Time and memory are bounded. The program writes a journal anew long before it reaches the limits here; one
that is beyond them is not read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

from editor_app.library.files.reading import quoted
from editor_app.library.journal.framing import FORMAT, Damage, format_of, frame, read_records
from editor_app.library.journal.records import (
    Begun,
    Closed,
    Edited,
    Ended,
    JournalContent,
    JournalDocument,
    JournalledText,
    Record,
    Renamed,
    SessionState,
    read_payload,
)
from editor_app.library.journal.undo_steps import Replay
from editor_app.text import Edit

MOST_BYTES = 256 << 20
MOST_RECORDS = 250_000
MOST_EDITS = 1_000_000
STEPS_BYTES = 16 << 20  # at the end of a journal; the undo steps of a text that are before become one
_BYTES_AS_HEAVY_AS_AN_EDIT = 16_384
_FRAME_BYTES = len(frame(b" ")) - 1


class TooLargeError(Exception):
    """A journal is beyond what is read; the message follows its name."""


class JournalReading:
    """An open journal that is being read, in as many parts as the caller likes.

    A failing disk raises OSError, a journal beyond the limits TooLargeError.
    """

    def __init__(self, descriptor: int) -> None:
        """Begin to read."""
        self._size = os.fstat(descriptor).st_size
        if self._size > MOST_BYTES:
            raise _too_large(f"{MOST_BYTES >> 20} MB")
        self._format = format_of(descriptor)
        self._records = read_records(descriptor)
        self._reading = _Reading()
        self._at = 0

    def read_on(self, most_weight: float = inf) -> float | None:
        """Read records and edits up to that weight; return what is left of it, None before the end."""
        reading, left = self._reading, most_weight
        while left > 0:
            found = next(self._records, None)
            if found is None:
                return left
            before = reading.weight
            if isinstance(found, Damage):
                reading.skip(found)
                self._at = found.end
                length = found.end - found.start
            else:
                length = len(found)
                self._at += length + _FRAME_BYTES
                reading.take(found, with_steps=self._at > self._size - STEPS_BYTES)
            left -= reading.weight - before + length // _BYTES_AS_HEAVY_AS_AN_EDIT
        return None

    @property
    def is_newer(self) -> bool:
        """Whether a newer Foreword wrote it."""
        return self._format is not None and (self._format > FORMAT or bool(self._reading.unknown))

    def content(self) -> JournalContent:
        """Return what can be had of the journal, once all of it was read.

        The sentences do not name the file: one that is not whole gets another name.
        """
        reading, sentences = self._reading, list[str]()
        if self._format is None:
            sentences.append("A journal of unsaved text does not begin like a journal.")
        elif self.is_newer:
            sentences.append(
                "A journal of unsaved text was written by a newer Foreword; this one reads what it knows."
            )
        if reading.damage:
            sentences.append(f"A journal of unsaved text {_extent(reading.damage)}.")
        return reading.content(sentences)


class _Text:
    """A document while its records are read."""

    def __init__(self, document: JournalDocument, index: int) -> None:
        self.document = document
        self.index = index
        self.replay = Replay(document.base, document.text_format.newlines)
        self.not_used = 0
        self.last_edit: int | None = None

    def edit(self, record: Edited, *, with_steps: bool) -> None:
        if self.not_used or record.index != self.index + 1:
            self.not_used += len(record.steps)
            return
        self.index = record.index
        for number, (joins, edits, letters) in enumerate(record.steps):
            if not self.replay.take(edits, joins=joins or not with_steps, letters=letters):
                self.not_used = len(record.steps) - number
                return
            if edits:
                self.last_edit = _end_of_last(edits)


class _Reading:
    def __init__(self) -> None:
        self.damage: list[Damage] = []
        self.unknown = 0
        self._texts: dict[int, _Text] = {}
        self._unbegun: set[int] = set()  # documents whose beginning is lost
        self._session: Mapping[str, object] | None = None
        self._is_clean = False
        self._last_write: float | None = None
        self._records = self._edits = 0

    @property
    def weight(self) -> int:
        """How many records and edits were read."""
        return self._records + self._edits

    def skip(self, damage: Damage) -> None:
        self.damage.append(damage)

    def take(self, payload: bytes, *, with_steps: bool) -> None:
        self._records += 1
        if self._records > MOST_RECORDS:
            raise _too_large(f"{MOST_RECORDS:,} records")
        found = read_payload(payload)
        if found is None:
            self.unknown += 1
            return
        record, self._last_write = found
        self._is_clean = False
        self._make(record, with_steps=with_steps)

    def content(self, sentences: list[str]) -> JournalContent:
        texts = []
        for text in self._texts.values():
            steps, now = text.replay.result()
            texts.append(JournalledText(text.document, steps, now, text.replay.letters, text.last_edit))
            if text.not_used:
                sentences.append(_not_used(text.document.name, text.not_used))
        if self._unbegun:
            count = len(self._unbegun)
            texts_of = "a text" if count == 1 else f"{count} texts"
            sentences.append(f"The beginning of {texts_of} is lost, and with it what was typed there.")
        is_whole = not sentences
        last = self._last_write
        return JournalContent(
            tuple(texts), self._session, self._is_clean, _moment(last), tuple(sentences), is_whole
        )

    def _make(self, record: Record, *, with_steps: bool) -> None:
        match record:
            case Begun(index, document):
                self._texts[document.number] = _Text(document, index)
                self._unbegun.discard(document.number)
            case Edited(number, _, steps):
                self._edits += sum(len(step.edits) + len(step.letters) for step in steps)
                if self._edits > MOST_EDITS:
                    raise _too_large(f"{MOST_EDITS:,} edits")
                if number in self._texts:
                    self._texts[number].edit(record, with_steps=with_steps)
                else:
                    self._unbegun.add(number)
            case Renamed(number, path, name):
                if number in self._texts:
                    text = self._texts[number]
                    text.document = replace(text.document, path=path, name=name)
            case Ended(number):
                self._texts.pop(number, None)
                self._unbegun.discard(number)
            case SessionState(state):
                self._session = state
                for text in self._texts.values():
                    text.last_edit = None
            case Closed(is_clean):
                self._is_clean = is_clean


def _end_of_last(edits: Sequence[Edit]) -> int:
    """Return where the last of these edits, which are made at once, ends in the text after them."""
    last = edits[-1]
    before = (edit for edit in edits if edit.span.start < last.span.start)
    shift = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in before)
    return last.span.start + len(last.text) + shift


def _too_large(most: str) -> TooLargeError:
    return TooLargeError(f"is a journal of unsaved text with more than {most}, and was not read")


def _extent(damage: list[Damage]) -> str:
    if len(damage) == 1 and damage[0].is_last:
        return f"ends in the middle: its last {damage[0].end - damage[0].start:,} bytes cannot be read"
    lost = sum(one.end - one.start for one in damage)
    places = "one place" if len(damage) == 1 else f"{len(damage):,} places"
    return f"is damaged in {places}: {lost:,} bytes of it cannot be read"


def _not_used(name: str, count: int) -> str:
    changes = "the last change is" if count == 1 else f"the last {count:,} changes are"
    return f"Of {quoted(name)}, {changes} missing: a record before was lost."


def _moment(seconds: float | None) -> datetime | None:
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
