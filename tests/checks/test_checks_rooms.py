"""The rooms of the project: none too full, each says what lives there, and the map of them is true."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "editor_app"
ARCHITECTURE = PACKAGE / "ARCHITECTURE.md"
LARGEST_MAP = 15 * 1024
MOST_FILES = 16
"""Files of a folder; its `__init__.py` is not counted."""
FEWEST_WORDS = 4
"""Of a first sentence."""


def folders() -> Iterator[Path]:
    """Go through the folders that hold modules."""
    yield from sorted({file.parent for file in PACKAGE.rglob("*.py")})


def name_of(folder: Path) -> str:
    return folder.relative_to(PROJECT).as_posix()


def story_of(folder: Path) -> str:
    """Return the docstring of a package, "" without one."""
    file = folder / "__init__.py"
    return (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "") if file.exists() else ""


STORIES = {name_of(folder): story_of(folder) for folder in folders()}
MAP = ARCHITECTURE.read_text("utf-8")
TOLD = {**STORIES, "editor_app/ARCHITECTURE.md": MAP}


def test_a_folder_can_be_taken_in_at_one_sight() -> None:
    counts = {
        name_of(folder): sum(file.name != "__init__.py" for file in folder.glob("*.py"))
        for folder in folders()
    }
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def test_every_package_says_in_its_first_sentence_what_lives_there() -> None:
    first = {name: story.partition("\n")[0] for name, story in STORIES.items()}
    ends = {name: line for name, line in first.items() if not line.endswith(".")}
    assert ends == {}, "the first line is a sentence"
    assert {name: line for name, line in first.items() if len(line.split()) < FEWEST_WORDS} == {}
    said = Counter(first.values())
    assert {name: line for name, line in first.items() if said[line] > 1} == {}


def test_the_map_is_short() -> None:
    assert len(ARCHITECTURE.read_bytes()) <= LARGEST_MAP


def test_the_map_names_every_room_and_no_other() -> None:
    rooms = {folder.name for folder in folders() if folder.parent == PACKAGE}
    assert set(re.findall(r"^\| `(\w+)/` \|", MAP, re.MULTILINE)) == rooms


def test_the_map_names_every_floor_of_the_window_and_no_other() -> None:
    [drawn] = re.findall(r"^## The floors of the window\n.*?^```\n(.*?)^```", MAP, re.MULTILINE | re.DOTALL)
    named = re.findall(r"(\w+)/", " ".join(line[:30] for line in drawn.splitlines()))
    assert sorted(named) == sorted(folder.name for folder in folders() if folder.parent == PACKAGE / "window")


def is_there(path: str, teller: str) -> bool:
    """Whether a text names a file or folder: of its own package by part of the path, or from a top folder."""
    own = PROJECT / teller
    inside = own.is_dir() and any(f"/{one.as_posix()}".endswith(f"/{path}") for one in own.rglob("*"))
    tops = (PACKAGE, PACKAGE / "window", PROJECT, PROJECT / "packaging")
    return inside or any((top / path).exists() for top in tops)


def test_files_that_are_named_exist() -> None:
    named = {
        (name, path.rstrip("/"))
        for name, text in TOLD.items()
        for path in re.findall(r"`((?:\w+/)+|(?:\w+/)*\w+\.(?:py|sh|ps1|mjs))`", text)
    }
    assert len(named) > 100
    assert sorted((name, path) for name, path in named if not is_there(path, name)) == []


def words_of_code() -> set[str]:
    """Return the words of all modules, without the docstrings of packages."""
    words: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        if file.name == "__init__.py":
            lines = text.split("\n")
            docstring = ast.parse(text).body[0]
            del lines[docstring.lineno - 1 : docstring.end_lineno]
            text = "\n".join(lines)
        words.update(re.findall(r"\w+", text))
    return words


def test_names_that_are_said_exist() -> None:
    """Of classes, functions and constants; Qt's, which have a Q in front, may be named for their absence."""
    there = words_of_code()
    named = {
        (name, word)
        for name, text in TOLD.items()
        for span in re.findall(r"(?<!`)`([\w.]+)(?:\(.*?\))?`", text)
        if not re.search(r"\.(?:py|sh|ps1|md|toml|json|yaml|ini|log|db|mjs)$", span)
        for word in span.split(".")
        if not re.match(r"Q[A-Z]|_", word)
    }
    assert len(named) > 100
    assert sorted(one for one in named if one[1] and one[1] not in there) == []


@pytest.mark.parametrize("said", ["`window/gone.py`", "`window/gone/`", "`Gone.name`", "`no_such_name()`"])
def test_what_is_gone_is_noticed(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOLD, "a folder", said)
    check = test_files_that_are_named_exist if "/" in said else test_names_that_are_said_exist
    with pytest.raises(AssertionError):
        check()
