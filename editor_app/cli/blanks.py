"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from editor_app.analysis import ModelText
from editor_app.cli.paths import show_path
from editor_app.library import quoted
from editor_app.text import Span
from editor_app.variables import Cause, short_name

_MOST_LISTED = 20
_MOST_OF_PATH = 1000


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
        path = _file_to_allow(result, one.name) if one.cause is Cause.NEEDS_GRANT else None
        yield f"{line} {allow_option(path)} allows it." if path is not None else line
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
        f"{_needed_besides(result, names)}"
    )


def allow_option(path: Path) -> str:
    """Return the option that allows a file, as it works in a shell in the current folder."""
    word = show_path(path)
    if len(word) > _MOST_OF_PATH:
        return "‘--allow-file’ with its path"
    return f"‘--allow-file {shlex.quote(f'./{word}' if word.startswith('-') else word)}’"


def _needed_besides(result: ModelText, names: Iterable[str]) -> str:
    """Return a sentence about the files that trust is not enough for, "" where there are none."""
    paths = ((name, _file_to_allow(result, name)) for name in names)
    needed = [
        f"[{short_name(name)}] needs {allow_option(path)}"
        for name, path in islice(((name, path) for name, path in paths if path is not None), _MOST_LISTED)
    ]
    return f" Besides, {', '.join(needed)}." if needed else ""


def _file_to_allow(result: ModelText, name: str) -> Path | None:
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return note.path if note is not None else None
