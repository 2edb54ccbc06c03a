"""Whether the folder that a request names may be read over HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.requests.strict_json import shortened
from editor_app.library.paths import real_path

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
    real = real_path(Path(cwd))
    if real is None or not any(
        real.is_relative_to(folder) for folder in map(real_path, workspaces) if folder
    ):
        message = (
            f"{shortened(cwd)} lies outside of the folders that are served. "
            "Start ‘foreword serve’ with ‘--workspace’ and the folder."
        )
        raise ErrorAnswer(403, "outside-workspaces", message)
    return real
