"""Why a character of the output is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from editor_app.analysis.gets import ModelText
from editor_app.template import Branch, Piece, Why
from editor_app.text import Position, Span

_NO_ORIGINS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a place of the output reads as it does.

    `span` is the source it comes from, `place` its line and column; `value_from`
    says who gave the value of `name`; `conditions` are sentences, the innermost first.
    """

    why: Why
    name: str | None
    value: str | None
    value_from: str
    span: Span
    place: Position
    conditions: tuple[str, ...]
    sentence: str


def explain_at(
    gets: ModelText, output_offset: int, value_origins: Mapping[str, str] = _NO_ORIGINS
) -> Explanation | None:
    """Explain the output's code point at `output_offset`, or return None past its end.

    `value_origins` say in words where given values come from, by name.
    """
    piece = gets.source_map.piece_at(output_offset)
    if piece is None:
        return None
    start = gets.source_map.source_at(output_offset)
    place = gets.analysis.lines.position(start)
    value = gets.text[piece.output.start : piece.output.end] if piece.name is not None else None
    origin = _origin(gets, piece, value_origins)
    conditions = tuple(condition_in_words(gets, branch) for branch in piece.conditions)
    sentence = _sentence(gets, piece, origin)
    return Explanation(piece.why, piece.name, value, origin, piece.source, place, conditions, sentence)


def condition_in_words(gets: ModelText, branch: Branch) -> str:
    """Say which side of which condition is in force, and why."""
    condition = branch.condition
    line = gets.analysis.lines.position(condition.opening.start).line
    side = "else of the condition" if branch.in_else else "condition"
    return f"{gets.state_of(condition.name)} ({side} on line {line})"


def _origin(gets: ModelText, piece: Piece, origins: Mapping[str, str]) -> str:
    name = piece.name
    if name is None or piece.why is Why.UNKNOWN:
        return ""
    if piece.why is Why.DEFAULT:
        return "its default"
    if name in origins:
        return origins[name]
    if name not in gets.given and gets.snapshot is not None:
        return f"resolved at {gets.snapshot.taken_at:%H:%M:%S}"
    return "given"


def _sentence(gets: ModelText, piece: Piece, origin: str) -> str:
    line = gets.analysis.lines.position(piece.source.start).line
    if piece.why is Why.TEXT:
        return f"Text from line {line}."
    if piece.why is Why.LITERAL:
        return f"Written as a literal on line {line}."
    if piece.why is Why.UNKNOWN:
        return f"The tag on line {line} stays as written: ‘{piece.name}’ is neither declared nor given."
    return f"The value of ‘{piece.name}’ ({origin}), inserted on line {line}."
