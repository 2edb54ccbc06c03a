from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.finding.files import FileHits, HitLine, hit_lines, replace_in_file, search_file
from editor_app.finding.queries import Query
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.text import Span

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def replace(tmp_path):
    """Return a function that replaces in a file what was found in it, and returns what undoing takes back."""

    def replace(hits: FileHits, pattern: str, by: str, only=None, **how) -> FileChange:
        step, warnings = replace_in_file(
            hits, Query(pattern, **how), by, only or hits.spans, state_dir=tmp_path / "state", now=NOW
        )
        assert not warnings
        return FileChange("Replaced.", (step,), tmp_path / "state")

    return replace


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_file_is_searched_and_an_open_one_as_it_is_in_the_editor(tmp_path):
    path = write(tmp_path / "a.md", b"one\r\ntwo one\r\n")
    assert search_file(path, Query("one")).spans == (Span(0, 3), Span(8, 11))
    assert search_file(path, Query("one"), text="none one").spans == (Span(1, 4), Span(5, 8))
    assert search_file(path, Query("three")) is None


@pytest.mark.parametrize("data", [b"\x00\x01\xff\xfeone\x80", None])
def test_what_is_no_text_or_gone_is_an_error(tmp_path, data):
    path = tmp_path / "a.md"
    if data is not None:
        write(path, data)
    with pytest.raises(FileError, match=r"a\.md"):
        search_file(path, Query("one"))


def test_a_search_that_backtracks_is_named(tmp_path):
    path = write(tmp_path / "a.md", b"a" * 5_000 + b"b")
    assert "took too long" in search_file(path, Query("(a|aa)+$", is_regex=True)).problem


def test_hits_have_their_lines_shortened(tmp_path):
    text = "first\n  second hit here\n" + "x" * 500 + "hit" + "y" * 500
    lines = list(hit_lines(search_file(tmp_path / "a", Query("hit"), text=text)))
    assert lines[0] == HitLine(2, "second ", "hit", " here")
    assert (lines[1].number, lines[1].before) == (3, "x" * 60)
    assert len(lines[1].behind) <= 240


def test_replacing_keeps_bytes_beside_the_hits_and_is_undone(tmp_path, replace):
    data = "\ufeffé one\r\nb\r\none\u00a0😀 one\r\n".encode()
    path = write(tmp_path / "a.md", data)
    hits = search_file(path, Query("one"))
    change = replace(hits, "one", "1\n2", only=[hits.spans[0], hits.spans[2]])
    assert path.read_bytes() == "\ufeffé 1\r\n2\r\nb\r\none\u00a0😀 1\r\n2\r\n".encode()
    undo_file_change(change, now=NOW)
    assert path.read_bytes() == data


def test_newlines_of_several_sorts_stay_beside_the_hits(tmp_path, replace):
    path = write(tmp_path / "a.md", b"one\r\nb\none\r\n")
    replace(search_file(path, Query("one")), "one", "1")
    assert path.read_bytes() == b"1\r\nb\n1\r\n"


@pytest.mark.parametrize("now", [b"another one\n", None])
def test_a_file_that_changed_or_is_gone_is_named_and_not_written(tmp_path, replace, now):
    path = write(tmp_path / "a.md", b"one\n")
    hits = search_file(path, Query("one"))
    if now is None:
        path.unlink()
    else:
        path.write_bytes(now)
    with pytest.raises(FileError, match=r"a\.md"):
        replace(hits, "one", "two")
    assert (path.read_bytes() if path.exists() else None) == now


def test_a_replacement_that_is_refused_writes_nothing(tmp_path, replace):
    path = write(tmp_path / "a.md", b"one\n")
    hits = search_file(path, Query("one", is_regex=True))
    with pytest.raises(FileError, match="no group"):
        replace(hits, "one", "$1", is_regex=True)
    assert path.read_bytes() == b"one\n"


def test_a_file_that_would_be_too_long_stays_as_it_is(tmp_path, replace):
    path = write(tmp_path / "a.md", b"one " * 1_000)
    with pytest.raises(FileError, match="longer than"):
        replace(search_file(path, Query("one")), "one", "x" * 10_000)
    assert path.read_bytes() == b"one " * 1_000
