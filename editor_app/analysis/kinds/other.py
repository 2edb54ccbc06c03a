"""Files of no other kind: a library's own settings, and files of other programs."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis, KindRow, Reading, ReadWith
from editor_app.analysis.data_files import read_foreign_data, too_much_data
from editor_app.library.paths import CONFIG_NAME
from editor_app.variables.declarations import VARIABLES_NAME, read_variables


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    if reading.file_name == VARIABLES_NAME:
        return replace(text, diagnostics=read_variables(text.source)[1])
    if reading.file_name == CONFIG_NAME:
        from editor_app.library.settings.config_reading import read_config

        return replace(text, diagnostics=read_config(text.source)[1])
    return read_foreign_data(text, reading)


ROW = KindRow(
    Reading(
        _read,
        too_much=lambda source, name: too_much_data(source) if name == VARIABLES_NAME else None,
        may_be_binary=True,
    )
)
