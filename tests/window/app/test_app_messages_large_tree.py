"""A message of many blocks: its tree follows an edit in an event of its own, or when a key needs it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.kinds.system_message import current_message
from editor_app.window.kinds.system_message.panels.blocks.requests import BlockAction

pytestmark = pytest.mark.one_window

HEAD = """\
id: large
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
BLOCK = "  - id: b{0}\n    type: project\n    priority: {0}\n    content: Text of {0}.\n"
CHOSEN = 100


def message_of(blocks: int) -> str:
    return HEAD + "".join(BLOCK.format(number) for number in range(blocks))


@pytest.fixture
def bench(open_bench, root):
    """A window that shows a large message, with a block in its middle chosen and the tree focused."""
    path = root / "system-messages" / "large.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(message_of(150))
    opened = open_bench(root, "system-messages/large.yaml")
    opened.settle()
    opened.workbench.current.perspective.view_commands.choose((CHOSEN,))
    opened.workbench.current.perspective.panels.blocks.tree.setFocus()
    opened.settle()
    return opened


def shown(bench) -> list[str]:
    return [row.id for row in bench.workbench.current.perspective.panels.blocks._rows]


def delete_chosen(bench) -> None:
    """Delete the chosen block, as the menu does, and let nothing follow yet."""
    bench.workbench.current.perspective.block_commands.do_here(BlockAction.DELETE)
    assert f"id: b{CHOSEN}\n" not in bench.text


def test_the_tree_follows_in_an_event_of_its_own(bench, monkeypatch):
    made: list[int] = []

    def noted(blocks, *args, **kwargs):
        made.append(len(blocks))
        return tree_rows(blocks, *args, **kwargs)

    tree_rows = current_message.tree_rows
    monkeypatch.setattr(current_message, "tree_rows", noted)
    delete_chosen(bench)
    assert made == []
    bench.settle()
    assert made[0] == 149
    assert shown(bench) == [f"b{number}" for number in range(150) if number != CHOSEN]
    panels = bench.workbench.current.perspective.panels
    assert panels.blocks.selected_row().id == f"b{CHOSEN + 1}"


def test_a_key_that_comes_at_once_is_about_the_block_that_is_chosen_now(bench):
    tree = bench.workbench.current.perspective.panels.blocks.tree
    delete_chosen(bench)
    QTest.keyClick(tree, Qt.Key.Key_Space)  # mutes
    assert bench.file.situation.muted == {f"b{CHOSEN + 1}"}


@pytest.mark.new_window
def test_control_without_the_rows_of_now_it_is_about_one_that_is_gone(bench):
    panels = bench.workbench.current.perspective.panels
    panels.blocks.rows_needed.disconnect()
    delete_chosen(bench)
    QTest.keyClick(panels.blocks.tree, Qt.Key.Key_Space)
    assert bench.file.situation.muted == {f"b{CHOSEN}"}


def test_enter_in_the_filter_at_once_chooses_the_block_that_was_found(bench):
    perspective = bench.workbench.current.perspective
    blocks = perspective.panels.blocks
    blocks.filter.setText("b120")
    bench.settle()
    delete_chosen(bench)
    QTest.keyClick(blocks.filter, Qt.Key.Key_Return)
    assert perspective.view.blocks[perspective.view.index].id == "b120"


def test_why_in_the_preview_at_once_is_about_the_block_at_its_caret(bench):
    perspective, preview = bench.workbench.current.perspective, bench.panels.preview
    place = bench.file.result.text.index("Text of 120.")
    preview.text.setFocus()
    preview.text.show_output(place + 2)
    perspective.view_commands.choose((3,))
    bench.settle()
    preview.text.show_output(place + 2)
    perspective.block_commands.do_here(BlockAction.DELETE)
    bench.act("why_block")
    assert perspective.view.blocks[perspective.view.index].id == "b120"
