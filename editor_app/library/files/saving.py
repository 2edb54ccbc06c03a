"""Saving: the file on disk is wholly the old or the new one, and another program's change is never lost."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.library.files.reading import (
    ChangedOnDisk,
    FileContent,
    FileError,
    FileStamp,
    NotAllowed,
    allowed_end,
    check_path,
    quoted,
    read_file,
    reason_of,
    stamp_of,
)
from editor_app.library.files.replacing import UNSYNCED, WrittenFile, create_file_at, replace_file
from editor_app.library.files.temporaries import locked, path_lock
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence

if TYPE_CHECKING:
    from editor_app.variables.access import FileAccess


@dataclass(frozen=True, slots=True)
class SaveResult:
    """The stamp of the saved file, and sentences about what saving could not keep or promise."""

    stamp: FileStamp
    warnings: tuple[str, ...] = ()


def save_file(
    path: Path,
    data: bytes,
    *,
    expected: FileStamp | None,
    state_dir: Path,
    now: datetime,
    why: VersionReason = VersionReason.SAVED,
    access: FileAccess | None = None,
) -> SaveResult:
    """Save `data` as the file at `path`; when this returns, it is on the disk.

    `expected` is the stamp of what is there now, None for a file that must not
    be there yet. If the disk says otherwise, ChangedOnDisk is raised; any
    other failure raises FileError. Either way the file there is
    untouched. The version before goes to local history, dated `now`; `why` tells what is done to it.
    `warnings` tell what else could not be done or promised, although the file is
    saved. `access` is as for `read_file`: nothing is written where a path may not lead.
    """
    check_path(path)
    target = _target_of(path, access)
    warnings: list[str] = []
    with ExitStack() as stack:
        try:
            make_state_dir(state_dir)
            stack.enter_context(locked(path_lock(state_dir, target), target))
        except OSError as error:
            warnings.append(Sentence("library.saving-not-locked", reason=reason_of(error)))
        try:
            if expected is None:
                written = create_file_at(target, data)
            else:
                written, not_kept = _replace_expected(target, data, expected, state_dir, now, why)
                warnings += not_kept
        except FileExistsError:
            raise ChangedOnDisk(
                Sentence("library.there-choose-or-open", name=quoted(path.name)),
                path,
                stamp_now(target),
            ) from None
        except OSError as error:
            outcome = (
                Sentence("library.nothing-written")
                if expected is None
                else Sentence("library.file-as-it-was")
            )
            sentence = Sentence(
                "library.not-saved-outcome", name=quoted(path.name), outcome=outcome, reason=reason_of(error)
            )
            raise FileError(sentence, path) from error
        if not written.is_synced:
            warnings.append(Sentence("library.saved-unsynced", unsynced=UNSYNCED))
        status = _status_after(target, written, warnings)
    return SaveResult(stamp_of(data, status), tuple(warnings))


def stamp_now(path: Path, access: FileAccess | None = None) -> FileStamp | None:
    """Return the stamp of the file on disk; None where no file can be read.

    `access` is as for `read_file`.
    """
    try:
        return read_file(path, access=access).stamp
    except FileError:
        return None


def _target_of(path: Path, access: FileAccess | None) -> Path:
    """Return the path with links resolved, so that a link stays a link and a file has one lock."""
    is_link = False
    try:
        end = None if access is None else allowed_end(path, access)
        is_link = path.is_symlink()
        target = Path(os.path.realpath(path, strict=True)) if is_link else path.parent.resolve() / path.name
    except NotAllowed as error:
        raise NotAllowed(
            Sentence("library.not-saved", name=quoted(path.name), reason=error.reason), path, error.refusal
        ) from None
    except OSError as error:
        name, reason = quoted(path.name), reason_of(error)
        if is_link:
            raise FileError(Sentence("library.link-nowhere", name=name, reason=reason), path) from error
        raise FileError(Sentence("library.not-saved", name=name, reason=f"{reason}."), path) from error
    if end is not None and end != target:
        sentence = Sentence("library.led-elsewhere", name=quoted(path.name))
        raise FileError(sentence, path)
    return target


def _status_after(target: Path, written: WrittenFile, warnings: list[str]) -> os.stat_result:
    """Return the file's status; where it cannot be read, that from just before the file got its name."""
    try:
        return target.stat()
    except OSError as error:
        name, reason = quoted(target.name), reason_of(error)
        warnings.append(Sentence("library.saved-not-looked-at", name=name, reason=reason))
        return written.status


def _replace_expected(
    target: Path, data: bytes, expected: FileStamp, state_dir: Path, now: datetime, why: VersionReason
) -> tuple[WrittenFile, list[str]]:
    before = _expect(target, expected)
    status = target.stat()
    if data == before.data:
        return WrittenFile(status, is_synced=True), []
    # The permissions of its folder alone would allow replacing a file that the user made read-only.
    if not (status.st_mode & 0o222 and os.access(target, os.W_OK)):
        sentence = Sentence("library.read-only", name=quoted(target.name))
        raise FileError(sentence, target)
    warnings: list[str] = []
    try:
        mode = stat.S_IMODE(status.st_mode)
        warnings += keep_version(state_dir, target, before.data, why, now=now, mode=mode).warnings
    except FileError as error:
        cause = error.__cause__
        reason = f"{reason_of(cause)}." if isinstance(cause, OSError) else error.sentence
        warnings.append(Sentence("library.saved-not-kept", reason=reason))
    written = replace_file(target, data, like=status, before_replacing=lambda: _expect(target, expected))
    return written, [*warnings, *_warnings_for(target, status, written.lost)]


def _expect(target: Path, expected: FileStamp) -> FileContent:
    """Return the file's content; raise ChangedOnDisk if it is not the expected one."""
    name = quoted(target.name)
    if not os.path.lexists(target):
        sentence = Sentence("library.gone-from-disk", name=name)
        raise ChangedOnDisk(sentence, target, None)
    content = read_file(target, follows_links=False)
    if content.stamp.hash != expected.hash:
        sentence = Sentence("library.changed-on-disk", name=name)
        raise ChangedOnDisk(sentence, target, content.stamp)
    return content


def _warnings_for(target: Path, status: os.stat_result, lost: tuple[str, ...]) -> tuple[str, ...]:
    name = quoted(target.name)
    warnings = []
    if status.st_nlink > 1:
        warnings.append(Sentence("library.hard-links", count=status.st_nlink - 1, name=name))
    if sys.platform != "win32" and status.st_uid != os.geteuid():
        user, is_ours = _user_name(status.st_uid), "owner" in lost
        changed = Sentence("library.owner-changed", name=name, user=user)
        warnings.append(changed if is_ours else Sentence("library.other-owner", name=name, user=user))
    attributes = [
        quoted(attribute.removeprefix("attribute "))
        for attribute in lost
        if attribute.startswith("attribute ")
    ]
    if attributes:
        warnings.append(Sentence("library.lost-attributes", name=name, names=attributes))
    return tuple(warnings)


def _user_name(uid: int) -> str:
    if sys.platform != "win32":
        import pwd

        with suppress(KeyError):
            return pwd.getpwuid(uid).pw_name
    return Sentence("library.user", number=str(uid))
