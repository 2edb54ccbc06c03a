"""Reading the files that variables name where the folder is not trusted."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from editor_app.variables import Cause, FileText, Note, file_reader, short_name
from editor_app.variables.files import FileReader

_MOST_SHOWN = 200


def restricted_reader(read_in_library: FileReader, allowed_files: Collection[Path]) -> FileReader:
    """Return a reader like `read_in_library` that also reads the files which were allowed one by one.

    `allowed_files` are paths without links. A file outside of the folder would not be read with trust either,
    so its note says that it needs to be allowed.
    """
    read_allowed = file_reader(allowed_files)
    allowed = frozenset(map(os.fspath, allowed_files))

    def read(folder: Path, name: str) -> FileText | Note:
        found = read_in_library(folder, name)
        if not isinstance(found, Note) or found.cause is not Cause.NOT_TRUSTED:
            return found
        real = os.path.realpath(folder / name)
        if real in allowed:
            return read_allowed(folder, name)
        if Path(real).is_relative_to(os.path.realpath(folder)):
            return found
        sentence = f"‘{short_name(name, _MOST_SHOWN)}’ leads out of {folder}; it is read once you allow it."
        return Note(Cause.NEEDS_GRANT, sentence, Path(real))

    return read
