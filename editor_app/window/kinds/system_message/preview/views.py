"""The views that the preview has of a system message, by their keys."""

from typing import Final

from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN, TEXT

XML: Final = "xml"
REQUEST: Final = "request"

MESSAGE_VIEWS: Final = (
    (TEXT, "Text"),
    (MARKDOWN, "Markdown"),
    (XML, "XML"),
    (REQUEST, "Request"),
    (DIFFERENCE, "Difference"),
)
