"""The matrix: the outcome of each block in each saved situation."""

from editor_app.window.kinds.system_message.panels.matrix.panel import MatrixPanel
from editor_app.window.kinds.system_message.panels.matrix.rows import MatrixCell, MatrixRow, MatrixRows

__all__ = ["MatrixCell", "MatrixPanel", "MatrixRow", "MatrixRows"]
