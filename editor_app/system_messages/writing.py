"""A system message as plain data with the file's field names, and as the text of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from editor_app.structured.editing.brackets import FlowStyle
from editor_app.structured.editing.entries import data_node, in_line
from editor_app.structured.spelling import spell
from editor_app.system_messages.model.entities import (
    Content,
    InstructionBlock,
    Scope,
    Syntax,
    SystemMessage,
)

_STEP = 2


def system_message_document(message: SystemMessage) -> dict[str, Any]:
    """Return a system message as dicts, lists and scalars, with the keys of a file in their usual order."""
    return {
        "id": message.id,
        "version": message.version,
        "role": message.role,
        "createdAt": message.created_at,
        "updatedAt": message.updated_at,
        "priorityModel": list(message.priority_model),
        "blocks": [block_document(block) for block in message.blocks],
    }


def block_document(block: InstructionBlock) -> dict[str, Any]:
    """Return a block as dicts, lists and scalars; fields it does not have are left out."""
    document: dict[str, Any] = {"id": block.id, "type": str(block.type), "priority": block.priority}
    if block.scope is not None:
        document["scope"] = _scope(block.scope)
    if block.conditions:
        document["conditions"] = [
            {"kind": condition.kind, "value": json.loads(condition.value)} for condition in block.conditions
        ]
    document["content"] = _content(block.content)
    if block.children:
        document["children"] = [block_document(child) for child in block.children]
    return document


def write_system_message(message: SystemMessage, syntax: Syntax = Syntax.YAML) -> str:
    """Return the text of a file that reads back as this system message."""
    document = system_message_document(message)
    if syntax is Syntax.JSON:
        return json.dumps(document, ensure_ascii=False, indent=_STEP) + "\n"
    return "\n".join(_mapping(document, 0)) + "\n"


def _scope(scope: Scope) -> dict[str, list[str]]:
    targets = {
        "applyTo": scope.apply_to,
        "modes": scope.modes,
        "tools": scope.tools,
        "files": scope.files,
    }
    return {name: list(entries) for name, entries in targets.items() if entries}


def _content(content: Content) -> str | dict[str, Any]:
    if content.format is None:
        return content.text
    document: dict[str, Any] = {"format": str(content.format)}
    if content.literal is not None:
        document["literal"] = content.literal
    return {**document, "text": content.text}


def _mapping(document: dict[str, Any], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping whose keys stand in column `indent`."""
    margin = " " * indent
    for key, value in document.items():
        if key == "value" or not isinstance(value, dict | list) or _is_short(value):
            is_text = isinstance(value, str)
            written = spell(value, indent) if is_text else in_line(data_node(value), FlowStyle(None))
            yield f"{margin}{key}: {written}"
        else:
            yield f"{margin}{key}:"
            inner = indent + _STEP
            yield from _mapping(value, inner) if isinstance(value, dict) else _items(value, inner)


def _items(documents: Iterable[dict[str, Any]], indent: int) -> Iterator[str]:
    """Yield the lines of a list of mappings whose dashes stand in column `indent`."""
    for document in documents:
        lines = _mapping(document, indent + _STEP)
        yield f"{' ' * indent}- {next(lines).lstrip(' ')}"
        yield from lines


def _is_short(value: dict[str, Any] | list[Any]) -> bool:
    """Whether a value is a list of texts, which is written on the line of its key."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
