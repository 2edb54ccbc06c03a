"""The panels that all kinds of file share."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.frame.notices import InfoBar
from editor_app.window.panels.history.history_panel import HistoryPanel
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.outline import OutlinePanel
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.panels.problems.problems_panel import ProblemsPanel
from editor_app.window.panels.values.values_panel import ValuesPanel
from editor_app.window.panels.variables.variable_bar import VariableBar


@dataclass(frozen=True, slots=True)
class Panels:
    """The panels that show something of the current file."""

    library: LibraryPanel
    outline: OutlinePanel
    problems: ProblemsPanel
    preview: PreviewPanel
    values: ValuesPanel
    variables: VariableBar
    bar: InfoBar
    history: HistoryPanel
