"""The window shows no panel that has nothing to say, and few controls at once."""

from __future__ import annotations

import pytest
from named_cases import in_case

from pictures.counting import controls_of, entries_of

pytestmark = pytest.mark.one_window

PROMPT = "test-scenario-generation.md"
DATA = "facts.yaml"
NOTES = "# Notes\n\nNothing in here is a tag.\n"
MOST_CONTROLS, MOST_ENTRIES = 40, 60


def shown(bench) -> set[str]:
    """Return which panels at the sides are shown."""
    window = bench.window
    panels = bench.panels
    places = {"preview": panels.preview, "values": panels.values, "outline": panels.outline}
    places["right"] = window.columns.right
    return {name for name, place in places.items() if place.isVisible()}


def test_a_panel_with_nothing_to_say_is_not_there_and_its_room_is_the_texts(open_bench, root):
    (root / "docs").mkdir()
    (root / "docs" / "notes.md").write_text(NOTES)
    (root / DATA).write_text("branch: main\n")
    bench = open_bench(root, PROMPT)
    bench.settle()
    assert shown(bench) == {"preview", "values", "outline", "right"}
    beside = bench.editor.width()
    for name in (DATA, "docs/notes.md", "compaction.md"):
        with in_case(name):
            bench.open(name)
            bench.settle()
            assert not shown(bench) & {"preview", "values", "right"}, bench.file.kind
            assert not any(handle.isVisible() for handle in bench.window.columns.handles.values())
            assert bench.editor.width() > beside
    bench.open("docs/notes.md")
    bench.settle()
    for action_id in ("go_across", "why_here"):
        assert not bench.workbench.actions.action(action_id).isEnabled()
    for action_id in ("toggle_preview", "toggle_preview", "toggle_outline"):
        bench.act(action_id)
        assert "right" not in shown(bench), action_id
    bench.act("toggle_outline")
    bench.go_to("Nothing")
    bench.type("For {{name}}. ")
    bench.settle()
    assert shown(bench) >= {"preview", "values", "right"}, "now the text is not what the model gets"
    assert bench.workbench.actions.action("why_here").isEnabled()
    assert "For {{name}}. " in bench.preview, "marked as not declared"
    while bench.file.is_modified:
        bench.act("undo")
    bench.settle()
    assert "right" not in shown(bench)
    bench.act("close_tab")
    for _ in bench.tab_titles[:]:
        bench.act("close_tab")
    bench.settle()
    assert bench.workbench.current.file is None
    assert shown(bench) == set()


def test_in_a_narrow_window_what_is_known_of_a_data_file_stays_at_the_right(open_bench, root):
    (root / DATA).write_text("branch: main\n")
    bench = open_bench(root, DATA, size=(1100, 700))
    bench.settle()
    assert bench.window.right_dock.keys == ["problems", "history"]
    assert bench.window.columns.right.isVisible()
    bench.act("toggle_problems")
    bench.act("toggle_problems")
    assert bench.window.right_dock.current == "problems"


SCREENS = [
    *(PROMPT, "page-analysis.md", "compaction.md", "system-prompt.tmpl"),
    *(
        "system-messages/coding-assistant.yaml",
        "chats/rename-keeps-undo/2.md",
        "runs/long-refactor.yaml",
        "runs/triggers.yaml",
    ),
]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_shows_at_most_forty_controls_and_sixty_entries(open_bench, root, name):
    bench = open_bench(root, name)
    bench.resolve()
    bench.settle()
    controls, entries = list(controls_of(bench.window)), list(entries_of(bench.window.menuBar()))
    assert 5 < len(controls) <= MOST_CONTROLS, controls
    assert 30 < len(entries) <= MOST_ENTRIES
