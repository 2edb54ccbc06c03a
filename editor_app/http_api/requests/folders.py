"""Whether the folder that a request names may be read over HTTP."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.requests.strict_json import shortened

_MOST_BYTES = 4095  # the most that the system takes as a path, without the zero behind it


def check_folder(cwd: str, workspaces: Iterable[Path]) -> Path:
    """Return the folder that `cwd` leads to, links resolved: what is read has to be read there.

    One that is not absolute, or lies in none of the workspaces once links are resolved, is refused.
    """
    if "\0" in cwd or len(cwd.encode()) > _MOST_BYTES:
        raise ErrorAnswer(400, "bad-cwd", f"{shortened(cwd)} can be the path of no folder.")
    if not Path(cwd).is_absolute():
        message = f"‘cwd’ must be an absolute path, and {shortened(cwd)} is none."
        raise ErrorAnswer(400, "bad-cwd", message)
    real = _real(Path(cwd))
    if real is None or not any(real.is_relative_to(folder) for folder in map(_real, workspaces) if folder):
        message = (
            f"{shortened(cwd)} lies outside of the folders that are served. "
            "Start ‘foreword serve’ with ‘--workspace’ and the folder."
        )
        raise ErrorAnswer(403, "outside-workspaces", message)
    return real


def _real(path: Path) -> Path | None:
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return None
