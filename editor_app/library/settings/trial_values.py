"""Trial values: those typed in the window to try a prompt with, kept from one start to the next."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import replace_file, sync_folder
from editor_app.library.files.setting_aside import set_aside
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence

FORMAT = 1
_MOST_BYTES = 8 * 1024 * 1024
_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


def read_trial_values(state_dir: Path, library: Path, relative: str) -> dict[str, str | None]:
    """Return the values last typed for a file of a library; None for a variable that is not given one.

    A record that cannot be read counts as none; `set_trial_values_aside` keeps it.
    """
    try:
        return _read_record(_record_path(state_dir, library, relative))
    except (FileError, *_DAMAGE):
        return {}


def set_trial_values_aside(state_dir: Path, library: Path, relative: str) -> str:
    """Keep a damaged or newer record under another name, so that no new one replaces it; return a sentence.

    The sentence is empty where nothing is wrong. A record that cannot be read now stays where it is.
    """
    path = _record_path(state_dir, library, relative)
    values = Sentence("library.values-last-typed", name=quoted(relative))
    try:
        _read_record(path)
    except FileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return ""
        if isinstance(error.__cause__, OSError):
            return Sentence("library.could-not-read", what=values, reason=reason_of(error.__cause__))
        return Sentence(
            "library.could-not-read-aside", sentence=error.sentence, what=values, outcome=set_aside(path)
        )
    except _DAMAGE:
        return Sentence("library.damaged-or-newer", what=values, outcome=set_aside(path))
    return ""


def write_trial_values(
    state_dir: Path, library: Path, relative: str, values: Mapping[str, str | None]
) -> None:
    """Save the values typed for a file of a library; raises FileError if that fails."""
    path = _record_path(state_dir, library, relative)
    record = {"format": FORMAT, "library": os.fspath(library), "file": relative, "values": dict(values)}
    try:
        if not values:
            path.unlink(missing_ok=True)
            sync_folder(path.parent)
            return
        make_state_dir(state_dir, *path.parent.relative_to(state_dir).parts)
        # Halves of surrogate pairs, which a text box may hold, go into JSON as escapes.
        replace_file(path, json.dumps(record).encode(), mode=0o600)
    except OSError as error:
        raise FileError(
            Sentence("library.values-not-kept", name=quoted(relative), reason=reason_of(error)), path
        ) from error


def _read_record(path: Path) -> dict[str, str | None]:
    record = json.loads(read_file(path, _MOST_BYTES).data)
    if record["format"] > FORMAT:
        raise ValueError(record["format"])
    values = record["values"].items()
    return {name: value for name, value in values if value is None or isinstance(value, str)}


def move_trial_values(state_dir: Path, library: Path, old: str, new: str) -> None:
    """Move the values typed for a file to its new name; FileError if that fails, they stay then."""
    try:
        values = _read_record(_record_path(state_dir, library, old))
    except FileError as error:
        if isinstance(error.__cause__, OSError) and not isinstance(error.__cause__, FileNotFoundError):
            raise
        return
    except _DAMAGE:
        return
    if values:
        before = read_trial_values(state_dir, library, new)
        write_trial_values(state_dir, library, new, values)
        try:
            write_trial_values(state_dir, library, old, {})
        except FileError:
            with suppress(FileError):  # else both have them, which does no harm
                write_trial_values(state_dir, library, new, before)
            raise


def trial_values_dir(state_dir: Path, library: Path) -> Path:
    """Return the folder of the values that were typed for a library's files."""
    in_library = sha256(os.fsencode(os.path.realpath(library))).hexdigest()[:16]
    return state_dir / "trial-values" / in_library


def _record_path(state_dir: Path, library: Path, relative: str) -> Path:
    in_file = sha256(relative.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return trial_values_dir(state_dir, library) / f"{in_file}.json"
