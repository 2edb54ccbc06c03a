"""The list of recent folders: what it keeps, and what it never loses."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case

from editor_app.library.files.reading import FileError
from editor_app.library.settings.recent import (
    MOST_RECENT,
    RECENT_NAME,
    RecentFolder,
    forget,
    note_closed,
    note_opened,
    read_recent,
)

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def test_the_last_opened_folder_comes_first_once(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "two", "one")):
        note_opened(tmp_path, Path("/", name), NOW + timedelta(minutes=number))
    recent = read_recent(tmp_path)
    assert recent.folders == (
        RecentFolder(Path("/one"), NOW + timedelta(minutes=2)),
        RecentFolder(Path("/two"), NOW + timedelta(minutes=1)),
    )
    assert not recent.is_closed
    note_closed(tmp_path)
    assert read_recent(tmp_path).is_closed
    forget(tmp_path, Path("/one"))
    assert [one.path for one in read_recent(tmp_path).folders] == [Path("/two")]
    note_opened(tmp_path, Path("/two"), NOW)
    assert not read_recent(tmp_path).is_closed
    assert (tmp_path / RECENT_NAME).stat().st_mode & 0o077 == 0


@given(st.lists(st.text(min_size=1).filter(lambda text: "\0" not in text), max_size=4, unique_by=Path))
def test_any_paths_come_back(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    state = tmp_path_factory.mktemp("state")
    for name in names:
        note_opened(state, Path(name), NOW)
    assert [one.path for one in read_recent(state).folders] == [Path(name) for name in reversed(names)]


BROKEN = {
    "cut off": b'{"format": 1, "folders": [',
    "not UTF-8": b"\xff\xfe",
    "empty": b"",
    "a list": b"[]",
    "newer": b'{"format": 2, "folders": []}',
    "nested": b"[" * 100_000,
}


def test_a_list_that_cannot_be_read_is_told_and_stays(tmp_path: Path) -> None:
    for name, data in BROKEN.items():
        with in_case(name):
            (tmp_path / RECENT_NAME).write_bytes(data)
            for act in (
                lambda: read_recent(tmp_path),
                lambda: note_opened(tmp_path, Path("/one"), NOW),
                lambda: forget(tmp_path, Path("/one")),
                lambda: note_closed(tmp_path),
            ):
                with pytest.raises(FileError, match="The recent folders can’t be read"):
                    act()
            assert (tmp_path / RECENT_NAME).read_bytes() == data
    (tmp_path / RECENT_NAME).unlink()
    (tmp_path / RECENT_NAME).mkdir()
    with pytest.raises(FileError):
        note_opened(tmp_path, Path("/one"), NOW)


def test_entries_that_are_none_cost_only_themselves_and_of_many_the_first_stay(tmp_path: Path) -> None:
    good = [{"path": f"/{number}", "opened": "2026-03-04T12:00:00"} for number in range(10_000)]
    bad = [
        3,
        {},
        {"path": "", "opened": "x"},
        {"path": "a\0", "opened": NOW.isoformat()},
        {"path": "/x", "opened": "?"},
    ]
    (tmp_path / RECENT_NAME).write_text(json.dumps({"format": 1, "folders": [*bad, *good]}))
    folders = read_recent(tmp_path).folders
    assert [one.path for one in folders] == [Path(f"/{number}") for number in range(MOST_RECENT)]
    assert folders[0].opened == NOW
    note_opened(tmp_path, Path("/new"), NOW)
    assert len(read_recent(tmp_path).folders) == MOST_RECENT
    (tmp_path / RECENT_NAME).write_text('{"format": 1, "folders": 3}')
    assert read_recent(tmp_path).folders == ()
