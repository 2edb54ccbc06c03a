"""Files that belong to another one beside them, known by their names: cases and situations."""

from __future__ import annotations

from pathlib import Path

_SUFFIXES = {
    ".cases.yaml": (".md", ".tmpl"),
    ".situations.yaml": (".yaml", ".yml", ".json"),
}


def companions_of(path: Path) -> tuple[Path, ...]:
    """Return where the files lie that belong to a file, whether they are there or not."""
    suffix = path.suffix.lower()
    paths = (path.with_name(path.stem + ours) for ours, owners in _SUFFIXES.items() if suffix in owners)
    return tuple(one for one in paths if one != path)


def owners_of(relative: str) -> tuple[str, ...]:
    """Return what a cases or situations file may belong to, as paths from the same folder as its own.

    There is nothing for any other file.
    """
    lower = relative.lower()
    for suffix, owners in _SUFFIXES.items():
        if lower.endswith(suffix):
            return tuple(relative[: -len(suffix)] + owner for owner in owners)
    return ()
