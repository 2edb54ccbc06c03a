"""What a screen reader is told of deeds whose result is not where the focus is."""

from __future__ import annotations

import app_chats as chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRadioButton

pytestmark = pytest.mark.one_window


def test_what_a_toggle_a_theme_and_the_zoom_did_is_said(heard, open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    bench.settle()
    usual = bench.workbench.tabs.theme.font("code").pixelSize()
    for action_id, sentence in (
        ("toggle_library", "Library: off."),
        ("toggle_library", "Library: on."),
        ("toggle_preview", "Preview and values: off."),
        ("word_wrap", "Word wrap: off."),
        ("full_page", "Full page: F11 brings everything else back."),
        ("full_page", "Everything else is back."),
        ("tab_moves_focus", "Tab moves the focus now; Ctrl+M changes it back."),
        ("theme_dark", "Dark: on."),
        ("zoom_in", f"Text size: {usual + 1} pixels."),
        ("zoom_in", f"Text size: {usual + 2} pixels."),
        ("zoom_reset", f"Text size: {usual} pixels."),
    ):
        heard.clear()
        bench.act(action_id)
        assert heard == [sentence], action_id


def test_what_a_change_of_the_role_did_is_said(heard, open_bench, root):
    folder = chats.make_chat(root, "Hello.", "Hi.")
    bench = open_bench(root, checked=False)
    chat = chats.open_chat(bench, folder / "2.md")
    heard.clear()
    segments = chat.panels.header.role.findChildren(QRadioButton)
    next(one for one in segments if one.text() == "system").click()
    assert heard == ["The role of ‘2.md’ is system now."]
    chats.choose_in_menu_of(bench, 0, "Make it assistant")
    assert heard[1:] == ["The role of ‘1.md’ is assistant now."]


def test_what_a_run_did_is_said_its_end_its_steps_and_another_strategy(heard, open_bench, root):
    bench = open_bench(root, "runs/long-refactor.yaml", checked=False)
    view = bench.workbench.current.perspective.view
    bench.wait(lambda: heard)
    bench.settle()
    assert heard[-1].startswith("Hybrid: "), heard
    assert " steps, " in heard[-1]
    view.chart.setFocus()
    heard.clear()
    for key, step in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_End, 119), (Qt.Key.Key_Home, 0)):
        QTest.keyClick(view.chart, key)
        assert heard.pop().startswith(f"Step {step} of 119, "), key
        assert heard == []
    view.transport.play.click()
    view.transport.timer.timeout.emit()
    view.transport.timer.timeout.emit()
    assert heard == [], "not each step while it plays"
    view.transport.play.click()
    assert [words.partition(",")[0] for words in heard] == ["Step 2 of 119"]
    heard.clear()
    view.steps.setFocus()
    QTest.keyClick(view.steps, Qt.Key.Key_Down)
    assert heard == [], "a list says its own rows"
    segments = view.strategies.findChildren(QRadioButton)
    next(one for one in segments if one.text() == "Hints").click()
    bench.settle()
    QApplication.processEvents()
    assert [words.partition(":")[0] for words in heard] == ["Hints"]
