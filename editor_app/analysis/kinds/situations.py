"""Situations files: the saved situations of the system message beside them."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.system_messages.situations.situations_file import read_situations


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    situations, problems = read_situations(text.source)
    return replace(text, content=situations, diagnostics=problems)


def content_of(analysis: Analysis) -> tuple[NamedSituation, ...]:
    """Return the situations of a file, none for another kind."""
    return analysis.content if isinstance(analysis.content, tuple) else ()


def _parts(analysis: Analysis) -> tuple[int, str]:
    return len(content_of(analysis)), "situation"


ROW = KindRow(
    Reading(_read, parts=_parts),
    form=Form(is_data=True),
)
