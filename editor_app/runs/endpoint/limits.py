"""How long an endpoint is waited for, how much is read of it, and how often it is asked again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a step, times in seconds.

    `first_byte` is until the first byte of the answer's text, `between` the longest pause after it, `step`
    all of a step with its tries. `most_bytes` are read in a step. `waits` lie between the tries, so there is
    one more of these; a server may ask for longer ones, up to `longest_wait`. `poll` is how often
    a cancel is looked for.
    """

    connect: float = 10.0
    first_byte: float = 60.0
    between: float = 30.0
    step: float = 600.0
    most_bytes: int = 16_000_000
    waits: tuple[float, ...] = (0.5, 1.0, 2.0)
    longest_wait: float = 60.0
    redirects: int = 3
    poll: float = 0.05

    @property
    def tries(self) -> int:
        """How often a request is sent at most."""
        return len(self.waits) + 1


class RetryWait(NamedTuple):
    """A pause before a request is sent again: the number of that try, from 2, of `tries`, and why."""

    attempt: int
    tries: int
    seconds: float
    reason: str
