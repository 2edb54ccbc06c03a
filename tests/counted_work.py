"""The work of a call, counted, so that how it grows with its input is the same on every machine.

A clock tells how busy the machine is as well; lines and calls do not. Loops of the
C library are no lines: `counted_patterns.py` counts those of regular expressions,
`ReadText` those of a text's own methods.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

LINES_OF_NOTHING = 500
"""What a call may cost beyond its share, however small its input: first uses, caches, rounding."""


def work_of(call: Callable[[], object]) -> int:
    """Count the lines of Python that `call` goes through, each turn of a loop anew, and its calls."""
    count = 0

    def on_line(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    traced, profiled = sys.gettrace(), sys.getprofile()
    sys.settrace(on_line)
    sys.setprofile(on_call)
    try:
        call()
    finally:
        sys.setprofile(profiled)
        sys.settrace(traced)
    return count


def assert_work_in_proportion(
    prepared: Callable[[int], Callable[[], object]],
    size: int,
    times: int = 10,
    *,
    counted: Callable[[Callable[[], object]], int] = work_of,
) -> None:
    """Fail where an input `times` as large takes clearly more than `times` the work.

    `prepared(size)` makes the input, uncounted, and returns the call to count.
    Sorting, which grows a little faster than its input, still passes; what is
    done once for each pair of items does not.
    """
    counted(
        prepared(size // 2 + 1)
    )  # takes what is imported once; another size, since results may be remembered
    small, large = counted(prepared(size)), counted(prepared(times * size))
    most = 1.4 * times * small + LINES_OF_NOTHING
    assert large <= most, f"{times} times the input takes {large:,} steps where {small:,} become {most:,.0f}"


def assert_work_is_bounded(
    prepared: Callable[[int], Callable[[], object]],
    size: int,
    times: int = 10,
    *,
    counted: Callable[[Callable[[], object]], int] = work_of,
) -> None:
    """Fail where an input `times` as large takes clearly more work than one that reaches the bound."""
    counted(prepared(size + 1))
    small, large = counted(prepared(size)), counted(prepared(times * size))
    most = 1.2 * small + LINES_OF_NOTHING
    assert large <= most, f"{times} times the input takes {large:,} steps; {small:,} were to be the most"


class ReadText(str):
    """A text that counts the characters its own methods go through, in `read`."""

    __slots__ = ("read",)

    def __new__(cls, text: str) -> Self:
        made = super().__new__(cls, text)
        made.read = 0
        return made

    def find(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        stop = len(self) if end is None else min(end, len(self))
        found = super().find(part, start, stop)
        self.read += (found + len(part) if found >= 0 else stop) - start
        return found

    def rfind(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        stop = len(self) if end is None else min(end, len(self))
        found = super().rfind(part, start, stop)
        self.read += stop - (found if found >= 0 else start)
        return found

    def __getitem__(self, where: Any) -> str:
        part = super().__getitem__(where)
        self.read += len(part)
        return part
