"""One request to an endpoint and its answer, in a thread of its own, so that a cancel never waits for it."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from editor_app.runs.endpoint.addresses import DeniedError, Endpoint, EndpointError, Limits, RetryWait
from editor_app.runs.endpoint.answers import Answer, EventReader, check_event_size, short_line
from editor_app.runs.endpoint.keys import HidingStream, Key, check_private, hidden_key
from editor_app.runs.endpoint.requesting import Piece, Post, ask
from editor_app.runs.loop.models import ModelCancelledError, ModelError
from editor_app.runs.loop.playing import Cancelled, never
from editor_app.runs.model.session import TextPart
from editor_app.text import Sentence


class ResolvingLoop(asyncio.SelectorEventLoop):
    """An event loop that looks up the names of hosts in threads that nothing ever waits for.

    Those of asyncio itself keep the program from ending, for as long as a name server says nothing.
    """

    async def getaddrinfo(
        self,
        host: Any,  # noqa: ANN401  as socket takes it
        port: Any,  # noqa: ANN401  the same
        *,
        family: int = 0,
        type: int = 0,  # noqa: A002  asyncio's name
        proto: int = 0,
        flags: int = 0,
    ) -> list[Any]:
        """Return the addresses of a host."""
        lookup: asyncio.Future[list[Any]] = self.create_future()

        def tell(settle: Callable[[Any], None], value: object) -> None:
            with suppress(RuntimeError):  # the loop is over
                self.call_soon_threadsafe(lambda: None if lookup.done() else settle(value))

        def look_up() -> None:
            try:
                addresses = socket.getaddrinfo(host, port, family, type, proto, flags)
            except Exception as error:  # noqa: BLE001  whoever waits has to be told
                tell(lookup.set_exception, error)
            else:
                tell(lookup.set_result, addresses)

        threading.Thread(target=look_up, name="endpoint-name", daemon=True).start()
        return await lookup


REQUIREMENT = "httpx>=0.28,<1"

Announce: TypeAlias = Callable[[RetryWait], None]


def silent(wait: RetryWait) -> None:
    """Announce nothing."""
    del wait


def check_requirements() -> None:
    """Raise EndpointError if the library that asks endpoints is not installed."""
    try:
        import httpx  # noqa: F401  whether it is there
    except ImportError as error:
        command = f"{sys.executable} -m pip install '{REQUIREMENT}'"
        needed = Sentence("runs.needs-httpx", name=error.name or "httpx", command=command)
        raise EndpointError(needed) from None


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
    work = _RequestThread(post, limits)
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


class _RequestThread:
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
            failed = Sentence("runs.request-failed", kind=type(error).__name__, error=str(error))
            self.came.put(EndpointError(failed))
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


@dataclass(frozen=True, slots=True)
class Connection:
    """How an endpoint is asked: its address, its key, the limits, what cancels, and what is told of waits.

    `cancelled` is asked by the thread that reads the answer, and may be answered from any other.
    """

    endpoint: Endpoint
    key: Key | None = None
    limits: Limits = field(default_factory=Limits)
    cancelled: Cancelled = never
    announce: Announce = silent


def completed(connection: Connection, body: Mapping[str, Any]) -> Generator[TextPart, None, Answer]:
    """Yield the text of the answer as it comes and return all of it.

    Where it breaks off BrokenOffError is raised, with what came of its calls; DeniedError for want of a key.
    """
    if connection.key is not None:
        check_private(connection.endpoint)
    hidden = hidden_key(connection.key)
    answer, text = Answer(hidden), HidingStream(hidden)
    pieces = exchanged(
        _post(connection, body),
        connection.limits,
        cancelled=connection.cancelled,
        announce=connection.announce,
    )
    try:
        with closing(pieces):
            for data in _events(pieces):
                for part in answer.take(data):
                    if shown := text.take(part.text):
                        yield TextPart(shown)
                if answer.is_done:
                    break
        if rest := text.end():
            yield TextPart(rest)
    except DeniedError:
        raise
    except EndpointError as error:
        if rest := text.end():
            yield TextPart(rest)
        shown = error.sentence if connection.key is None else connection.key.hidden_in(error.sentence)
        message = error.sentence if shown == error.sentence else shown
        raise BrokenOffError(
            message, answer
        ) from None  # the error itself may say the key that a server repeats
    if answer.finish is None and not answer.is_done:  # the endpoint did not say that this is all
        begun = "yes" if answer.has_begun else "no"
        raise BrokenOffError(
            Sentence("runs.connection-closed", begun=begun, host=connection.endpoint.host), answer
        )
    return answer


class BrokenOffError(EndpointError):
    """An answer that did not come to its end; `answer` is what came of it besides its text."""

    def __init__(self, message: str, answer: Answer) -> None:
        """Keep what came; the message names a call that came only in part."""
        half = next((call.part.name for call in answer.calls(0, set()) if call.error is not None), None)
        if half is not None:
            message = Sentence("runs.half-a-call", reason=message, name=half)
        super().__init__(message)
        self.answer = answer


def _post(connection: Connection, body: Mapping[str, Any]) -> Post:
    sent = {
        **body,
        "model": connection.endpoint.model,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    try:
        data = json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise EndpointError(Sentence("runs.request-not-json", reason=short_line(str(error)))) from None
    return Post(connection.endpoint.url, data, connection.endpoint.host, connection.key)


def _events(pieces: Iterator[Piece]) -> Iterator[str]:
    """Yield the data of each event; one JSON document is one."""
    reader, document = EventReader(), bytearray()
    try:
        for piece in pieces:
            if piece.is_stream:
                yield from reader.take(piece.data)
            else:
                document += piece.data
                check_event_size(len(document))
        yield from reader.end()
        if document:
            yield document.decode("utf-8")
    except UnicodeDecodeError:
        raise EndpointError(Sentence("runs.answer-not-utf-8")) from None
