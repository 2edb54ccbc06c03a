"""The buttons above the editor that insert variables and conditions."""

from editor_app.window.panels.variables.bar import VariableBar
from editor_app.window.panels.variables.spec import ButtonKind, ButtonSpec

__all__ = ["ButtonKind", "ButtonSpec", "VariableBar"]
