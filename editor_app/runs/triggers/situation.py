"""What a check of triggers looks at: the figures and the place in the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor_app.runs.model.records import Figures


@dataclass(frozen=True, slots=True)
class UncountedTokens:
    """The tokens of a context that was not counted: what they lie between, and what counts them."""

    between: tuple[int, int]
    count: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Situation:
    """A run at the moment a check begins.

    `uncounted` is given where `figures.tokens` is None because nothing was counted yet. `step` is the number
    of the step that comes next, `turn_steps` how many steps the turn has taken, `steps_left` how many it may
    still take. `last_calls` says at which step of the turn each tool was called last. `user_messages` are
    those that are stored, `is_compacted` whether there was a compaction since the last check.
    """

    figures: Figures = field(default_factory=Figures)
    step: int = 0
    turn_steps: int = 0
    steps_left: int = 0
    user_messages: int = 1
    is_compacted: bool = False
    last_calls: Mapping[str, int] = field(default_factory=dict)
    uncounted: UncountedTokens | None = None

    @property
    def tokens(self) -> int | None:
        """The tokens in the context, counted now if they were not yet."""
        if self.figures.tokens is None and self.uncounted is not None:
            return self.uncounted.count()
        return self.figures.tokens
