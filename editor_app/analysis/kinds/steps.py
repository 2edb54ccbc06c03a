"""Files of steps: those of the scenario beside them, a step a line."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.data_files import too_much_data
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.runs.reading import read_steps


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    return replace(text, diagnostics=read_steps(text.source).diagnostics)


ROW = KindRow(read=_read, is_data=True, too_much=too_much_data)
