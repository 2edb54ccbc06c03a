import errno
import os
import socket
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.library.files.reading import (
    ChangedOnDisk,
    FileError,
    content_hash,
    quoted,
    read_file,
    read_file_head,
    reason_of,
    shown,
)


def test_a_file_is_read_with_its_stamp(tmp_path: Path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\0\xff")
    content = read_file(path)
    status = path.stat()
    assert content.data == b"\xef\xbb\xbfa\r\nb\0\xff"
    stamp = content.stamp
    assert (stamp.mark.size, stamp.mark.mtime_ns, stamp.mark.inode, stamp.mark.device) == (
        9,
        status.st_mtime_ns,
        status.st_ino,
        status.st_dev,
    )
    assert stamp.hash == content_hash(content.data)
    assert read_file(path) == content


def test_a_link_is_read_through(tmp_path: Path):
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "link.md").symlink_to("a.md")
    assert read_file(tmp_path / "link.md") == read_file(tmp_path / "a.md")


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.fspath(path))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (make_fifo, "is a named pipe"),
        (make_socket, "is a socket"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device"),
        (lambda path: path.symlink_to("missing"), "not there"),
        (lambda path: path.symlink_to(path), "leads back to itself"),
        (lambda _path: None, "not there"),
    ],
)
@pytest.mark.timeout(20)
def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path, make, words: str):
    path = tmp_path / "it.md"
    make(path)
    with pytest.raises(FileError, match=words) as caught:
        read_file(path)
    assert caught.value.path == path
    assert caught.value.sentence.startswith("‘it.md’ ")
    with pytest.raises(OSError):  # noqa: PT011  whatever the system says of each
        read_file_head(path, 10)


def test_the_control_a_plain_open_waits_for_a_pipe(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    opened = threading.Event()

    def wait() -> None:
        with path.open("rb"):
            opened.set()

    reader = threading.Thread(target=wait)
    reader.start()
    while not (writer := opened_for_writing(path)):  # as long as nobody waits to read
        assert not opened.is_set()
        os.sched_yield()
    reader.join()
    os.close(writer)
    assert opened.is_set()


def opened_for_writing(pipe: Path) -> int:
    """Open a pipe that somebody opens for reading; 0 if nobody does."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return 0


@pytest.mark.parametrize("path", [Path("a\0b.md"), Path("folder\0/b.md")])
def test_a_nul_in_a_name_is_refused(path: Path):
    with pytest.raises(FileError, match="NUL character") as caught:
        read_file(path)
    assert "\0" not in caught.value.sentence


def test_a_name_that_is_not_utf8_is_refused(tmp_path: Path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))
    path.write_text("x")
    with pytest.raises(FileError, match="not UTF-8") as caught:
        read_file(path)
    assert caught.value.sentence.encode()


def test_a_file_too_large_is_refused_without_being_read_whole(tmp_path: Path):
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # no disk space is taken
    with pytest.raises(FileError, match="larger than 64 MB"):
        read_file(path)
    path.write_bytes(b"123456")
    with pytest.raises(FileError, match="larger than 5 bytes"):
        read_file(path, 5)
    assert read_file(path, 6).data == b"123456"


def test_of_a_file_too_large_no_byte_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    read, pieces = os.read, []
    monkeypatch.setattr(os, "read", lambda *given: pieces.append(piece := read(*given)) or piece)
    path = tmp_path / "body.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(FileError, match=r"‘body\.json’ is larger than 64 MB"):
        read_file(path)
    assert pieces == []
    os.truncate(path, 2_000_000)
    assert len(read_file(path).data) == sum(map(len, pieces)) == 2_000_000, "the control: reading is seen"


def test_a_file_that_grows_while_it_is_read_ends_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "log.txt"
    path.write_bytes(b"1234")
    monkeypatch.setattr(os, "read", lambda _descriptor, _size: b"1234")
    with pytest.raises(FileError, match="larger than 64 bytes"):
        read_file(path, 64)


def test_a_file_without_a_size_is_read_to_its_end():
    assert read_file(Path("/proc/self/status")).data.startswith(b"Name:")


def test_a_file_that_is_being_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.md"
    path.write_bytes(b"half")
    real_read, written = os.read, []

    def read_while_another_writes(descriptor: int, size: int) -> bytes:
        data = real_read(descriptor, size)
        if data == b"half" and not written:
            path.write_bytes(b"half and half")
            written.append(True)
        return data

    monkeypatch.setattr(os, "read", read_while_another_writes)
    content = read_file(path)
    assert content.data == b"half and half"
    assert content.stamp.mark.size == 13


@given(st.binary(min_size=1, max_size=20))
def test_any_name_can_be_shown(name: bytes):
    text = shown(os.fsdecode(name))
    assert text.encode()
    assert text.isprintable()
    assert quoted(os.fsdecode(name)) == f"‘{text}’"


def test_control_characters_do_not_reach_the_screen():
    assert shown("a\x1b[31m\nb\u202e.md") == r"a\x1b[31m\nb\u202e.md"
    assert shown("caf\u00e9 \U0001f600.md") == "caf\u00e9 \U0001f600.md"


def test_an_unknown_fault_is_told_in_the_systems_words():
    assert reason_of(OSError(9999, "Strange")) == "the system says: Strange"
    assert reason_of(OSError("no number")) == "the system says: no number"


def test_errors_carry_their_sentence(tmp_path: Path):
    error = ChangedOnDisk("It changed.", tmp_path, None)
    assert str(error) == error.sentence == "It changed."
    assert isinstance(error, FileError)
