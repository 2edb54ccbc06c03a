"""`foreword serve`: answer programs over HTTP, on this computer only, until it is ended."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.signals import signals_taken
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.http_api.serving.access import Access
from editor_app.http_api.serving.announcing import Server, announced, live_servers
from editor_app.http_api.serving.log import RequestLog
from editor_app.http_api.serving.parent_process import ParentTrust, follow_standard_input
from editor_app.http_api.serving.server import (
    MOST_PORT,
    ServeError,
    Shutdown,
    check_requirements,
    open_listener,
    run_server,
)
from editor_app.http_api.serving.tokens import new_token, read_or_make_token
from editor_app.library.files.reading import quoted
from editor_app.library.folders import Library
from editor_app.library.paths import state_dir
from editor_app.text import Sentence, some_of
from editor_app.wire.problems import FORMAT, to_json_line

if TYPE_CHECKING:
    from editor_app.conversations.service import ConversationService

DEFAULT_PORT = 8137
_MOST_NAMED = 5


def run(arguments: Arguments, streams: Streams) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    port = _port(arguments)
    # None is what the user said of each folder.
    given_trust = True if arguments.trust else False if arguments.no_trust else None
    library = open_current_library(arguments, streams)
    workspaces = _workspaces(arguments, library)
    try:
        check_requirements()
        shutdown = Shutdown()
        with signals_taken(shutdown.handle_signal, even_ignored=(signal.SIGINT, signal.SIGTERM)):
            trust = ParentTrust(trusted=given_trust)
            if arguments.until_stdin_ends:
                follow_standard_input(trust.take)
            return _serve(arguments, streams, library, workspaces, port, shutdown, trust)
    except ServeError as error:
        raise Failure(error.code, error.sentence) from error


def _serve(
    arguments: Arguments,
    streams: Streams,
    library: Library,
    workspaces: tuple[Path, ...],
    port: int,
    shutdown: Shutdown,
    trust: ParentTrust,
) -> int:
    from editor_app.conversations.service import open_service
    from editor_app.http_api.app import create_app

    token_file = None if arguments.token_file is None else path_of_word(arguments.token_file)
    with ExitStack() as stack:
        listener = stack.enter_context(_listener(port))
        port = listener.getsockname()[1]
        token = new_token() if token_file is None else read_or_make_token(token_file)
        announcement = stack.enter_context(
            announced(state_dir(), port, token, token_file=token_file, library=library.root)
        )
        service = open_service(
            library,
            state_dir=state_dir(),
            workspaces=workspaces,
            allowed_files=tuple(map(path_of_word, arguments.allow_file)),
            uses_grants=False,
        )
        trust.give_to(service)
        if not arguments.until_stdin_ends:  # who gives the trust later says so itself
            streams.warn(_lacking_trust(service, workspaces, library))
        app = create_app(service, Access(token, port, workspaces))
        stderr = Path(os.devnull).open("wb") if sys.stderr is None else sys.stderr.buffer  # noqa: SIM115  to the end
        log = stack.enter_context(closing(RequestLog(stderr, clock=utc_now, secret=token)))
        return run_server(
            app,
            listener,
            log,
            shutdown,
            when_ready=lambda: _say_address(announcement.server, token, library, streams),
            when_stuck=announcement.remove,
        )


def _lacking_trust(
    service: ConversationService, workspaces: tuple[Path, ...], library: Library
) -> Iterator[str]:
    """Yield what stays blank in the workspaces that are not trusted, in one line."""
    untrusted = [
        folder for folder in workspaces if not service.permissions.in_folder(folder, library).is_trusted
    ]
    if untrusted:
        named = some_of([quoted(folder) for folder in untrusted], _MOST_NAMED)
        yield Sentence("cli.served-restricted", count=len(untrusted), folders=named)


def _say_address(server: Server, token: str, library: Library, streams: Streams) -> None:
    """Print where the server is, in one line of JSON for programs."""
    if streams.is_json:
        address = {"url": server.url, "token": token, "tokenFile": str(server.token_file)}
        streams.write(to_json_line({"format": FORMAT, **address}))
        return
    streams.print(
        Sentence("cli.served-at", library=quoted(library.root), url=server.url),
        Sentence("cli.token-is-in", file=str(server.token_file)),
    )


def _port(arguments: Arguments) -> int:
    port = DEFAULT_PORT if arguments.port is None else arguments.port
    if not 0 <= port <= MOST_PORT:
        raise Failure("usage", Sentence("cli.no-port", port=str(port), most=str(MOST_PORT)))
    return port


def _workspaces(arguments: Arguments, library: Library) -> tuple[Path, ...]:
    """Return the folders in which variables may be resolved, links resolved."""
    workspaces = tuple(path_of_word(folder) for folder in arguments.workspace) or (library.workspace,)
    for folder in workspaces:
        if not folder.is_dir():
            raise Failure("file", Sentence("cli.workspace-not-a-folder", name=quoted(folder)), path=folder)
    return tuple(Path(os.path.realpath(folder)) for folder in workspaces)


def _listener(port: int) -> socket.socket:
    """Listen at the port; where another server has it, say which library that serves."""
    try:
        return open_listener(port)
    except ServeError as error:
        known = [server for server in live_servers(state_dir()) if server.url.endswith(f":{port}")]
        if not known or error.code != "port-in-use":
            raise
        served = Sentence("cli.served-there", sentence=error.sentence, library=quoted(known[0].library))
        raise ServeError(error.code, served) from error
