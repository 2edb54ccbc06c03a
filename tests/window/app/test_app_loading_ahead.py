"""Perspectives are loaded while nothing is to do, so that no first file of a kind is slow to open."""

from __future__ import annotations

import subprocess
import sys

from toy_kind.adding import add_verses, forget_verses, show_verses

from editor_app.window.startup.loading_ahead import LoadingAhead

PROMPT = "page-analysis.md"
TOY = "editor_app.window.kinds.toy_verse"


def ahead_of(bench) -> LoadingAhead:
    return LoadingAhead(bench.workbench.perspectives, bench.workbench.library, bench.workbench)


def test_the_kinds_of_the_library_are_loaded_after_the_start(open_bench, root, monkeypatch, qtbot):
    add_verses(monkeypatch)
    assert show_verses(monkeypatch) == TOY
    (root / "one.verse").write_text("Roses are red.\n")
    bench = open_bench(root, PROMPT)
    assert f"{TOY}.perspective" not in sys.modules, "the start does not wait for it"
    ahead = ahead_of(bench)
    qtbot.waitUntil(lambda: ahead.is_done)
    assert f"{TOY}.perspective" in sys.modules
    assert bench.window.left_dock.tabs.count() == 1, "its page is not shown before a file of it is"

    before = set(sys.modules)
    bench.open("one.verse")
    perspective = bench.workbench.current.perspective
    assert perspective.label.isVisible()
    assert set(sys.modules) - before == set(), "nothing is loaded when its first file is opened"
    forget_verses()


def test_a_kind_without_files_is_loaded_when_the_library_gets_one(open_bench, root, monkeypatch, qtbot):
    add_verses(monkeypatch)
    show_verses(monkeypatch)
    bench = open_bench(root, PROMPT)
    ahead = ahead_of(bench)
    qtbot.waitUntil(lambda: ahead.is_done)
    assert f"{TOY}.perspective" not in sys.modules
    (root / "one.verse").write_text("Roses are red.\n")
    bench.workbench.library.refresh()
    qtbot.waitUntil(lambda: f"{TOY}.perspective" in sys.modules)
    forget_verses()


def test_what_is_loaded_is_not_loaded_again(open_bench, root):
    bench = open_bench(root, PROMPT)
    perspectives = bench.workbench.perspectives
    kinds = [file.kind for file in bench.workbench.library.index.files]
    assert list(perspectives.load_ahead(kinds))
    assert list(perspectives.load_ahead(kinds)) == []


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
