"""The values form: the values that the preview is made with."""

from editor_app.window.panels.values.panel import ValuesPanel
from editor_app.window.panels.values.rows import FieldRow, FieldRows, FieldState

__all__ = ["FieldRow", "FieldRows", "FieldState", "ValuesPanel"]
