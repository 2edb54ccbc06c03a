"""Whether a folder is trusted for one call, and which files may be read there: one rule for every face."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from editor_app.library.trust.trust import is_part_of, read_trust


class CallTrust(NamedTuple):
    """Whether a folder is trusted, the files allowed there, and sentences about trust that is not usable."""

    is_trusted: bool
    allowed_files: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()


def trust_of_call(
    state_dir: Path,
    folder: Path,
    *,
    trusted: bool | None = None,
    workspaces: Iterable[Path] = (),
    allowed_files: Iterable[Path] = (),
) -> CallTrust:
    """Return the trust in a folder that variables are resolved in.

    `trusted` True is about the `workspaces`, and so about the folder where that is a part of one; False
    trusts nothing; else, and in all other folders, the trust that the user gave counts. `allowed_files` are
    allowed for this call, besides those that the user allowed in the folder.
    """
    named = tuple(Path(os.path.realpath(path)) for path in allowed_files)
    if trusted is False:
        return CallTrust(is_trusted=False, allowed_files=named)
    remembered, sentences = read_trust(state_dir, folder)
    allowed = (*named, *remembered.allowed_files)
    if trusted and any(is_part_of(folder, workspace) for workspace in workspaces):
        return CallTrust(is_trusted=True, allowed_files=allowed)
    return CallTrust(remembered.is_trusted, allowed, sentences)
