"""Writing the journal: the caller only hands over what happened, and a thread brings it to the disk.

Records are written in groups: the first one waits a fixed time for others, however many come, then all are
written and synced at once.
"""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from weakref import WeakSet

from editor_app.clock import Clock
from editor_app.library.files.reading import reason_of
from editor_app.library.files.temporaries import sweep_folder
from editor_app.library.journal.framing import frame
from editor_app.library.journal.journal_file import JournalFile, journal_folder
from editor_app.library.journal.live_documents import LiveDocuments, weight_of
from editor_app.library.journal.records import (
    EditStep,
    JournalDocument,
)
from editor_app.text import Edit, Sentence

GROUP_SECONDS = 0.15  # with the time a disk takes to sync, records are there within 200 ms
RETRY_SECONDS = 2.0
CLOSE_SECONDS = 2.5  # the whole end, though the disk hangs
MOST_BYTES = 16 << 20  # a journal larger than that, and than 4 times what it has to hold, is written anew
MOST_WEIGHT = 6_000  # records and edits: one with more is written anew, too, so that it is soon read
MOST_WAITING_BYTES = 1 << 20  # records that a failing disk does not take; above that all is written anew

_Step = tuple[int, EditStep]
_Change = Callable[[float], bytes | None]  # from the time to the payload of a record
_writers: WeakSet[JournalWriter] = WeakSet()


