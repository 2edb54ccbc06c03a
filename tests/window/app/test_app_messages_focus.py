"""The keys go on in the tree after a block was chosen or changed there."""

from __future__ import annotations

import pytest
from app_messages import CODING, HEAD, Message
from named_cases import in_case
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

pytestmark = pytest.mark.one_window


@pytest.fixture
def message(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return Message(bench)


def press(message, keys: str) -> None:
    """Press a key where the focus is."""
    message.bench.press(keys, QApplication.focusWidget())


def test_alt_f1_and_keys_of_the_tree_are_about_the_clicked_block_and_enter_goes_on_to_it(
    message,
):
    why = message.bench.panels.preview.why
    message.pick("identity-base")
    press(message, "Return")
    press(message, "Ctrl+Shift+Y")
    press(message, "Escape")
    message.pick("safety-1")
    press(message, "Ctrl+Shift+Y")
    assert any("safety-1" in label.text() for label in why.findChildren(QLabel))
    assert why.isAncestorOf(QApplication.focusWidget())

    out = next(row.id for row in message.blocks._rows if not row.is_in)
    message.pick(out)  # nothing of it stands in the preview
    press(message, "Ctrl+Shift+Y")
    assert message.panels.why.isAncestorOf(QApplication.focusWidget())
    assert message.why.startswith("Not sent: ")

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

    message.pick("identity-base")
    press(message, "Return")
    assert QApplication.focusWidget() is message.view.editor
    QTest.keyClicks(message.view.editor, "Hi. ")
    assert message.content.startswith("Hi. You are")


def test_ctrl_z_takes_back_what_was_given_in_a_field_and_a_deed_whose_notice_goes_with_the_next(message):
    before, form = message.yaml, message.panels.inspector
    for box in (form.id, form.priority):
        with in_case(box.accessibleName()):
            message.pick("identity-base")
            box.setFocus()
            box.selectAll()
            QTest.keyClicks(box, "4321")
            press(message, "Return")
            assert "4321" in message.yaml
            press(message, "Ctrl+Z")
            assert message.yaml == before

    bench = message.bench
    message.pick("identity-base")
    press(message, "Space")
    press(message, "Ctrl+Z")
    assert bench.notice == "‘identity-base’ is unmuted again."
    press(message, "Space")
    assert bench.notice == ""
    bench.act("copy_model_text")
    assert bench.notice.startswith("Copied")
    bench.open("page-analysis.md")
    assert bench.notice == ""


MISTAKEN = (
    HEAD
    + """\
  - id: one
    type: behavior
    priority: 10
    content: |
      First line.
      Then [git:brnch] of it.
  - id: two
    type: formating
    priority: 20
    content: Second.
"""
)


@pytest.fixture
def mistaken(open_bench, root):
    (root / "system-messages" / "m.yaml").write_text(MISTAKEN)
    bench = open_bench(root, "system-messages/m.yaml", checked=False)
    bench.resolve()
    return Message(bench)


def test_f8_goes_through_contents_and_fields_and_fixes_are_shown_from_the_content(mistaken):
    bench = mistaken.bench
    mistaken.pick("two")
    mistaken.key("Return")
    seen = []
    for keys in ("F8", "F8", "Shift+F8"):
        press(mistaken, keys)
        seen.append((mistaken.shows_content, bench.workbench.current.caret_offset))
    content, field = MISTAKEN.index("[git:brnch"), MISTAKEN.index("formating")
    assert [offset for _, offset in seen] in ([content, field, content], [content + 1, field, content + 1])
    assert [shown for shown, _ in seen] == [True, False, False]

    mistaken.switch()
    mistaken.pick("two")
    mistaken.key("Return")
    press(mistaken, "Ctrl+.")
    mistaken.bench.choose_first_fix()
    assert "type: formatting" in mistaken.yaml


def test_in_the_preview_alt_f1_and_alt_f2_are_about_the_block_at_the_caret(message):
    preview, bench = message.bench.panels.preview, message.bench
    message.pick("identity-base")
    message.view.editor.setFocus()
    while not preview.isAncestorOf(QApplication.focusWidget()):
        press(message, "F6")
    assert preview.text.hasFocus()
    segments = {segment.name: segment.output for segment in preview.look.segments}
    assert segments["identity-base"].touches(preview.text.caret_offset)
    press(message, "Ctrl+Shift+Y")
    assert any("identity-base" in label.text() for label in preview.why.findChildren(QLabel))
    press(message, "Escape")
    last = max(segments, key=lambda name: segments[name].start)
    press(message, "Ctrl+End")
    press(message, "Ctrl+Shift+J")
    message.settle()
    assert message.chosen == last
    assert message.panels.why.isAncestorOf(QApplication.focusWidget())
    preview._bar.copy_button.setFocus()
    bench.act("why_block")
    assert message.chosen == last, "on a button it is the chosen block"
