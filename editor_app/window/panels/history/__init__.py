"""The history panel: the versions of a file in local history, and what changed between them."""

from editor_app.window.panels.history.panel import HistoryPanel
from editor_app.window.panels.history.rows import HistoryRow, ShownHistory

__all__ = ["HistoryPanel", "HistoryRow", "ShownHistory"]
