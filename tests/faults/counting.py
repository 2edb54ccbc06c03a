"""What a fault may do to the disk, and counting what it did beyond that.

An operation leads through states of the disk, one for each step that it acknowledges. After a fault each
file must be as in the state last acknowledged or, while the next step is under way, as in the one after it.
No content of an earlier state may be gone: it is in a file or in local history.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

from places import NOW, Place, Scene
from tracing import NOBODY, Outcome
from trees import contents_of

from editor_app.library.files.reading import FileError, content_hash
from editor_app.library.files.renumbering import take_back_renumberings
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.files.temporaries import sweep_folder, sweep_state, sweep_temporaries
from editor_app.library.folders import open_library
from editor_app.library.history.history import read_version, versions_of
from editor_app.library.history.version_lists import read_list
from editor_app.library.journal.journal_file import journal_folder
from editor_app.library.journal.taking import take_journals
from editor_app.library.listing import scan_library
from editor_app.library.settings.trial_values import trial_values_dir
from editor_app.library.trust.trust import read_store

State = Mapping[str, bytes]
FindUnsaved = Callable[[Scene], State]
WATCHED = ("library", "config", "state/trial-values")
UNSAVED = "unsaved text of "
TRUSTED = "trust in "
_AGAIN = b"saved again after the fault\n"
_MOST_DETAILS = 8
_TOLD = ("could not be kept", "could not be read")  # warnings that an operation did less than it does else


@dataclass(slots=True)
class Counts:
    """What a row of the table says."""

    points: int = 0
    torn: int = 0
    lost: int = 0
    false_saved: int = 0
    false_unsaved: int = 0
    history: int = 0
    temporaries: int = 0
    raised: int = 0
    largest_ms: float = 0.0
    with_disk_ms: float = 0.0
    """The largest with the time that the disk took to sync, which no program can help."""
    details: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Take the counts of another row into this one."""
        for one in fields(self):
            if one.name.endswith("_ms"):
                setattr(self, one.name, max(getattr(self, one.name), getattr(other, one.name)))
            else:
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def count(self, counter: str, detail: str) -> None:
        """Count one fault that was seen."""
        setattr(self, counter, getattr(self, counter) + 1)
        if len(self.details) < _MOST_DETAILS:
            self.details.append(f"{counter}: {detail}")

    def faults(self) -> int:
        """Return how much is not as it should be."""
        return (
            self.torn
            + self.lost
            + self.false_saved
            + self.false_unsaved
            + self.history
            + self.temporaries
            + self.raised
        )


@dataclass(frozen=True, slots=True)
class Promise:
    """What is promised of an operation in a place: its states, and the history that was there before."""

    place: Place
    states: Sequence[State]
    history: frozenset[str]
    between: State = field(default_factory=dict)
    """What files may hold while a step is under way, besides what they hold before and after it."""
    reachable: frozenset[str] = frozenset()
    """Of the history, the versions that a user finds under the file's name, before or after."""
    may_do_nothing: bool = False
    may_run_ahead: bool = False
    unsaved: FindUnsaved | None = None


def state_of(scene: Scene, unsaved: FindUnsaved | None = None) -> dict[str, bytes]:
    """Return what is to be looked at: the files of the library, and those that settings and values are in.

    `unsaved` returns the texts that are in no file, by default those that the journals hold.
    """
    found = dict((unsaved or _unsaved_texts)(scene))
    for name in WATCHED:
        for path, content in contents_of(scene.root / name).items():
            if not path.endswith(".lock"):
                found[f"{name}/{path}"] = content
    for entry in read_store(scene.state).entries:
        allowed = sorted(map(str, entry.allowed_files))
        found[f"{TRUSTED}{entry.path}"] = "\n".join(allowed).encode()
    return found


def _unsaved_texts(scene: Scene) -> dict[str, bytes]:
    """Return the texts that journals have; of one in several the longest, since texts only grow here."""
    found: dict[str, bytes] = {}
    journals, _ = take_journals(scene.state, scene.library)
    for journal in journals:
        for text in journal.content.texts:
            name = f"{UNSAVED}{text.document.name}"
            found[name] = max(found.get(name, b""), text.text.encode(), key=len)
        journal.release()
    return found


def history_of(scene: Scene) -> frozenset[str]:
    """Return the hashes of all versions that local history lists and can give back."""
    lists = scene.state / "history" / "files"
    found = set()
    if lists.is_dir():
        for path in sorted(lists.glob("*.jsonl")):
            for version in read_list(path).versions:
                try:
                    read_version(scene.state, version)
                except FileError:
                    continue
                found.add(version.hash)
    return frozenset(found)


def versions_found(scene: Scene, paths: Iterable[Path]) -> frozenset[str]:
    """Return the hashes of the versions that are found under any of these names."""
    return frozenset(version.hash for path in paths for version in versions_of(scene.state, path))


def start_again(scene: Scene) -> None:
    """Do what the next start of the program does with what a killed process left."""
    take_back_renumberings(scene.state, now=NOW)
    if scene.library.is_dir():
        sweep_temporaries(scan_library(open_library(scene.library)[0]).temporaries)
    sweep_folder(scene.config)
    sweep_folder(trial_values_dir(scene.state, scene.library))
    sweep_folder(journal_folder(scene.state, scene.library))
    sweep_state(scene.state)


