"""Situations files: the saved situations of the system message beside them."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.system_messages.situations.situations_file import read_situations


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    return replace(text, diagnostics=read_situations(text.source)[1])


ROW = KindRow(read=_read, is_data=True)
