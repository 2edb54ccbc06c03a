"""Telling a process from one that forked from it, and forking only while no database is in use.

SQLite keeps a table of the files it has open, with their locks, which a fork copies: with a file in it, the
child's connections would take no locks, and the last one closed elsewhere would delete the log they write to.
So a fork waits for what runs, closes every thread's connection, and both processes open their own again.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import suppress
from typing import Protocol

_MOST_SECONDS = 60.0  # longer than any use waits for the locks of others


class _Closable(Protocol):
    def close(self) -> None:
        """Close it."""


class _Process:
    """A process, which is another object after each fork: what is open in it, and how many use it now."""

    def __init__(self, *, is_cut_off: bool = False) -> None:
        """Begin with nothing open; `is_cut_off` is what forked from a process in the middle of a use."""
        self.is_cut_off = is_cut_off
        self.open: dict[int, _Closable] = {}
        self.changed = threading.Condition()  # re-entered where a collection closes something meanwhile
        self.uses: dict[int, int] = {}  # how deep each thread is in uses; those not in one are not listed
        self.forking: int | None = None  # the thread that forks

    def begin_use(self, *, waits: bool = True) -> bool:
        me = threading.get_ident()
        with self.changed:
            while self.forking not in {None, me} and me not in self.uses:
                if not waits:
                    return False
                self.changed.wait()
            self.uses[me] = self.uses.get(me, 0) + 1
        return True

    def end_use(self) -> None:
        me = threading.get_ident()
        with self.changed:
            self.uses[me] -= 1
            if not self.uses[me]:
                del self.uses[me]
                if self.forking is not None:  # nobody else waits for this
                    self.changed.notify_all()

    def prepare_to_fork(self) -> None:
        me = threading.get_ident()
        with self.changed:
            self.changed.wait_for(lambda: self.forking is None)
            self.forking = me
            is_free = me not in self.uses and self.changed.wait_for(lambda: not self.uses, _MOST_SECONDS)
        if is_free:
            while self.open:
                _close(self.open.popitem()[1])


class _Current:
    """The process that runs."""

    process = _Process()


_OF_OTHER_PROCESSES: list[_Process] = []
"""What a fork copied with connections open: they belong to the process it forked from, and stay untouched."""


class OfThread:
    """Something that a thread opened; it is closed by hand, with its thread, or before a fork."""

    __slots__ = ("_opened", "_process")

    def __init__(self, opened: _Closable) -> None:
        """Have it closed before a fork."""
        self._opened = opened
        self._process = _Current.process
        self._process.open[id(opened)] = opened

    @property
    def is_open(self) -> bool:
        """Whether it can be used: it was opened by this process, which has not closed it."""
        return self._process is _Current.process and id(self._opened) in self._process.open

    def close(self) -> None:
        """Close it now; while the process forks, the fork does, and a copy is never closed."""
        process = self._process
        if self.is_open and process.begin_use(waits=False):
            try:
                process.open.pop(id(self._opened), None)
                _close(self._opened)
            finally:
                process.end_use()

    def __del__(self) -> None:
        """Close it with its thread."""
        self.close()


def is_cut_off() -> bool:
    """Whether this process was forked in the middle of a use, so that it can use no database safely."""
    return _Current.process.is_cut_off


class in_use:  # noqa: N801  a context, which as a generator would take a tenth of a read
    """Use what is open; a fork waits until this ends, and this until a fork is done."""

    __slots__ = ("_process",)

    def __enter__(self) -> None:
        """Begin to use it."""
        self._process = _Current.process
        self._process.begin_use()

    def __exit__(self, *_: object) -> None:
        """End using it, unless this is a fork of the process that began."""
        if self._process is _Current.process:
            self._process.end_use()


def _close(opened: _Closable) -> None:
    with suppress(sqlite3.Error, OSError):
        opened.close()


def _before_a_fork() -> None:
    _Current.process.prepare_to_fork()


def _in_the_parent() -> None:
    with _Current.process.changed:
        _Current.process.forking = None
        _Current.process.changed.notify_all()


def _in_a_fork() -> None:
    parent = _Current.process
    is_cut_off = parent.is_cut_off or bool(parent.open or parent.uses)
    if is_cut_off:
        _OF_OTHER_PROCESSES.append(parent)
    _Current.process = _Process(is_cut_off=is_cut_off)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_a_fork,
        after_in_parent=_in_the_parent,
        after_in_child=_in_a_fork,
    )
