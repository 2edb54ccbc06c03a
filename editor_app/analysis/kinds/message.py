"""Chat messages: Markdown without variables, which is not rendered."""

from __future__ import annotations

from editor_app.analysis.data_files import read_foreign_data
from editor_app.analysis.kinds.row import KindRow

ROW = KindRow(read=read_foreign_data, is_markdown=True)
