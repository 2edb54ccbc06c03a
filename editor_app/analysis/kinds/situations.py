"""Situations files: the saved situations of the system message beside them."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.system_messages.situations.situations_file import read_situations


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    return replace(text, diagnostics=read_situations(text.source)[1])


ROW = KindRow(Reading(_read), form=Form(is_data=True))
