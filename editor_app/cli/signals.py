"""The signals that ask a command to end: Ctrl-C, SIGTERM and a closed terminal."""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def signals_taken(
    take: Callable[[int, FrameType | None], object], even_ignored: Collection[int] = ()
) -> Iterator[None]:
    """Have `take` called for these signals while the body runs; what others take, or is ignored, stays so.

    A shell lets what it starts in the background ignore SIGINT, `nohup` lets it ignore SIGHUP.
    """
    before = {
        number: signal.getsignal(number)
        for number in _SIGNALS
        if signal.getsignal(number) in {signal.default_int_handler, signal.SIG_DFL} or number in even_ignored
    }
    try:
        for number in before:
            signal.signal(number, take)
    except ValueError:  # only the main thread may
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
