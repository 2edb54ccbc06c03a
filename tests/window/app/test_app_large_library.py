"""A library of many files is listed in slices: the window goes on, and the list keeps its order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from large_hostile_files import write_large_library
from PySide6.QtCore import QCoreApplication

from editor_app.library.folders import open_library
from editor_app.library.listing import list_files
from editor_app.window.documents import library_state
from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.panels.library.listing import tree_of

FILES = 200
NOON = datetime(2026, 3, 4, 12, 0, 5, tzinfo=UTC)


@pytest.fixture
def stepwise(tmp_path, monkeypatch):
    """A library that is listed in more slices than one, as each is a single step."""
    monkeypatch.setattr(library_state, "_SLICE_MS", 0)
    monkeypatch.setattr(library_state, "_STEPS_AT_ONCE", 1)
    root = tmp_path / "stepwise"
    root.mkdir()
    write_large_library(root, FILES)
    return root


def test_events_come_between_the_slices(stepwise, qapp):
    state = LibraryState(open_library(stepwise)[0], lambda: NOON)
    listings = []
    state.listing_changed.connect(listings.append)
    state.refresh()
    assert state.is_listing
    assert listings == [], "no list is better than half a list"
    state.finish_checking()
    assert not state.is_listing
    listed = [row.path for row in listings[0].rows if row.state.badge != "built in"]
    assert listed == [file.path for file in list_files(state.library)]
    assert state.first_path() == listed[0]


def test_a_small_library_is_listed_at_once(root, qapp):
    state = LibraryState(open_library(root)[0], lambda: NOON)
    state.refresh()
    assert not state.is_listing
    assert state.first_path() is not None
    state.finish_checking()


def test_a_large_library_begins_with_its_first_file(open_bench, stepwise, monkeypatch):
    monkeypatch.setattr(library_state, "_SLICE_MS", 1)
    bench = open_bench(stepwise, checked=False)
    assert bench.workbench.current.file is None
    assert bench.workbench.library.is_listing, "the control: it takes more than one slice"
    bench.wait(lambda: bench.workbench.current.file is not None, timeout=30_000)
    assert bench.file.path.name == "notes-00000.md"
    QCoreApplication.processEvents()
    bench.workbench.library.finish_checking()


def test_a_list_that_is_made_anew_keeps_what_was_there_until_it_is_whole(stepwise, qapp):
    state = LibraryState(open_library(stepwise)[0], lambda: NOON)
    listings = []
    state.listing_changed.connect(listings.append)
    state.refresh()
    state.finish_checking()
    (stepwise / "folder-000" / "aaa.md").write_text("first")
    before = len(listings)
    state.refresh()
    assert len(listings) == before
    assert state.first_path().name == "notes-00000.md"
    state.finish_checking()
    assert state.first_path().name == "aaa.md"


def test_a_file_may_be_saved_between_any_two_steps(root, qapp, monkeypatch):
    state = LibraryState(open_library(root)[0], lambda: NOON)
    state.refresh()
    state.finish_checking()
    saved = state.prompt(state.names()[0]).path
    (root / "defaults" / "another.md").write_text("Hello\n")
    (root / "another.cases.yaml").write_text("cases: []\n")
    listings = []
    state.listing_changed.connect(listings.append)
    monkeypatch.setattr(library_state, "_STEPS_AT_ONCE", 1)
    state.refresh()
    while state.is_listing:
        state.reload_prompt(saved)
        assert state.prompt_of(saved) is not None
        state._slicer.step()
    for listing in listings:
        paths = {row.path for row in listing.rows}
        assert {row.owner for row in listing.rows if row.owner is not None} <= paths
    assert root / "another.cases.yaml" not in {
        path for row in listings[0].rows for path in (row.path, *row.parts)
    }, "the control"
    assert root / "another.cases.yaml" in {part for row in listings[-1].rows for part in row.parts}
    state.finish_checking()


def test_a_row_whose_owner_is_missing_stands_by_itself(tmp_path):
    cases = LibraryRow(tmp_path / "a.cases.yaml", "cases", "cases", owner=tmp_path / "a.md")
    prompt = LibraryRow(tmp_path / "a.md", "a", "prompt")
    alone = [(node.row, node.depth) for node in tree_of([cases])]
    assert alone == [(None, 0), (cases, 1)]
    owned = [(node.row, node.depth) for node in tree_of([cases, prompt])]
    assert owned == [(None, 0), (prompt, 1), (cases, 2)], "the control"
