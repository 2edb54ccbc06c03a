"""Perspectives are loaded while nothing is to do, so that no first file of a kind is slow to open."""

from __future__ import annotations

import subprocess
import sys

import pytest
from toy_kind.adding import add_verses, forget_verses, show_verses

from editor_app.window.startup import running

PROMPT = "page-analysis.md"
TOY = "editor_app.window.kinds.toy_verse"
MOST_AT_ONCE = 55  # modules: a tenth of a second
PARTS = """
import sys
from importlib import import_module
from editor_app.window.app import Workbench
package = import_module("editor_app.window.kinds." + sys.argv[1])
for name in (*package.AHEAD, f"{package.__name__}.{sys.argv[1]}_perspective"):
    before = len(sys.modules)
    import_module(name)
    print(name, len(sys.modules) - before)
"""


def test_the_kinds_of_the_library_are_loaded_after_the_start_or_when_it_gets_one(
    open_bench, root, monkeypatch, qtbot
):
    monkeypatch.setattr(running, "_IDLE_MS", 1)
    add_verses(monkeypatch)
    assert show_verses(monkeypatch) == TOY
    bench = open_bench(root, PROMPT)
    perspectives, library = bench.workbench.perspectives, bench.workbench.library
    kinds = [file.kind for file in library.index.files]
    assert f"{TOY}.toy_verse_perspective" not in sys.modules, "the start does not wait for it"
    ahead = running.load_ahead(bench.workbench)
    bench.settle()
    assert not ahead.is_busy
    assert f"{TOY}.toy_verse_perspective" not in sys.modules, "there is no file of it"
    assert list(perspectives.load_ahead(kinds)) == [], "what is loaded is not loaded again"

    (root / "one.verse").write_text("Roses are red.\n")
    library.refresh()
    qtbot.waitUntil(lambda: f"{TOY}.toy_verse_perspective" in sys.modules)
    bench.settle()
    assert not ahead.is_busy
    assert bench.window.left_dock.tabs.count() == 1, "its page is not shown before a file of it is"

    before = set(sys.modules)
    bench.open("one.verse")
    assert bench.workbench.current.perspective.label.isVisible()
    assert set(sys.modules) - before == set(), "nothing is loaded when its first file is opened"
    forget_verses()


@pytest.mark.parametrize("kind", ["chat", "scenario", "system_message"])
def test_modules_are_imported_in_parts_of_which_none_takes_long(kind):
    """In a process of its own: what was imported before takes no time."""
    command = [sys.executable, "-c", PARTS, kind]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    counts = {name: int(count) for name, count in map(str.split, said.splitlines())}
    assert {name: count for name, count in counts.items() if not 0 < count <= MOST_AT_ONCE} == {}
