"""The problems panel: the problems of the current file or of the whole library, with their fixes."""

from editor_app.window.panels.problems.panel import ProblemsPanel
from editor_app.window.panels.problems.rows import ListedProblems, Sorting, counts_of

__all__ = ["ListedProblems", "ProblemsPanel", "Sorting", "counts_of"]
