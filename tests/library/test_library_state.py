"""Trial values, and what changed on the disk."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_trees import NOW, write_tree

from editor_app.library.files.reading import FileError, mark_at, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.folders import open_library
from editor_app.library.listing import scan_library
from editor_app.library.settings.trial_values import (
    move_trial_values,
    read_trial_values,
    write_trial_values,
)

LIBRARY = Path("/some/library")


def records(state: Path) -> list[Path]:
    return list(state.rglob("*.json"))


@given(values=st.dictionaries(st.text(max_size=8), st.none() | st.text(max_size=8), max_size=4))
def test_trial_values_come_back(tmp_path_factory: pytest.TempPathFactory, values: dict[str, str | None]):
    state = tmp_path_factory.mktemp("state")
    write_trial_values(state, LIBRARY, "a.md", values)
    assert read_trial_values(state, LIBRARY, "a.md") == values


def test_trial_values_belong_to_one_file_of_one_library(state: Path):
    write_trial_values(state, LIBRARY, "a.md", {"x": "1", "gone": None, "half": "\ud83d"})
    write_trial_values(state, LIBRARY, "sub/a.md", {"x": "2"})
    write_trial_values(state, Path("/other"), "a.md", {"x": "3"})
    assert read_trial_values(state, LIBRARY, "a.md") == {"x": "1", "gone": None, "half": "\ud83d"}
    assert read_trial_values(state, LIBRARY, "sub/a.md") == {"x": "2"}
    assert read_trial_values(state, Path("/other"), "a.md") == {"x": "3"}
    assert read_trial_values(state, LIBRARY, "b.md") == {}
    assert not [path for path in (state, *state.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_trial_values_follow_a_rename_and_go_when_emptied(state: Path):
    write_trial_values(state, LIBRARY, "a.md", {"x": "1"})
    move_trial_values(state, LIBRARY, "a.md", "b.md")
    move_trial_values(state, LIBRARY, "missing.md", "b.md")
    assert read_trial_values(state, LIBRARY, "a.md") == {}
    assert read_trial_values(state, LIBRARY, "b.md") == {"x": "1"}
    write_trial_values(state, LIBRARY, "b.md", {})
    assert records(state) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"format": 9, "values": {"x": "1"}}',
        b'{"format": 1, "values": []}',
        b"[" * 99_999,
    ],
)
def test_a_record_that_cannot_be_read_counts_as_none(state: Path, content: bytes):
    write_trial_values(state, LIBRARY, "a.md", {"x": "1"})
    [record] = records(state)
    record.write_bytes(content)
    assert read_trial_values(state, LIBRARY, "a.md") == {}
    write_trial_values(state, LIBRARY, "a.md", {"x": "2"})
    assert read_trial_values(state, LIBRARY, "a.md") == {"x": "2"}


def test_values_that_are_no_text_are_passed_over(state: Path):
    write_trial_values(state, LIBRARY, "a.md", {"x": "1"})
    [record] = records(state)
    record.write_bytes(b'{"format": 1, "values": {"x": "1", "y": 2, "z": null}}')
    assert read_trial_values(state, LIBRARY, "a.md") == {"x": "1", "z": None}


def test_values_that_cannot_be_kept_are_told(tmp_path: Path):
    (tmp_path / "state").write_text("a file")
    with pytest.raises(FileError, match=r"The values for ‘a\.md’ were not kept"):
        write_trial_values(tmp_path / "state", LIBRARY, "a.md", {"x": "1"})


def file_marks(paths):
    return {path: mark_at(path) for path in paths}


def test_saving_shows_in_the_file_and_its_folder(tmp_path: Path, state: Path):
    write_tree(tmp_path, {"sub/a.md": "x", "b.md": "x"})
    library, _ = open_library(tmp_path)
    watched = [*scan_library(library).folders, tmp_path / "sub" / "a.md"]
    before = file_marks(watched)
    for folder in watched[:2]:
        os.utime(folder, (1, 1))
    before = file_marks(watched)
    save_file(
        tmp_path / "sub" / "a.md",
        b"new",
        expected=read_file(tmp_path / "sub" / "a.md").stamp,
        state_dir=state,
        now=NOW,
    )
    after = file_marks(watched)
    assert {path for path in watched if before[path] != after[path]} == {
        tmp_path / "sub",
        tmp_path / "sub" / "a.md",
    }


def test_looking_waits_for_nothing_and_opens_nothing(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    looks = file_marks([tmp_path / "pipe", tmp_path / "loop", Path("a\0b"), tmp_path / ("x" * 300)])
    assert [mark is None for mark in looks.values()] == [False, True, True, True]
