"""The types of the whole project hold, and mypy tells a position of Qt's from an offset of a text.

It tells them apart in both directions and in every method of Qt's.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PLUGIN = PROJECT / "packaging" / "qt_positions.py"
HEAD = """
from PySide6.QtCore import QPointF
from PySide6.QtGui import *
from editor_app.window.kit.positions import QtPosition, utf16_length
from editor_app.window.text.document.text_bridge import TextBridge

def snippet(
    bridge: TextBridge, text: str, offset: int, painter: QPainter, place: QPointF,
    block: QTextBlock, cursor: QTextCursor, document: QTextDocument, fragment: QTextFragment,
    layout: QTextLayout, row: QTextLine, given: QTextLayout.FormatRange,
    context: QAbstractTextDocumentLayout.PaintContext,
) -> None:
"""
FINE = """
    position = bridge.position(offset)
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    text[bridge.offset(cursor.position() - 2)]
    start = utf16_length(text[:offset])
    given.start, given.length = start, position - start
    layout.lineForTextPosition(min(start, block.length())).textStart() < position
    document.markContentsDirty(block.position(), block.length())
    layout.drawCursor(painter, place, position, 2)
    row.cursorToX(row.xToCursor(1.5))
"""
MIXED_UP = """
    text[cursor.position()]
    text[cursor.anchor()]
    text[cursor.positionInBlock()]
    text[: cursor.selectionEnd()]
    text[cursor.selectionStart() :]
    text[block.position()]
    text[: block.length()]
    text[fragment.position()]
    text[: fragment.length()]
    text[: document.characterCount()]
    text[row.textStart()]
    text[: row.textLength()]
    text[row.xToCursor(1.5)]
    text[layout.preeditAreaPosition()]
    text[given.start]
    text[: given.length]
    text[context.cursorPosition]
    text[layout.leftCursorPosition(bridge.position(offset))]
    text[layout.rightCursorPosition(bridge.position(offset))]
    text[layout.nextCursorPosition(bridge.position(offset))]
    text[layout.previousCursorPosition(bridge.position(offset))]
    text[bridge.position(offset)]
    text[utf16_length(text)]
    text[cursor.position() - block.position()]
    cursor.setPosition(offset)
    cursor.setPosition(offset, QTextCursor.MoveMode.KeepAnchor)
    cursor.setPosition(len(text))
    cursor.setPosition(cursor.position() + len(text))
    block.contains(offset)
    document.characterAt(offset)
    document.findBlock(offset)
    document.markContentsDirty(offset, block.length())
    document.markContentsDirty(block.position(), offset)
    layout.isValidCursorPosition(offset)
    layout.lineForTextPosition(offset)
    layout.drawCursor(painter, place, offset)
    layout.drawCursor(painter, place, offset, 2)
    layout.setPreeditArea(offset, text)
    layout.leftCursorPosition(offset)
    layout.rightCursorPosition(offset)
    layout.nextCursorPosition(offset)
    layout.previousCursorPosition(offset)
    row.cursorToX(offset)
    given.start = offset
    given.length = offset
    context.cursorPosition = offset
    bridge.offset(offset)
    bridge.offset(bridge.offset(cursor.position()))
    bridge.position(cursor.position())
    bridge.position(offset) == offset
    bridge.position(offset) < offset
"""


Faults = dict[str, dict[int, str]]


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Faults:
    """Return what mypy finds in the project and the snippets, by file and line, in one run."""
    folder = tmp_path_factory.mktemp("snippets")
    for name, body in (("fine.py", FINE), ("mixed_up.py", MIXED_UP)):
        (folder / name).write_text(HEAD.rstrip("\n") + body, encoding="utf-8")
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--no-error-summary"]
    files = [*settings["files"], *(str(folder / name) for name in ("fine.py", "mixed_up.py"))]
    done = subprocess.run([*command, *files], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, ""), done.stdout + done.stderr
    found: Faults = {}
    for line in done.stdout.splitlines():
        path, number, kind, sentence = line.split(":", 3)
        if kind.strip() == "error":
            # A snippet that stands in mypy's memory is named by the folder it had then.
            own_path = Path(path).name if Path(path).is_absolute() else path
            found.setdefault(own_path, {})[int(number)] = sentence
    return found


def lines_of(body: str) -> dict[int, str]:
    first = HEAD.rstrip("\n").count("\n") + 1
    return {first + number: line.strip() for number, line in enumerate(body.split("\n")) if line.strip()}


@pytest.mark.timeout(600)  # a first run of mypy reads all of Qt's stubs
def test_the_whole_project_passes(faults):
    assert {path: lines for path, lines in faults.items() if path != "mixed_up.py"} == {}


@pytest.mark.timeout(600)
def test_what_is_mixed_up_is_refused_line_by_line(faults):
    passed = {line for number, line in lines_of(MIXED_UP).items() if number not in faults["mixed_up.py"]}
    assert passed == set()


@pytest.mark.timeout(600)
def test_what_is_right_passes(faults):
    assert "fine.py" not in faults


def test_every_method_the_plugin_names_stands_in_the_snippet():
    tree = ast.parse(PLUGIN.read_text(encoding="utf-8"))
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    names = {one for one in strings if isinstance(one, str) and one.startswith("Q") and "." in one}
    assert len(names) > 25
    assert {name for name in names if f".{name.rpartition('.')[2]}" not in MIXED_UP} == set()
