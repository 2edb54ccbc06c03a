"""The words that scenario and triggers files use, each list of them as an enumeration."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.requests.providers import Provider

PROVIDERS: Final = (Provider.OPENAI, Provider.ANTHROPIC, Provider.GOOGLE)
"""The providers whose requests a run is checked for, in the order they are shown."""


class Signal(StrEnum):
    """What a trigger waits for."""

    CONTEXT = "context"
    MEMORY = "memory"
    CPU = "cpu"
    FIRST_MESSAGE = "first-message"
    COMPACTION = "compaction"
    STEPS = "steps"
    STEPS_LEFT = "steps-left"
    TOOL_UNUSED = "tool-unused"

    @property
    def is_percent(self) -> bool:
        """Whether `at` is a percentage, above 0 to 100."""
        return self in _PERCENTS

    @property
    def counts_steps(self) -> bool:
        """Whether `at` is a number of steps, from 1."""
        return self in _STEPS

    @property
    def needs_at(self) -> bool:
        """Whether a trigger of this signal needs `at`; the others take none."""
        return self.is_percent or self.counts_steps


_PERCENTS = frozenset({Signal.CONTEXT, Signal.MEMORY, Signal.CPU})
_STEPS = frozenset({Signal.STEPS, Signal.STEPS_LEFT, Signal.TOOL_UNUSED})


class Level(StrEnum):
    """Which checks ask a trigger: those before a turn, those between steps, or both."""

    MESSAGE = "message"
    STEP = "step"
    BOTH = "both"

    def takes_part(self, check: Level) -> bool:
        """Whether a trigger of this level is asked by a check of that level; BOTH is one of every level."""
        return self is check or self is Level.BOTH or check is Level.BOTH


class Rearm(StrEnum):
    """When the flag of a trigger is cleared, besides its own recovery."""

    COMPACTION = "compaction"
    NEVER = "never"


class Strategy(StrEnum):
    """Where in a run triggers are checked."""

    MESSAGE_ONLY = "message-only"
    HINTS = "hints"
    MULTI_STEP = "multi-step"
    HYBRID = "hybrid"


class Policy(StrEnum):
    """The two ways to go on after a step that a scenario names by a word."""

    ANY_TOOL_CALL = "any-tool-call"
    AFTER_WRITES = "after-writes"


class Counting(StrEnum):
    """When the tokens of the context are counted; all give the same firings."""

    EVERY = "every"
    NEAR_LIMIT = "near-limit"
    CACHED = "cached"


class Tokenizer(StrEnum):
    """The tokenizers that count instead of the estimate, where the extra `tokens` is installed."""

    O200K = "o200k"
    CL100K = "cl100k"


class Deliver(StrEnum):
    """How the messages of triggers reach the model."""

    USER = "user"
    SYSTEM = "system"
    TOOL_RESULT = "tool-result"


class FinishReason(StrEnum):
    """Why a model ended a step."""

    STOP = "stop"
    TOOL_CALLS = "tool-calls"
    LENGTH = "length"
    CONTENT_FILTER = "content-filter"
    ERROR = "error"


class End(StrEnum):
    """Why a run ended."""

    FINISHED = "finished"
    POLICY = "policy"
    SCRIPT_END = "script-end"
    MAX_STEPS = "max_steps"
    CANCELLED = "cancelled"
    ERROR = "error"


class StepStatus(StrEnum):
    """How a step ended."""

    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"
