"""The problems panel: what is wrong in this file or in the whole library, and how to fix it."""

from editor_app.window.panels.problems.panel import ProblemsPanel
from editor_app.window.panels.problems.rows import ListedProblems, ProblemRow, Sorting

__all__ = ["ListedProblems", "ProblemRow", "ProblemsPanel", "Sorting"]
