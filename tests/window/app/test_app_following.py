"""The preview follows the caret: what is typed is in view on both sides; what is read stays where it is."""

from __future__ import annotations

import pytest
from app_messages import CODING, Message
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.one_window

LINES = "".join(f"This is line {number} of a text that is longer than any pane.\n\n" for number in range(80))
PROMPT = f"""\
---
name: long
version: 1.0.0
description: d
variables:
  - name: title
---
{LINES}{{{{#if title}}}}Only with a title.{{{{/if}}}}
The end.
"""


def is_seen(bench, words: str) -> bool:
    """Whether the line with `words` is in sight in the preview, from its top to its bottom."""
    pane = bench.panels.preview.text
    at = bench.file.result.text.index(words)
    for visible in pane.visible_blocks():
        if visible.start <= at < visible.end:
            rect = next(pane.rects(visible, at, at + 1), None)
            return rect is not None and rect.top() >= 0 and rect.bottom() <= pane.viewport().height()
    return False


def scrolled(bench) -> int:
    return bench.panels.preview.text.verticalScrollBar().value()


def turn_wheel(bench, clicks: int) -> None:
    viewport = bench.panels.preview.text.viewport()
    at, none = QPointF(20, 20), Qt.MouseButton.NoButton
    for _ in range(abs(clicks)):
        event = QWheelEvent(
            at,
            QPointF(viewport.mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, 120 if clicks > 0 else -120),
            none,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,  # noqa: FBT003  Qt's signature
        )
        QApplication.sendEvent(viewport, event)


@pytest.fixture
def bench(open_bench, root):
    (root / "long.md").write_text(PROMPT)
    return open_bench(root, "long.md", checked=False)


def test_what_is_typed_is_in_view_and_what_is_in_view_stays(bench):
    assert scrolled(bench) == 0
    bench.go_to("The end.")
    bench.type("Before the end. ")
    assert is_seen(bench, "Before the end. The end.")
    at_end = scrolled(bench)

    bench.press("Ctrl+Home")  # into the frontmatter, which is not sent
    assert scrolled(bench) == at_end

    bench.go_to("line 50 ")
    assert is_seen(bench, "line 50 ")
    place = scrolled(bench)
    assert 0 < place < at_end
    assert not is_seen(bench, "line 49 "), "no further than needed"
    bench.go_to("line 55 ")
    bench.type("short ")
    assert scrolled(bench) == place, "it was in view already"

    bench.go_to("Only with")  # left out: the line that says so stands between these
    assert is_seen(bench, "line 79 ")
    bench.press("Ctrl+Z")
    assert is_seen(bench, "line 55 of")


def test_it_rests_where_it_was_scrolled_until_the_next_key(bench):
    bench.go_to("line 60 ")
    turn_wheel(bench, -5)
    place = scrolled(bench)
    bench.go_to("line 5 ")  # as a click does
    assert scrolled(bench) == place
    bench.panels.values.values_changed.emit({"title": "T"})
    bench.settle()
    assert "Only with a title." in bench.preview
    assert scrolled(bench) == place
    bench.press("Right")
    assert is_seen(bench, "line 5 ")

    turn_wheel(bench, -5)
    bench.press("F12")
    assert is_seen(bench, "line 5 ")
    bench.press("Ctrl+End")
    assert is_seen(bench, "The end.")
    place = scrolled(bench)
    bench.editor.setFocus()
    bench.go_to("line 5 ")  # the pane was scrolled by its own keys
    assert scrolled(bench) == place
    QTest.keyClick(bench.editor, "x")
    assert is_seen(bench, "xline 5 ")


def test_a_value_typed_under_values_moves_nothing(bench):
    bench.go_to("line 40 ")
    place = scrolled(bench)
    bench.panels.preview.text.verticalScrollBar().setValue(place + 9)
    bench.panels.values.values_changed.emit({"title": "T"})
    bench.settle()
    assert scrolled(bench) == place + 9


def test_a_template_and_both_views_of_a_message_are_followed(bench, root):
    (root / "system-prompt.tmpl").write_text(f"{LINES}On [system:os].\n")
    bench.open("system-prompt.tmpl")
    bench.resolve()
    bench.go_to("On [")
    bench.type("Now. ")
    bench.settle()
    assert is_seen(bench, "Now. On linux")

    bench.open(CODING)
    bench.resolve()
    message = Message(bench)
    message.view.choose(message.view.blocks[-1].path)
    words = message.content.rstrip("\n")[-12:]
    bench.editor.setFocus()
    turn_wheel(bench, 40)
    assert scrolled(bench) == 0
    bench.press("Ctrl+End")
    bench.type("Typed.")
    message.settle()
    assert is_seen(bench, "Typed.")
    assert words in bench.preview

    bench.act("switch_view")
    assert bench.editor is message.source_editor
    bench.go_to("content:", 12)
    bench.press("Left", bench.editor)
    message.settle()
    assert scrolled(bench) == 0
    bench.press("Ctrl+End", bench.editor)
    message.settle()
    assert is_seen(bench, "Typed.")


def test_a_chosen_block_is_shown_whole_and_stays_in_view_in_another_style(bench):
    bench.open(CODING)
    bench.resolve()
    message = Message(bench)
    block = next(block for block in message.view.blocks if block.id == "formatting-1")
    message.view.choose(block.path)
    message.settle()
    assert is_seen(bench, "## Output formatting")
    assert is_seen(bench, "The working directory is")
    bench.act("switch_view")
    message.settle()
    for style in ("xml", "markdown", "plain"):
        bench.workbench.current.perspective.situation_commands.choose_style(style)
        message.settle()
        assert is_seen(bench, "Output formatting"), style


def test_f6_scrolls_nothing_and_begins_in_what_is_in_view(bench):
    text = bench.panels.preview.text

    def line_of_caret() -> str:
        return text.textCursor().block().text()

    bench.go_to("line 70 ")
    bench.editor.setFocus()
    place = scrolled(bench)
    assert place > 0
    while not text.hasFocus():
        bench.press("F6")
    assert line_of_caret().startswith("This is line 70 ")
    assert scrolled(bench) == place

    bench.go_to("line 70 ", 1)
    turn_wheel(bench, 9)  # away from what became of it
    assert not is_seen(bench, "line 70 ")
    place, first = scrolled(bench), next(text.visible_blocks())
    while not text.hasFocus():
        bench.press("F6")
    assert scrolled(bench) == place
    assert text.textCursor().blockNumber() == first.block.blockNumber()

    bench.go_to("description")  # which is not sent
    while not text.hasFocus():
        bench.press("F6")
    assert scrolled(bench) == place
    assert text.textCursor().blockNumber() == first.block.blockNumber()
