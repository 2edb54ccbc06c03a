"""A system message in the window: blocks, their content, and what every deed does to the file's text."""

from __future__ import annotations

import pytest
from app_messages import CODING, Message, changed, click
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from editor_app.analysis.kinds.system_message import content_of

pytestmark = pytest.mark.one_window


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return bench


@pytest.fixture
def message(bench):
    return Message(bench)


# Opening ----------------------------------------------------------------------------------------------------


def test_a_message_opens_as_blocks_in_its_first_situation(message, bench):
    assert message.shows_content
    assert message.chosen == "safety-1"
    assert message.content == content_of(bench.file.analysis).blocks[0].body.content.text
    assert message.panels.inspector.id.text() == "safety-1"
    assert bench.window.left_dock.current == "blocks"
    assert message.panels.situation.saved.text() == "orchestrator on src"
    assert message.panels.situation.mode.currentText() == "orchestrator"
    assert "mode-orchestrator" not in message.out()
    assert {"mode-subagent", "mode-ask", "advisory-1"} <= message.out()
    assert message.badges()["formatting-1"] == "wins"
    assert message.badges()["formatting-legacy"] == "outranked"
    assert "You coordinate subagents" in bench.preview
    assert "You were given one task" not in bench.preview
    assert "on branch main" in bench.preview
    assert "Run the tests." in bench.preview, "files go in, too"
    assert not bench.file.is_modified


# Typing in a content ----------------------------------------------------------------------------------------

CONTENTS = [
    "safety-1",  # folded, on several lines
    "identity-1",  # plain, on one line
    "mode-orchestrator",  # literal
    "skills-index",  # JSON in a literal
    "formatting-1",  # the text of an object
]


def test_typing_changes_one_content_and_the_preview_and_undo_brings_back_every_byte(message, bench):
    before, data = message.yaml, bench.file.data()
    for name in CONTENTS:
        message.pick(name)
        message.key("Return")
        assert bench.editor.hasFocus()
        content = message.content
        bench.go_to(content.split()[1])
        bench.type("ever ")
        assert changed(content, message.content) == ("", "ever ")
        removed, added = changed(before, message.yaml)
        assert (removed.strip(), added.strip()) == ("", "ever")
        assert message.block(name).body.content.text == message.content
        while message.can_undo:
            bench.press("Ctrl+Z")
        assert message.yaml == before
        assert message.content == content
        assert bench.file.data() == data
        assert not bench.file.is_modified

    message.pick("mode-orchestrator")
    message.key("Return")
    bench.go_to("You coordinate")
    bench.type("Hello. ")
    assert "Hello. You coordinate subagents" in bench.preview
    bench.type("[git:branch] ")
    assert "Hello. main You coordinate" in bench.preview
    bench.press("Ctrl+Z")
    assert "[git:branch]" not in message.yaml.partition("You coordinate")[0].rpartition("- id:")[2]
    bench.press("Ctrl+Y")
    assert "Hello. main You coordinate" in bench.preview


def test_one_history_for_content_and_source_and_undo_goes_to_the_block_that_it_changes(message, bench):
    """Typing in a content, then in the source, is taken back in that order from either."""
    before = message.yaml
    message.pick("identity-1")
    message.key("Return")
    bench.type("One ")
    middle = message.yaml
    message.switch()
    bench.go_to("version: 2.3.0", 9)
    bench.type("9")
    assert "version: 92.3.0" in message.yaml
    message.switch()
    bench.act("undo")
    assert message.yaml == middle
    bench.act("undo")
    assert message.yaml == before
    bench.act("redo")
    assert message.yaml == middle

    bench.act("undo")
    assert message.yaml == before
    message.pick("identity-1")
    message.key("Return")
    bench.type("One ")
    message.pick("safety-1")
    message.key("Return")
    bench.press("Ctrl+Z")
    assert message.chosen == "identity-1"
    assert message.content.startswith("When the user asks")


# Choosing ---------------------------------------------------------------------------------------------------


