"""The steps of file operations: making and removing a file, and what each did, which undoing reverses."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor_app.library.files.reading import (
    FileContent,
    FileError,
    check_path,
    content_hash,
    quoted,
    read_file,
    reason_of,
)
from editor_app.library.files.replacing import UNSYNCED, create_file_at, sync_folder
from editor_app.library.files.saving import save_file
from editor_app.library.files.temporaries import locked, path_lock
from editor_app.library.history.history import keep_version, read_version
from editor_app.library.history.version_lists import Version, VersionReason
from editor_app.library.paths import make_state_dir
from editor_app.text import Edit, Sentence, Span, apply_edits, decode, encode_edited


@dataclass(frozen=True, slots=True)
class TextReplacement:
    """A piece of the text of a file, which is at `path` now.

    `before` is all text in front of the piece, `behind` the rest of its line; `hash_before` and `hash_after`
    are the whole file's.
    """

    path: Path
    before: str
    old: str
    new: str
    behind: str
    hash_before: str
    hash_after: str

    def edit_of(self, source: str) -> Edit | None:
        """Return the same edit of another text; None where that text does not begin alike."""
        start = len(self.before)
        if not source.startswith(f"{self.before}{self.old}{self.behind}"):
            return None
        return Edit(Span(start, start + len(self.old)), self.new)


def edit_text(
    path: Path, content: FileContent, make_edit: Callable[[str], Edit | None], state_dir: Path, now: datetime
) -> tuple[tuple[TextReplacement, ...], tuple[str, ...]]:
    """Save a file with the edit that `make_edit` returns; the version before goes to local history.

    Returns what was replaced, empty without an edit, and the warnings of saving.
    """
    decoded = decode(content.data)
    edit = None if decoded.bad_byte is not None else make_edit(decoded.text)
    if edit is None:
        return (), ()
    replaced, warnings = save_edits(path, content, [edit], state_dir, now)
    return (replaced,), warnings


def save_edits(
    path: Path, content: FileContent, edits: Sequence[Edit], state_dir: Path, now: datetime
) -> tuple[TextReplacement, tuple[str, ...]]:
    """Save a file with at least one edit, in order; the version before goes to local history.

    Returns what was replaced, from the first to the last of the edits, and the warnings of saving.
    """
    decoded = decode(content.data)
    saved = save_file(
        path, encode_edited(decoded, edits), expected=content.stamp, state_dir=state_dir, now=now
    )
    source, start, end = decoded.text, edits[0].span.start, edits[-1].span.end
    now_there = apply_edits(source[:end], edits)[start:]
    newline = source.find("\n", end)
    behind = source[end : newline + 1 if newline >= 0 else len(source)]
    hashes = content.stamp.hash, saved.stamp.hash
    return TextReplacement(
        path, source[:start], source[start:end], now_there, behind, *hashes
    ), saved.warnings


@dataclass(frozen=True, slots=True)
class FileCreation:
    """A file that was made, with the folders that were made for it, outermost first."""

    path: Path
    hash: str
    folders: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class FileRemoval:
    """A file that went to local history, or a link that led to `link`."""

    path: Path
    version: Version | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class FileMove:
    """A file that has another name now."""

    old: Path
    new: Path


Step = FileCreation | FileRemoval | FileMove | TextReplacement


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a file operation did: a sentence for the notice, and the steps that undoing it reverses.

    `warnings` are sentences about what could not be kept or promised. `says_name`: the file's text contains
    its name, so that an unsaved text of it has to be changed, too. `renumbered` is the folder whose files
    were renamed together: then the names of `steps` may be each other's. `whole` is the folder of which all
    files were removed or came back.
    """

    sentence: str
    steps: tuple[Step, ...]
    state_dir: Path
    warnings: tuple[str, ...] = ()
    says_name: bool = False
    renumbered: Path | None = None
    whole: Path | None = None

    @property
    def in_words(self) -> str:
        """The sentence, and the warnings after it."""
        return " ".join((self.sentence, *self.warnings))

    @property
    def appeared(self) -> tuple[Path, ...]:
        """The paths that are there now and were not before."""
        return tuple(path for path in self._paths_after if path not in self._paths_before)

    @property
    def gone(self) -> tuple[Path, ...]:
        """The paths that are no longer there."""
        return tuple(path for path in self._paths_before if path not in self._paths_after)

    @property
    def moves(self) -> dict[Path, Path]:
        """The old path of each file or folder that has another name now → the new one, all at once."""
        return {step.old: step.new for step in self.steps if isinstance(step, FileMove)}

    def path_after(self, path: Path) -> Path | None:
        """Return where the file at a path is after the operation, None where it is no longer there."""
        moves = self.moves
        now = moves.get(path)
        if now is None:
            above = next((folder for folder in path.parents if folder in moves), None)
            now = path if above is None else moves[above] / path.relative_to(above)
        is_removed = any(step.path == now for step in self.steps if isinstance(step, FileRemoval))
        return None if is_removed else now

    @property
    def _paths_before(self) -> tuple[Path, ...]:
        created = {step.path for step in self.steps if isinstance(step, FileCreation)}
        moves = [step for step in self.steps if isinstance(step, FileMove)]
        came = {move.new for move in moves}
        removed = (step.path for step in self.steps if isinstance(step, FileRemoval))
        return tuple(path for path in removed if path not in came) + tuple(
            move.old for move in moves if move.old not in created
        )

    @property
    def _paths_after(self) -> tuple[Path, ...]:
        moves = [step for step in self.steps if isinstance(step, FileMove)]
        moved = {move.old for move in moves}
        created = (step.path for step in self.steps if isinstance(step, FileCreation))
        removed = {step.path for step in self.steps if isinstance(step, FileRemoval)}
        after = tuple(path for path in created if path not in moved)
        return after + tuple(move.new for move in moves if move.new not in removed)


