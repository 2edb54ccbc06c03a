"""The journal on a disk that fails: typing goes on, it is said once, and all is kept as soon as it can be."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest
from journals import LIBRARY, NOW, PATIENCE, document, insert, only_content, open_one, taken, texts_of
from windows_rules import follow_windows_rules

from editor_app.library.files.temporaries import try_lock
from editor_app.library.journal import journal_file
from editor_app.library.journal.journal_file import JournalFile
from editor_app.library.journal.taking import take_journals
from editor_app.library.journal.writing import JournalWriter

FULL = "the disk is full. Free some space and try again"
FAULTY = "the disk reported a fault. Check the disk and try again"


class FailingCall:
    """Lets a system call fail, and counts how often it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, error: int) -> None:
        self.hits = 0
        self.is_repeated = Event()

        def fail(*_given: object) -> object:
            self.hits += 1
            if self.hits > 2:
                self.is_repeated.set()
            raise OSError(error, os.strerror(error))

        monkeypatch.setattr(os, name, fail)


def typed(writer: JournalWriter, text: str, at: int = 0) -> None:
    for number, character in enumerate(text, at):
        writer.edited(1, insert(number, character), joins=True)


@pytest.mark.parametrize("call", ["write", "fdatasync"])
@pytest.mark.parametrize(("error", "sentence"), [(errno.ENOSPC, FULL), (errno.EIO, FAULTY)])
def test_a_failing_disk_is_said_once_and_all_is_there_when_it_works_again(
    state: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int, sentence: str
):
    said: list[str] = []
    writer = open_one(state, on_trouble=said.append)
    writer.begin(document(1))
    typed(writer, "before")
    assert writer.flush(PATIENCE)
    shutil.copy(writer.path, state / "copy")
    fault = FailingCall(monkeypatch, call, error)
    for number, text in enumerate(("one", "two", "six")):
        typed(writer, text, 6 + 3 * number)
        assert not writer.flush(PATIENCE), "never said to be on the disk"
        assert fault.hits > number, "the control: it really failed"
    assert said == [sentence]
    copied = writer.path.read_bytes()
    assert copied.startswith((state / "copy").read_bytes()), "what was on the disk stays there"
    monkeypatch.undo()
    assert writer.flush(PATIENCE), "without any more typing"
    assert said == [sentence, ""]
    typed(writer, "!", 15)
    writer.close(is_clean=False)
    content = only_content(state)
    assert texts_of(content) == {1: "beforeonetwosix!"}
    assert os.listdir(writer.path.parent) == [writer.path.name], "no temporary file is left"


@pytest.mark.usefixtures("each_system")
def test_a_journal_stays_locked_where_it_cannot_be_written_anew(state: Path, monkeypatch: pytest.MonkeyPatch):
    file = JournalFile(state, NOW)
    file.write_anew([])
    writer = open_one(state)
    for number in (1, 2):
        writer.begin(document(number, "base"))
    writer.close(is_clean=False)
    (found,), _ = take_journals(state, LIBRARY)
    FailingCall(monkeypatch, "write", errno.ENOSPC)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        file.write_anew([])
    found.keep_only(found.content.texts[1:])
    for path in (file.path, found.path):
        descriptor = os.open(path, os.O_RDWR)
        assert not try_lock(descriptor)
        os.close(descriptor)
    assert file.can_append
    assert found.is_had
    file.close()
    found.release()


def test_a_journal_whose_name_the_disk_does_not_tell_is_not_had_and_stays(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    file = JournalFile(state, NOW)
    file.write_anew([])
    writer = open_one(state)
    writer.begin(document(1, "base"))
    writer.close(is_clean=False)

    real_lstat = Path.lstat

    def failing(self: Path) -> os.stat_result:
        if self in (file.path, writer.path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real_lstat(self)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", failing)
        assert not file.can_append
        assert take_journals(state, LIBRARY) == ((), ())
    assert file.can_append  # the control
    (found,), sentences = take_journals(state, LIBRARY)
    assert (found.path, sentences) == (writer.path, ())
    found.release()
    file.close()


def test_a_journal_that_another_process_locks_first_on_windows_is_not_had(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    follow_windows_rules(monkeypatch)
    file = JournalFile(state, NOW)
    with monkeypatch.context() as patch:
        patch.setattr(journal_file, "try_lock", lambda _descriptor: False)
        with pytest.raises(BlockingIOError):
            file.write_anew([])
    assert not file.can_append
    file.write_anew([])
    assert file.can_append
    file.close()


def test_a_disk_that_works_again_is_noticed_without_any_key(state: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("editor_app.library.journal.writing.RETRY_SECONDS", 0.01)
    told: Queue[str] = Queue()
    writer = open_one(state, on_trouble=told.put)
    writer.begin(document(1))
    fault = FailingCall(monkeypatch, "write", errno.ENOSPC)
    typed(writer, "x")
    assert fault.is_repeated.wait(PATIENCE), "it tries again by itself"
    monkeypatch.undo()
    assert [told.get(timeout=PATIENCE) for _ in range(2)] == [FULL, ""]
    writer.forget()
    assert texts_of(only_content(state)) == {1: "x"}


def test_a_short_write_leaves_no_half_record(state: Path, monkeypatch: pytest.MonkeyPatch):
    writer = open_one(state)
    writer.begin(document(1))
    assert writer.flush(PATIENCE)
    size = writer.path.stat().st_size
    real, written = os.write, []

    def short(descriptor: int, data: bytes) -> int:
        written.append(len(data))
        if len(written) % 5 == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[:10])

    monkeypatch.setattr(os, "write", short)
    typed(writer, "abc")
    assert not writer.flush(PATIENCE)
    assert writer.path.stat().st_size == size
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:7]))
    assert writer.flush(PATIENCE), "slowly, but whole"
    writer.close(is_clean=False)
    content = only_content(state)
    assert (texts_of(content), content.sentences) == ({1: "abc"}, ())


