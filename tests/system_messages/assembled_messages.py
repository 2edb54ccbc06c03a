"""Messages to put together: valid ones of every style of scalar, and values for what they name."""

from __future__ import annotations

import json
from typing import Any

import yaml
from hypothesis import strategies as st

from editor_app.system_messages.assembly.assembly import Assembly, AssemblyOptions, assemble
from editor_app.system_messages.assembly.contents import AssemblyMemory
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import SystemMessageReading, read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import Situation
from editor_app.variables.catalog import TEMPLATE_CATALOG

HEAD = {
    "id": "sys-001",
    "version": "1.0.0",
    "role": "system",
    "createdAt": "2026-01-28T09:00:00Z",
    "updatedAt": "2026-01-28T09:00:00Z",
}
TYPES = tuple(dict.fromkeys(entry.type for entry in TEMPLATE_CATALOG))
NAMES = ("git:branch", "git:status", "system:date", "system:os", "prompt:cwd", "file:AGENTS.md")
PARTS = [
    *(f"[{name}]" for name in NAMES),
    *("[if git:status]", "[if !file:AGENTS.md]", "[if prompt:cwd]", "[if system:os]", "[else]", "[endif]"),
    *(
        "\n",
        "\n\n",
        "\n",
        " ",
        "Text",
        "Keep it short. ",
        "é😀",
        '"',
        "'",
        "\\",
        "[nowhere:x]",
        "[if nowhere:x]",
    ),
]
CONTENTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=9).map("".join).filter(str.strip)
VALUES = st.sampled_from(["", "main", "\n", "two\nlines\n", "  ", "[git:branch]", "\n\nx"])
VALUES_OR_NOT = st.dictionaries(st.sampled_from(NAMES), VALUES)


def reading_of(blocks: list[dict[str, Any]]) -> SystemMessageReading:
    """Read a message in YAML that has some blocks."""
    return read_system_message(yaml.safe_dump({**HEAD, "blocks": blocks}, sort_keys=False), Syntax.YAML)


def assembled(
    reading: SystemMessageReading,
    values: dict[str, str],
    options: AssemblyOptions,
    situation: Situation,
    memory: AssemblyMemory | None = None,
) -> Assembly:
    """Settle and assemble a message."""
    return assemble(
        reading.blocks,
        resolve_blocks(reading.blocks, situation, reading.head.priority_model),
        values,
        known_types=TYPES,
        priority_model=reading.head.priority_model,
        options=options,
        situation=situation,
        memory=memory,
        source=reading.source,
    )


def _blocks(contents: st.SearchStrategy[str]) -> st.SearchStrategy[list[dict[str, Any]]]:
    scopes = st.sampled_from([None, None, {"modes": ["agent"]}, {"modes": ["ask"]}, {"tools": ["read_file"]}])
    types = st.sampled_from(["identity", "safety", "mode", "tooling"])

    def block(children: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries(
            {"type": types, "priority": st.sampled_from([1, 1, 2]), "content": contents, "scope": scopes},
            optional={"children": children},
        )

    leaf = block(st.nothing())
    return st.lists(
        st.recursive(leaf, lambda inner: block(st.lists(inner, min_size=1, max_size=3)), max_leaves=4),
        min_size=1,
        max_size=4,
    )


def _named(blocks: list[dict[str, Any]], taken: list[int]) -> list[dict[str, Any]]:
    """Give blocks their ids, and take out what is None."""
    found = []
    for block in blocks:
        taken.append(len(taken))
        kept = {"id": f"b{len(taken)}", **{key: value for key, value in block.items() if value is not None}}
        if "children" in kept:
            kept["children"] = _named(kept["children"], taken)
        found.append(kept)
    return found


def _written(blocks: list[dict[str, Any]], style: str) -> SystemMessageReading:
    document = {**HEAD, "blocks": _named(blocks, [])}
    if style == "json":
        return read_system_message(json.dumps(document, indent=2, ensure_ascii=True), Syntax.JSON)
    source = yaml.dump(
        document, Dumper=_DUMPERS[style], sort_keys=False, allow_unicode=True, width=60, indent=2
    )
    return read_system_message(source, Syntax.YAML)


def _dumper(style: str) -> type[yaml.SafeDumper]:
    class Dumper(yaml.SafeDumper):
        pass

    def represent(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
        is_content = len(value) > 8 or "\n" in value
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style if is_content else None)

    Dumper.add_representer(str, represent)
    return Dumper


_DUMPERS = {style: _dumper(style) for style in ("|", ">", '"', "'", "")}
MESSAGES = st.builds(_written, _blocks(CONTENTS), st.sampled_from([*_DUMPERS, "|", "json"])).filter(
    lambda reading: not reading.has_errors
)
