"""The program that started the server: its lines on standard input set the trust; their end is its end."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from editor_app.conversations.service import ConversationService

_MOST_BYTES = 4096  # of a line


class ParentTrust:
    """Whether the workspaces are trusted: set by the command line at first, then by lines of the parent."""

    def __init__(self, *, trusted: bool | None) -> None:
        """Start with what the command line says; None leaves each folder the trust that the user gave it."""
        self._trusted = trusted
        self._service: ConversationService | None = None
        self._lock = Lock()

    def give_to(self, service: ConversationService) -> None:
        """Set the trust of a service, now and whenever it changes."""
        with self._lock:
            self._service = service
            service.set_trusted(self._trusted)

    def take(self, line: bytes) -> None:
        """Read a line of JSON such as `{"trusted": true}`; any other line is ignored.

        False trusts no folder, null those that the user trusted.
        """
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
    """Give each line of standard input to `take`; at its end, end this process as SIGTERM does.

    Its end tells that the parent process is gone, however it ended. A daemon thread reads the lines, so it
    never delays an earlier shutdown.
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
