"""Unsaved text of other libraries is known without taking it from them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from journals import LIBRARY, document, insert, open_one

from editor_app.library.journal.taking import note_library, unsaved_elsewhere

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@pytest.fixture
def ended_process() -> int:
    """Return the number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize("ends", [(), (1,), (1, 2)])
def test_a_library_counts_as_long_as_a_text_of_it_has_not_ended(
    state: Path, ended_process: int, ends
) -> None:
    writer = open_one(state)
    note_library(state, LIBRARY)
    for number in (1, 2):
        writer.begin(document(number, "x"))
        writer.edited(number, insert(0, "y"))
    for number in ends:
        writer.ended(number)
    writer.close(is_clean=False)
    assert unsaved_elsewhere(state, Path("/other")) == (), "its process is running"
    left = writer.path.with_name(writer.path.name.replace(str(os.getpid()), str(ended_process)))
    writer.path.rename(left)
    found = unsaved_elsewhere(state, Path("/other"))
    assert [one.root for one in found] == ([] if len(ends) == 2 else [LIBRARY])
    assert unsaved_elsewhere(state, LIBRARY) == (), "what is one's own is not elsewhere"
