"""Work in the window's thread that is done in slices, between which the window has its turn.

    class Matrix(QObject):
        def __init__(self, parent: QObject) -> None:
            super().__init__(parent)
            self._slicer = Slicer(self)

        def make(self, blocks: Sequence[Block]) -> None:
            self._slicer.start(cells_in_slices(blocks), self.made.emit)

`cells_in_slices` is a generator that yields None where the window may have its turn, and at last, if it makes
anything, what that is. An exception ends it, and goes where any of a slot goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, Final

from PySide6.QtCore import QObject

from editor_app.window.kit.work.timers import single_shot

_ENDED: Final = object()


class Slicer(QObject):
    """Goes on with a generator in later events: a step in each, or as many as begin within `milliseconds`."""

    def __init__(self, parent: QObject | None = None, *, milliseconds: float = 0) -> None:
        """Start with nothing to do."""
        super().__init__(parent)
        self.milliseconds = milliseconds
        self._steps: Iterator[Any] | None = None
        self._take: Callable[[Any], object] | None = None
        self._next = single_shot(self, 0, self.advance)

    @property
    def is_busy(self) -> bool:
        """Whether the generator has neither ended nor been stopped."""
        return self._steps is not None

    def start(self, steps: Iterator[Any], take: Callable[[Any], object] | None = None) -> None:
        """Begin with a generator in a later event, in place of the one before."""
        self._steps, self._take = steps, take
        self._next.start()

    def advance(self) -> None:
        """Do a slice now."""
        steps, until = self._steps, perf_counter() + self.milliseconds / 1000
        while steps is not None and self._steps is steps:
            self.step()
            if perf_counter() >= until:
                break
        if self._steps is not None:
            self._next.start()

    def finish(self) -> None:
        """Do all the rest now."""
        while self._steps is not None:
            self.step()

    def step(self) -> None:
        """Do one step now; it may stop the generator, or start another."""
        steps, take, made = self._steps, self._take, _ENDED
        if steps is None:
            return
        try:
            made = next(steps, _ENDED)
        finally:
            is_over = made is not None and self._steps is steps
            if is_over:
                self.stop()
        if is_over and made is not _ENDED and take is not None:
            take(made)

    def stop(self) -> None:
        """Give up what is not done."""
        self._steps = self._take = None
        self._next.stop()
