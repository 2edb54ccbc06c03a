"""One request to an endpoint and its answer, in a thread of its own, so that a cancel never waits for it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from editor_app.runs.endpoint.errors import EndpointError
from editor_app.runs.endpoint.event_loop import ResolvingLoop
from editor_app.runs.endpoint.limits import Limits, RetryWait
from editor_app.runs.endpoint.requesting import Piece, Post, ask
from editor_app.runs.loop.models import ModelCancelledError, ModelError

REQUIREMENT = "httpx>=0.28,<1"

Cancelled: TypeAlias = Callable[[], bool]
Announce: TypeAlias = Callable[[RetryWait], None]


def never() -> bool:
    """Never cancel."""
    return False


def silent(wait: RetryWait) -> None:
    """Announce nothing."""
    del wait


def check_requirements() -> None:
    """Raise EndpointError if the library that asks endpoints is not installed."""
    try:
        import httpx  # noqa: F401  whether it is there
    except ImportError as error:
        raise EndpointError(
            f"A model at an endpoint needs httpx, and {error.name or 'it'} is not installed. Install it: "
            f"{sys.executable} -m pip install '{REQUIREMENT}'"
        ) from None


def exchanged(
    post: Post, limits: Limits, *, cancelled: Cancelled = never, announce: Announce = silent
) -> Generator[Piece, None, None]:
    """Yield the pieces of an answer as they come; raises EndpointError where there is none, or no more.

    `cancelled` is asked while nothing comes and after each piece; then ModelCancelledError is raised.
    `announce` is told each wait before another try, in the caller's thread. Whoever closes the iterator ends
    the request.
    """
    check_requirements()
    if cancelled():
        raise ModelCancelledError
    work = _Work(post, limits)
    work.start()
    try:
        while True:
            try:
                came = work.came.get(timeout=limits.poll)
            except Empty:
                came = None
            if cancelled():
                raise ModelCancelledError
            if isinstance(came, ModelError):
                raise came
            if isinstance(came, RetryWait):
                announce(came)
            elif isinstance(came, _End):
                return
            elif came is not None:
                yield came
    finally:
        work.cancel()


@dataclass(frozen=True, slots=True)
class _End:
    """The answer is over."""


class _Work:
    """The thread of a request; what it gives is in `came`, an end or an error last."""

    def __init__(self, post: Post, limits: Limits) -> None:
        self.came: SimpleQueue[Piece | RetryWait | ModelError | _End] = SimpleQueue()
        self._post = post
        self._limits = limits
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None

    def start(self) -> None:
        """Begin; the thread never keeps the program from ending."""
        threading.Thread(target=self._run, name="endpoint", daemon=True).start()

    def cancel(self) -> None:
        """Close the connection and end the thread soon; nothing is waited for."""
        with self._lock:
            self._is_cancelled = True
            running = self._running
        if running is not None:
            loop, task = running
            with suppress(RuntimeError):  # its loop is over
                loop.call_soon_threadsafe(task.cancel)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=ResolvingLoop) as runner:
                runner.run(self._ask())
        except EndpointError as error:
            self.came.put(error)
        except asyncio.CancelledError:
            self.came.put(ModelCancelledError())
        except Exception as error:  # noqa: BLE001  whoever waits has to be told
            self.came.put(EndpointError(f"The request failed: {type(error).__name__}: {error}"))
        else:
            self.came.put(_End())

    async def _ask(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        with self._lock:
            if self._is_cancelled:
                return
            self._running = asyncio.get_running_loop(), task
        try:
            await ask(self._post, self._limits, self.came.put)
        finally:
            with self._lock:
                self._running = None
