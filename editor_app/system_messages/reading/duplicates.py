"""Problems: duplicate blocks, and duplicate ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from editor_app.structured.fields.checked_values import Text, problem
from editor_app.structured.nodes import short_value
from editor_app.system_messages.model.entities import Block
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Span, line_end

_Payload: TypeAlias = tuple[tuple[object, ...], ...]

_number_at_end = re.compile(r"-?[0-9]{1,9}\Z").search


class FreeIds(dict[str, str]):
    """Beginning of an id → an unused id with that beginning; computed when it is first needed."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        """Keep the blocks whose ids are in use."""
        super().__init__()
        self._blocks = blocks
        self._taken: frozenset[str] | None = None

    def __missing__(self, stem: str) -> str:
        if self._taken is None:
            self._taken = frozenset(block.body.id for block in self._blocks)
        number = 1
        while f"{stem}-{number}" in self._taken:
            number += 1
        self[stem] = f"{stem}-{number}"
        return self[stem]


def repeated_blocks(
    text: Text, blocks: Sequence[Block], rests: Sequence[str], free: FreeIds
) -> Iterator[Diagnostic]:
    """Report each block that repeats an earlier one or its id; `rests` are `BodyReading.rest`."""
    first: dict[str, int] = {}
    repeats = [
        (index, earlier)
        for index, block in enumerate(blocks)
        if block.body.id and (earlier := first.setdefault(block.body.id, index)) != index
    ]
    payloads: dict[_Payload, int] = {}
    for earlier in dict.fromkeys(earlier for _, earlier in repeats):
        if blocks[earlier].parent is None:
            payloads[_payload(blocks, rests, earlier)] = earlier
    whole: int | None = None  # the last duplicate block, whose children are not reported too
    for index, earlier in repeats:
        block = blocks[index]
        if not block.body.id.strip():
            continue
        if whole is not None and block.path[: len(blocks[whole].path)] == blocks[whole].path:
            continue
        twin = index
        if block.parent is None:
            twin = payloads.setdefault(_payload(blocks, rests, index), index)
        if twin != index:
            whole = index
            edit = _removal(text.source, block.span, _before(blocks, index))
            fixes = (
                () if text.has_anchor(edit.span) else (Fix(Sentence("structured.remove-this-one"), (edit,)),)
            )
            message = Sentence("system_messages.repeats", block=block.label, other=blocks[twin].label)
            yield _report("duplicate-block", block, block.label, message, fixes)
        else:
            yield _duplicate_id(text, block, blocks[earlier], free)


def _payload(blocks: Sequence[Block], rests: Sequence[str], index: int) -> _Payload:
    """Return the fields of a block and its descendants, which are equal for duplicate blocks."""
    base = len(blocks[index].path)
    payloads: list[tuple[object, ...]] = []
    for at in range(index, len(blocks)):
        path, body = blocks[at].path, blocks[at].body
        if at > index and len(path) <= base:
            break
        fields = (body.id, body.type, body.priority, body.scope, body.conditions, body.content)
        payloads.append((path[base:], *fields, rests[at]))
    return tuple(payloads)


def _duplicate_id(text: Text, block: Block, earlier: Block, free: FreeIds) -> Diagnostic:
    span = block.place("id") or block.span
    id_ = block.body.id
    number = _number_at_end(id_[:60])
    better = free[(id_[: number.start()] if number else id_[:60]) or "block"]
    fixes: tuple[Fix, ...] = ()
    if not text.has_anchor(span) and span.length:
        fixes = (
            Fix(
                Sentence("structured.change-to", value=short_value(better)),
                (Edit(span, text.written(better)),),
            ),
        )
    path = f"{block.label}.id"
    message = Sentence("system_messages.id-twice", path=path, id=short_value(id_), other=earlier.label)
    return _report("duplicate-id", block, path, message, fixes)


def _report(code: str, block: Block, path: str, message: str, fixes: tuple[Fix, ...]) -> Diagnostic:
    span = block.place("id") or block.span
    return problem(code, span, path, message, fixes, id=block.body.id)


def _before(blocks: Sequence[Block], index: int) -> Block:
    """Return the last top-level block before a block."""
    return next(block for block in reversed(blocks[:index]) if block.parent is None)


def _removal(source: str, span: Span, before: Block) -> Edit:
    line = source.rfind("\n", 0, span.start) + 1
    if not source.startswith("-", span.start) or source[line : span.start].strip():
        return Edit(Span(before.span.end, span.end), "")
    end = line_end(source, span.end)
    return Edit(Span(line, end + 1) if end < len(source) else Span(max(line - 1, 0), end), "")
