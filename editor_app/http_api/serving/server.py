"""A server from its start to its end: the port, uvicorn, and the signals that end it."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from editor_app.conversations.service import ConversationService
from editor_app.http_api.serving.log import RequestLog, WarningLines, logged
from editor_app.library.files.reading import reason_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_MOST_BYTES = 4096  # of a line


class StarterTrust:
    """Whether the workspaces are trusted: as it was said at the start, and again by later lines."""

    def __init__(self, *, trusted: bool | None) -> None:
        """Begin with what the command line says."""
        self._trusted = trusted
        self._service: ConversationService | None = None
        self._lock = Lock()

    def give_to(self, service: ConversationService) -> None:
        """Let a service have it, now and whenever it changes."""
        with self._lock:
            self._service = service
            service.set_trusted(self._trusted)

    def take(self, line: bytes) -> None:
        """Take `{"trusted": true}`; false trusts nothing, null is what the user said of each folder."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        trusted = message.get("trusted", "") if isinstance(message, dict) else ""
        if trusted is not None and not isinstance(trusted, bool):
            return
        with self._lock:
            self._trusted = trusted
            if self._service is not None:
                self._service.set_trusted(self._trusted)


def follow_standard_input(take: Callable[[bytes], object]) -> None:
    """Give each line of standard input to `take`; once it ends, end this process as SIGTERM does.

    Then who started it is gone, however. A thread reads it, and keeps nothing from shutdown earlier.
    """

    def read() -> None:
        rest = b""
        with suppress(OSError):  # closed from the start
            while data := os.read(0, _MOST_BYTES):
                *lines, rest = (rest + data).split(b"\n")
                rest = rest[-_MOST_BYTES:]
                for line in lines:
                    take(line)
        if sys.platform == "win32":
            signal.raise_signal(signal.SIGTERM)
        else:  # the main thread gets it, and stops waiting for requests
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=read, name="standard input", daemon=True).start()


REQUIREMENTS = ("starlette>=0.49,<2", "uvicorn>=0.35,<1")
"""What the extra `serve` brings."""

MOST_PORT = 65_535
_INTERRUPTED = 130
SECONDS_TO_ANSWER = 3
SECONDS_TO_END = 4.5  # five at most, and the rest of the process takes a moment
_BACKLOG = 128


class ServeError(Exception):
    """Serving could not be started; `sentence` says why, and what to do next."""

    def __init__(self, code: str, sentence: str) -> None:
        """Keep the code, for programs, and the sentence."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def check_requirements() -> None:
    """Raise ServeError if the libraries that serve are not installed."""
    try:
        import starlette.applications  # noqa: F401  whether it is there
        import uvicorn  # noqa: F401  whether it is there
    except ImportError as error:
        wanted = " ".join(f"'{requirement}'" for requirement in REQUIREMENTS)
        raise ServeError(
            "extra",
            f"‘foreword serve’ needs starlette and uvicorn, and {error.name or 'one of them'} is not"
            f" installed. Install them: {sys.executable} -m pip install {wanted}",
        ) from None


def open_listener(port: int) -> socket.socket:
    """Return a socket that listens at a port of this computer, a free one for 0; raises ServeError."""
    # By this protocol asyncio knows that answers may be sent at once; each would wait 40 ms otherwise.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # else the connections of a server that was killed would keep its port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            sentence = f"Port {port} is in use. Choose another with ‘--port’; 0 takes a free one."
            raise ServeError("port-in-use", sentence) from error
        sentence = f"Port {port} cannot be used: {reason_of(error)}. Choose another with ‘--port’."
        raise ServeError("port", sentence) from error
    return listener


class Shutdown:
    """Whether the process was asked to end, and what it then does."""

    def __init__(self) -> None:
        """Begin with nothing asked for."""
        self.exit_code: int | None = None
        self.begin: Callable[[], None] = lambda: None

    def ask(self, number: int, _frame: FrameType | None = None) -> None:
        """End because of a signal; the first one gives the exit code."""
        if self.exit_code is None:
            self.exit_code = _INTERRUPTED if number == signal.SIGINT else 0
        self.begin()


@contextmanager
def caught_signals() -> Iterator[Shutdown]:
    """Have Ctrl-C and SIGTERM end a server in order while the body runs, and a terminal that is closed."""
    shutdown = Shutdown()
    numbers = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup asks
        numbers.append(signal.SIGHUP)
    before = [(number, signal.signal(number, shutdown.ask)) for number in numbers]
    try:
        yield shutdown
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def run_server(
    app: ASGIApp,
    listener: socket.socket,
    log: RequestLog,
    shutdown: Shutdown,
    *,
    when_ready: Callable[[], None],
    when_stuck: Callable[[], None],
) -> int:
    """Answer requests until the process is asked to end; return its exit code.

    `when_ready` is called once connections are accepted. Requests get three seconds to be answered; where one
    is not, the process ends without coming back from here, and `when_stuck` is called before, in any thread.
    """
    import uvicorn

    from editor_app.http_api.serving.protocol import MOST_BYTES, ServingProtocol

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and shutdown.exit_code is None:
                when_ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await super().shutdown(sockets)
            if self.server_state.tasks:  # a thread works on, which Python would wait for
                _end_process(log, shutdown, when_stuck)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # `shutdown` has them, from before the start to the end

    # our own protocol and log, and nothing that uvicorn would add
    server = Server(
        uvicorn.Config(
            logged(app, log),
            http=cast("type[Any]", partial(ServingProtocol, log=log)),
            ws="none",
            lifespan="off",
            loop="asyncio",
            interface="asgi3",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=MOST_BYTES,
            timeout_graceful_shutdown=SECONDS_TO_ANSWER,
        )
    )
    watchdog = threading.Timer(SECONDS_TO_END, _end_process, (log, shutdown, when_stuck))
    watchdog.daemon = True

    def begin_ending() -> None:
        server.should_exit = True
        if watchdog.ident is None:
            watchdog.start()

    shutdown.begin = begin_ending
    if shutdown.exit_code is not None:
        begin_ending()
    lines = WarningLines(log)
    logging.getLogger().addHandler(lines)  # the libraries' warnings go into the log, and nowhere else
    try:
        server.run([listener])
    finally:
        logging.getLogger().removeHandler(lines)
    watchdog.cancel()
    return shutdown.exit_code or 0


def _end_process(log: RequestLog, shutdown: Shutdown, when_stuck: Callable[[], None]) -> None:
    """End the process while a request still runs: what the store says is saved is saved already."""
    when_stuck()
    log.write(warning="A request was not answered in time before the end.")
    log.close()
    os._exit(shutdown.exit_code or 0)
