"""What each key and word of scenario and triggers files is for, in a few words."""

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

_TODOS: Final[Notes] = {"content": "what is to be done", "status": "how far it is"}
_TOOLS: Final[Notes] = {
    "name": "which tool is called",
    "args": "what it is called with",
    "result": "what it gives back",
    "error": "the error in place of a result",
    "id": "the id of the call, where it is not made of the step’s number",
}

_TOP: Final = (
    ("format", "the version of the format: 1"),
    ("system", "the file of the system text, or the text itself"),
    ("chat", "the folder of a chat that the run goes on from"),
    ("model", "scripted, or one at an endpoint"),
    ("provider", "whose shape the requests have"),
    ("triggers", "the triggers file; triggers.yaml beside it without"),
    ("context_limit", "how many tokens the context holds"),
    ("max_steps", "the most steps of a turn"),
    ("strategy", "where triggers are checked"),
    ("continue", "after which calls of tools a turn goes on"),
    ("count", "when the tokens of the context are counted"),
    ("tokenizer", "what counts the tokens, in place of the estimate"),
    ("deliver", "how the messages of triggers reach the model"),
    ("hints_every", "after how many calls of tools a hint comes"),
    ("todos", "the tasks before step 0"),
    ("start", "the figures and flags before step 0"),
    ("steps", "what the model and its tools do, step by step"),
    ("expect", "what has to be so in the run"),
)

SCENARIO_NOTES: Final[Mapping[tuple[str, ...], Notes]] = {
    (): dict(_TOP),
    ("system",): {"text": "the system text"},
    ("model",): {
        "endpoint": "the address, with https:// or http://",
        "name": "the name that the endpoint knows it by",
        "tools": "the tools that it is given",
    },
    ("max_steps",): {
        "least": "the limit without open tasks",
        "per_todo": "how much it grows with each open task",
        "most": "how far it grows at most",
    },
    ("continue",): {
        "after": "the tools after which the run goes on",
        "at_least": "how many such calls a step needs",
    },
    ("start",): {
        "total": "the tokens of the context",
        "cpu": "the CPU in use, from 0 to 1",
        "memory": "the memory in use, from 0 to 1",
        "flags": "the flags that are set",
    },
    ("todos",): _TODOS,
    ("steps",): {
        "user": "what the user writes before the step",
        "text": "what the model says",
        "tools": "the tools that it calls",
        "usage": "the tokens that the model reports",
        "cpu": "the CPU in use from here on, from 0 to 1",
        "memory": "the memory in use from here on, from 0 to 1",
        "todos": "the tasks as they are now",
        "finish": "why the model ends the step",
        "compact": "a compaction before the step",
        "ramp": "many steps in which the context grows evenly",
        "file": "a file with the steps, one a line",
    },
    ("steps", "todos"): _TODOS,
    ("steps", "tools"): _TOOLS,
    ("steps", "usage"): {"total": "all tokens, those of input and output"},
    ("steps", "compact"): {"summary": "what the model has of all before"},
    ("steps", "ramp"): {
        "steps": "how many steps",
        "from": "the tokens at its first step",
        "to": "the tokens at its last step",
        "tools": "the tools that each step calls",
    },
    ("steps", "ramp", "tools"): _TOOLS,
}
"""The keys of each mapping of a scenario, in the order they are offered."""

TRIGGERS_NOTES: Final[Mapping[tuple[str, ...], Notes]] = {
    (): {"format": "the version of the format: 1", "triggers": "the list of triggers"},
    ("triggers",): {
        "id": "its name; that of a built-in trigger changes that",
        "description": "what it is for, for readers of the file",
        "enabled": "whether it can fire",
        "order": "which is asked first; 100 without it",
        "level": "before turns, between steps, or both",
        "signal": "what it waits for",
        "at": "the percent, or the number of steps",
        "tool": "the tool that is not called",
        "once": "whether it fires only once",
        "every": "how many steps lie between two firings",
        "recovery": "the message when the figure has fallen again",
        "flag": "the name of its flag; the id without it",
        "rearm": "when it can fire again",
        "tag": "the type of its message; the id without it",
        "text": "what the model is told",
    },
    ("triggers", "recovery"): {
        "id": "the name of the recovery",
        "below": "the percent it has to fall below; ‘at’ without it",
        "tag": "the type of its message",
        "text": "what the model is told",
    },
}
"""The keys of each mapping of a triggers file, in the order they are offered."""

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