def test_arrows_and_clicks_choose_in_every_panel(message, bench):
    message.pick("safety-1")
    message.key("Down")
    assert message.chosen == "safety-secret-files"
    assert message.content.startswith("This file is likely to hold secrets.")
    assert message.panels.inspector.id.text() == "safety-secret-files"
    message.open_below("why_block")
    assert "safety-secret-files" not in message.why
    assert message.why.startswith("Not sent: ")
    message.key("Up")
    assert message.why.startswith("Sent: ")

    bar = bench.workbench.current.perspective.message_preview.strip.ruler.bar
    name = "formatting-legacy"
    index = message.view.blocks.index(message.block(name))
    middle = bar.height() // 2
    found = [x for x in range(bar.width()) if bar.segment_at(QPoint(x, middle)).block == index]
    click(bar, QPoint(found[len(found) // 2], middle))
    assert message.chosen == name

    message.pick("formatting-legacy")
    message.open_below("why_block")
    sentence = next(one for one in message.panels.why._sentences if "Yields" in one.accessibleName())
    index = message.view.blocks.index(message.block("formatting-1"))
    assert f'href="{index}"' in sentence.text()
    sentence.setFocus()
    bench.press("Tab", sentence)
    bench.press("Return", sentence)
    assert message.chosen == "formatting-1"

    message.settle()
    preview = bench.panels.preview.text
    mark = next(
        mark for mark in preview._look.marks if mark.words.startswith("formatting-legacy is outranked")
    )
    preview.show_output(mark.offset)
    preview.grab()
    rect = next(rect for rect, row in preview.pointing.rows if row.mark is not None and row.mark == mark)
    click(preview.viewport(), rect.center())
    assert message.chosen == "formatting-legacy"

    message.settle()
    offset = bench.preview.index("Split the work")
    preview.show_output(offset)
    preview.grab()  # a click is about what was painted last: a mark may have stood where the line is now
    rect = preview.cursorRect()
    click(preview.viewport(), QPoint(rect.left() + 2, rect.center().y()))
    assert message.chosen == "mode-orchestrator"
    assert message.shows_content
    at = bench.editor.cursor_offset()
    assert message.content[at:].startswith("Split the work")


def test_alt_f2_gives_the_sentences_of_why_to_the_keyboard(message, bench):
    message.pick("formatting-legacy")
    bench.press("Ctrl+Shift+J")
    sentences = [row.text for row in message.panels.why.rows]
    assert len(sentences) > 1
    for sentence in sentences:
        focus = QApplication.focusWidget()
        assert focus.accessibleName().partition(": ")[2] == sentence
        bench.press("Ctrl+C")
        assert bench.clipboard() == sentence
        bench.press("Ctrl+A")
        bench.press("Shift+Left")
        bench.press("Ctrl+C")
        assert bench.clipboard() == sentence[:-1], "what is selected is copied"
        while QApplication.focusWidget() is focus:  # from link to link in it
            bench.press("Tab")


# Blocks and source ------------------------------------------------------------------------------------------


def test_f9_and_a_click_switch_with_the_caret_at_the_same_place(message, bench):
    message.pick("tooling-terminal")
    message.key("Return")
    bench.go_to("Nothing answers", 3)
    message.switch()
    assert not message.shows_content
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("hing answers a prompt")
    assert not message.panels.inspector.isVisible()
    bench.go_to("A guess about", 2)
    message.switch()
    assert message.chosen == "behavior-1"
    assert message.content[bench.editor.cursor_offset() :].startswith("guess about")
    assert bench.editor.hasFocus()

    message.pick("tooling-terminal")
    message.key("Return")
    bench.go_to("Nothing answers", 3)
    blocks, source = message.tabs.strip.views._row.segments
    click(source, source.rect().center())
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("hing answers a prompt")
    bench.go_to("A guess about", 2)
    click(blocks, blocks.rect().center())
    assert bench.editor.hasFocus()
    assert message.chosen == "behavior-1"
    assert message.content[bench.editor.cursor_offset() :].startswith("guess about")
