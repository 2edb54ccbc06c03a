"""A command takes the parts of its window and a few arguments by name, and no bag that holds everything."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

WINDOW = Path(__file__).resolve().parents[2] / "editor_app" / "window"
MOST_ARGUMENTS = 6
SELF = ("self",)
PARTS = ("documents", "shown", "user")  # of the window, which all commands take in this order

BAG = """\
class Bag:
    files: object

class TakesBag:
    def __init__(self, bag: Bag) -> None:
        self._bag = bag

class TakesMany:
    def __init__(self, *, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
        self._all = (a, b, c, d, e, f, g)

class TakesFew:
    def __init__(self, *, a: int, b: int) -> None:
        self._both = (a, b)
"""


def complaints(files: Iterable[Path]) -> list[str]:
    """Return the classes whose constructor takes arguments without a name, or too many."""
    found = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            makers = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
            for maker in makers:
                arguments = maker.args
                if [one.arg for one in (*arguments.posonlyargs, *arguments.args)] not in (
                    [*SELF],
                    [*SELF, *PARTS],
                ):
                    found.append(f"{node.name} takes arguments without a name")
                if len(arguments.kwonlyargs) > MOST_ARGUMENTS:
                    found.append(f"{node.name} takes {len(arguments.kwonlyargs)} arguments")
    return found


def test_commands_take_a_few_arguments_by_name() -> None:
    files = [*WINDOW.glob("commands/*.py"), *WINDOW.glob("kinds/*/commands/*.py")]
    assert len(files) > 10
    assert complaints(files) == []


def test_a_bag_and_too_many_arguments_are_found(tmp_path: Path) -> None:
    file = tmp_path / "bag.py"
    file.write_text(BAG)
    assert complaints([file]) == [
        "TakesBag takes arguments without a name",
        "TakesMany takes 7 arguments",
    ]
