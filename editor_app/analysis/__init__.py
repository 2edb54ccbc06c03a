"""What a text means: its tree, its problems, and what the model gets from it."""

from editor_app.analysis.analysis import Analysis, analyse, encoding_problem
from editor_app.analysis.explanation import Explanation, condition_in_words, explain_at
from editor_app.analysis.library_catalog import catalog_of
from editor_app.analysis.model_text import Blank, LeftOutPart, ModelText, model_text
from editor_app.analysis.outline import OutlineItem

__all__ = [
    "Analysis",
    "Blank",
    "Explanation",
    "LeftOutPart",
    "ModelText",
    "OutlineItem",
    "analyse",
    "catalog_of",
    "condition_in_words",
    "encoding_problem",
    "explain_at",
    "model_text",
]