def test_a_disk_that_takes_nothing_at_all_is_no_endless_loop(state: Path, monkeypatch: pytest.MonkeyPatch):
    said: list[str] = []
    writer = open_one(state, on_trouble=said.append)
    monkeypatch.setattr(os, "write", lambda _descriptor, _data: 0)
    writer.begin(document(1))
    assert not writer.flush(PATIENCE)
    assert said == [FAULTY]
    monkeypatch.undo()
    writer.close(is_clean=True)
    assert only_content(state).is_clean


def test_a_disk_that_hangs_is_waited_for_only_once_at_the_end(state: Path, monkeypatch: pytest.MonkeyPatch):
    answers, sync = Event(), os.fdatasync
    writer = open_one(state)
    assert writer.flush(PATIENCE)
    assert writer.seconds_at_work == 0.0

    def hang(descriptor: int) -> None:
        answers.wait()
        sync(descriptor)

    waited: list[float] = []
    join = Thread.join

    def note(thread: Thread, timeout: float | None = None) -> None:
        waited.append(PATIENCE if timeout is None else timeout)
        join(thread, timeout)

    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", hang)
            patch.setattr(Thread, "join", note)
            patch.setattr("editor_app.library.journal.writing.CLOSE_SECONDS", 0.3)
            writer.begin(document(1))
            writer.close(is_clean=True)
            assert waited == [0.0], "the time was over"
            assert writer.seconds_at_work > 0.0
    finally:
        answers.set()


def test_much_typed_on_a_full_disk_is_not_kept_twice(state: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("editor_app.library.journal.writing.MOST_WAITING_BYTES", 1000)
    writer = open_one(state)
    writer.begin(document(1))
    assert writer.flush(PATIENCE)
    FailingCall(monkeypatch, "write", errno.ENOSPC)
    for number in range(40):
        writer.edited(1, insert(number * 100, "x" * 100))
        assert not writer.flush(PATIENCE)
    monkeypatch.undo()
    writer.close(is_clean=False)
    [text] = only_content(state).texts
    assert text.text == "x" * 4000
    assert len(text.steps) == 40


@pytest.mark.parametrize("is_with_folder", [False, True])
def test_a_journal_that_somebody_deletes_is_written_again(state: Path, is_with_folder: bool):
    writer = open_one(state)
    writer.begin(document(1, "base"))
    typed(writer, "one")
    assert writer.flush(PATIENCE)
    if is_with_folder:
        shutil.rmtree(state)
    else:
        writer.path.unlink()
    typed(writer, "two", 3)
    assert writer.flush(PATIENCE)
    with taken(state) as (found, _):
        assert found == (), "and locked"
    writer.close(is_clean=False)
    assert texts_of(only_content(state)) == {1: "onetwobase"}


def test_without_a_possible_folder_it_is_said_at_once_and_tried_again(tmp_path: Path):
    state = tmp_path / "state"
    state.write_text("a file in the place of the folder")
    said: list[str] = []
    writer = open_one(state, on_trouble=said.append)
    assert len(said) == 1
    assert said[0].endswith("something on the way to it is a file, not a folder")
    writer.begin(document(1))
    typed(writer, "kept")
    assert not writer.flush(PATIENCE)
    assert len(said) == 1, "once"
    state.unlink()
    assert writer.flush(PATIENCE)
    assert said[1:] == [""]
    writer.close(is_clean=False)
    assert texts_of(only_content(state)) == {1: "kept"}


CHILD = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from journals import *
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
writer = open_one(Path(sys.argv[1]), on_trouble=lambda sentence: print(repr(sentence), flush=True))
writer.begin(document(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (600, resource.RLIM_INFINITY))
promised = number = 0
while number < 500:
    writer.edited(1, insert(number, "x"))
    number += 1
    if not writer.flush(PATIENCE):
        break
    promised = number
print(promised, writer.path.stat().st_size, flush=True)
sys.stdin.readline()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(writer.flush(PATIENCE), number, flush=True)
sys.stdin.readline()
"""


def test_a_file_that_may_not_grow_has_all_that_was_promised_and_then_the_rest(state: Path):
    """With the system's own limit of a file's size, which like a full disk lets a part of a write through."""
    command = [sys.executable, "-c", CHILD, os.fspath(state), os.fspath(Path(__file__).parent)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    assert "larger than a file may be" in child.stdout.readline()
    promised, size = map(int, child.stdout.readline().split())
    [path] = (state / "journals").rglob("*.journal")
    assert path.stat().st_size == size <= 600
    copy = state / "copy"
    shutil.copy(path, copy)
    child.stdin.write("go on\n")
    child.stdin.flush()
    assert child.stdout.readline() == "''\n"
    fulfilled, number = child.stdout.readline().split()
    assert fulfilled == "True"
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert texts_of(only_content(state)) == {1: "x" * int(number)}
    shutil.copy(copy, path)
    content = only_content(state)
    assert (texts_of(content), content.sentences) == ({1: "x" * promised}, ())


def test_a_mistake_in_what_is_given_or_told_does_not_end_the_journal(state: Path):
    def fails(_sentence: str) -> None:
        raise RuntimeError

    writer = open_one(state, on_trouble=fails)
    writer.begin(document(1))
    writer.edited(1, [object()])  # type: ignore[list-item]
    writer.edited(1, insert(0, "later"))
    assert not writer.flush(PATIENCE), "the text behind the mistake could not be read"
    writer.begin(document(1, "base"))
    writer.edited(1, insert(0, "new "))
    writer.close(is_clean=False)
    assert texts_of(only_content(state)) == {1: "new base"}
