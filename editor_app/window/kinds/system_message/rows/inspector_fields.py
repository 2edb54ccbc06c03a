"""The inspector's fields of a block, made from the parsed system message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Diagnostic
from editor_app.window.kinds.system_message.panels.inspector.fields import (
    FORMAT,
    LISTS,
    LITERAL,
    MODES,
    InspectorFields,
    lists_of,
)
from editor_app.window.kit.form.field import Remark

_LONGEST = 200
_SHOWN_AT = {"content.format": FORMAT, "content.literal": LITERAL, "scope": MODES}


def inspector_fields(
    reading: SystemMessageReading,
    index: int,
    diagnostics: Iterable[Diagnostic] = (),
    *,
    read_only_because: str | None = None,
) -> InspectorFields:
    """Return the fields of the block at `index` among all blocks, with the problems of these fields."""
    block = reading.blocks[index]
    return InspectorFields(
        block,
        _priority(reading, block),
        MappingProxyType(_offered(reading.blocks)),
        MappingProxyType(_problems(block, diagnostics)),
        read_only_because,
        tuple(dict.fromkeys(one for block in reading.blocks for one in block.body.conditions)),
    )


def _priority(reading: SystemMessageReading, block: Block) -> str:
    """Return the priority as text, as it is written in the file where it is not an integer."""
    place = block.place("priority")
    if block.body.priority is not None or place is None:
        return "" if block.body.priority is None else str(block.body.priority)
    return place.of(reading.source)[:_LONGEST]


def _offered(blocks: Sequence[Block]) -> dict[str, tuple[str, ...]]:
    """Return by field every value that any block has, each once, in file order."""
    found: dict[str, dict[str, None]] = {name: {} for name in LISTS}
    for block in blocks:
        if block.body.scope is not None:
            for name, values in lists_of(block.body.scope).items():
                found[name].update(dict.fromkeys(values))
    return {name: tuple(values) for name, values in found.items()}


def _problems(block: Block, diagnostics: Iterable[Diagnostic]) -> dict[str, Remark]:
    """Return by field its worst problem, without problems of the whole block or of its children."""
    prefix = f"{block.label}."
    found: dict[str, Remark] = {}
    for diagnostic in sorted(diagnostics, key=lambda one: one.severity.rank):
        path = diagnostic.args.get("field", "")
        if path.startswith(prefix):
            name, bracket, rest = path[len(prefix) :].partition("[")
            number = rest.partition("]")[0]
            item = int(number) if bracket and number.isdecimal() else None
            remark = Remark(diagnostic.message, diagnostic.severity, item)
            found.setdefault(_SHOWN_AT.get(name, name), remark)
    return found
