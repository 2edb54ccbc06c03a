"""Two processes that save one file or renumber one chat, ten that start after a crash, a clock that jumps."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from counting import Counts
from places import NOW, OLD, Scene
from trees import remove_tree

from editor_app.chats.chat import read_chat
from editor_app.chats.operations import move_message
from editor_app.library.files.reading import ChangedOnDisk, FileError, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.history.history import keep_version, read_version, versions_of
from editor_app.library.history.pruning import prune_versions
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.journal.records import JournalDocument
from editor_app.library.journal.taking import take_journals
from editor_app.library.journal.writing import open_journal
from editor_app.text import Edit, Span, TextFormat

_SAVES = 40
_TRIES = 50
_STARTS = 10
_MESSAGES = 8


def two_processes(folder: Path) -> Counts:
    """Let two processes save one file in turn and at once: nothing that either was told is lost or torn."""
    scene = _scene(folder)
    path = scene.library / "shared.md"
    path.write_bytes(OLD)
    told = _in_processes(2, lambda number, say: _save_often(scene, path, number, say))
    counts = Counts(points=2 * _SAVES)
    saved = {line.encode() for line in told}
    now = path.read_bytes()
    kept = {read_version(scene.state, version) for version in versions_of(scene.state, path)}
    if now not in saved:
        counts.count("torn", f"two processes: the file holds {now[:40]!r}")
    for text in saved - kept - {now}:
        counts.count("lost", f"two processes: {text!r} was saved and is nowhere")
    if OLD not in kept:
        counts.count("history", "two processes: what was there first is nowhere")
    remove_tree(scene.root)
    return counts


def two_careless_processes(folder: Path) -> Counts:
    """Let two processes write one file as it comes: the control."""
    scene = _scene(folder)
    path = scene.library / "shared.md"

    def write(number: int, say: Callable[[str], None]) -> None:
        for turn in range(_SAVES):
            text = f"text {turn} of process {number}"
            path.write_text(text)
            say(text)

    told = _in_processes(2, write)
    counts = Counts(points=2 * _SAVES)
    for text in set(told) - {path.read_text()}:
        counts.count("lost", f"two careless processes: {text} is nowhere")
    remove_tree(scene.root)
    return counts


def two_renumber(folder: Path) -> Counts:
    """Let two processes move messages of one chat: each message stays, once, and the numbers are whole."""

    def move(chat: Path, state: Path, chance: random.Random) -> bool:
        try:
            moved = chance.sample(range(_MESSAGES), 2)
            move_message(read_chat(chat), *moved, state_dir=state, now=NOW)
        except (FileError, IndexError):
            return False  # the other one was faster: look again
        return True

    return _renumber(folder, "two processes renumber one chat", move)


def two_careless_renumber(folder: Path) -> Counts:
    """Let two processes move messages of one chat with plain renames and no lock: the control."""

    def move(chat: Path, _state: Path, chance: random.Random) -> bool:
        old, new = (chat / f"{number + 1}.md" for number in chance.sample(range(_MESSAGES), 2))
        free = chat / "9.md"
        try:
            old.rename(free)
            new.rename(old)
            free.rename(new)
        except FileNotFoundError:
            return False
        return True

    what = "two processes rename the messages of one chat"
    for _ in range(_TRIES):  # on a busy machine one may be through before the other begins
        counts = _renumber(folder, what, move, 10 * _SAVES)
        if counts.lost:
            break
    return counts


def _renumber(
    folder: Path, what: str, move: Callable[[Path, Path, random.Random], bool], moves: int = _SAVES
) -> Counts:
    scene = _scene(folder)
    chat = scene.library / "chats" / "talk"
    chat.mkdir(parents=True)
    texts = [f"; role: user\n\n\nmessage {number}" for number in range(_MESSAGES)]
    for number, text in enumerate(texts, 1):
        (chat / f"{number}.md").write_text(text)

    def work(number: int, say: Callable[[str], None]) -> None:
        chance = random.Random(number)
        done = 0
        for _ in range(10 * moves):
            if done < moves and move(chat, scene.state, chance):
                done += 1
                say(f"process {number} moved a message")

    told = _in_processes(2, work)
    counts = Counts(points=len(told))
    found = sorted(path.read_text() for path in chat.iterdir())
    names = sorted(path.name for path in chat.iterdir())
    for text in texts:
        if found.count(text) != 1:
            counts.count("lost", f"{what}: {text!r} is there {found.count(text)} times")
    if names != [f"{number}.md" for number in range(1, _MESSAGES + 1)]:
        counts.count("torn", f"{what}: the names are {names}")
    remove_tree(scene.root)
    return counts


def ten_starts(folder: Path) -> Counts:
    """Let ten processes start at once after a crash: one of them gets the texts, and each text is got."""
    scene = _scene(folder)
    for number in range(3):
        writer = open_journal(
            scene.state, scene.library, now=NOW, clock=lambda: NOW, on_trouble=lambda _said: None
        )
        writer.begin(JournalDocument(1, None, f"text {number}", "", None, TextFormat()))
        writer.edited(1, [Edit(Span(0, 0), "typed")])
        writer.close(is_clean=False)
    told = _in_processes(_STARTS, lambda _number, say: _take_over(scene, say))
    counts = Counts(points=_STARTS)
    for number in range(3):
        times = told.count(f"text {number}: typed")
        if times != 1:
            counts.count("lost" if times == 0 else "torn", f"ten starts: text {number} was got {times} times")
    remove_tree(scene.root)
    return counts


def clock_set_back(folder: Path) -> Counts:
    """Save, edit and prune while the clock jumps back by years and forth: no version and no text goes."""
    scene = _scene(folder)
    path = scene.library / "a.md"
    path.write_bytes(OLD)
    counts = Counts()
    known = {OLD}
    for days in (0, -400, -399, 3, -4000, 1):
        now = NOW + timedelta(days=days)
        text = f"saved {days} days from now".encode()
        try:
            save_file(path, text, expected=read_file(path).stamp, state_dir=scene.state, now=now)
        except FileError as error:
            counts.count("false_unsaved", f"clock set back: {error.sentence}")
        keep_version(scene.state, path, text, VersionReason.RELOADED, now=now)
        known.add(text)
        writer = open_journal(
            scene.state, scene.library, now=now, clock=lambda at=now: at, on_trouble=lambda _said: None
        )
        writer.begin(JournalDocument(1, path, path.name, "", None, TextFormat()))
        writer.edited(1, [Edit(Span(0, 0), f"typed {days}")])
        writer.close(is_clean=False)
        counts.points += 1
        journals, _ = take_journals(scene.state, scene.library)
        if not journals or journals[0].content.texts[0].text != f"typed {days}":
            counts.count("lost", f"clock set back by {days} days: the last text is not the newest")
        for journal in journals:
            journal.release()
    kept = {read_version(scene.state, version) for version in versions_of(scene.state, path)}
    for text in known - kept - {path.read_bytes()}:
        counts.count("history", f"clock set back: {text!r} is nowhere")
    remove_tree(scene.root)
    return counts


def clock_jumps_ahead(folder: Path) -> Counts:
    """Save and keep versions while the clock jumps ahead by 400 days and comes back: none of them goes."""
    scene, known = _saved_as_the_clock_goes(folder, (0, 1, 400, 400.1, 2, 3))
    return _lost_history(scene, known, "the clock jumps ahead", points=len(known))


def pruned_by_a_wrong_clock(folder: Path) -> Counts:
    """Prune by a clock that has jumped ahead by 400 days: the control."""
    scene, known = _saved_as_the_clock_goes(folder, (0, 1))
    history = scene.state / "history"
    oldest = (NOW + timedelta(days=310)).timestamp()
    prune_versions(history, oldest, 1 << 30, 1_000)
    return _lost_history(scene, known, "pruned by a wrong clock", points=1)


def _saved_as_the_clock_goes(folder: Path, days: Sequence[float]) -> tuple[Scene, set[bytes]]:
    """Save a file at each of these times, in days from now; return the texts that it had."""
    scene = _scene(folder)
    path = scene.library / "a.md"
    path.write_bytes(OLD)
    known = {OLD}
    for day in days:
        now, text = NOW + timedelta(days=day), f"saved {day} days from now".encode()
        save_file(path, text, expected=read_file(path).stamp, state_dir=scene.state, now=now)
        known.add(text)
    return scene, known


def _lost_history(scene: Scene, known: set[bytes], what: str, *, points: int) -> Counts:
    path = scene.library / "a.md"
    counts = Counts(points=points)
    kept = {read_version(scene.state, version) for version in versions_of(scene.state, path)}
    for text in known - kept - {path.read_bytes()}:
        counts.count("history", f"{what}: {text!r} is nowhere")
    remove_tree(scene.root)
    return counts


def _scene(folder: Path) -> Scene:
    scene = Scene(folder / "together")
    remove_tree(scene.root)
    scene.library.mkdir(parents=True)
    return scene


def _save_often(scene: Scene, path: Path, number: int, say: Callable[[str], None]) -> None:
    for turn in range(_SAVES):
        text = f"text {turn} of process {number}"
        while True:
            try:
                stamp = read_file(path).stamp
                save_file(path, text.encode(), expected=stamp, state_dir=scene.state, now=NOW)
            except ChangedOnDisk:
                continue  # the other one was faster: look again
            say(text)
            break


def _take_over(scene: Scene, say: Callable[[str], None]) -> None:
    journals, _ = take_journals(scene.state, scene.library)
    for journal in journals:
        for text in journal.content.texts:
            say(f"{text.document.name}: {text.text}")
        journal.remove()


def _in_processes(count: int, work: Callable[[int, Callable[[str], None]], None]) -> list[str]:
    """Run `work` in processes that begin at the same moment; return the lines that they say."""
    gate, opener = os.pipe()
    reading, writing = os.pipe()
    processes = []
    for number in range(count):
        process = os.fork()
        if process == 0:
            try:
                os.close(opener)
                os.read(gate, 1)  # returns when the gate is opened
                work(number, lambda line: os.write(writing, line.encode() + b"\n") and None)
            finally:
                os._exit(0)
        processes.append(process)
    os.close(writing)
    os.close(gate)
    os.close(opener)
    with os.fdopen(reading, "rb") as lines:
        said = [line.decode().rstrip("\n") for line in lines]
    for process in processes:
        os.waitpid(process, 0)
    return said