def make_folders_for(path: Path) -> tuple[Path, ...]:
    """Make the folders on the way to a file and return those that were not there, the outermost first."""
    missing = tuple(reversed([folder for folder in path.parents if not os.path.lexists(folder)]))
    try:
        for folder in missing:
            folder.mkdir()
    except OSError as error:
        remove_empty(missing)
        raise not_made(path, error) from error
    return missing


def remove_empty(folders: tuple[Path, ...]) -> None:
    """Remove those of these folders, the outermost first, that hold nothing."""
    for folder in reversed(folders):
        with suppress(OSError):  # something else is in it by now
            folder.rmdir()


def make_file(path: Path, data: bytes, mode: int, warnings: list[str]) -> FileCreation:
    """Make a file where none is, with the folders on the way to it; adds what could not be promised."""
    check_path(path)
    folders = make_folders_for(path)
    try:
        written = create_file_at(path, data, mode)
    except OSError as error:
        remove_empty(folders)
        raise not_made(path, error) from error
    are_synced = [sync_folder(folder.parent) for folder in folders]
    if not (written.is_synced and all(are_synced)):
        warnings.append(Sentence("library.made-unsynced", name=quoted(path.name), unsynced=UNSYNCED))
    return FileCreation(path, content_hash(data), folders)


def make_link(path: Path, link: str) -> FileCreation:
    """Make a link where none is, with the folders on the way to it."""
    folders = make_folders_for(path)
    try:
        path.symlink_to(link)
    except OSError as error:
        raise not_made(path, error) from error
    sync_folder(path.parent)
    return FileCreation(path, "", folders)


def make_file_from(path: Path, version: Version, state_dir: Path, warnings: list[str]) -> FileCreation:
    """Make a file from a version in local history, where none is."""
    created = make_file(path, read_version(state_dir, version), 0o600, warnings)
    with suppress(OSError):
        path.chmod(version.mode)
    return created


def remove_to_history(
    path: Path, why: VersionReason, state_dir: Path, now: datetime, warnings: list[str]
) -> FileRemoval:
    """Remove a file that local history keeps; a link is only removed."""
    try:
        make_state_dir(state_dir)
        with locked(path_lock(state_dir, path), path):
            if path.is_symlink():  # the link's target stays
                removed = FileRemoval(path, link=os.readlink(path))  # noqa: PTH115  its very text, not a path
            else:
                content = read_file(path)
                mode = stat.S_IMODE(path.stat().st_mode)
                history_version = keep_version(state_dir, path, content.data, why, now=now, mode=mode)
                warnings += history_version.warnings
                removed = FileRemoval(path, history_version.version)
            path.unlink()
            sync_folder(path.parent)
    except OSError as error:
        raise FileError(
            Sentence("library.not-removed", name=quoted(path.name), reason=reason_of(error)), path
        ) from error
    return removed


def not_made(path: Path, error: OSError) -> FileError:
    """Return the error that a file or a folder could not be made."""
    if isinstance(error, FileExistsError):
        return _in_the_way(path)
    return FileError(Sentence("library.not-made", name=quoted(path.name), reason=reason_of(error)), path)


def not_changed(folder: Path, error: OSError) -> FileError:
    """Return the error that the files of a folder could not be changed."""
    sentence = Sentence("library.not-changed", name=quoted(folder.name), reason=reason_of(error))
    return FileError(sentence, folder)


def _in_the_way(path: Path) -> FileError:
    return FileError(Sentence("library.there-already", name=quoted(path.name)), path)


def check_free(path: Path) -> None:
    """Raise FileError where something is at a path."""
    if os.path.lexists(path):
        raise _in_the_way(path)


def check_there(path: Path) -> None:
    """Raise FileError where nothing is at a path of something that is to be undone."""
    if not os.path.lexists(path):
        raise FileError(Sentence("library.gone-not-undone", name=quoted(path.name)), path)


def check_unchanged(path: Path, hash_: str) -> None:
    """Raise FileError where a file that was made has other bytes now; any will do for the hash ""."""
    if hash_ and read_file(path).stamp.hash != hash_:
        raise FileError(Sentence("library.changed-not-undone", name=quoted(path.name)), path)
