"""What the request panel shows of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple


class AnswerState(Enum):
    """How far an answer is."""

    RUNNING = auto()
    ENDED = auto()
    CUT = auto()
    CANCELLED = auto()
    FAILED = auto()


class ShownCall(NamedTuple):
    """A call of a tool in an answer: it is shown, never run. `arguments` are JSON."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer as the panel shows it.

    `of` tells one answer from another; of the same one, `text` and `calls` only grow. `status` says how far
    it is, `place` which model was asked where, `remark` why it is waited for, `error` why there is no more.
    `asks_key` is whether the endpoint wanted a key, or another one.
    """

    of: object
    state: AnswerState
    status: str
    place: str = ""
    text: str = ""
    calls: tuple[ShownCall, ...] = ()
    remark: str = ""
    error: str = ""
    asks_key: bool = False

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return self.state is AnswerState.RUNNING
