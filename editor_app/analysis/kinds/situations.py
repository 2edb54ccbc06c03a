"""Situations files: the saved situations of the system message beside them."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.system_messages.situations.situations_file import read_situations


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    situations, problems = read_situations(text.source)
    return replace(text, content=situations, diagnostics=problems)


def _parts(analysis: Analysis) -> tuple[int, str]:
    return (len(analysis.content) if isinstance(analysis.content, tuple) else 0), "situation"


ROW = KindRow(
    Reading(_read, parts=_parts),
    form=Form(is_data=True),
)
