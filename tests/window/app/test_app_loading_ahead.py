"""Perspectives are loaded while nothing is to do, so that no first file of a kind is slow to open."""

from __future__ import annotations

import subprocess
import sys

from toy_kind.adding import add_verses, forget_verses, show_verses

from editor_app.window.startup import loading_ahead
from editor_app.window.startup.loading_ahead import LoadingAhead

PROMPT = "page-analysis.md"
TOY = "editor_app.window.kinds.toy_verse"


def test_the_kinds_of_the_library_are_loaded_after_the_start_or_when_it_gets_one(
    open_bench, root, monkeypatch, qtbot
):
    for pause in ("_FIRST_PAUSE_MS", "_PAUSE_MS"):
        monkeypatch.setattr(loading_ahead, pause, 1)
    add_verses(monkeypatch)
    assert show_verses(monkeypatch) == TOY
    bench = open_bench(root, PROMPT)
    perspectives, library = bench.workbench.perspectives, bench.workbench.library
    kinds = [file.kind for file in library.index.files]
    assert f"{TOY}.perspective" not in sys.modules, "the start does not wait for it"
    ahead = LoadingAhead(perspectives, library, bench.workbench)
    qtbot.waitUntil(lambda: ahead.is_done)
    assert f"{TOY}.perspective" not in sys.modules, "there is no file of it"
    assert list(perspectives.load_ahead(kinds)) == [], "what is loaded is not loaded again"

    (root / "one.verse").write_text("Roses are red.\n")
    library.refresh()
    qtbot.waitUntil(lambda: f"{TOY}.perspective" in sys.modules and ahead.is_done)
    assert bench.window.left_dock.tabs.count() == 1, "its page is not shown before a file of it is"

    before = set(sys.modules)
    bench.open("one.verse")
    assert bench.workbench.current.perspective.label.isVisible()
    assert set(sys.modules) - before == set(), "nothing is loaded when its first file is opened"
    forget_verses()


def test_modules_are_imported_in_pieces_each_after_those_that_it_needs():
    """In a process of its own: what was imported before is not named."""
    program = """
import sys
from importlib import import_module
from editor_app.window.app import Workbench
from editor_app.window.loading_order import loading_order
before = most = len(sys.modules)
pieces = []
for name in loading_order("editor_app.window.kinds.chat"):
    count = len(sys.modules)
    import_module(name)
    pieces.append(len(sys.modules) - count)
whole = len(sys.modules) - before
import editor_app.window.kinds.chat.perspective
assert len(sys.modules) - before == whole > 100, "nothing is left"
print(max(pieces) / whole)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert float(said) < 1 / 2, "the perspective alone would import all at once"
