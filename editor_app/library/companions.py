"""Files that belong to another one beside them, known by their names: cases and situations."""

from __future__ import annotations

from pathlib import Path

from editor_app.library.kinds import all_kinds


def companions_of(path: Path) -> tuple[Path, ...]:
    """Return where the files lie that belong to a file, whether they are there or not."""
    suffix = path.suffix.lower()
    kinds = (kind for kind in all_kinds() if suffix in kind.owner_suffixes)
    paths = (path.with_name(path.stem + kind.companion_suffix) for kind in kinds)
    return tuple(one for one in paths if one != path)


def owners_of(relative: str) -> tuple[str, ...]:
    """Return what a cases or situations file may belong to, as paths from the same folder as its own.

    There is nothing for any other file.
    """
    lower = relative.lower()
    for kind in all_kinds():
        if kind.companion_suffix and lower.endswith(kind.companion_suffix):
            return tuple(relative[: -len(kind.companion_suffix)] + suffix for suffix in kind.owner_suffixes)
    return ()
