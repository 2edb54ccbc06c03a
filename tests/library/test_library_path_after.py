"""Where each file is after a file operation, whose names may be each other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.library.files.file_changes import FileChange, FileCreation, FileMove, FileRemoval
from editor_app.library.files.renumbering import in_turn

A, B, C, FOLDER = Path("/x/a"), Path("/x/b"), Path("/x/c"), Path("/x")


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ((), {A: A}),
        ((FileMove(A, B),), {A: B, C: C}),
        ((FileMove(A, B), FileMove(B, A)), {A: B, B: A}),
        ((FileMove(A, B), FileMove(B, C), FileMove(C, A)), {A: B, B: C, C: A}),
        ((FileCreation(C, ""), FileMove(C, A), FileMove(A, B)), {A: B}),
        ((FileMove(A, C), FileMove(B, A), FileRemoval(C)), {A: None, B: A}),
        ((FileRemoval(A),), {A: None, B: B}),
        ((FileMove(FOLDER, Path("/y")),), {A: Path("/y/a"), FOLDER: Path("/y"), Path("/xx"): Path("/xx")}),
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
