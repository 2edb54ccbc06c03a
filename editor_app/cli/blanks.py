"""Lines `path:line:column: …` about variables that could not be resolved."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.analysis import ModelText
from editor_app.text import Span
from editor_app.variables import Cause


def place_in_file(result: ModelText, span: Span, shown: str) -> str:
    """Return `path:line:column` of a span in the file that is `shown`."""
    line, column = result.analysis.lines.position(span.start)
    return f"{shown}:{line}:{column}"


def unresolved_lines(result: ModelText, shown: str) -> Iterator[str]:
    """Yield a line for each variable that was refused or could not be read, and what its tag gives."""
    for one in result.unresolved:
        effect = "kept" if one.is_kept else "left out" if one.is_condition else "blank"
        line = f"{place_in_file(result, one.span, shown)}: {effect} {one.tag}: {one.sentence}"
        allow = " ‘--allow-file’ allows it." if one.cause is Cause.NEEDS_GRANT else ""
        yield f"{line}{allow}"
