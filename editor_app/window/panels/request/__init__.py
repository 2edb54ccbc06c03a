"""The request panel: what a provider takes, as its parts, its text, compared with another, and answered."""

from editor_app.window.panels.request.answer import AnswerState, AnswerView, ShownCall
from editor_app.window.panels.request.cards import GO
from editor_app.window.panels.request.panel import RequestPanel
from editor_app.window.panels.request.view import (
    ANSWER,
    COMPARE,
    RAW,
    STRUCTURE,
    BlockedPart,
    Comparison,
    RequestView,
)
from editor_app.window.panels.request.words import difference_words

__all__ = [
    "ANSWER",
    "COMPARE",
    "GO",
    "RAW",
    "STRUCTURE",
    "AnswerState",
    "AnswerView",
    "BlockedPart",
    "Comparison",
    "RequestPanel",
    "RequestView",
    "ShownCall",
    "difference_words",
]
