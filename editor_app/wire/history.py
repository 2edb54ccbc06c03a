"""What `history` prints: the kept versions of a file, or one of them."""

from __future__ import annotations

from datetime import UTC, datetime

from editor_app.library.history.history import FileHistory
from editor_app.library.history.version_lists import Version
from editor_app.wire.problems import FORMAT, JsonObject


def history_document(found: FileHistory) -> JsonObject:
    """Return what `history` prints; `keptBytes` is what the versions take on the disk."""
    return {
        "format": FORMAT,
        "filePath": str(found.path),
        "versions": [_version(number, version) for number, version in enumerate(found.versions, 1)],
        "keptBytes": found.kept_bytes,
        "keptDays": found.most_days,
        "warnings": list(found.sentences),
    }


def version_document(number: int, version: Version, data: bytes) -> JsonObject:
    """Return what `history --show` prints; `text` is null for bytes that are not UTF-8."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = None
    return {"format": FORMAT, **_version(number, version), "text": text}


def _version(number: int, version: Version) -> JsonObject:
    return {
        "number": number,
        "time": _time(version.kept_at),
        "why": version.why,
        "size": version.size,
        "mode": f"{version.mode:04o}",
        "hash": version.hash,
        "filePath": str(version.path),
    }


def _time(kept_at: float) -> str | None:
    """Return a time in UTC as JSON has it; None for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(kept_at, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return None
