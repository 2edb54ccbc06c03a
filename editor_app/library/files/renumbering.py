"""Renaming, making or removing several files of a folder at once, as one operation with Undo.

Each move goes to a name that is free at that moment, so that every file always has one. Before the first, the
moves are noted in the state folder: where a process is killed between them, the next start, or the next such
operation in the folder, takes back what was done. A lock for the folder keeps two programs apart.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import NamedTuple

from editor_app.library.files.file_changes import (
    FileChange,
    FileCreation,
    FileMove,
    FileRemoval,
    check_free,
    check_there,
    check_unchanged,
    make_file,
    make_file_from,
    make_link,
    not_changed,
    remove_empty,
    remove_to_history,
)
from editor_app.library.files.reading import FileError, content_hash, quoted, read_file, reason_of
from editor_app.library.files.replacing import move_without_replacing, replace_file, sync_folder
from editor_app.library.files.temporaries import locked
from editor_app.library.history.history import note_rename, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence

_FORMAT = 1
_FOLDER = "renumbering"


class Move(NamedTuple):
    """One rename in a folder, to a name that is free when its turn comes."""

    old: str
    new: str


class NewFile(NamedTuple):
    """A file that is made before the moves: its name, the hash of its bytes, and what makes it."""

    name: str
    hash: str
    make: Callable[[list[str]], FileCreation]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done in a folder, in this order: files made, with the hashes of their bytes; moved; removed."""

    folder: Path
    made: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    removed: tuple[str, ...]