@contextmanager
def _as_user(place: Place) -> Iterator[None]:
    """Have the rights that the program had in this place."""
    was = os.geteuid()
    if place.gives_up_root and was == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


def judge(scene: Scene, promise: Promise, outcome: Outcome, counts: Counts, what: str) -> None:
    """Count what is wrong after a run with a fault."""
    counts.points += 1
    if outcome.ended_by:
        counts.count("raised", f"{what}: ended by signal {outcome.ended_by}")
    if outcome.raised():
        counts.count("raised", f"{what}: {outcome.raised()}")
    judge_disk(scene, promise, outcome.done(), counts, what, said=outcome)


def judge_disk(
    scene: Scene,
    promise: Promise,
    done: int,
    counts: Counts,
    what: str,
    *,
    said: Outcome | None = None,
) -> None:
    """Count what is wrong on the disk after `done` acknowledged steps."""
    if promise.may_do_nothing:
        done = 0
    is_refused = said is not None and said.refusal() is not None
    is_whole = (is_refused or done == len(promise.states) - 1) and not promise.may_do_nothing
    with _as_user(promise.place):
        start_again(scene)
    found = state_of(scene, promise.unsaved)
    _judge_files(promise, found, done, counts, what, is_whole=is_whole, said=said)
    warnings = "" if said is None else said.warnings()
    kept = history_of(scene)
    if promise.history - kept:
        counts.count("history", f"{what}: {len(promise.history - kept)} versions")
    names = {name for state in promise.states for name in state if name.startswith("library/")}
    lost = promise.reachable - versions_found(scene, (scene.root / name for name in sorted(names)))
    if lost:
        counts.count("history", f"{what}: {len(lost)} versions are found under no name")
    _judge_contents(promise, found, kept, done, counts, what, warnings)
    _judge_left(scene, counts, what)
    _save_again(scene, promise, found, counts, what)


def _judge_files(
    promise: Promise,
    found: State,
    done: int,
    counts: Counts,
    what: str,
    *,
    is_whole: bool,
    said: Outcome | None,
) -> None:
    states = promise.states
    allowed = [states[done]] if is_whole else states[done : done + 2]
    if promise.may_run_ahead:
        allowed = states[done:]
    known = set().union(*states)
    for name in sorted(known | set(found)):
        content = found.get(name)
        if any(content == state.get(name) for state in allowed) or ".foreword-" in name:
            continue  # temporary files are counted among what is left
        is_told = said is not None and "could not be read" in said.warnings()
        if (is_told or not is_whole) and content is not None and content == promise.between.get(name):
            continue
        if name not in known:
            counts.count("temporaries", f"{what}: {name}")
        elif content is not None and all(content != state.get(name) for state in states):
            counts.count("torn", f"{what}: {name} holds {content[:40]!r}")
            if said is not None and said.done() and not said.is_killed:
                counts.count("false_saved", f"{what}: {name}")
        elif said is not None and said.refusal() is not None:
            counts.count("false_unsaved", f"{what}: {name} holds {content and content[:40]!r}")
        elif said is not None and not said.is_killed:
            counts.count("false_saved", f"{what}: {name} holds {content and content[:40]!r}")
        else:
            counts.count("lost", f"{what}: {name} holds {content and content[:40]!r}")


def _judge_contents(
    promise: Promise, found: State, kept: frozenset[str], done: int, counts: Counts, what: str, warnings: str
) -> None:
    """Count contents that were there, and are now neither in a file nor in local history."""
    if not promise.place.has_history or any(words in warnings for words in _TOLD):
        return
    now = set(found.values())
    for state in promise.states[: done + 1]:
        for name, content in state.items():
            is_link = content.startswith(b"-> ")
            if not name.startswith("library/") or is_link or content in now:
                continue
            if content_hash(content) not in kept:
                counts.count("history", f"{what}: what {name} held, {content[:40]!r}, is nowhere")


def _judge_left(scene: Scene, counts: Counts, what: str) -> None:
    left = [path for path in scene.root.rglob(".foreword-*") if path.name.endswith(".tmp")]
    for path in left:
        counts.count("temporaries", f"{what}: {path.relative_to(scene.root)}")


def _save_again(scene: Scene, promise: Promise, found: State, counts: Counts, what: str) -> None:
    """Count a file that cannot be saved any more, or whose text of now would be lost by it."""
    if not promise.place.can_save:
        return
    for name in sorted(found):
        path = scene.root / name
        if not name.startswith("library/") or path.is_symlink() or name not in promise.states[0]:
            continue
        try:
            saved = save_file(path, _AGAIN, expected=stamp_now(path), state_dir=scene.state, now=NOW)
        except FileError as error:
            counts.count("false_unsaved", f"{what}: then {name} was not saved: {error.sentence}")
            continue
        if path.read_bytes() != _AGAIN:
            counts.count("false_saved", f"{what}: then {name} was saved and holds something else")
        is_kept = content_hash(found[name]) in history_of(scene)
        if promise.place.has_history and not is_kept:
            counts.count("history", f"{what}: then saving {name} lost its text: {saved.warnings}")
        return


def sole_path(scene: Scene, path: Path) -> str:
    """Return a path as states name it."""
    return str(path.relative_to(scene.root))
