"""Hostile files that are too large for every test, and a library of many files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from hostile_files import (
    BLOCK,
    DOCUMENT,
    HEAD,
    JSON_MESSAGE,
    MESSAGE_HEAD,
    PROMPT,
    YAML_MESSAGE,
    HostileFile,
    repeated,
    text,
)

from editor_app.analysis.tag_limit import MOST_TAGS
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.writing import write_system_message

FILES_OF_A_LARGE_LIBRARY = 10_000

LARGE_FILES: Mapping[str, HostileFile] = {
    "100 000 nested conditions": HostileFile(
        PROMPT, repeated("{{#if a}}", 100_000, before=HEAD, behind="x" + "{{/if}}" * 100_000)
    ),
    "50 000 unclosed conditions": HostileFile(PROMPT, repeated("{{#if a}} x ", 50_000, before=HEAD)),
    "50 000 unclosed conditions on lines": HostileFile(DOCUMENT, repeated("{{#if a}}\nx\n\n", 50_000)),
    "100 000 variables": HostileFile(
        PROMPT, lambda: _joined(HEAD, (f"{{{{v{n}}}}} " for n in range(100_000)))
    ),
    "as many variables as are looked into": HostileFile(
        PROMPT, lambda: _joined(HEAD, (f"{{{{v{n}}}}}\n" for n in range(MOST_TAGS)))
    ),
    "as many unclosed conditions as are looked into": HostileFile(
        PROMPT, repeated("{{#if a}} x ", MOST_TAGS, before=HEAD)
    ),
    "as many nested conditions as are looked into": HostileFile(
        PROMPT, repeated("{{#if a}}\n", MOST_TAGS, before=HEAD, behind="x" + "{{/if}}\n" * MOST_TAGS)
    ),
    "5 000 bidi overrides on a line": HostileFile(DOCUMENT, text("a\u202e" * 5000 + "\n")),
    "2 000 zero-width spaces on a line": HostileFile(DOCUMENT, text("a\u200b" * 2000 + "\n")),
    "an emoji beside zero-width spaces": HostileFile(DOCUMENT, text("\U0001f600\u200b" * 2000 + "\n")),
    "fenced code that is slow to colour": HostileFile(
        DOCUMENT, repeated("```go\n" + ("/*" * 190 + "\n") * 7 + "```\n\nand\n\n", 40)
    ),
    "4 000 fences and marks amid lines": HostileFile(DOCUMENT, repeated("~~~\nx\n~~~\na ```\n", 4_000)),
    "metadata of 100 KB in TOML": HostileFile(
        DOCUMENT,
        repeated("", 1, before="+++\n" + "".join(f"k{n} = {n}\n" for n in range(8_000)) + "+++\nx\n"),
    ),
    "a message of 1 000 blocks": HostileFile(YAML_MESSAGE, lambda: _message().encode()),
    "a message of 1 000 blocks that repeats an anchor": HostileFile(
        YAML_MESSAGE, lambda: _repeating(_message()).encode()
    ),
    "a message of 1 000 blocks in JSON": HostileFile(JSON_MESSAGE, lambda: _as_json(_message()).encode()),
}


def _message(blocks: int = 1000) -> str:
    return MESSAGE_HEAD + "".join(
        BLOCK.format(id=f"b{n}", content="'Hi [git:branch]'") for n in range(blocks)
    )


def _repeating(message: str) -> str:
    """Return a message in which the second block has a scope that every twentieth one repeats."""
    blocks = message.split("  - id: ")
    blocks[2] += "    scope: &code\n      modes: [orchestrator]\n"
    for at in range(20, len(blocks), 20):
        blocks[at] += "    scope: *code\n"
    return "  - id: ".join(blocks)


def _as_json(message: str) -> str:
    read = read_system_message(message, Syntax.YAML).message
    assert read is not None
    return write_system_message(read, Syntax.JSON)


def _joined(head: str, parts: Iterable[str]) -> bytes:
    return (head + "".join(parts)).encode("utf-8")


def write_large_library(library: Path, files: int = FILES_OF_A_LARGE_LIBRARY) -> None:
    """Write a library of many documents, a hundred to a folder."""
    for number in range(files):
        folder = library / f"folder-{number // 100:03}"
        folder.mkdir(exist_ok=True)
        (folder / f"notes-{number:05}.md").write_text(f"# Notes {number}\n\nHello {{{{name}}}}.\n")
