"""The keys of the preview's views."""

from typing import Final

from editor_app.text import Sentence

TEXT: Final = "text"
MARKDOWN: Final = "markdown"
DIFFERENCE: Final = "difference"

VIEWS: Final = (
    (TEXT, Sentence("window-preview.text")),
    (MARKDOWN, Sentence("window-preview.markdown")),
    (DIFFERENCE, Sentence("window-preview.difference")),
)
