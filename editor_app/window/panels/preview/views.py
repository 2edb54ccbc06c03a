"""The views that the preview has of a file, by their keys."""

from typing import Final

TEXT: Final = "text"
MARKDOWN: Final = "markdown"
DIFFERENCE: Final = "difference"

VIEWS: Final = ((TEXT, "Text"), (MARKDOWN, "Markdown"), (DIFFERENCE, "Difference"))
