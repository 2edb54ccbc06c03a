"""A server from its start to its end: the port, uvicorn, and the signals that end it."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from editor_app.http_api.serving.log import RequestLog, WarningLines, logged
from editor_app.library.files.reading import reason_of
from editor_app.text import Sentence

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

REQUIREMENTS = ("starlette>=0.49,<2", "uvicorn>=0.35,<1")
"""What the extra `serve` brings."""

MOST_PORT = 65_535
_INTERRUPTED = 130
SECONDS_TO_RESPOND = 3
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
        call = f"{sys.executable} -m pip install {wanted}"
        raise ServeError(
            "extra", Sentence("http-api.not-installed", name=error.name or "starlette", call=call)
        ) from None


def open_listener(port: int) -> socket.socket:
    """Return a socket that listens at a port of this computer, a free one for 0; raises ServeError."""
    # asyncio sets TCP_NODELAY only for IPPROTO_TCP; without it Nagle delays each response by 40 ms
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
            raise ServeError("port-in-use", Sentence("http-api.port-in-use", port=str(port))) from error
        unusable = Sentence("http-api.port-unusable", port=str(port), reason=reason_of(error))
        raise ServeError("port", unusable) from error
    return listener


class Shutdown:
    """A requested shutdown: its exit code, None before a signal came, and what begins it."""

    def __init__(self) -> None:
        """Start without a request to end."""
        self.exit_code: int | None = None
        self.begin: Callable[[], None] = lambda: None

    def handle_signal(self, number: int, _frame: FrameType | None = None) -> None:
        """Begin the shutdown; the first signal gives the exit code."""
        if self.exit_code is None:
            self.exit_code = _INTERRUPTED if number == signal.SIGINT else 0
        self.begin()


def run_server(
    app: ASGIApp,
    listener: socket.socket,
    log: RequestLog,
    ending: Shutdown,
    *,
    when_ready: Callable[[], None],
    when_stuck: Callable[[], None],
) -> int:
    """Answer requests until the process is asked to end; return its exit code.

    `when_ready` is called once connections are accepted. A request has three seconds for its response; if one
    has none then, the process ends without coming back from here, and `when_stuck` is called before that, in
    any thread.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and ending.exit_code is None:
                when_ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await super().shutdown(sockets)
            if self.server_state.tasks:  # a thread works on, which Python would wait for
                _end_process(log, ending, when_stuck)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # `ending` has them, from before the start to the end

    server = Server(_configuration(app, log))
    watchdog = threading.Timer(SECONDS_TO_END, _end_process, (log, ending, when_stuck))
    watchdog.daemon = True

    def begin_ending() -> None:
        server.should_exit = True
        if watchdog.ident is None:
            watchdog.start()

    ending.begin = begin_ending
    if ending.exit_code is not None:
        begin_ending()
    with _library_warnings_in(log):
        server.run([listener])
    watchdog.cancel()
    return ending.exit_code or 0


def _configuration(app: ASGIApp, log: RequestLog) -> uvicorn.Config:
    """Return how uvicorn serves: with our own protocol and log, and nothing that it would add."""
    import uvicorn

    from editor_app.http_api.serving.protocol import MOST_BYTES, ServingProtocol

    return uvicorn.Config(
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
        timeout_graceful_shutdown=SECONDS_TO_RESPOND,
    )


@contextmanager
def _library_warnings_in(log: RequestLog) -> Iterator[None]:
    """Write what libraries warn of into the log, and nowhere else, while the body runs."""
    lines = WarningLines(log)
    logging.getLogger().addHandler(lines)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(lines)


def _end_process(log: RequestLog, shutdown: Shutdown, when_stuck: Callable[[], None]) -> None:
    """End the process while a request still runs: what the store says is saved is saved already."""
    when_stuck()
    log.write(warning="A request was not answered in time before the end.")
    log.close()
    os._exit(shutdown.exit_code or 0)
