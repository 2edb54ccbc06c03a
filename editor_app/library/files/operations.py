"""File operations that can be undone byte for byte: create, copy, rename, move to local history."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from errno import ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.library.files.file_changes import (
    FileChange,
    FileCreation,
    FileMove,
    FileRemoval,
    Step,
    TextReplacement,
    check_free,
    check_there,
    check_unchanged,
    edit_text,
    make_file,
    make_file_from,
    make_link,
    remove_empty,
    remove_to_history,
)
from editor_app.library.files.reading import (
    FileError,
    check_name_on_windows,
    check_path,
    quoted,
    read_file,
    reason_of,
)
from editor_app.library.files.renumbering import undo_renumbering
from editor_app.library.files.replacing import move_without_replacing, sync_folder
from editor_app.library.history.history import note_rename
from editor_app.library.history.version_lists import Version, VersionReason
from editor_app.library.kinds import companions_of
from editor_app.library.paths import is_folder
from editor_app.text import Edit, Sentence, some_of

if TYPE_CHECKING:  # not needed before a library's file is read
    from editor_app.variables.access import FileAccess


def create_file(path: Path, data: bytes, *, state_dir: Path, sentence: str | None = None) -> FileChange:
    """Make a file where none is, with the folders on the way to it."""
    warnings: list[str] = []
    step = make_file(path, data, 0o666, warnings)
    sentence = sentence or Sentence("library.file-made", name=quoted(path.name))
    return FileChange(sentence, (step,), state_dir, tuple(warnings))


def create_folder(folder: Path, *, state_dir: Path) -> FileChange:
    """Make an empty folder, which history does not keep."""
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        reason = Sentence("library.name-is-taken") if isinstance(error, FileExistsError) else reason_of(error)
        raise FileError(
            Sentence("library.folder-not-made", name=quoted(folder.name), reason=reason), folder
        ) from error
    return FileChange(Sentence("library.folder-made", name=quoted(folder.name)), (), state_dir)


def copy_file(
    source: Path,
    target: Path,
    *,
    state_dir: Path,
    sentence: str | None = None,
    access: FileAccess | None = None,
) -> FileChange:
    """Copy a file to a path where none is, as *Make my copy* does; `access` is as for `read_file`."""
    warnings: list[str] = []
    step = make_file(target, read_file(source, access=access).data, 0o666, warnings)
    to = (
        quoted(target.name)
        if target.name != source.name
        else Sentence("library.the-folder", name=quoted(target.parent.name))
    )
    sentence = sentence or Sentence("library.copied", name=quoted(source.name), to=to)
    return FileChange(sentence, (step,), state_dir, tuple(warnings))


def move_to_history(
    path: Path,
    *,
    state_dir: Path,
    now: datetime,
    why: VersionReason = VersionReason.DELETED,
    sentence: str | None = None,
    companions: Sequence[Path] = (),
) -> FileChange:
    """Move a file and its companions to local history, as deleting does; a link is only removed.

    `sentence` is said instead of the usual one where local history has the file.
    """
    steps: list[FileRemoval] = []
    warnings: list[str] = []
    try:
        for one in (path, *companions):
            step = remove_to_history(one, why, state_dir, now, warnings)
            steps.append(step)
    except FileError:
        for step in steps:
            undo_step(step, state_dir, now, [])
        raise
    name = quoted(path.name)
    if steps[0].version is None:
        sentence = Sentence("library.link-removed", name=name)
    elif companions:
        sentence = Sentence("library.moved-to-history-with", name=name, other=quoted(companions[0].name))
    sentence = sentence or Sentence("library.moved-to-history", name=name)
    return FileChange(sentence, tuple(steps), state_dir, tuple(warnings))


def rename_file(path: Path, new_name: str, *, state_dir: Path, now: datetime) -> FileChange:
    """Rename a file in its folder, and with it its cases or situations file; local history follows."""
    _check_name(new_name, path)
    companions = companions_there(path, "renamed")
    targets = paths_beside(path, companions, path.with_name(new_name))
    moves = [FileMove(one, target) for one, target in zip((path, *companions), targets, strict=True)]
    warnings = move_all(moves, state_dir, now)
    sentence = Sentence("library.renamed", name=quoted(path.name), new=quoted(new_name))
    if len(moves) > 1:
        other = quoted(moves[1].new.name)
        sentence = Sentence("library.renamed-with", name=quoted(path.name), new=quoted(new_name), other=other)
    return FileChange(sentence, tuple(moves), state_dir, warnings)


def rename_folder(folder: Path, new_name: str, *, state_dir: Path, now: datetime) -> FileChange:
    """Rename a folder with all that is in it; local history of the files follows."""
    _check_name(new_name, folder)
    move = FileMove(folder, folder.with_name(new_name))
    warnings = move_all([move], state_dir, now)
    return FileChange(
        Sentence("library.renamed", name=quoted(folder.name), new=quoted(new_name)),
        (move,),
        state_dir,
        warnings,
    )


def rename_with_text(
    path: Path,
    new_name: str,
    make_edit: Callable[[str], Edit | None],
    *,
    state_dir: Path,
    now: datetime,
) -> FileChange:
    """Rename a file as `rename_file` does, and make the edit of its text that `make_edit` returns.

    The text of a link's target, and one that cannot be read, is not changed.
    """
    content, unread = None, tuple[str, ...]()
    if not os.path.islink(path):  # noqa: PTH114  a fault shows in reading
        try:
            content = read_file(path)
        except FileError as error:  # it can be renamed all the same
            unread = (Sentence("library.text-unchanged", sentence=error.sentence),)
    change = rename_file(path, new_name, state_dir=state_dir, now=now)
    if content is None:
        return replace(change, warnings=(*change.warnings, *unread))
    try:
        replaced, warnings = edit_text(path.with_name(new_name), content, make_edit, state_dir, now)
    except FileError:
        move_all(_moves_back(change), state_dir, now)
        raise
    return replace(change, steps=(*change.steps, *replaced), warnings=(*change.warnings, *warnings))


def restore_deleted(path: Path, version: Version, *, state_dir: Path) -> FileChange:
    """Make a file again from a version in local history, where none is now; raises FileError."""
    warnings: list[str] = []
    step = make_file_from(path, version, state_dir, warnings)
    return FileChange(Sentence("library.back", name=quoted(path.name)), (step,), state_dir, tuple(warnings))


def undo_file_change(change: FileChange, *, now: datetime, unsaved: Collection[Path] = ()) -> FileChange:
    """Undo a file operation; the result can be undone in turn.

    Raises FileError, having done nothing, if something else is now in the way. Of texts that were replaced,
    those that were changed since, on disk or in an editor (`unsaved`), stay and are named in the warnings.
    """
    return next(undone for undone in undo_in_steps(change, now=now, unsaved=unsaved) if undone is not None)


def undo_in_steps(
    change: FileChange, *, now: datetime, unsaved: Collection[Path] = ()
) -> Iterator[FileChange | None]:
    """Do the same in small steps, between which the caller can work; the last yields the result."""
    replaced_in = [step for step in change.steps if isinstance(step, TextReplacement)]
    if not change.steps:
        yield replace(change, sentence=Sentence("library.nothing-to-undo"), warnings=())
    elif len(replaced_in) == len(change.steps):
        yield from _undo_replacements(change, replaced_in, now, unsaved)
    else:
        yield _undo_at_once(change, now)


def _undo_at_once(change: FileChange, now: datetime) -> FileChange:
    if change.renumbered is not None:
        return undo_renumbering(change, change.renumbered, now=now)
    for step in reversed(change.steps):
        _check_undo(step)
    warnings: list[str] = []
    replaced = _replace_back(change, now, warnings)
    back = _moves_back(change)
    try:
        if back:
            warnings += move_all(back, change.state_dir, now)
    except FileError:
        _replace_back(FileChange("", replaced, change.state_dir), now, [])
        raise
    paths_before = {move.old: move.new for move in back}
    others = [undo_step(step, change.state_dir, now, warnings) for step in reversed(change.steps)]
    steps: tuple[Step, ...] = (
        *back,
        *(replace(step, path=paths_before.get(step.path, step.path)) for step in replaced),
        *(step for step in others if step is not None),
    )
    undone = FileChange(_undone_sentence(change), steps, change.state_dir, tuple(warnings), change.says_name)
    return replace(undone, whole=change.whole)


def move_all(moves: list[FileMove], state_dir: Path, now: datetime) -> tuple[str, ...]:
    """Move all files or none, and let local history follow; return sentences where it could not."""
    for move in moves:
        if not _same_file(move.old, move.new):
            check_free(move.new)
    done: list[FileMove] = []
    try:
        for move in moves:
            if _same_file(move.old, move.new):  # they differ in case only, which this disk ignores
                move.old.rename(move.new)
            else:
                move_without_replacing(move.old, move.new)
            done.append(move)
    except OSError as error:
        for move in done:
            with suppress(OSError):
                move_without_replacing(move.new, move.old)
        path = moves[len(done)].old
        reason = Sentence("library.name-is-taken") if isinstance(error, FileExistsError) else reason_of(error)
        what = "renamed" if path.parent == moves[len(done)].new.parent else "moved"
        name = quoted(path.name)
        raise FileError(
            Sentence("library.file-not-done", done=what, name=name, reason=reason), path
        ) from error
    for folder in {move.new.parent for move in moves} | {move.old.parent for move in moves}:
        sync_folder(folder)
    warnings = []
    for old, new in (pair for move in moves for pair in _files_in(move)):
        try:
            note_rename(state_dir, old, new, now=now)
        except FileError as error:
            warnings.append(error.sentence)
    return tuple(warnings)


def _files_in(move: FileMove) -> Iterator[tuple[Path, Path]]:
    """Yield the old and the new path of a file that was moved, or of each file in a folder."""
    if not is_folder(move.new) or move.new.is_symlink():
        yield move.old, move.new
        return
    for folder, _, names in os.walk(move.new):
        for name in names:
            path = Path(folder, name)
            yield move.old / path.relative_to(move.new), path


def _moves_back(change: FileChange) -> list[FileMove]:
    return [FileMove(new, old) for old, new in change.moves.items()]


def _undo_replacements(
    change: FileChange, replaced_in: Sequence[TextReplacement], now: datetime, unsaved: Collection[Path]
) -> Iterator[FileChange | None]:
    """Put back the text that was replaced in files, each as if it were the only one."""
    steps, warnings, changed = list[Step](), list[str](), list[str]()
    for step in replaced_in:
        yield None
        replaced: tuple[Step, ...] = ()
        if step.path not in unsaved:
            try:
                replaced = _replace_back(replace(change, steps=(step,)), now, warnings)
            except FileError as error:
                warnings.append(error.sentence)
                continue
        steps += replaced
        changed += [] if replaced else [step.path.name]
    if changed:
        names = some_of(changed, 3)
        warnings.append(Sentence("library.changed-since-stay", names=names, count=len(changed)))
    yield FileChange(_undone_sentence(change), tuple(steps), change.state_dir, tuple(warnings))


def _replace_back(change: FileChange, now: datetime, warnings: list[str]) -> tuple[TextReplacement, ...]:
    """Put back the text that was replaced in files; a file whose text was changed there since stays."""
    replaced: tuple[TextReplacement, ...] = ()
    for step in change.steps:
        if isinstance(step, TextReplacement) and not os.path.islink(step.path):  # noqa: PTH114  a fault shows in reading
            back = replace(step, old=step.new, new=step.old)
            pieces, not_promised = edit_text(
                step.path, read_file(step.path), back.edit_of, change.state_dir, now
            )
            replaced += pieces
            warnings += not_promised
    return replaced


def companions_there(path: Path, done: str) -> list[Path]:
    """Return the files that go with `path`; `done` is what is then done to all, such as "moved"."""
    return [companion for companion in companions_of(path) if _is_there(companion, path, done)]


def paths_beside(path: Path, companions: Iterable[Path], target: Path) -> tuple[Path, ...]:
    """Return the paths of a file and its companions once the file is at `target`."""
    names = (target.stem + companion.name.removeprefix(path.stem) for companion in companions)
    return target, *map(target.with_name, names)


def _is_there(companion: Path, path: Path, done: str) -> bool:
    """Whether there is a file that goes with `path`; one that may be there must not be left behind."""
    try:
        return stat.S_ISREG(companion.stat().st_mode)
    except OSError as error:
        if error.errno in (ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG):
            return False
        reason = Sentence("library.companion-unknown", name=quoted(companion.name), reason=reason_of(error))
        name = quoted(path.name)
        raise FileError(
            Sentence("library.file-not-done", done=done, name=name, reason=reason), path
        ) from error


def _check_undo(step: Step) -> None:
    match step:
        case FileCreation(path, hash_):
            check_there(path)
            check_unchanged(path, hash_)
        case FileRemoval(path):
            check_free(path)
        case TextReplacement(path):
            check_there(path)
        case FileMove(old, new):
            if not _same_file(old, new):
                check_free(old)
            check_there(new)


def undo_step(
    step: Step, state_dir: Path, now: datetime, warnings: list[str]
) -> FileCreation | FileRemoval | None:
    """Undo a step that is no move and no replacement; return what can be undone in turn."""
    match step:
        case FileCreation(path, _, folders):
            removed = remove_to_history(path, VersionReason.UNDONE, state_dir, now, warnings)
            remove_empty(folders)
            return removed
        case FileRemoval(path, Version() as version):
            return make_file_from(path, version, state_dir, warnings)
        case FileRemoval(path, _, link):
            return make_link(path, link or "")
        case _:
            return None


def _undone_sentence(change: FileChange) -> str:
    match change.steps[0]:
        case FileCreation(path):
            return Sentence("library.taken-away", name=quoted((change.whole or path).name))
        case FileRemoval(path):
            return Sentence("library.back", name=quoted((change.whole or path).name))
        case TextReplacement(path):
            return Sentence("library.text-of-before", name=quoted(path.name))
        case FileMove(old, new) if old.parent != new.parent:
            return Sentence("library.back-in", name=quoted(old.name), folder=quoted(old.parent.name))
        case FileMove(old):
            sort = "folder" if is_folder(old) else "file"
            return Sentence("library.called-again", sort=sort, name=quoted(old.name))


def _same_file(old: Path, new: Path) -> bool:
    try:
        return old.name.lower() == new.name.lower() and os.path.samestat(old.lstat(), new.lstat())
    except OSError:
        return False


def _check_name(name: str, path: Path) -> None:
    check_path(path.parent / name)
    if sys.platform == "win32":  # `D:x.md` would be a place on another drive
        check_name_on_windows(name, path)
    if name == path.name:
        raise FileError(Sentence("library.name-already", name=quoted(name)), path)
    if not name.strip() or name in {".", ".."} or "/" in name or (os.sep == "\\" and "\\" in name):
        raise FileError(Sentence("library.bad-name", name=quoted(name), sort="file", fault="slashes"), path)
