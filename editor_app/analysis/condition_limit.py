"""How many conditions a text may have to be looked into while somebody waits."""

from __future__ import annotations

import re

from editor_app.library import Kind
from editor_app.text import Diagnostic, Severity, Span

MOST_CONDITIONS = 10_000
"""Pairing, checking and rendering so many take about a tenth of a second."""

_CODE = "too-many-conditions"
_openers_in_braces = re.compile(r"\{\{[ \t]*+#(?:if|unless)[ \t]").findall
_openers_in_brackets = re.compile(r"\[[ \t]*+if[ \t]").findall


def too_many_conditions(source: str, kind: Kind) -> Diagnostic | None:
    """Return the problem that a text has more conditions than a window can look into, None if it has not."""
    if kind in {Kind.PROMPT, Kind.DOCUMENT}:
        count = len(_openers_in_braces(source))
    elif kind is Kind.TEMPLATE:
        count = len(_openers_in_brackets(source))
    else:
        return None
    if count <= MOST_CONDITIONS:
        return None
    message = (
        f"This text has {count:,} conditions; of one with more than {MOST_CONDITIONS:,} the window shows no "
        "tags, problems or preview. ‘foreword check’ and ‘foreword render’ read it whole."
    )
    first_line = Span(0, len(source.partition("\n")[0][:80]))
    return Diagnostic(_CODE, Severity.WARNING, first_line, message, {"count": str(count)})