@contextmanager
def renumbering(folder: Path, *, state_dir: Path, now: datetime) -> Iterator[None]:
    """Keep other programs from renumbering a folder while the body runs; raises FileError if one does.

    What a killed process left undone there is taken back first.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(_lock(state_dir, folder), folder))
        except OSError as error:
            raise not_changed(folder, error) from error
        note = _note_of(state_dir, folder)
        if os.path.lexists(note):
            _take_back(note, state_dir, now)
        yield


def rename_together(
    folder: Path,
    names: Mapping[str, str],
    free: str,
    *,
    new: NewFile | None = None,
    state_dir: Path,
    now: datetime,
    sentence: str,
) -> FileChange:
    """Give files of a folder new names, all or none; the caller is in `renumbering`.

    `names` maps old names to new ones, that of `new` among them, which is made first. `free` is a name that
    no file has, for one of several that change places.
    """
    warnings: list[str] = []
    for name in set(names.values()) - set(names):
        check_free(folder / name)
    made, _ = _do(folder, state_dir, now, warnings, moves=in_turn(names, free), new=[new] if new else ())
    moved = (FileMove(folder / old, folder / name) for old, name in names.items())
    return FileChange(sentence, (*made, *moved), state_dir, tuple(warnings), renumbered=folder)


def make_together(
    folder: Path, files: Mapping[str, bytes], *, state_dir: Path, now: datetime, sentence: str
) -> FileChange:
    """Make a folder with files in it, all or none; the caller is in `renumbering`."""
    warnings: list[str] = []
    new = [new_file(folder / name, data) for name, data in files.items()]
    made, _ = _do(folder, state_dir, now, warnings, new=new)
    return FileChange(sentence, made, state_dir, tuple(warnings))


def remove_together(
    folder: Path, names: Sequence[str], *, state_dir: Path, now: datetime, sentence: str
) -> FileChange:
    """Move files of a folder to local history, all or none, and remove the folder if nothing else is in it.

    The caller is in `renumbering`.
    """
    warnings: list[str] = []
    _, removed = _do(folder, state_dir, now, warnings, removals=names, why=VersionReason.DELETED)
    _remove_folder(folder)
    return FileChange(sentence, removed, state_dir, tuple(warnings), renumbered=folder)


def new_file(path: Path, data: bytes) -> NewFile:
    """Return what makes a file of these bytes."""
    return NewFile(path.name, content_hash(data), partial(make_file, path, data, 0o666))


def in_turn(names: Mapping[str, str], free: str) -> tuple[Move, ...]:
    """Return the renames in an order in which each goes to a free name; circles go through `free`."""
    old_of = {new: old for old, new in names.items() if new != old}
    moves: list[Move] = []

    def follow(hole: str, last: str | None) -> None:
        while (old := old_of.pop(hole, None)) is not None:
            moves.append(Move(free if old == last else old, hole))
            hole = old

    for new in [new for new in old_of if new not in names]:
        follow(new, None)
    while old_of:
        first = next(iter(old_of.values()))
        moves.append(Move(first, free))
        follow(first, first)
    return tuple(moves)


def undo_renumbering(change: FileChange, folder: Path, *, now: datetime) -> FileChange:
    """Undo what `rename_together` did in a folder; the result can be undone in turn."""
    state_dir = change.state_dir
    names = {step.new.name: step.old.name for step in change.steps if isinstance(step, FileMove)}
    made = [step for step in change.steps if isinstance(step, FileCreation)]
    lost = [step for step in change.steps if isinstance(step, FileRemoval)]
    warnings: list[str] = []
    with renumbering(folder, state_dir=state_dir, now=now):
        _check(folder, names, made, lost)
        numbered = (f"{number}.md" for number in count(len(names)))
        free = next(name for name in numbered if not os.path.lexists(folder / name))
        remade, removed = _do(
            folder,
            state_dir,
            now,
            warnings,
            moves=in_turn(names, free),
            new=[_from_history(step, state_dir) for step in lost],
            removals=[step.path.name for step in made],
        )
        if not names:
            _remove_folder(folder)
    moved = (FileMove(folder / old, folder / new) for old, new in names.items())
    now_is = "named" if names else "back" if remade else "gone"
    sentence = Sentence("library.renumbering-undone", now=now_is, name=quoted(folder.name))
    return FileChange(sentence, (*remade, *moved, *removed), state_dir, tuple(warnings), renumbered=folder)


def take_back_renumberings(state_dir: Path, *, now: datetime) -> tuple[str, ...]:
    """Take back what killed processes left half done, in any folder; return a sentence for each."""
    place = state_dir / _FOLDER
    try:
        notes = sorted(path for path in place.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return ()
    except OSError as error:
        unread = Sentence("library.unreadable", name=quoted(place), reason=reason_of(error))
        return (Sentence("library.order-unknown", sentence=unread),)
    sentences: list[str] = []
    for note in notes:
        plan = _read_note(note)
        if plan is None:
            continue
        try:
            with locked(_lock(state_dir, plan.folder), plan.folder, wait_seconds=0):
                if os.path.lexists(note):  # else the process that wrote it was still at work, and is done
                    sentences += _take_back(note, state_dir, now)
        except FileError:
            continue  # a running process is at work there
        except OSError as error:
            name, reason = quoted(plan.folder.name), reason_of(error)
            sentences.append(Sentence("library.not-in-order", name=name, reason=reason))
    return tuple(sentences)


def _remove_folder(folder: Path) -> None:
    """Remove a folder if nothing is in it."""
    remove_empty((folder,))
    sync_folder(folder.parent)


def _do(
    folder: Path,
    state_dir: Path,
    now: datetime,
    warnings: list[str],
    *,
    new: Sequence[NewFile] = (),
    moves: tuple[Move, ...] = (),
    removals: Sequence[str] = (),
    why: VersionReason = VersionReason.UNDONE,
) -> tuple[tuple[FileCreation, ...], tuple[FileRemoval, ...]]:
    """Make, move and remove files of a folder, in this order; what fails takes all back and raises FileError.

    `why` is the reason of the removals.
    """
    plan = Plan(folder, tuple((file.name, file.hash) for file in new), moves, tuple(removals))
    note = _note_of(state_dir, folder)
    _write_note(note, plan, state_dir)
    made: list[FileCreation] = []
    done: list[Move] = []
    removed: list[FileRemoval] = []
    try:
        for file in new:
            made.append(file.make(warnings))  # noqa: PERF401  those made before one fails must be known
        for move in moves:
            move_without_replacing(folder / move.old, folder / move.new)
            done.append(move)
            warnings += _follow(folder, move, state_dir, now)
        for name in removals:
            removed.append(remove_to_history(folder / name, why, state_dir, now, warnings))  # noqa: PERF401  as above
    except (FileError, OSError) as error:
        for removal in removed:
            with suppress(FileError):
                _from_history(removal, state_dir).make([])
        for move in reversed(done):
            with suppress(FileError, OSError):
                _move_back(folder, move, state_dir, now)
        for step in reversed(made):
            with suppress(OSError):
                step.path.unlink()
            remove_empty(step.folders)
        if _progress(plan) == 0:
            _drop(note)
        if isinstance(error, FileError):
            raise
        path = folder / moves[len(done)].old if len(done) < len(moves) else folder
        name, reason = quoted(path.name), reason_of(error)
        raise FileError(Sentence("library.not-renamed", name=name, reason=reason), path) from error
    sync_folder(folder)
    _drop(note)
    return tuple(made), tuple(removed)


def _move_back(folder: Path, move: Move, state_dir: Path, now: datetime) -> None:
    move_without_replacing(folder / move.new, folder / move.old)
    _follow(folder, Move(move.new, move.old), state_dir, now)


def _follow(folder: Path, move: Move, state_dir: Path, now: datetime) -> list[str]:
    """Let local history follow a move; return a sentence where it could not."""
    try:
        note_rename(state_dir, folder / move.old, folder / move.new, now=now)
    except FileError as error:
        return [error.sentence]
    return []


def _check(
    folder: Path, names: Mapping[str, str], made: list[FileCreation], removed: list[FileRemoval]
) -> None:
    """Raise FileError where something else is now in the way of undoing."""
    now_at = {old: new for new, old in names.items()}
    remade = {step.path.name for step in removed}
    for name in remade | set(names.values()) - set(names):
        check_free(folder / name)
    for name in set(names) - remade:
        check_there(folder / name)
    for step in made:
        check_unchanged(folder / now_at.get(step.path.name, step.path.name), step.hash)


def _from_history(step: FileRemoval, state_dir: Path) -> NewFile:
    path, link = step.path, step.link
    if link is not None:
        return NewFile(path.name, "", lambda _warnings: make_link(path, link))
    if step.version is None:
        raise FileError(Sentence("library.not-in-history", name=quoted(path.name)), path)
    return NewFile(path.name, step.version.hash, partial(make_file_from, path, step.version, state_dir))


def _lock(state_dir: Path, folder: Path) -> Path:
    """Return the lock of a folder's names; never one of those for single files, which are taken within it."""
    return state_dir / "locks" / f"folder-{_key(folder)[:2]}.lock"


