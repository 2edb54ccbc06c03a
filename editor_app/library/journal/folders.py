"""Where journals are: for each library a folder in the state folder, of which only the user has the key."""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from errno import EACCES
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.errors import quoted, reason_of
from editor_app.library.files.replacing import move_without_replacing, sync_folder
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.places import make_private_dir

_TIME = "%Y%m%dT%H%M%S%f"
_STEM = r"([0-9]{8}T[0-9]{12})-([0-9]{1,10})-[0-9a-f]{16}"
_NAME = re.compile(rf"{_STEM}\.journal")
_NAME_ASIDE = re.compile(rf"{_STEM}\.broken-[0-9]{{1,3}}\.journal")
_FOLDER_NAME = re.compile(r"[0-9a-f]{16}")


def journal_folder(state_dir: Path, library: Path) -> Path:
    """Return the folder of a library's journals, which may be missing."""
    real = os.path.realpath(library)
    return state_dir / "journals" / sha256(os.fsencode(real)).hexdigest()[:16]


def make_journal_folder(folder: Path) -> tuple[str, ...]:
    """Make that folder, for the user alone; return sentences about what stood in its place.

    Raises OSError where it cannot be made or belongs to somebody else.
    """
    make_private_dir(folder.parent.parent)
    sentences = set_other_things_aside(folder)
    for place in (folder.parent, folder):
        if not os.path.lexists(place):
            place.mkdir(mode=0o700, exist_ok=True)
            sync_folder(place.parent)
        status = place.lstat()
        if not stat.S_ISDIR(status.st_mode) or not is_ours(status):
            raise PermissionError(EACCES, os.strerror(EACCES), str(place))
        if status.st_mode & 0o077:
            with suppress(OSError):  # a disk without permissions
                place.chmod(0o700)
    return sentences


def set_other_things_aside(folder: Path) -> tuple[str, ...]:
    """Set aside a link, a file or anything else that stands where the folder should; return sentences."""
    return tuple(
        set_place_aside(place, "is not a folder, but should be that of the journals of unsaved text")
        for place in (folder.parent, folder)
        if os.path.lexists(place) and not _is_real_folder(place)
    )


def new_journal_path(folder: Path, now: datetime) -> Path:
    """Return a free path whose name sorts behind those of earlier journals, though the clock was set back."""
    time = now.astimezone(UTC)
    with suppress(OSError, ValueError, OverflowError):
        latest = max(
            (found[1] for path in folder.iterdir() if (found := _NAME.fullmatch(path.name))), default=""
        )
        if latest >= time.strftime(_TIME):
            time = datetime.strptime(latest, _TIME).replace(tzinfo=UTC) + timedelta(microseconds=1)
    return folder / f"{time.strftime(_TIME)}-{os.getpid()}-{os.urandom(8).hex()}.journal"


def is_journal_name(name: str) -> bool:
    """Whether a name is that of a journal, not of one that was set aside."""
    return _NAME.fullmatch(name) is not None


def process_of(name: str) -> int | None:
    """Return the number of the process that a journal's name has; None for another name."""
    found = _NAME.fullmatch(name)
    return None if found is None else int(found[2])


def is_name_aside(name: str) -> bool:
    """Whether a name is that of a journal that was set aside."""
    return _NAME_ASIDE.fullmatch(name) is not None


def library_folders(state_dir: Path) -> tuple[Path, ...]:
    """Return the folders of journals, one for each library; none where there are links in their place."""
    folder = state_dir / "journals"
    try:
        if not _is_real_folder(folder):
            return ()
        found = [path for path in folder.iterdir() if _FOLDER_NAME.fullmatch(path.name)]
        return tuple(path for path in sorted(found) if _is_real_folder(path) and is_ours(path.lstat()))
    except OSError:
        return ()


def is_ours(status: os.stat_result) -> bool:
    """Whether a file belongs to the user."""
    return sys.platform == "win32" or status.st_uid == os.geteuid()


def set_place_aside(path: Path, why: str) -> str:
    """Give whatever is at `path` another name; return a sentence that says why, and what became of it."""
    aside = free_name_aside(path)
    what = f"{quoted(path.name)} in {quoted(path.parent)} {why}"
    try:
        if aside is None:
            raise FileExistsError
        if _is_real_folder(path):
            path.rename(aside)
        else:
            move_without_replacing(path, aside)
    except OSError as error:
        return f"{what}. It could not be set aside: {reason_of(error)}."
    return f"{what}. It was set aside as {quoted(aside.name)}."


def _is_real_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)
