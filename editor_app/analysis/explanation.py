"""Explaining why a character is in the text that a model gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from editor_app.analysis.model_text import InBlock, ModelText
from editor_app.template.dialect import Dialect
from editor_app.template.source_map import Branch, Piece, Why
from editor_app.text import Position, Sentence, Span

_NO_ORIGINS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a character is in the output.

    `span` is the source it comes from, `place` its line and column; `value_from` says in words where the
    value of `name` comes from; `conditions` are sentences, the innermost first. `block` is the id or label of
    a system message's block; `block_why` says why it is sent, "" where it always is.
    """

    why: Why
    name: str | None
    value: str | None
    value_from: str
    span: Span
    place: Position
    conditions: tuple[str, ...]
    sentence: str
    block: str = ""
    block_why: str = ""


def explain_at(
    result: ModelText, output_offset: int, value_origins: Mapping[str, str] = _NO_ORIGINS
) -> Explanation | None:
    """Explain the output's code point at `output_offset`, or return None past its end.

    `value_origins` say in words where given values come from, by name.
    """
    piece = result.source_map.piece_at(output_offset)
    if piece is None:
        return None
    place = result.analysis.lines.position(result.source_map.source_at(output_offset))
    value = result.text[piece.output.start : piece.output.end] if piece.name is not None else None
    origin = _origin(result, piece, value_origins)
    conditions = tuple(condition_in_words(result, branch) for branch in piece.conditions)
    block = result.block_at(output_offset)
    return Explanation(
        piece.why,
        piece.name,
        value,
        origin,
        piece.source,
        place,
        conditions,
        _sentence(result, piece, origin, block),
        block.id if block is not None else "",
        block.why if block is not None else "",
    )


def condition_in_words(result: ModelText, branch: Branch) -> str:
    """Return in words which side of a condition holds, why, and the line of the condition."""
    condition = branch.condition
    line = result.analysis.lines.position(condition.opening.start).line
    side = "else" if branch.in_else else "then"
    return Sentence("analysis.condition-on", state=result.state_of(condition.name), side=side, line=line)


def _origin(result: ModelText, piece: Piece, origins: Mapping[str, str]) -> str:
    name = piece.name
    if name is None or piece.why is Why.UNKNOWN:
        return ""
    if piece.why is Why.DEFAULT:
        return Sentence("analysis.its-default")
    return origins[name] if name in origins else result.origin_of(name)


def _sentence(result: ModelText, piece: Piece, origin: str, block: InBlock | None) -> str:
    line = result.analysis.lines.position(piece.source.start).line
    name, where = piece.name or "", _in_block(block)
    if piece.why is Why.ADDED and block is not None:
        return Sentence("analysis.added-to-block", added=block.added, id=block.id)
    if piece.why is Why.TEXT:
        return Sentence("analysis.text-from", line=line, **where)
    if piece.why is Why.LITERAL:
        return Sentence("analysis.literal-on", line=line, **where)
    if piece.why is Why.UNKNOWN:
        if result.analysis.dialect is Dialect.BRACKETS:
            kind = name.partition(":")[0]
            return Sentence("analysis.unknown-type-on", kind=kind, line=line, **where)
        return Sentence("analysis.unknown-name-on", name=name, line=line)
    return Sentence("analysis.value-on", name=name, origin=origin, line=line, **where)


def _in_block(block: InBlock | None) -> dict[str, str]:
    if block is None:
        return {"block": "none", "id": "", "why": ""}
    return {"block": "explained" if block.why else "known", "id": block.id, "why": block.why}
