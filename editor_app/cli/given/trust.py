"""Whether a folder is trusted for this call: by `--trust`, or because the user's trust is remembered."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import path_of_word
from editor_app.library import is_part_of, read_trust, state_dir


class GivenTrust(NamedTuple):
    """Whether a folder is trusted, the files allowed there, and sentences about trust that is not usable."""

    is_trusted: bool
    allowed_files: tuple[Path, ...]
    warnings: tuple[str, ...] = ()


def given_trust(folder: Path, workspace: Path, arguments: Arguments) -> GivenTrust:
    """Return the trust in a folder that variables are resolved in.

    `--trust` is about the workspace, and so about the folder where that is a part of it.
    """
    named = tuple(Path(os.path.realpath(path_of_word(path))) for path in arguments.allow_file)
    remembered, sentences = read_trust(state_dir(), folder)
    allowed = (*named, *remembered.allowed_files)
    if arguments.trust and is_part_of(folder, workspace):
        return GivenTrust(is_trusted=True, allowed_files=allowed)
    return GivenTrust(remembered.is_trusted, allowed, sentences)
