"""How long and how much local history keeps: `limits.json` in its folder.

The settings say it; it is kept here too, since versions are pruned wherever a file is saved.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from editor_app.library.files.reading import FileError, read_file, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.paths import make_state_dir

_NAME = "limits.json"
_FORMAT = 1
_MOST_BYTES = 10_000
MEGABYTE = 1024 * 1024
DEFAULT_DAYS = 90
DEFAULT_MEGABYTES = 200
MOST_DAYS = 3650
MOST_MEGABYTES = 100_000
MOST_VERSIONS = 500
"""Of one file the newest so many are kept, whatever the limits are: a list of them is shown at once."""


@dataclass(frozen=True, slots=True)
class HistoryLimits:
    """Versions older than `days` go, then the oldest until what is kept fits into `megabytes`."""

    days: int = DEFAULT_DAYS
    megabytes: int = DEFAULT_MEGABYTES


def read_limits(state_dir: Path) -> HistoryLimits | None:
    """Return the limits; None if they cannot be read: then nothing may be removed."""
    path = state_dir / "history" / _NAME
    if not os.path.lexists(path):
        return HistoryLimits()
    try:
        entry = json.loads(read_file(path, _MOST_BYTES).data)
        limits = HistoryLimits(int(entry["days"]), int(entry["megabytes"]))
        is_known = int(entry["format"]) <= _FORMAT
    except (FileError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None
    return (
        limits
        if is_known and 1 <= limits.days <= MOST_DAYS and 1 <= limits.megabytes <= MOST_MEGABYTES
        else None
    )


def keep_limits(state_dir: Path, limits: HistoryLimits) -> None:
    """Make these the limits of local history; FileError if they could not be written."""
    if read_limits(state_dir) == limits:
        return
    path = state_dir / "history" / _NAME
    try:
        make_state_dir(state_dir, "history")
        replace_file(path, json.dumps({"format": _FORMAT, **asdict(limits)}).encode() + b"\n", mode=0o600)
    except OSError as error:
        sentence = f"How long local history keeps versions could not be changed: {reason_of(error)}."
        raise FileError(sentence, path) from error
