"""Why each character of a body’s text is there."""

from editor_app.requests.explaining.body_end import (
    BodyEnd,
    EndReasons,
    EntriesText,
    body_end,
    entries_text,
)
from editor_app.requests.explaining.body_reasons import BodyReason, BodyReasons, explain_body

__all__ = [
    "BodyEnd",
    "BodyReason",
    "BodyReasons",
    "EndReasons",
    "EntriesText",
    "body_end",
    "entries_text",
    "explain_body",
]
