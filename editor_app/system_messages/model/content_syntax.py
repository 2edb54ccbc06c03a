"""Whether a content is valid JSON or YAML, if its format says that it is."""

from __future__ import annotations

from editor_app.structured.reading import read_json, read_yaml
from editor_app.system_messages.model.entities import ContentFormat

_UNREADABLE = frozenset({"json-syntax", "json-limit", "json-value", "yaml-syntax", "yaml-limit"})


def syntax_problem(text: str, format_: ContentFormat) -> str | None:
    """Return why a text is no valid JSON or YAML, beginning with the line; None where it is valid."""
    if format_ not in {ContentFormat.JSON, ContentFormat.YAML} or not text.strip():
        return None
    problems = (read_json if format_ is ContentFormat.JSON else read_yaml)(text)[1]
    found = next((one for one in problems if one.code in _UNREADABLE), None)
    if found is None:
        return None
    line = text.count("\n", 0, found.span.start) + 1
    return f"line {line} of it can’t be read. {found.message}"
