"""A connection that closes so that its last response arrives, and that waits for nobody without end."""

from __future__ import annotations

import asyncio

SECONDS_TO_LINGER = 1.0
SECONDS_WITHOUT_PROGRESS = 5.0


class LingeringTransport(asyncio.Transport):
    """Passes everything on to a transport of asyncio, but closes in two steps.

    Closing at once while the other side still sends would make the system throw the response away. So its own
    side is closed first, and what comes in is taken until the other side closes too, for a second.
    """

    def __init__(self, inner: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Take over an open transport."""
        super().__init__()
        self._inner = inner
        self._loop = loop
        self._is_closing = False
        self._has_other_side_ended = False
        self._unwritten = 0
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Send what waits to be sent, then close."""
        if self.is_closing():
            return
        self._is_closing = True
        if self._has_other_side_ended:
            self._inner.close()
        else:
            self._inner.resume_reading()
            try:
                self._inner.write_eof()
            except OSError:  # the other side is gone already
                self._inner.abort()
        self._watch()

    def is_closing(self) -> bool:
        """Whether `close` was called, or the connection is gone."""
        return self._is_closing or self._inner.is_closing()

    def end_other_side(self) -> bool:
        """Take note that nothing more comes in; return whether the connection stays open for a response."""
        self._has_other_side_ended = True
        return not self._is_closing

    def watch_writing(self) -> None:
        """Give the connection up if the other side takes nothing of a response for some seconds."""
        if not self._is_closing:
            self._watch()

    def stop_watching(self) -> None:
        """Stop, because everything was sent or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()

    def stop_watching_writing(self) -> None:
        """Stop, because everything was sent; a closing connection is watched on."""
        if not self._is_closing:
            self.stop_watching()

    def _watch(self) -> None:
        self.stop_watching()
        self._unwritten = self.get_write_buffer_size()
        seconds = SECONDS_WITHOUT_PROGRESS if self._unwritten else SECONDS_TO_LINGER
        self._timer = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        if 0 < self.get_write_buffer_size() < self._unwritten:
            self._watch()
        else:
            self._inner.abort()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, or keep them until they can be sent."""
        self._inner.write(data)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be sent."""
        return self._inner.get_write_buffer_size()

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return what is known of the connection."""
        return self._inner.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Leave what comes in unread, unless the connection is closing."""
        if not self._is_closing:
            self._inner.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._inner.resume_reading()

    def abort(self) -> None:
        """Close at once; what waits to be sent is lost."""
        self._inner.abort()
