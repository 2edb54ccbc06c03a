"""The keys of endpoints, read and kept in a thread of their own: a keyring may ask the user, or hang."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject

from editor_app.window.kit.work.timers import repeating

if TYPE_CHECKING:
    from editor_app.runs.endpoint import Endpoint, Key, KeyStore

_LOOK_MS: Final = 20
_IN_RING: Final = "in the keyring of the system"
_IN_FILE: Final = "in a file that only you can read"
_FAILED: Final = "The keys could not be looked up: an error of the program, which was noted."


class KeyAnswer(NamedTuple):
    """The key that is there, None without one; `error` is a sentence where the place could not be used.

    `place` says where keys are kept, such as "in the keyring of the system"; "" where it could not be told.
    """

    key: Key | None = None
    error: str = ""
    place: str = ""
    is_given: bool = False
    """Whether the key was given to this window, and not kept."""


Told: TypeAlias = Callable[[KeyAnswer], object]


class EndpointKeys(QObject):
    """Reads and keeps keys; each answer is told in the window's thread, in the order of the questions.

    A key that was given but not kept is remembered until the window closes. Nothing is told once this object
    is deleted.
    """

    def __init__(self, open_store: Callable[[], KeyStore], parent: QObject | None = None) -> None:
        """Start without a thread; `open_store` is called in it when a key is first asked for."""
        super().__init__(parent)
        self._open_store = open_store
        self._given: dict[str, Key] = {}
        self._work: _Work | None = None
        self._outstanding: deque[_Task] = deque()
        self._look = repeating(self, _LOOK_MS)
        self._look.timeout.connect(self._tell)

    def read(self, endpoint: Endpoint, told: Told) -> None:
        """Look for the key of an endpoint."""
        self._do(partial(_read, endpoint), partial(self._told_of_read, endpoint.origin, told))

    def give(self, endpoint: Endpoint, key: Key) -> None:
        """Remember a key until the window closes."""
        self._given[endpoint.origin] = key

    def keep(self, endpoint: Endpoint, key: Key, told: Told) -> None:
        """Keep a key beyond this window."""
        self.give(endpoint, key)
        self._do(partial(_keep, endpoint, key), told)

    def forget(self, endpoint: Endpoint, told: Told) -> None:
        """Keep the key of an endpoint no longer."""
        self._given.pop(endpoint.origin, None)
        self._do(partial(_forget, endpoint), told)

    def _told_of_read(self, origin: str, told: Told, answer: KeyAnswer) -> None:
        """Tell the key that was given here, if there is one; else the one that is kept."""
        given = self._given.get(origin)
        is_kept = given is not None and answer.key == given
        told(answer if given is None or is_kept else KeyAnswer(given, "", answer.place, is_given=True))

    def _do(self, work: Callable[[KeyStore], Key | None], told: Told) -> None:
        if self._work is None:
            self._work = _Work(self._open_store)
            self.destroyed.connect(partial(_end, self._work))
        task = _Task(work, told)
        self._outstanding.append(task)
        self._work.tasks.put(task)
        self._look.start()

    def _tell(self) -> None:
        while self._outstanding and self._outstanding[0].answers:
            task = self._outstanding.popleft()
            task.told(task.answers[0])
        if not self._outstanding:
            self._look.stop()


def keys_of_user(state_dir: Path, parent: QObject | None = None) -> EndpointKeys:
    """Return the keys of the user; their place is looked for when one is first asked for."""

    def open_store() -> KeyStore:
        from editor_app.runs.endpoint import open_keys

        return open_keys(state_dir)

    return EndpointKeys(open_store, parent)


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """What is done with the keys, and who is told; `answers` has the answer once it is done."""

    work: Callable[[KeyStore], Key | None]
    told: Told
    answers: list[KeyAnswer] = field(default_factory=list)


class _Work:
    """The thread, which nothing waits for; None as a task ends it."""

    def __init__(self, open_store: Callable[[], KeyStore]) -> None:
        self.tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._open_store = open_store
        self._store: KeyStore | None = None
        threading.Thread(target=self._run, name="window-keys", daemon=True).start()

    def end(self) -> None:
        """End the thread once it is free."""
        self.tasks.put(None)

    def _run(self) -> None:
        while (task := self.tasks.get()) is not None:
            task.answers.append(self._answer(task))

    def _answer(self, task: _Task) -> KeyAnswer:
        from editor_app.runs.endpoint import EndpointError

        place = ""
        try:
            if self._store is None:
                self._store = self._open_store()
            place = _IN_FILE if self._store.ring is None else _IN_RING
            return KeyAnswer(task.work(self._store), "", place)
        except EndpointError as error:
            return KeyAnswer(None, str(error), place)
        except Exception as error:  # noqa: BLE001  the next question needs the thread
            fault = (type(error), error, error.__traceback__, threading.current_thread())
            threading.excepthook(threading.ExceptHookArgs(fault))
            return KeyAnswer(None, _FAILED, place)


def _read(endpoint: Endpoint, store: KeyStore) -> Key | None:
    return store.read(endpoint)


def _keep(endpoint: Endpoint, key: Key, store: KeyStore) -> Key | None:
    store.keep(endpoint, key)
    return key


def _forget(endpoint: Endpoint, store: KeyStore) -> None:
    store.forget(endpoint)


def _end(work: _Work, _destroyed: QObject | None = None) -> None:
    work.end()