class JournalWriter:
    """The journal that this process writes; `open_journal` makes it. A failing disk never raises.

    All methods but `flush` and `close` cost the caller microseconds.
    """

    def __init__(
        self, file: JournalFile, *, clock: Clock, on_trouble: Callable[[str], None], trouble: str = ""
    ) -> None:
        """Write to a file that may not be made yet; `trouble` says why."""
        self.path = file.path
        self._file = file
        self._clock = clock
        self._on_trouble = on_trouble
        self._trouble = trouble
        self._live = LiveDocuments()
        self._numbers: set[int] = set()
        self._queue: deque[_Step | _Change | _Wish] = deque()
        self._waiting: list[bytes] = []  # records that are not on the disk
        self._waiting_bytes = 0
        self._must_write_anew = False
        self._next_try = 0.0
        self._writing_since: float | None = None
        self._most_bytes = MOST_BYTES
        self._weight = 0  # of all records on the disk
        self._is_closed = self._is_closing = False
        self._something = threading.Event()
        self._hurry = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()
        _writers.add(self)

    def begin(self, document: JournalDocument) -> None:
        """Note a document before its first edit, or its new base after it was saved."""
        self._numbers.add(document.number)
        self._give(lambda timestamp: self._live.begin(document, timestamp))

    def edited(
        self, number: int, edits: Sequence[Edit], *, joins: bool = False, letters: Sequence[Edit] = ()
    ) -> None:
        """Note edits of a document's text, made at once; with `joins` as a part of the undo step before.

        `letters` are edits of the letters that stand for its newlines; those of its base are `letters_of` it.
        """
        if number not in self._numbers:
            raise ValueError(f"document {number} has not begun")
        self._queue.append((number, EditStep(joins, tuple(edits), tuple(letters))))
        if not self._something.is_set():
            self._something.set()

    def renamed(self, number: int, path: Path | None, name: str) -> None:
        """Note the path and name that a document has from now on."""
        self._give(lambda timestamp: self._live.rename(number, path, name, timestamp))

    def ended(self, number: int) -> None:
        """Note that a document was closed, or its changes discarded."""
        self._numbers.discard(number)
        self._give(lambda timestamp: self._live.end(number, timestamp))

    def session(self, state: Mapping[str, object]) -> None:
        """Note the session's state, which JSON can hold; it replaces the one before."""
        state_json = json.dumps(dict(state), ensure_ascii=False, separators=(",", ":"))
        self._give(lambda timestamp: self._live.keep_session(state_json, timestamp))

    def flush(self, seconds: float) -> bool:
        """Bring all given so far to the disk; whether it is there. Waits at most `seconds`."""
        if self._is_closed:
            return not self._waiting and not self._must_write_anew
        wish = _Wish()
        self._queue.append(wish)
        self._hurry.set()
        self._something.set()
        return wish.is_done.wait(seconds) and wish.is_fulfilled

    @property
    def seconds_at_work(self) -> float:
        """How long the disk has not answered to what is being written now."""
        since = self._writing_since
        return 0.0 if since is None else monotonic() - since

    def close(self, *, is_clean: bool) -> None:
        """Bring all to the disk with a last record, and let others have the file, which stays.

        `is_clean` tells the next start that the program ended in order. A journal of which a full disk still
        has texts that ended is removed: the next start would bring them back. A disk that does not answer is
        not waited for longer than CLOSE_SECONDS.
        """
        if self._is_closed:
            return
        until = monotonic() + CLOSE_SECONDS
        self._is_closing = True
        self._give(lambda timestamp: self._live.close(timestamp, is_clean=is_clean))
        self.flush(CLOSE_SECONDS)
        self._is_closed = True
        self._something.set()
        self._thread.join(max(0.0, until - monotonic()))
        if self._thread.is_alive():  # a disk that hangs has the file
            return
        if self._is_behind and self._live.is_empty:
            self._file.remove()
        self._file.close()

    def forget(self) -> None:
        """Do nothing any more, in a process that was forked from the writing one."""
        self._is_closed = self._must_write_anew = True
        self._file.close()  # else the copy would keep the lock after the writing process has ended

    def _give(self, change: _Change) -> None:
        self._queue.append(change)
        if not self._something.is_set():
            self._something.set()

    def _run(self) -> None:
        while not self._is_closed:
            self._something.wait(RETRY_SECONDS if self._is_behind else None)
            if not self._is_closed:
                self._hurry.wait(GROUP_SECONDS)  # a fixed time, not one that each key begins anew
            self._something.clear()  # before taking: what comes from now on wakes the thread again
            self._hurry.clear()
            self._writing_since = monotonic()
            self._write_group()
            self._writing_since = None

    @property
    def _is_behind(self) -> bool:
        return bool(self._waiting) or self._must_write_anew

    def _write_group(self) -> None:
        wishes: list[_Wish] = []
        was_behind = self._is_behind
        mistake = ""
        try:
            mistake = self._take(wishes)
            if was_behind and not wishes and monotonic() < self._next_try:
                return
            self._bring_to_disk()
            self._say(mistake)
        except OSError as error:
            self._next_try = monotonic() + RETRY_SECONDS
            self._say(reason_of(error))
        except Exception as error:  # noqa: BLE001  without its thread, all that is typed later would be lost
            self._next_try = monotonic() + RETRY_SECONDS
            self._must_write_anew = True
            self._say(_mistake(error))
        for wish in wishes:
            wish.is_fulfilled = not (self._is_behind or mistake)
            wish.is_done.set()

    def _take(self, wishes: list[_Wish]) -> str:
        """Make records of what was given; edits of one document that follow each other become one.

        Returns a reason if something could not become a record; the texts behind it are then not read.
        """
        timestamp = self._clock().timestamp()
        number, steps, mistake = 0, list[EditStep](), ""
        for _ in range(len(self._queue)):  # what comes meanwhile is for the next group
            item = self._queue.popleft()
            if steps and not (isinstance(item, tuple) and item[0] == number):
                mistake = self._record_steps(number, steps, timestamp) or mistake
                steps = []
            if isinstance(item, tuple):
                number, step = item
                if step.edits or step.letters:
                    steps.append(step)
            elif isinstance(item, _Wish):
                wishes.append(item)
            else:
                mistake = self._record(item, timestamp) or mistake
        if steps:
            mistake = self._record_steps(number, steps, timestamp) or mistake
        return mistake

    def _record_steps(self, number: int, steps: list[EditStep], timestamp: float) -> str:
        return self._record(partial(self._live.edit, number, steps), timestamp, weight_of(steps))

    def _record(self, change: _Change, timestamp: float, weight: int = 1) -> str:
        try:
            payload = change(timestamp)
        except Exception as error:  # noqa: BLE001  what comes behind it must not be lost, too
            return _mistake(error)
        if payload is None:
            return ""
        self._waiting.append(frame(payload))
        self._weight += weight
        self._waiting_bytes += len(payload)
        if self._waiting_bytes > MOST_WAITING_BYTES and self._trouble:
            self._forget_waiting()
            self._must_write_anew = True
        return ""

    def _forget_waiting(self) -> None:
        self._waiting, self._waiting_bytes = [], 0

    def _bring_to_disk(self) -> None:
        timestamp = self._clock().timestamp()
        if self._must_write_anew or not self._file.can_append:
            self._write_anew(timestamp)
        elif self._waiting:
            self._file.append(b"".join(self._waiting))
            self._forget_waiting()
        if self._is_closing:  # nobody should wait for what only makes the journal smaller
            return
        if self._live.shorten(timestamp):
            self._write_anew(timestamp)  # the records on the disk are others now
        elif self._file.size > max(self._most_bytes, 4 * self._live.size) or self._weight > max(
            MOST_WEIGHT, 2 * self._live.weight
        ):
            try:
                self._write_anew(timestamp)
            except OSError:  # all is in the larger one; it is tried again when that has grown further
                self._must_write_anew = False
                self._most_bytes, self._weight = 2 * self._file.size, 0

    def _write_anew(self, timestamp: float) -> None:
        self._must_write_anew = True
        self._file.write_anew(self._live.payloads(timestamp))
        self._must_write_anew = False
        self._forget_waiting()
        self._most_bytes, self._weight = MOST_BYTES, self._live.weight

    def _say(self, reason: str) -> None:
        if reason != self._trouble:
            self._trouble = reason
            with suppress(Exception):
                self._on_trouble(reason)


class _Wish:
    """Somebody waits until all given before this is on the disk."""

    def __init__(self) -> None:
        self.is_done = threading.Event()
        self.is_fulfilled = False


def open_journal(
    state_dir: Path, library: Path, *, now: datetime, clock: Clock, on_trouble: Callable[[str], None]
) -> JournalWriter:
    """Begin a journal of a library's documents, one for this process.

    `on_trouble` is called from the writer's thread with the reason when writing begins to fail, once for each
    sort of trouble, and with "" when it works again. Where no journal can be made, that is said at once, and
    it is tried again and again.
    """
    file = JournalFile(journal_folder(state_dir, library), now)
    trouble = ""
    try:
        file.write_anew(())
        sweep_folder(file.path.parent)  # of what killed processes left half written
    except OSError as error:
        trouble = reason_of(error)
        on_trouble(trouble)
    return JournalWriter(file, clock=clock, on_trouble=on_trouble, trouble=trouble)


def not_recoverable_sentence(reason: str) -> str:
    """Return what it means that a journal cannot be written, for the reason that `on_trouble` gets."""
    return Sentence("library.in-memory-only", reason=reason)


def _mistake(error: Exception) -> str:
    return Sentence("library.a-mistake", name=type(error).__name__)


def _forget_all() -> None:
    for writer in _writers:
        writer.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
