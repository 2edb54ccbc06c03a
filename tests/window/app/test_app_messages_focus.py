"""The keys go on in the tree after a block was chosen or changed there."""

from __future__ import annotations

import pytest
from app_messages import CODING, Message
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


@pytest.fixture
def message(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return Message(bench)


def press(message, keys: str) -> None:
    """Press a key where the focus is."""
    message.bench.press(keys, QApplication.focusWidget())


def test_a_clicked_block_takes_the_keys_of_the_tree(message):
    before = message.yaml
    message.pick("safety-1")
    message.pick("identity-base")
    assert QApplication.focusWidget() is message.blocks.tree
    press(message, "Down")
    press(message, "Down")
    assert message.chosen == "mode-orchestrator"
    press(message, "Space")
    assert message.badges()["mode-orchestrator"] == "muted"
    assert message.yaml == before
    press(message, "Alt+Down")
    press(message, "Alt+Down")
    assert [name for name in message.ids if name.startswith("mode-")] == [
        "mode-subagent",
        "mode-ask",
        "mode-orchestrator",
    ]


def test_enter_goes_on_to_the_content(message):
    message.pick("identity-base")
    press(message, "Return")
    assert QApplication.focusWidget() is message.view.editor
    QTest.keyClicks(message.view.editor, "Hi. ")
    assert message.content.startswith("Hi. You are")
