"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from editor_app.analysis import ModelText
from editor_app.library import quoted
from editor_app.text import Span
from editor_app.variables import Cause, short_name

_MOST_LISTED = 20


def place_in_file(result: ModelText, span: Span, shown: str) -> str:
    """Return `path:line:column` of a span in the file that is `shown`."""
    line, column = result.analysis.lines.position(span.start)
    return f"{shown}:{line}:{column}"


def unresolved_lines(result: ModelText, shown: str) -> Iterator[str]:
    """Yield a line for each variable that was refused or could not be read, and what its tag gives.

    Those that are blank only because their folder is not trusted are in one line, the last.
    """
    for one in result.unresolved:
        if one.cause is Cause.NOT_TRUSTED:
            continue
        effect = "kept" if one.is_kept else "left out" if one.is_condition else "blank"
        line = f"{place_in_file(result, one.span, shown)}: {effect} {one.tag}: {one.sentence}"
        allow = " ‘--allow-file’ allows it." if one.cause is Cause.NEEDS_GRANT else ""
        yield f"{line}{allow}"
    yield from untrusted_lines(result)


def untrusted_lines(result: ModelText) -> Iterator[str]:
    """Yield a line that names what is blank for want of trust, if anything is, and says what to do."""
    names = dict.fromkeys(one.name for one in result.unresolved if one.cause is Cause.NOT_TRUSTED)
    folder = result.snapshot.context.cwd if result.snapshot is not None else None
    if not names or folder is None:
        return
    what = "1 variable is blank" if len(names) == 1 else f"{len(names)} variables are blank"
    listed = ", ".join(f"[{short_name(name)}]" for name in islice(names, _MOST_LISTED))
    others = len(names) - _MOST_LISTED
    more = f" and {others} more" if others > 0 else ""
    yield (
        f"{what}, because {quoted(folder)} is not trusted: {listed}{more}. ‘--trust’ trusts it for this call."
    )
