"""Ctrl-C as a wish that is looked for, so that what is under way can end in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Give whether Ctrl-C was pressed; the second time it raises KeyboardInterrupt, as it does elsewhere.

    Where somebody else takes Ctrl-C, or it is ignored, that stays so.
    """
    pressed: list[int] = []

    def press(number: int, _: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False
        return
    try:
        signal.signal(signal.SIGINT, press)
    except ValueError:  # only the main thread may
        yield lambda: False
        return
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
