"""The problems panel: what is wrong in this file or in the whole library, and how to fix it."""

from editor_app.window.panels.problems.panel import ProblemsPanel
from editor_app.window.panels.problems.rows import ProblemRow, Scope, Sorting

__all__ = ["ProblemRow", "ProblemsPanel", "Scope", "Sorting"]
