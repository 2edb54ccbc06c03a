"""A library of many files is listed in slices: the window goes on, and the list keeps its order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from large_hostile_files import write_large_library
from PySide6.QtCore import QCoreApplication

from editor_app.library import list_files, open_library
from editor_app.window.session import library_state
from editor_app.window.session.library_state import LibraryState

FILES = 1500
NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)


@pytest.fixture
def large(tmp_path):
    root = tmp_path / "large"
    root.mkdir()
    write_large_library(root, FILES)
    return root


def test_events_come_between_the_slices(large, qapp, monkeypatch):
    monkeypatch.setattr(library_state, "_SLICE_SECONDS", 0.0)
    monkeypatch.setattr(library_state, "_STEPS_AT_ONCE", 1)
    state = LibraryState(open_library(large)[0], lambda: NOON)
    listings = []
    state.listing_changed.connect(listings.append)
    state.refresh()
    assert state.is_listing
    assert listings == [], "no list is better than half a list"
    state.finish_checking()
    assert not state.is_listing
    listed = [row.path for row in listings[0].rows if row.badge != "built in"]
    assert listed == [file.path for file in list_files(state.library)]
    assert state.first_path() == listed[0]


def test_a_small_library_is_listed_at_once(root, qapp):
    state = LibraryState(open_library(root)[0], lambda: NOON)
    state.refresh()
    assert not state.is_listing
    assert state.first_path() is not None
    state.finish_checking()


def test_a_large_library_begins_with_its_first_file(open_bench, large):
    bench = open_bench(large, checked=False)
    assert bench.workbench.current.file is None
    assert bench.workbench.library.is_listing, "the control: it takes more than one slice"
    bench.wait(lambda: bench.workbench.current.file is not None, timeout=30_000)
    assert bench.file.path.name == "notes-00000.md"
    QCoreApplication.processEvents()
    bench.workbench.library.finish_checking()


def test_a_list_that_is_made_anew_keeps_what_was_there_until_it_is_whole(large, qapp):
    state = LibraryState(open_library(large)[0], lambda: NOON)
    listings = []
    state.listing_changed.connect(listings.append)
    state.refresh()
    state.finish_checking()
    (large / "folder-000" / "aaa.md").write_text("first")
    before = len(listings)
    state.refresh()
    assert len(listings) == before
    assert state.first_path().name == "notes-00000.md"
    state.finish_checking()
    assert state.first_path().name == "aaa.md"
