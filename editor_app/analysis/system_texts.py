"""The system text of a request, from what a model gets of a template, system message or prompt."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.model_text import ModelText
from editor_app.requests.parts import SystemText
from editor_app.template.dialect import Dialect
from editor_app.template.insertion import insert_tag
from editor_app.variables.stability import Rebuilt


def system_text_of(result: ModelText, origin: Path | None = None) -> SystemText:
    """Return a rendered text as a system text, with the end of its stable prefix.

    What is constructed once for a conversation ends where the first value stands that another conversation
    would not share; what is made every turn, at the first value that can be another one then.
    """
    is_rebuilt = not result.analysis.row.sending.is_constructed_once
    rebuilt = Rebuilt.EVERY_TURN if is_rebuilt else Rebuilt.SHARED
    stability = next((part for part in result.stability if part.rebuilt is rebuilt), None)
    ended_by = None if stability is None else stability.broken_by
    stable = None if stability is None or ended_by is None else stability.characters
    dialect = result.analysis.dialect or Dialect.BRACKETS
    return SystemText(
        result.text,
        stable,
        ended_by,
        is_rebuilt,
        origin,
        result.analysis.max_tokens,
        tuple((piece.output, insert_tag(dialect, piece.name or "")) for piece in result.source_map.named),
        None if stability is None else stability.source,
    )
