"""Situations files: the saved situations of the system message beside them."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Form, KindRow, Reading
from editor_app.system_messages.situations.situations_file import read_situations

ROW = KindRow(
    Reading(lambda text, _reading: replace(text, diagnostics=read_situations(text.source)[1])),
    form=Form(is_data=True),
)
