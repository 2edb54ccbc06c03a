"""Ctrl-C and the end of a terminal as a wish that is looked for, so that what is under way ends in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def interrupts() -> Iterator[Callable[[], int]]:
    """Give the signal that asks for the end, 0 before one does; a second one raises KeyboardInterrupt.

    What somebody else takes, or is ignored, stays so.
    """
    came: list[int] = []

    def take(number: int, _: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    before = {
        number: signal.getsignal(number)
        for number in _SIGNALS
        if signal.getsignal(number) in {signal.default_int_handler, signal.SIG_DFL}
    }
    try:
        for number in before:
            signal.signal(number, take)
    except ValueError:  # only the main thread may
        before = {}
    try:
        yield lambda: came[0] if came else 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
