"""The views that the preview has of a file, by their keys."""

from typing import Final

TEXT: Final = "text"
MARKDOWN: Final = "markdown"
DIFFERENCE: Final = "difference"
XML: Final = "xml"
REQUEST: Final = "request"

VIEWS: Final = ((TEXT, "Text"), (MARKDOWN, "Markdown"), (DIFFERENCE, "Difference"))
MESSAGE_VIEWS: Final = (
    (TEXT, "Text"),
    (MARKDOWN, "Markdown"),
    (XML, "XML"),
    (REQUEST, "Request"),
    (DIFFERENCE, "Difference"),
)
