"""Cases and situations files, which belong to the file beside them that their names tell."""

from __future__ import annotations

from pathlib import Path

from editor_app.library.kinds import all_kinds


def companions_of(path: Path) -> tuple[Path, ...]:
    """Return the paths of the companions that a file may have, whether they exist or not."""
    suffix = path.suffix.lower()
    companions = (kind.companion for kind in all_kinds() if suffix in kind.companion.owner_suffixes)
    paths = (path.with_name(path.stem + companion.suffix) for companion in companions)
    return tuple(companion for companion in paths if companion != path)


def owners_of(relative: str) -> tuple[str, ...]:
    """Return the paths of the files that a cases or situations file may belong to, relative like its own.

    Empty for any other file.
    """
    lower = relative.lower()
    for kind in all_kinds():
        own = kind.companion.suffix
        if own and lower.endswith(own):
            return tuple(relative[: -len(own)] + suffix for suffix in kind.companion.owner_suffixes)
    return ()
