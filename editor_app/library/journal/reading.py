"""Reading a journal: everything that can be had of it, whatever happened to the file.

Time and memory are bounded. The program writes a journal anew long before it reaches the limits here; one
that is beyond them is not read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

from editor_app.library.files.reading import quoted
from editor_app.library.journal.framing import FORMAT, Damage, format_of, frame, read_records
from editor_app.library.journal.records import (
    BeginRecord,
    CloseRecord,
    EditsRecord,
    EndRecord,
    JournalContent,
    JournalDocument,
    JournalledText,
    Record,
    RenameRecord,
    SessionRecord,
    read_payload,
)
from editor_app.library.journal.undo_steps import Replay
from editor_app.text import Sentence

MOST_BYTES = 256 << 20
MOST_RECORDS = 250_000
MOST_EDITS = 1_000_000
STEPS_BYTES = 16 << 20  # at the end of a journal; the undo steps of a text that are before become one
_BYTES_AS_HEAVY_AS_AN_EDIT = 16_384
_FRAME_BYTES = len(frame(b" ")) - 1


class TooLargeError(Exception):
    """A journal is beyond what is read; the message says what it has more than."""


class JournalReading:
    """An open journal that is being read, in as many parts as the caller likes.

    A failing disk raises OSError, a journal beyond the limits TooLargeError.
    """

    def __init__(self, descriptor: int) -> None:
        """Begin to read."""
        self._size = os.fstat(descriptor).st_size
        if self._size > MOST_BYTES:
            raise TooLargeError(f"{MOST_BYTES >> 20} MB")
        self._format = format_of(descriptor)
        self._records = read_records(descriptor)
        self._offset = 0
        self._damage: list[Damage] = []
        self._texts: dict[int, _Text] = {}
        self._unbegun: set[int] = set()  # documents whose beginning is lost
        self._session: Mapping[str, object] | None = None
        self._is_clean = False
        self._last_write: float | None = None
        self._record_count = self._unknown_count = self._edit_count = 0

    def read_on(self, most_weight: float = inf) -> float | None:
        """Read records and edits up to that weight; return what is left of it, None before the end."""
        weight_left = most_weight
        while weight_left > 0:
            payload = next(self._records, None)
            if payload is None:
                return weight_left
            before = self._record_count + self._edit_count
            if isinstance(payload, Damage):
                self._damage.append(payload)
                self._offset = payload.end
                length = payload.end - payload.start
            else:
                length = len(payload)
                self._offset += length + _FRAME_BYTES
                self._take(payload)
            weight_left -= (
                self._record_count + self._edit_count - before + length // _BYTES_AS_HEAVY_AS_AN_EDIT
            )
        return None

    @property
    def is_newer(self) -> bool:
        """Whether a newer Foreword wrote it."""
        return self._format is not None and (self._format > FORMAT or self._unknown_count > 0)

    def content(self) -> JournalContent:
        """Return what can be had of the journal, once all of it was read.

        The sentences do not name the file: one that is not whole gets another name.
        """
        sentences = list[str]()
        if self._format is None:
            sentences.append(Sentence("library.journal-beginning"))
        elif self.is_newer:
            sentences.append(Sentence("library.journal-newer"))
        if self._damage:
            sentences.append(_damage_in_words(self._damage))
        texts = []
        for text in self._texts.values():
            steps, now = text.replay.result()
            texts.append(JournalledText(text.document, steps, now, text.replay.letters, text.last_edit))
            if text.not_used:
                lost = Sentence("library.changes-lost", count=text.not_used, name=quoted(text.document.name))
                sentences.append(lost)
        if self._unbegun:
            sentences.append(Sentence("library.beginnings-lost", count=len(self._unbegun)))
        last_write = _moment(self._last_write)
        return JournalContent(
            tuple(texts), self._session, self._is_clean, last_write, tuple(sentences), not sentences
        )

    def _take(self, payload: bytes) -> None:
        self._record_count += 1
        if self._record_count > MOST_RECORDS:
            raise TooLargeError(f"{MOST_RECORDS:,} records")
        record_and_time = read_payload(payload)
        if record_and_time is None:
            self._unknown_count += 1
            return
        record, self._last_write = record_and_time
        self._is_clean = False
        self._apply(record)

    def _apply(self, record: Record) -> None:
        match record:
            case BeginRecord(index, document):
                self._texts[document.number] = _Text(document, index)
                self._unbegun.discard(document.number)
            case EditsRecord(number, _, steps):
                self._edit_count += sum(len(step.edits) + len(step.letters) for step in steps)
                if self._edit_count > MOST_EDITS:
                    raise TooLargeError(f"{MOST_EDITS:,} edits")
                if number in self._texts:
                    self._texts[number].edit(record, with_steps=self._offset > self._size - STEPS_BYTES)
                else:
                    self._unbegun.add(number)
            case RenameRecord(number, path, name):
                if number in self._texts:
                    text = self._texts[number]
                    text.document = replace(text.document, path=path, name=name)
            case EndRecord(number):
                self._texts.pop(number, None)
                self._unbegun.discard(number)
            case SessionRecord(state):
                self._session = state
                for text in self._texts.values():
                    text.last_edit = None
            case CloseRecord(is_clean):
                self._is_clean = is_clean


class _Text:
    """A document while its records are read."""

    def __init__(self, document: JournalDocument, index: int) -> None:
        self.document = document
        self.index = index
        self.replay = Replay(document.base, document.text_format.newlines)
        self.not_used = 0
        self.last_edit: int | None = None

    def edit(self, record: EditsRecord, *, with_steps: bool) -> None:
        if self.not_used or record.index != self.index + 1:
            self.not_used += len(record.steps)
            return
        self.index = record.index
        for number, (joins, edits, letters) in enumerate(record.steps):
            if not self.replay.take(edits, joins=joins or not with_steps, letters=letters):
                self.not_used = len(record.steps) - number
                return
            if edits:  # made at once: where the last one ends in the text after them
                (start, _), inserted = edits[-1]
                self.last_edit = (
                    start + len(inserted) + sum(edit.growth for edit in edits if edit.span.start < start)
                )


def _damage_in_words(damage: list[Damage]) -> str:
    is_cut = len(damage) == 1 and damage[0].is_last
    lost = sum(piece.end - piece.start for piece in damage)
    return Sentence("library.journal-damaged", places=0 if is_cut else len(damage), lost=lost)


def _moment(seconds: float | None) -> datetime | None:
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
