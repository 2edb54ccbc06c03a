"""The rooms of the project: none too full, and a map that is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "editor_app"
ARCHITECTURE = PACKAGE / "ARCHITECTURE.md"
MOST_FILES = 16
"""Files of a folder; its `__init__.py` is not counted."""


def folders() -> Iterator[Path]:
    """Go through the folders that hold modules."""
    yield from sorted({file.parent for file in PACKAGE.rglob("*.py")})


def test_a_folder_can_be_taken_in_at_one_sight() -> None:
    counts = {
        folder.relative_to(PACKAGE).as_posix(): sum(
            file.name != "__init__.py" for file in folder.glob("*.py")
        )
        for folder in folders()
    }
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def folders_of_map(text: str) -> Iterator[str]:
    """Go through the folders of the map, which says by indentation what lies in what."""
    path: list[str] = []
    drawn = text.split("### Every folder")[1].split("```")[1]
    for line in drawn.strip("\n").split("\n"):
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        path[depth:] = [name.rstrip("/")]
        yield "/".join(path)


def test_the_map_names_every_folder_and_no_other() -> None:
    there = [folder.relative_to(PACKAGE).as_posix() for folder in folders() if folder != PACKAGE]
    assert sorted(folders_of_map(ARCHITECTURE.read_text("utf-8"))) == sorted(there)
