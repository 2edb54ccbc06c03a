"""System messages: blocks, the situations they are for, and which of them win.

Each public name is imported from its module when it is first used: a window that is starting needs none of
them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editor_app.system_messages.assembly.assembly import (
        AssembledPart,
        Assembly,
        AssemblyOptions,
        assemble,
        request_message,
    )
    from editor_app.system_messages.assembly.cache_stability import Rebuilt, Stability, stability
    from editor_app.system_messages.assembly.contents import AssemblyMemory
    from editor_app.system_messages.assembly.order import Order
    from editor_app.system_messages.assembly.source_map import Role, Segment
    from editor_app.system_messages.assembly.styles import SystemMessageStyle
    from editor_app.system_messages.builders import (
        ConditionBuilder,
        ContentBuilder,
        InstructionBlockBuilder,
        ScopeBuilder,
        SystemMessageBuilder,
    )
    from editor_app.system_messages.lints.lints import LintMemory, co_activity_lints
    from editor_app.system_messages.model.entities import (
        DEFAULT_PRIORITY_MODEL,
        Block,
        BlockBody,
        BlockCondition,
        BlockPath,
        BlockType,
        Content,
        ContentFormat,
        InstructionBlock,
        Scope,
        Syntax,
        SystemMessage,
        ancestors,
        built_blocks,
        path_label,
    )
    from editor_app.system_messages.model.scopes import (
        covers_tool,
        glob_problem,
        matches_file,
        matches_glob,
        normal_glob,
    )
    from editor_app.system_messages.model.specificity import Specificity
    from editor_app.system_messages.reading.reading import (
        ReadingMemory,
        SystemMessageReading,
        read_system_message,
        syntax_of,
    )
    from editor_app.system_messages.resolution.outcome import (
        BlockOutcome,
        BlockState,
        ConstraintState,
        Contest,
        Loss,
        Outcome,
        Reason,
        Rule,
        Target,
    )
    from editor_app.system_messages.resolution.resolution import ResolutionMemory, resolve_blocks
    from editor_app.system_messages.resolution.why import WhySentence, why_sentences
    from editor_app.system_messages.situations.choices import (
        conditions_of,
        files_of,
        globs_of,
        modes_of,
        tools_of,
    )
    from editor_app.system_messages.situations.situation import (
        EMPTY_SITUATION,
        OPEN,
        ConditionKey,
        NamedSituation,
        Open,
        Situation,
    )
    from editor_app.system_messages.situations.situations_file import read_situations, situations_path
    from editor_app.system_messages.situations.writing import remove_situation_edits, situation_edits
    from editor_app.system_messages.writing import system_message_document, write_system_message

__all__ = [
    "DEFAULT_PRIORITY_MODEL",
    "EMPTY_SITUATION",
    "OPEN",
    "AssembledPart",
    "Assembly",
    "AssemblyMemory",
    "AssemblyOptions",
    "Block",
    "BlockBody",
    "BlockCondition",
    "BlockOutcome",
    "BlockPath",
    "BlockState",
    "BlockType",
    "ConditionBuilder",
    "ConditionKey",
    "ConstraintState",
    "Content",
    "ContentBuilder",
    "ContentFormat",
    "Contest",
    "InstructionBlock",
    "InstructionBlockBuilder",
    "LintMemory",
    "Loss",
    "NamedSituation",
    "Open",
    "Order",
    "Outcome",
    "ReadingMemory",
    "Reason",
    "Rebuilt",
    "ResolutionMemory",
    "Role",
    "Rule",
    "Scope",
    "ScopeBuilder",
    "Segment",
    "Situation",
    "Specificity",
    "Stability",
    "Syntax",
    "SystemMessage",
    "SystemMessageBuilder",
    "SystemMessageReading",
    "SystemMessageStyle",
    "Target",
    "WhySentence",
    "ancestors",
    "assemble",
    "built_blocks",
    "co_activity_lints",
    "conditions_of",
    "covers_tool",
    "files_of",
    "glob_problem",
    "globs_of",
    "matches_file",
    "matches_glob",
    "modes_of",
    "normal_glob",
    "path_label",
    "read_situations",
    "read_system_message",
    "remove_situation_edits",
    "request_message",
    "resolve_blocks",
    "situation_edits",
    "situations_path",
    "stability",
    "syntax_of",
    "system_message_document",
    "tools_of",
    "why_sentences",
    "write_system_message",
]

_NAMES_IN = {
    "assembly.assembly": ("Assembly", "AssemblyOptions", "AssembledPart", "assemble", "request_message"),
    "assembly.source_map": ("Role", "Segment"),
    "assembly.order": ("Order",),
    "assembly.styles": ("SystemMessageStyle",),
    "builders": (
        "ConditionBuilder",
        "ContentBuilder",
        "InstructionBlockBuilder",
        "ScopeBuilder",
        "SystemMessageBuilder",
    ),
    "assembly.cache_stability": ("Rebuilt", "Stability", "stability"),
    "assembly.contents": ("AssemblyMemory",),
    "model.entities": (
        "DEFAULT_PRIORITY_MODEL",
        "Block",
        "BlockBody",
        "BlockPath",
        "BlockType",
        "BlockCondition",
        "Content",
        "ContentFormat",
        "InstructionBlock",
        "Scope",
        "Syntax",
        "SystemMessage",
        "ancestors",
        "path_label",
        "built_blocks",
    ),
    "lints.lints": ("LintMemory", "co_activity_lints"),
    "resolution.outcome": (
        "BlockState",
        "Contest",
        "Loss",
        "Outcome",
        "Reason",
        "Rule",
        "BlockOutcome",
        "Target",
        "ConstraintState",
    ),
    "reading.reading": ("SystemMessageReading", "ReadingMemory", "read_system_message", "syntax_of"),
    "model.scopes": ("covers_tool", "glob_problem", "matches_file", "matches_glob", "normal_glob"),
    "resolution.resolution": ("ResolutionMemory", "resolve_blocks"),
    "situations.situation": (
        "EMPTY_SITUATION",
        "OPEN",
        "ConditionKey",
        "NamedSituation",
        "Open",
        "Situation",
    ),
    "situations.writing": ("remove_situation_edits", "situation_edits"),
    "situations.situations_file": ("read_situations", "situations_path"),
    "situations.choices": ("conditions_of", "files_of", "globs_of", "modes_of", "tools_of"),
    "model.specificity": ("Specificity",),
    "resolution.why": ("WhySentence", "why_sentences"),
    "writing": ("system_message_document", "write_system_message"),
}
_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value
