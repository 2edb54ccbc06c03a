"""Implementations that are unsafe on purpose, each in one way: the harness must see it, or it sees nothing.

`CONTROLS` has with each the sort of fault that uncovers it, and the counter in which it must show.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from journal_operations import left_by_a_crash, type_text, typed_texts
from operations import LONG_AGO, Operation, gone, no_changes, old_versions, real_name, stamp_before
from places import NEW, NOW, Scene
from tracing import Report

from editor_app.library.files.reading import FileError
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.saving import save_file
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason, read_list
from editor_app.library.journal import journal_file
from editor_app.library.journal.taking import take_journals


class Fault(StrEnum):
    """The sorts of fault that are tried."""

    KILLS = "kills"
    FAILURES = "failures"
    POWER_CUTS = "power cuts"


@dataclass(frozen=True, slots=True)
class Control:
    """An unsafe operation, what hurts it, and the counter that has to tell."""

    operation: Operation
    fault: Fault
    counter: str


def _in_place(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    keep_version(scene.state, path, path.read_bytes(), VersionReason.SAVED, now=NOW)
    with path.open("wb") as file:
        file.write(NEW)
        file.flush()
        os.fsync(file.fileno())
    report.done()


def _short_write_believed(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Take one write for all, as QSaveFile does on a full disk."""
    keep_version(scene.state, path, path.read_bytes(), VersionReason.SAVED, now=NOW)
    temporary = path.with_name(".x.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(descriptor, NEW)
    os.fsync(descriptor)
    os.close(descriptor)
    temporary.rename(path)
    report.done()


def _errors_ignored(scene: Scene, path: Path, given: Any, report: Report) -> None:
    try:
        save_file(path, NEW, expected=given, state_dir=scene.state, now=NOW)
    except FileError:
        pass
    report.done()


def _told_too_soon(scene: Scene, path: Path, given: Any, report: Report) -> None:
    report.done()
    save_file(path, NEW, expected=given, state_dir=scene.state, now=NOW)


def _told_of_failure_after_success(scene: Scene, path: Path, given: Any, report: Report) -> None:
    save_file(path, NEW, expected=given, state_dir=scene.state, now=NOW)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        raise FileError("It was not saved. The file on the disk is as it was.", path) from error
    finally:
        os.close(descriptor)
    report.done()


def _unsynced(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Write a temporary file and rename it, and trust the disk with the rest."""
    keep_version(scene.state, path, path.read_bytes(), VersionReason.SAVED, now=NOW)
    temporary = path.with_name(".x.tmp")
    temporary.write_bytes(NEW)
    temporary.rename(path)
    report.done()


def _folder_unsynced(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Sync the file, but not the folder that has its name."""
    keep_version(scene.state, path, path.read_bytes(), VersionReason.SAVED, now=NOW)
    temporary = path.with_name(".x.tmp")
    with temporary.open("wb") as file:
        file.write(NEW)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)
    report.done()


def _removed_before_it_is_kept(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    data = path.read_bytes()
    path.unlink()
    keep_version(scene.state, path, data, VersionReason.DELETED, now=NOW)
    report.done()


def _never_kept(_scene: Scene, path: Path, _given: Any, report: Report) -> None:
    temporary = path.with_name(".x.tmp")
    with temporary.open("wb") as file:
        file.write(NEW)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)
    report.done()


def _pruned_blindly(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    """Take a list that cannot be read for an empty one, and remove what it names."""
    used = set()
    for path in (scene.state / "history" / "files").iterdir():
        used.update(version.hash for version in read_list(path).versions)
    for content in (scene.state / "history" / "objects").glob("*/*"):
        if content.parent.name + content.name not in used:
            content.unlink()
    report.done()


def _error_not_in_words(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    keep_version(scene.state, path, path.read_bytes(), VersionReason.SAVED, now=NOW)
    replace_file(path, NEW)
    report.done()


def _journal_not_synced(scene: Scene, path: Path, given: Any, report: Report) -> None:
    real, journal_file._sync = journal_file._sync, lambda _descriptor: None
    try:
        type_text(scene, path, given, report)
    finally:
        journal_file._sync = real


def _journal_removed_too_soon(scene: Scene, path: Path, given: Any, report: Report) -> None:
    """Remove the journal of a crash before its texts are in the new one."""
    for journal in take_journals(scene.state, scene.library)[0]:
        journal.remove()
    left_by_a_crash(scene, path)
    report.done()


def _saving(name: str, act: Any) -> Operation:
    return Operation(
        name,
        act,
        lambda scene, path, _given: ({real_name(scene, path): NEW},),
        stamp_before,
        ("with history",),
    )


_IN_PLACE = _saving("written in place", _in_place)
_QSAVEFILE = _saving("a short write is believed", _short_write_believed)
CONTROLS = (
    Control(_IN_PLACE, Fault.KILLS, "torn"),
    Control(_IN_PLACE, Fault.POWER_CUTS, "torn"),
    Control(_QSAVEFILE, Fault.FAILURES, "false_saved"),
    Control(_QSAVEFILE, Fault.KILLS, "temporaries"),
    Control(_saving("errors are ignored", _errors_ignored), Fault.FAILURES, "false_saved"),
    Control(_saving("told before it is done", _told_too_soon), Fault.KILLS, "lost"),
    Control(
        _saving("told of a failure after success", _told_of_failure_after_success),
        Fault.FAILURES,
        "false_unsaved",
    ),
    Control(_saving("no sync", _unsynced), Fault.POWER_CUTS, "torn"),
    Control(_saving("the folder is not synced", _folder_unsynced), Fault.POWER_CUTS, "lost"),
    Control(_saving("no version is kept", _never_kept), Fault.KILLS, "history"),
    Control(_saving("an error is not in words", _error_not_in_words), Fault.FAILURES, "raised"),
    Control(
        Operation("journal not synced", _journal_not_synced, typed_texts, places=("with history",)),
        Fault.POWER_CUTS,
        "lost",
    ),
    Control(
        Operation(
            "journal removed too soon",
            _journal_removed_too_soon,
            no_changes,
            left_by_a_crash,
            ("with history",),
        ),
        Fault.KILLS,
        "lost",
    ),
    Control(
        Operation("removed before it is kept", _removed_before_it_is_kept, gone, places=("with history",)),
        Fault.KILLS,
        "history",
    ),
    Control(
        Operation(
            "history pruned blindly",
            _pruned_blindly,
            no_changes,
            old_versions,
            ("with history",),
            forgets=LONG_AGO,
        ),
        Fault.FAILURES,
        "history",
    ),
)
