"""What buttons put into a text: a tag, or a condition round a selection."""

from __future__ import annotations

from editor_app.template.dialect import Dialect
from editor_app.text import Edit, Span


def insert_tag(dialect: Dialect, name: str) -> str:
    """Return the tag that inserts `name` (in brackets "type:name")."""
    return f"{{{{{name}}}}}" if dialect is Dialect.BRACES else f"[{name}]"


def wrap_in_condition(
    source: str, span: Span, dialect: Dialect, name: str, negated: bool
) -> tuple[Edit, ...]:
    """Return the edits that put a condition on `name` round `span`."""
    if dialect is Dialect.BRACES:
        word = "unless" if negated else "if"
        opening, closing = f"{{{{#{word} {name}}}}}", f"{{{{/{word}}}}}"
    else:
        opening, closing = f"[if {'!' if negated else ''}{name}]", "[endif]"
    return Edit(Span(span.start, span.start), opening), Edit(Span(span.end, span.end), closing)
