"""Messages and situations in the short form of the case files, and generated ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from editor_app.system_messages.model.entities import (
    Block,
    BlockBody,
    BlockCondition,
    BlockPath,
    BlockType,
    Content,
    InstructionBlock,
    Scope,
    SystemMessage,
)
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Situation


def scope_of(short: Mapping[str, Any]) -> Scope | None:
    found = Scope(
        tuple(short.get("applyTo", ())),
        tuple(short.get("modes", ())),
        tuple(short.get("tools", ())),
        tuple(short.get("files", ())),
    )
    return None if found == Scope() else found


def condition_of(short: str) -> BlockCondition:
    kind, _, value = short.partition("=")
    return BlockCondition(kind, value or "{}")


def block_of(short: Mapping[str, Any], number: str = "") -> InstructionBlock:
    return InstructionBlock(
        short.get("id", f"b{number}"),
        BlockType(short.get("type", "formatting")),
        short.get("priority", 50),
        Content(short.get("text", f"Text {number}.")),
        scope_of(short),
        tuple(map(condition_of, short.get("conditions", ()))),
        tuple(block_of(child, f"{number}.{n}") for n, child in enumerate(short.get("children", ()))),
    )


def message_of(shorts: list[Mapping[str, Any]]) -> SystemMessage:
    time = "2026-01-28T09:00:00Z"
    blocks = tuple(block_of(short, str(n)) for n, short in enumerate(shorts))
    return SystemMessage("m", "1.0.0", time, time, blocks)


def blocks_of(shorts: list[Mapping[str, Any]]) -> tuple[Block, ...]:
    return built_blocks(message_of(shorts))


def key_of(short: str) -> ConditionKey:
    kind, _, value = short.partition("=")
    return ConditionKey(kind, json.dumps(json.loads(value), separators=(",", ":")) if value else None)


def situation_of(short: Mapping[str, Any]) -> Situation:
    tools = short.get("tools", OPEN)
    return Situation(
        file=short.get("file", OPEN),
        mode=short.get("mode", OPEN),
        tools=tools if tools is OPEN else tuple(tools),
        holds=frozenset(map(key_of, short.get("holds", ()))),
        fails=frozenset(map(key_of, short.get("fails", ()))),
        muted=frozenset(short.get("muted", ())),
    )


GLOBS = [
    "**",
    "*.py",
    "**/*.py",
    "src/**",
    "src/**/*.py",
    "src/ui/*.py",
    "docs/*.{md,txt}",
    "src/a.py",
    "**/a.*",
]
FILES = ["a.py", "src/a.py", "src/ui/a.py", "docs/x.md", "b.md", "src/ui/x.ts"]
NAMES = ["a.py", "src/a.py", "b.md", "docs/x.md"]
MODES = ["plan", "act", "ask"]
TOOLS = ["git", "git.commit", "git__log", "read"]
ENTRIES = ["git", "git.commit", "read", "gi"]
KINDS = ["asked", "late=1", "late=2"]


def few(choices: list[str]) -> st.SearchStrategy[list[str]]:
    return st.one_of(
        st.just([]), st.just([]), st.lists(st.sampled_from(choices), min_size=1, max_size=2, unique=True)
    )


def some_blocks(depth: int = 2) -> st.SearchStrategy[list[dict[str, Any]]]:
    fields: dict[str, st.SearchStrategy[Any]] = {
        "type": st.sampled_from(["formatting", "safety"]),
        "priority": st.integers(1, 3),
        "applyTo": few(GLOBS),
        "modes": few(MODES),
        "tools": few(ENTRIES),
        "files": few(NAMES),
        "conditions": few(KINDS),
    }
    if depth:
        fields["children"] = some_blocks(depth - 1)
    return st.lists(st.fixed_dictionaries(fields), max_size=3 if depth < 2 else 6)


some_situations = st.fixed_dictionaries(
    {},
    optional={
        "file": st.sampled_from([*FILES, None]),
        "mode": st.sampled_from([*MODES, None]),
        "tools": st.lists(st.sampled_from(TOOLS), max_size=2, unique=True),
        "holds": st.sampled_from([[], ["asked"], ["late"]]),
        "fails": st.sampled_from([[], ["late=2"]]),
        "muted": st.sampled_from([[], ["b0"], ["b1.0"]]),
    },
)


def built_blocks(message: SystemMessage) -> tuple[Block, ...]:
    """Return the blocks of a system message made with builders, each before its children, without spans."""
    found: list[Block] = []

    def go(blocks: tuple[InstructionBlock, ...], path: BlockPath, parent: int | None) -> None:
        for index, block in enumerate(blocks):
            body = BlockBody(
                block.id, block.type, block.priority, block.scope, block.conditions, block.content
            )
            here = len(found)
            found.append(Block(body, (*path, index), parent))
            go(block.children, (*path, index), here)

    go(message.blocks, (), None)
    return tuple(found)
