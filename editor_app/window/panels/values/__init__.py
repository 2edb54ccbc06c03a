"""The values form: the values that the preview is made with."""

from editor_app.window.panels.values.panel import ValuesPanel
from editor_app.window.panels.values.rows import FieldRow, FieldRows

__all__ = ["FieldRow", "FieldRows", "ValuesPanel"]
