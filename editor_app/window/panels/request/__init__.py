"""The request panel: what a provider takes, as its parts, as its text, and compared with another."""

from editor_app.window.panels.request.cards import GO
from editor_app.window.panels.request.panel import RequestPanel
from editor_app.window.panels.request.view import (
    COMPARE,
    RAW,
    STRUCTURE,
    BlockedPart,
    Comparison,
    RequestView,
)
from editor_app.window.panels.request.words import difference_words

__all__ = [
    "COMPARE",
    "GO",
    "RAW",
    "STRUCTURE",
    "BlockedPart",
    "Comparison",
    "RequestPanel",
    "RequestView",
    "difference_words",
]
