"""No property of Qt whose name begins with an i is given as a keyword: PySide6 does not find it in Turkish.

It makes the name of the setter with the capital that the locale has for the first letter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from parsed_modules import module_nodes

WINDOW = Path(__file__).resolve().parents[2] / "editor_app" / "window"


def keywords_with_i(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each keyword that begins with an i in a call of a class of Qt."""
    for node in nodes:
        if isinstance(node, ast.Call):
            names = [keyword.arg for keyword in node.keywords if (keyword.arg or "").startswith("i")]
            if names and ast.unparse(node.func).rpartition(".")[2].startswith("Q"):
                yield from ((node.lineno, name or "") for name in names)


def test_no_class_of_qt_is_given_a_keyword_that_turkish_hides() -> None:
    files = sorted(WINDOW.rglob("*.py"))
    assert files
    found = [(file.name, *place) for file in files for place in keywords_with_i(module_nodes(file))]
    assert found == [], "use window/kit/work/timers.py, or the setter"


def test_the_search_finds_them() -> None:
    source = (
        "QTimer(self, singleShot=True, interval=5)\nQtWidgets.QAction(icon=x)\nspec(icon=x)\nQLabel(text=x)"
    )
    assert [*keywords_with_i(ast.walk(ast.parse(source)))] == [(1, "interval"), (2, "icon")]
