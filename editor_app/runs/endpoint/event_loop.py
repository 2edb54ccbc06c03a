"""The event loop that requests run in."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any


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
        found: asyncio.Future[list[Any]] = self.create_future()

        def tell(settle: Callable[[Any], None], value: object) -> None:
            with suppress(RuntimeError):  # the loop is over
                self.call_soon_threadsafe(lambda: None if found.done() else settle(value))

        def look_up() -> None:
            try:
                addresses = socket.getaddrinfo(host, port, family, type, proto, flags)
            except Exception as error:  # noqa: BLE001  whoever waits has to be told
                tell(found.set_exception, error)
            else:
                tell(found.set_result, addresses)

        threading.Thread(target=look_up, name="endpoint-name", daemon=True).start()
        return await found
