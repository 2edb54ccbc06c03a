"""The preview follows the caret, and unbroken lines are scrolled to it; what is read stays where it is."""

from __future__ import annotations

from typing import Any

import pytest
from app_messages import CODING, Message
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import SystemMessageStyle

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

    bench.go_to("line 40 ")
    bench.press("Right")
    place = scrolled(bench)
    bench.panels.preview.text.verticalScrollBar().setValue(place + 9)
    bench.panels.values.values_changed.emit({"title": "T"})
    bench.settle()
    assert scrolled(bench) == place + 9

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
    place, first = scrolled(bench), text.visible_blocks()[0]
    while not text.hasFocus():
        bench.press("F6")
    assert scrolled(bench) == place
    assert text.textCursor().blockNumber() == first.block.blockNumber()

    bench.go_to("description")  # which is not sent
    while not text.hasFocus():
        bench.press("F6")
    assert scrolled(bench) == place
    assert text.textCursor().blockNumber() == first.block.blockNumber()


def test_it_rests_where_it_was_scrolled_until_the_next_key_in_a_prompt_a_template_and_a_message(bench, root):
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
    bench.editor.setFocus()
    turn_wheel(bench, 40)
    assert scrolled(bench) == 0
    assert message.content.rstrip("\n")[-12:] in bench.preview
    bench.press("Ctrl+End")
    bench.type("Typed.")
    message.settle()
    assert is_seen(bench, "Typed.")

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
    for style in SystemMessageStyle:
        options = AssemblyOptions(style=style)
        bench.workbench.current.perspective.message_preview.options_chosen.emit(options)
        message.settle()
        assert is_seen(bench, "Output formatting"), style


# Lines that are not broken ----------------------------------------------------------------------------------

TEXTS = {
    "plain": "word " * 400 + "\nshort\nmiddle line\n",
    "hebrew": "שלום " * 400 + "\nשלום\n{{name}} שלום עולם  \n",
}


def assert_caret_seen(view: Any, *, range_from: int) -> None:
    QCoreApplication.processEvents()
    bar, caret = view.horizontalScrollBar(), view.cursorRect()
    assert bar.maximum() > range_from
    assert caret.left() >= 0
    assert caret.right() <= view.viewport().width()


def assert_lines_begin_together(view: Any, blocks: list[Any]) -> None:
    """Check that lines begin at one edge: the widest one's right edge where they run from there."""
    rows = [visible.block.layout().lineAt(0) for visible in blocks if visible.block.text()]
    assert len(rows) == 3
    if "ש" in blocks[0].block.text():
        rights = [row.naturalTextRect().right() for row in rows]
        assert max(rights) - min(rights) < 1
        bar = view.horizontalScrollBar()
        assert 0 <= bar.maximum() + view.viewport().width() - rights[0] < 30
    else:
        assert len({row.naturalTextRect().left() for row in rows}) == 1


def test_lines_left_unbroken_are_scrolled_to_the_caret_in_the_text_and_in_the_preview(bench):
    bench.write("other.md", "short\n")
    for name, text in TEXTS.items():
        with in_case(name):
            bench.write("long.md", text)
            bench.open("long.md")
            bench.settle()
            bench.press("Ctrl+Home")
            check_text(bench, bench.editor)
            while bench.file.is_modified:
                bench.act("undo")
            bench.settle()
            check_preview(bench, bench.panels.preview.text)


def check_text(bench: Any, editor: Any) -> None:
    window = bench.window
    for _ in range(2):
        bench.press("Alt+Z")
        assert_caret_seen(editor, range_from=10_000)
        for key in ("Home", "End"):
            bench.press(key)
            assert_caret_seen(editor, range_from=10_000)
        window.resize(window.width(), window.height() - 20)
        assert_caret_seen(editor, range_from=10_000)
        bench.open("other.md")
        QCoreApplication.processEvents()
        bench.open("long.md")
        assert_caret_seen(editor, range_from=10_000)
        bench.type("abc")
        assert_caret_seen(editor, range_from=10_000)
        assert_lines_begin_together(editor, editor.visible_blocks(0, editor.viewport().height()))
        bench.press("Alt+Z")
        assert_caret_seen(editor, range_from=-1)  # wrapped, nothing is to be scrolled
        assert editor.horizontalScrollBar().maximum() == 0


def check_preview(bench: Any, view: Any) -> None:
    view.setFocus()
    for _ in range(2):
        bench.press("Ctrl+Home", view)
        view.set_wrapping(False)
        assert_caret_seen(view, range_from=10_000)
        for key in ("Home", "End"):
            bench.press(key, view)
            assert_caret_seen(view, range_from=10_000)
        assert_lines_begin_together(view, list(view.visible_blocks()))
        view.set_wrapping(True)
        QCoreApplication.processEvents()
        assert view.horizontalScrollBar().maximum() == 0
