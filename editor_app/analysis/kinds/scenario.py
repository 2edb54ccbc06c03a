"""Scenarios: the steps of a run, read as YAML or JSON."""

from __future__ import annotations

from editor_app.analysis.data_files import read_data, too_much_data
from editor_app.analysis.kinds.row import KindRow

ROW = KindRow(read=read_data, is_data=True, too_much=too_much_data)
