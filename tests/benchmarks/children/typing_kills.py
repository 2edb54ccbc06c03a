"""How much typing a kill or a power cut costs: processes type without a pause, and are killed at any moment.

The age of the oldest lost edit is measured, from its key to the kill. For the power cut, what the journal had
not synced by then is cut off its file.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from editor_app.library.journal.records import JournalDocument, JournalledText
from editor_app.library.journal.taking import take_journals
from editor_app.library.journal.writing import open_journal
from editor_app.text import Edit, Span, TextFormat

_RECORD = struct.Struct("=cQQ")
_KEY, _SYNC, _SYNCED, _READY = b"k", b"b", b"s", b"r"
_LETTERS = "Typed without a pause. "
AT_ONCE = 20
_LONGEST = 120  # a process that nobody kills ends itself
_BASE = "A text that was saved.\n"
_TABS = 5
_WINDOW_PAUSE = 0.025
_FIRST, _LAST = 0.2, 1.6  # seconds of typing


class Writer(Protocol):
    """What is used of a journal."""

    def begin(self, document: JournalDocument) -> None: ...
    def edited(self, number: int, edits: Sequence[Edit], *, joins: bool = False) -> None: ...


class Exposed(NamedTuple):
    """What a kill and a power cut cost in milliseconds of typing, and whether text was torn."""

    by_kill: float
    by_power_cut: float
    is_torn: bool
    keys: int
    disk: float = 0.0
    """How long of the time until the power cut the journal waited for the disk, which no program can help."""


OpenJournal = Callable[[Path, Path], Writer]


def product_journal(state: Path, library: Path) -> Writer:
    """Open the journal as the program does."""
    return open_journal(state, library, now=_now(), clock=_now, on_trouble=print)


def postponed_journal(state: Path, library: Path) -> Writer:
    """Open one that begins to wait anew with each key, as is easily written: the control."""
    return _Postponed(product_journal(state, library))


def unsynced_journal(state: Path, library: Path) -> Writer:
    """Open one that leaves it to the disk when it writes: the control of power cuts."""
    os.fdatasync = lambda _descriptor: None
    return product_journal(state, library)


def exposed_by_kills(
    kills: int, folder: Path, *, seed: int = 10, journal: OpenJournal = product_journal
) -> list[Exposed]:
    """Kill so many typing processes, `AT_ONCE` at a time, each at a moment of its own."""
    chance = random.Random(f"{seed} typing")
    found: list[Exposed] = []
    while len(found) < kills:
        count = min(AT_ONCE, kills - len(found))
        found += _one_batch(count, folder / str(len(found)), chance, journal)
    return found


def exposed_in_windows(kills: int, folder: Path, *, seed: int = 10) -> list[Exposed]:
    """Kill windows into whose five tabs somebody types, one after the other; the power stays on."""
    chance = random.Random(f"{seed} windows")
    return [_one_window(folder / f"window-{number}", chance) for number in range(kills)]


def exposed_on_displays(kills: int, folder: Path, *, seed: int = 10) -> list[Exposed]:
    """Kill the display on which such a window is; nothing without Xvfb."""
    program = shutil.which("Xvfb")
    chance = random.Random(f"{seed} displays")
    count = 0 if program is None else kills
    return [_one_display(str(program), folder / f"display-{number}", chance) for number in range(count)]


def _one_display(program: str, place: Path, chance: random.Random) -> Exposed:
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-nolisten", "tcp", "-noreset"]
    display = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        where = {"DISPLAY": f":{number.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
    return _one_window(place, chance, where, display)


def _one_window(
    place: Path,
    chance: random.Random,
    where: Mapping[str, str] = MappingProxyType({"QT_QPA_PLATFORM": "offscreen"}),
    display: subprocess.Popen[bytes] | None = None,
) -> Exposed:
    """Kill a window, or the display it is on, which the window does not outlive."""
    (place / "library").mkdir(parents=True)
    for tab in range(_TABS):
        (place / "library" / f"{tab}.md").write_text(_BASE)
    command = [sys.executable, Path(__file__).with_name("typing_window.py"), place, str(_WINDOW_PAUSE)]
    root = str(Path(__file__).resolve().parents[3])
    environment = {**os.environ, **where, "PYTHONPATH": root, "HOME": str(place)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n", "the window did not start"
    time.sleep(chance.uniform(_FIRST, 2 * _LAST))
    killed_at = time.monotonic_ns()
    (process if display is None else display).kill()
    lines = process.stdout.read().decode().splitlines()
    process.wait()
    process.stdout.close()
    if display is not None:
        display.wait()
    recovered = {text.document.name: text.text for text in _texts_in(place)}
    lost = [0.0]
    for name, number, at in (line.split() for line in lines if line.count(" ") == 2):
        if int(number) >= len(recovered.get(name, _BASE)) - len(_BASE):
            lost.append((max(killed_at, int(at)) - int(at)) / 1e6)
    is_torn = any(text != _BASE + "x" * (len(text) - len(_BASE)) for text in recovered.values())
    return Exposed(max(lost), 0.0, is_torn, len(lines))


class _Postponed:
    def __init__(self, journal: Writer) -> None:
        self._journal = journal
        self._waiting: list[Sequence[Edit]] = []
        self._timer: threading.Timer | None = None

    def begin(self, document: JournalDocument) -> None:
        self._journal.begin(document)

    def edited(self, number: int, edits: Sequence[Edit], *, joins: bool = False) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._waiting.append(edits)
        self._timer = threading.Timer(0.15, self._write, (number,))
        self._timer.start()

    def _write(self, number: int) -> None:
        waiting, self._waiting = self._waiting, []
        for edits in waiting:
            self._journal.edited(number, edits)


def _now() -> datetime:
    return datetime.now(UTC)


def _one_batch(count: int, folder: Path, chance: random.Random, journal: OpenJournal) -> list[Exposed]:
    typists = []
    for number in range(count):
        place = folder / str(number)
        (place / "library").mkdir(parents=True)
        pause = 1 / chance.uniform(30, 60)
        typists.append(_Typist(place, pause, chance.uniform(_FIRST, _LAST), journal))
    for typist in typists:
        typist.wait_until_ready()
    start = time.monotonic()
    for typist in sorted(typists, key=lambda one: one.seconds):
        time.sleep(max(0.0, start + typist.seconds - time.monotonic()))
        typist.kill()
    return [typist.judge() for typist in typists]


class _Typist:
    def __init__(self, place: Path, pause: float, seconds: float, journal: OpenJournal) -> None:
        self.seconds = seconds
        self._place = place
        self._reading, writing = os.pipe()
        self._killed_at = 0
        self._raw = b""
        self._process = os.fork()
        if self._process == 0:
            try:
                signal.alarm(_LONGEST)
                os.close(self._reading)
                _type(place, writing, pause, journal)
            except BaseException:  # noqa: BLE001  the forked process must not go on as the first one
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(writing)

    def wait_until_ready(self) -> None:
        record = b""
        while record[:1] != _READY:
            record = os.read(self._reading, _RECORD.size)
            assert record, "the typing process did not start"
            self._raw += record

    def kill(self) -> None:
        self._killed_at = time.monotonic_ns()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)

    def judge(self) -> Exposed:
        with os.fdopen(self._reading, "rb") as pipe:
            raw = self._raw + pipe.read()
        records = list(_RECORD.iter_unpack(raw[: len(raw) - len(raw) % _RECORD.size]))
        typed = [at for kind, _, at in records if kind == _KEY]
        synced = [size for kind, size, at in records if kind == _SYNCED and at <= self._killed_at]
        torn: list[bool] = []
        by_kill = self._lost(typed, torn)
        for path in self._place.glob("state/journals/*/*.journal"):
            os.truncate(path, synced[-1] if synced else 0)
        by_power_cut = self._lost(typed, torn)
        since = self._killed_at - int(by_power_cut * 1e6)
        return Exposed(by_kill, by_power_cut, any(torn), len(typed), self._disk_time(records, since))

    def _disk_time(self, records: list[tuple[bytes, int, int]], since: int) -> float:
        """Return the milliseconds that syncs took between a time and the kill."""
        begun, total = 0, 0
        for kind, _, at in (*records, (_SYNCED, 0, self._killed_at)):
            if kind == _SYNC:
                begun = at
            elif kind == _SYNCED and begun:
                total += max(0, min(at, self._killed_at) - max(begun, since))
                begun = 0
        return total / 1e6

    def _lost(self, typed: list[int], torn: list[bool]) -> float:
        text = max((text.text for text in _texts_in(self._place)), key=len, default="")
        torn.append(text != _text(len(text)))
        return (self._killed_at - typed[len(text)]) / 1e6 if len(text) < len(typed) else 0.0


def _texts_in(place: Path) -> list[JournalledText]:
    journals, _ = take_journals(place / "state", place / "library")
    for journal in journals:
        journal.release()
    return [text for journal in journals for text in journal.content.texts]


def _text(length: int) -> str:
    return (_LETTERS * (length // len(_LETTERS) + 1))[:length]


def _type(place: Path, pipe: int, pause: float, journal: OpenJournal) -> None:
    _note_syncs(pipe)
    writer = journal(place / "state", place / "library")
    writer.begin(JournalDocument(1, None, "untitled", "", None, TextFormat()))
    os.write(pipe, _RECORD.pack(_READY, 0, 0))
    at = 0
    while True:
        os.write(pipe, _RECORD.pack(_KEY, at, time.monotonic_ns()))
        writer.edited(1, [Edit(Span(at, at), _LETTERS[at % len(_LETTERS)])])
        at += 1
        time.sleep(pause)


def _note_syncs(pipe: int) -> None:
    """Let each sync of a file tell how much of it is sure from now on."""
    real = os.fdatasync

    def fdatasync(descriptor: int) -> None:
        size = os.fstat(descriptor).st_size
        os.write(pipe, _RECORD.pack(_SYNC, size, time.monotonic_ns()))
        real(descriptor)
        os.write(pipe, _RECORD.pack(_SYNCED, size, time.monotonic_ns()))

    os.fdatasync = fdatasync
