"""A kind of file that is one folder more: page, menu and words of it are in the window by that alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from editor_app.library import Kind
from editor_app.window import kinds

TOYS = Path(__file__).parents[1] / "kinds" / "toy"
NAME = Kind.SCENARIO.value
TOY = f"{kinds.__name__}.{NAME}"
PROMPT = "page-analysis.md"


@pytest.fixture
def bench(open_bench, root, monkeypatch):
    """Return a window on a library with a file of the kind, and a prompt in front."""
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(TOYS)])
    (root / "runs").mkdir(exist_ok=True)
    (root / "runs" / "one.yaml").write_text("name: one\nsteps: []\n")
    yield open_bench(root, PROMPT)
    for name in [name for name in sys.modules if name == TOY or name.startswith(f"{TOY}.")]:
        del sys.modules[name]
    if hasattr(kinds, NAME):
        delattr(kinds, NAME)


def menu_titles(bench) -> list[str]:
    return [action.text() for action in bench.window.menuBar().actions()]


def left_pages(bench) -> list[str]:
    tabs = bench.window.left_dock.tabs
    return [tabs.tabText(index) for index in range(tabs.count())]


def test_a_folder_adds_a_kind_with_its_page_its_action_and_its_words(bench):
    action = bench.workbench.actions.action("count_lines")
    assert menu_titles(bench)[3:7] == ["&Insert", "&Toy", "&Block", "&Prompt"]
    assert ("Toy", "Count lines", "Ctrl+Shift+Y") in bench.workbench.actions.shortcuts()
    assert not action.isEnabled()
    assert f"{TOY}.perspective" not in sys.modules, "loaded when its first file is opened"

    file = bench.open("runs/one.yaml")
    perspective = bench.workbench.current.perspective
    assert left_pages(bench) == ["Library", "Toy"]
    assert bench.window.left_dock.current == "toy"
    assert perspective.label.isVisible()
    assert perspective.open_files == ["one.yaml"]
    bench.act("count_lines")
    assert perspective.label.text() == "2 lines"
    assert bench.window.status.sentence.text() == "A toy: 2 lines"
    bench.type("#")
    assert file.text.startswith("#"), "its text is written as any other"
    bench.press("Ctrl+Z")

    bench.open(PROMPT)
    assert left_pages(bench) == ["Library"]
    assert not action.isEnabled()
    bench.open("runs/one.yaml")
    assert bench.window.left_dock.current == "toy"
    bench.workbench.work.rename(file.path, "one.md")
    bench.resolve()
    assert left_pages(bench) == ["Library"]
    assert perspective.open_files == []
    assert not action.isEnabled()
    assert bench.window.status.sentence.text() != "A toy: 2 lines"


def test_what_only_other_kinds_need_is_not_loaded_for_a_prompt(bench, root):
    bench.open("system-messages/coding-assistant.yaml")
    assert left_pages(bench) == ["Library", "Blocks"]
    assert f"{TOY}.perspective" not in sys.modules
