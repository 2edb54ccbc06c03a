"""The keys of the preview's views."""

from typing import Final

TEXT: Final = "text"
MARKDOWN: Final = "markdown"
DIFFERENCE: Final = "difference"

VIEWS: Final = ((TEXT, "Text"), (MARKDOWN, "Markdown"), (DIFFERENCE, "Difference"))
