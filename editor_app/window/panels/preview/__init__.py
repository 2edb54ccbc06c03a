"""The preview: the text the model gets, and why each part of it is there."""

from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.panels.preview.context_line import AsIf
from editor_app.window.panels.preview.look import PreviewExtras, PreviewLook
from editor_app.window.panels.preview.panel import PreviewPanel
from editor_app.window.panels.preview.text.text_mark import TextMark
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN, TEXT

__all__ = [
    "DIFFERENCE",
    "MARKDOWN",
    "TEXT",
    "AsIf",
    "Comparison",
    "PreviewExtras",
    "PreviewLook",
    "PreviewPanel",
    "TextMark",
]
