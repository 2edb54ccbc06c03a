"""The limit of tags in a text that is read while somebody waits."""

from __future__ import annotations

import re

from editor_app.text import Diagnostic, Sentence, Severity, Span

MOST_TAGS = 3_000
"""The most tags of a text that a window reads; reading, checking, rendering and colouring take 0.1 s each."""

_CODE = "too-many-tags"
_SIGNS_OF_UNCOUNTED_TAGS = ("/", "else")
_count = {
    "{{": re.compile(r"\{\{(?![ \t]*+(?:/|else\b))").findall,
    "[": re.compile(r"\[[ \t]*+(?:if[ \t]++!?+)?[A-Za-z0-9_]++:").findall,
}


def too_many_tags(source: str, opener: str | None) -> Diagnostic | None:
    """Return the problem that a text has more tags than a window reads, None if it has not.

    Variables, comments and openers of conditions count, `{{else}}`, `[else]` and closers do not. `opener` is
    how a tag of the text begins, None where it has none.
    """
    if opener is None or source.count(opener) <= MOST_TAGS:
        return None
    count = source.count(opener)
    if opener != "{{" or any(word in source for word in _SIGNS_OF_UNCOUNTED_TAGS):  # else each one is a tag
        count = len(_count[opener](source))
    if count <= MOST_TAGS:
        return None
    message = Sentence("analysis.too-many-tags", count=count, most=MOST_TAGS)
    first_line = Span(0, len(source.partition("\n")[0][:80]))
    return Diagnostic(_CODE, Severity.WARNING, first_line, message, {"count": str(count)})
