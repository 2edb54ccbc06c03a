"""Where each file is after a file operation, whose names may be each other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.library.files.file_changes import Created, FileChange, Moved, Removed
from editor_app.library.files.renumbering import in_turn

A, B, C, FOLDER = Path("/x/a"), Path("/x/b"), Path("/x/c"), Path("/x")


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ((), {A: A}),
        ((Moved(A, B),), {A: B, C: C}),
        ((Moved(A, B), Moved(B, A)), {A: B, B: A}),
        ((Moved(A, B), Moved(B, C), Moved(C, A)), {A: B, B: C, C: A}),
        ((Created(C, ""), Moved(C, A), Moved(A, B)), {A: B}),
        ((Moved(A, C), Moved(B, A), Removed(C)), {A: None, B: A}),
        ((Removed(A),), {A: None, B: B}),
        ((Moved(FOLDER, Path("/y")),), {A: Path("/y/a"), FOLDER: Path("/y"), Path("/xx"): Path("/xx")}),
    ],
)
def test_each_file_is_followed(steps, after: dict[Path, Path | None]):
    change = FileChange("", steps, Path("/state"))
    assert {path: change.path_after(path) for path in after} == after


@pytest.mark.parametrize(
    "names",
    [
        {"a": "b"},
        {"a": "b", "b": "c"},
        {"b": "c", "a": "b"},
        {"a": "b", "b": "a"},
        {"a": "b", "b": "c", "c": "a", "d": "e"},
        {"a": "a", "b": "d"},
    ],
)
def test_renames_in_turn_go_to_free_names(names: dict[str, str]):
    holds = {name: name for name in names}
    for old, new in in_turn(names, "free"):
        assert new not in holds
        holds[new] = holds.pop(old)
    assert {was: name for name, was in holds.items()} == names
