"""Folders of files made for a test, and what they are afterwards."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their paths, with the folders they need."""
    for relative, content in files.items():
        path = root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def fingerprint(root: Path) -> dict[str, tuple[str, int, int]]:
    """Return what everything in a folder is: contents, modes and times."""
    found = {}
    for folder, names, files in os.walk(root):
        for name in names + files:
            path = Path(folder, name)
            status = path.lstat()
            content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            found[str(path.relative_to(root))] = (
                sha256(content).hexdigest(),
                status.st_mode,
                status.st_mtime_ns,
            )
    return found