def _note_of(state_dir: Path, folder: Path) -> Path:
    return state_dir / _FOLDER / f"{_key(folder)[:32]}.json"


def _key(folder: Path) -> str:
    return sha256(os.fsencode(os.path.realpath(folder))).hexdigest()


def _write_note(note: Path, plan: Plan, state_dir: Path) -> None:
    content = {
        "format": _FORMAT,
        "folder": os.path.realpath(plan.folder),
        "made": plan.made,
        "moves": plan.moves,
        "removed": plan.removed,
    }
    try:
        make_state_dir(state_dir, _FOLDER)
        replace_file(note, json.dumps(content).encode(), mode=0o600)
    except OSError as error:
        raise not_changed(plan.folder, error) from error


def _drop(note: Path) -> None:
    with suppress(OSError):  # what it says is done, which the next look at it finds
        note.unlink()
        sync_folder(note.parent)


def _read_note(note: Path) -> Plan | None:
    """Return what a note says; None for one that is damaged or of a newer version."""
    try:
        content = json.loads(read_file(note).data)
        if content["format"] != _FORMAT:
            return None
        made = tuple((str(name), str(hash_)) for name, hash_ in content["made"])
        moves = tuple(Move(str(old), str(new)) for old, new in content["moves"])
        plan = Plan(Path(content["folder"]), made, moves, tuple(map(str, content["removed"])))
    except (FileError, ValueError, KeyError, TypeError, RecursionError):
        return None
    names = {*(name for name, _ in made), *(name for move in moves for name in move), *plan.removed}
    return plan if all(name == Path(name).name for name in names) else None


