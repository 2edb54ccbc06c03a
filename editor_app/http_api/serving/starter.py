"""What a program that starts the server says on its standard input: whether to trust, and when to end."""

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
            said = json.loads(line)
        except (ValueError, RecursionError):
            return
        trusted = said.get("trusted", "") if isinstance(said, dict) else ""
        if trusted is not None and not isinstance(trusted, bool):
            return
        with self._lock:
            self._trusted = trusted
            if self._service is not None:
                self._service.set_trusted(self._trusted)


def follow_standard_input(take: Callable[[bytes], object]) -> None:
    """Give each line of standard input to `take`; once it ends, end this process as SIGTERM does.

    Then who started it is gone, however. A thread reads it, and keeps nothing from ending earlier.
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
