"""What each word of scenario and triggers files stands for, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from editor_app.runs.model.session import (
    Counting,
    Deliver,
    End,
    FinishReason,
    Level,
    Policy,
    Rearm,
    Signal,
    Strategy,
    Tokenizer,
)
from editor_app.structured.offers import Notes

WORD_NOTES: Final[Mapping[type[StrEnum], Notes]] = {
    Signal: {
        Signal.CONTEXT: "the context is that full, in percent",
        Signal.MEMORY: "so much memory is in use, in percent",
        Signal.CPU: "so much of the CPU is in use, in percent",
        Signal.FIRST_MESSAGE: "before the first message of the user",
        Signal.COMPACTION: "after a compaction",
        Signal.STEPS: "the turn has taken so many steps",
        Signal.STEPS_LEFT: "so few steps are left of max_steps",
        Signal.TOOL_UNUSED: "a tool was not called in so many steps",
    },
    Strategy: {
        Strategy.MESSAGE_ONLY: "only before a turn",
        Strategy.HINTS: "before a turn, with hints between steps",
        Strategy.MULTI_STEP: "only between steps",
        Strategy.HYBRID: "before a turn and between steps",
    },
    Policy: {
        Policy.ANY_TOOL_CALL: "after any call of a tool",
        Policy.AFTER_WRITES: "after a call of Write, Edit or Bash",
    },
    Counting: {
        Counting.EVERY: "at each step",
        Counting.NEAR_LIMIT: "where a threshold could be reached",
        Counting.CACHED: "each part once",
    },
    Tokenizer: {
        Tokenizer.O200K: "as newer models of OpenAI",
        Tokenizer.CL100K: "as older models of OpenAI",
    },
    Deliver: {
        Deliver.USER: "wrapped in a user message",
        Deliver.SYSTEM: "as a system message",
        Deliver.TOOL_RESULT: "at the end of the last tool result",
    },
    FinishReason: {
        FinishReason.STOP: "it has said all",
        FinishReason.TOOL_CALLS: "it waits for its tools",
        FinishReason.LENGTH: "the reply is cut off",
        FinishReason.CONTENT_FILTER: "the provider stopped it",
        FinishReason.ERROR: "it failed",
    },
    Level: {
        Level.MESSAGE: "before a turn",
        Level.STEP: "between steps",
        Level.BOTH: "before a turn and between steps",
    },
    Rearm: {
        Rearm.COMPACTION: "after a compaction",
        Rearm.NEVER: "never again",
    },
    End: {
        End.FINISHED: "the model has said all",
        End.POLICY: "‘continue’ did not let it go on",
        End.SCRIPT_END: "the scenario has no more steps",
        End.MAX_STEPS: "it took as many steps as it may",
        End.CANCELLED: "it was cancelled",
        End.ERROR: "it failed",
    },
}
"""What each word of a list of words stands for."""