def _take_back(note: Path, state_dir: Path, now: datetime) -> tuple[str, ...]:
    """Take back what a note says that was begun; return a sentence about it. The caller has the lock."""
    plan = _read_note(note)
    if plan is None:
        return ()
    name = quoted(plan.folder.name)
    done = _progress(plan)
    if done is None:
        _drop(note)
        return (Sentence("library.renaming-ended", name=name),)
    if plan.removed and not plan.moves and not plan.made:
        return _restore_removed(plan, note, state_dir)
    are_there = [os.path.lexists(plan.folder / made) for made, _ in plan.made]
    is_complete = all(are_there)
    if plan.moves:
        is_left = any(os.path.lexists(plan.folder / removed) for removed in plan.removed)
        is_complete = done == len(plan.moves) and not is_left
    if is_complete or not (done or any(are_there)):
        _drop(note)
        return ()
    for move in reversed(plan.moves[:done]):
        _move_back(plan.folder, move, state_dir, now)
    for made, hash_ in plan.made:
        path = plan.folder / made
        with suppress(FileError):  # it stays, as a message behind the others
            if os.path.lexists(path) and read_file(path).stamp.hash == hash_:
                remove_to_history(path, VersionReason.UNDONE, state_dir, now, [])
    if not plan.moves:
        remove_empty((plan.folder,))
    sync_folder(plan.folder)
    _drop(note)
    return (Sentence("library.change-taken-back", name=name),)


def _restore_removed(plan: Plan, note: Path, state_dir: Path) -> tuple[str, ...]:
    """Make the files again that a killed process removed, unless it removed all; return a sentence."""
    missing = [name for name in plan.removed if not os.path.lexists(plan.folder / name)]
    is_cut_short = 0 < len(missing) < len(plan.removed)
    for name in missing if is_cut_short else ():
        version = next(iter(versions_of(state_dir, plan.folder / name)), None)
        if version is not None:
            make_file_from(plan.folder / name, version, state_dir, [])
    if missing and not is_cut_short:
        _remove_folder(plan.folder)
    _drop(note)
    sentence = Sentence("library.deleting-taken-back", name=quoted(plan.folder.name))
    return (sentence,) if is_cut_short else ()


def _progress(plan: Plan) -> int | None:
    """Return how many moves of a plan are done, by the names that are there; None where others changed them.

    A move that is half done, so that a file has both names, is completed or begun again first.
    """
    folder, moves = plan.folder, plan.moves
    involved = {name for move in moves for name in move}
    there = {name for name in involved if os.path.lexists(folder / name)}
    before: set[str] = set()  # the names that files have before the moves
    came: set[str] = set()
    for move in moves:
        if move.old not in came:
            before.add(move.old)
        came.discard(move.old)
        came.add(move.new)
    missing = {name for name, _ in plan.made} & before
    if there == before - missing:
        return 0
    states = [before]
    for move in moves:
        states.append(states[-1] - {move.old} | {move.new})
    if there in (states[-1], states[-1] - set(plan.removed)):
        return len(moves)
    if there in states:
        return states.index(there)
    for is_same in (_is_one_file, _has_same_bytes):
        for number, move in enumerate(moves):
            if there == states[number] | {move.new} and is_same(folder / move.old, folder / move.new):
                (folder / move.new).unlink()
                return number
    return None


def _is_one_file(old: Path, new: Path) -> bool:
    return os.path.samestat(old.lstat(), new.lstat())


def _has_same_bytes(old: Path, new: Path) -> bool:
    with suppress(FileError):
        return read_file(old).data == read_file(new).data
    return False
