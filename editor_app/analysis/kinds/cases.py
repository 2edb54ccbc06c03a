"""Cases files: saved values for the text beside them, and the text each case expects."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.prompts import read_cases


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    return replace(text, diagnostics=read_cases(text.source)[1])


ROW = KindRow(read=_read, is_data=True, holds_cases=True)
