"""Files that cannot be used, kept under another name so that nothing overwrites them."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.library.files.reading import quoted, reason_of
from editor_app.library.files.replacing import move_without_replacing
from editor_app.text import Sentence

_MOST_SET_ASIDE = 100


def set_aside(path: Path) -> str:
    """Rename a file to the first free of `x.broken-1.toml`, `x.broken-2.toml` …; return a sentence."""
    aside = free_name_aside(path)
    if aside is None:
        return Sentence("library.defaults-used")
    try:
        move_without_replacing(path, aside)
    except OSError as error:
        return Sentence("library.not-kept-aside", reason=reason_of(error))
    return Sentence("library.kept-aside", name=quoted(aside.name))


def free_name_aside(path: Path) -> Path | None:
    """Return a free name for a file that cannot be used, None where too many have been set aside already."""
    for number in range(1, _MOST_SET_ASIDE):
        aside = path.with_name(f"{path.stem}.broken-{number}{path.suffix}")
        if not os.path.lexists(aside):
            return aside
    return None
