"""The places of things one under the other, and the scroll offset that keeps them in place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple


class Growth(NamedTuple):
    """A thing whose top is at `top` became `by` pixels higher, or lower where that is negative."""

    top: int
    by: int


class Heights:
    """The heights of things one under the other; places are found by bisection of their sums."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        """Begin with these heights, each more than 0."""
        self.set_heights(heights)

    def set_heights(self, heights: Iterable[int]) -> None:
        """Set the heights of other things."""
        self._heights = list(heights)
        self._tops: list[int] | None = None

    def height(self, index: int) -> int:
        """Return one height."""
        return self._heights[index]

    @property
    def total(self) -> int:
        """The sum of all heights."""
        return self._sums()[-1]

    def top(self, index: int) -> int:
        """Return the sum of the heights above `index`, which may be one behind the last."""
        return self._sums()[index]

    def at(self, y: float) -> int:
        """Return the index of the thing at a height, the first or last above and below all."""
        return max(0, min(bisect_right(self._sums(), y) - 1, len(self._heights) - 1))

    def change(self, index: int, height: int) -> Growth:
        """Set one height, and return what that changed."""
        growth = Growth(self.top(index), height - self._heights[index])
        if growth.by:
            self._heights[index] = height
            self._tops = None
        return growth

    def _sums(self) -> list[int]:
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops


def anchored(scroll: int, growths: Iterable[Growth]) -> int:
    """Return the scroll offset that keeps all below in place where the top of what grew is out of view."""
    for growth in growths:
        if growth.top < scroll:
            scroll += growth.by
    return scroll
