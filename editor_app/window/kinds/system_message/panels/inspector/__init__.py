"""The inspector: a form for the fields of a block."""

from editor_app.window.kinds.system_message.panels.inspector.fields import (
    FieldChange,
    FieldProblem,
    InspectorFields,
)
from editor_app.window.kinds.system_message.panels.inspector.panel import InspectorPanel

__all__ = ["FieldChange", "FieldProblem", "InspectorFields", "InspectorPanel"]
