"""A system message in the window: blocks, their content, and what every deed does to the file's text."""

from __future__ import annotations

from functools import partial

import pytest
from app_messages import CODING, Message, changed, click
from named_cases import in_case
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from editor_app.analysis.kinds.system_message import content_of
from editor_app.window.panels.preview.text.text_paint import row_places

pytestmark = pytest.mark.one_window


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    return bench


@pytest.fixture
def message(bench):
    return Message(bench)


# Opening and typing ----------------------------------------------------------------------------------------


CONTENTS = [
    "safety-1",  # folded, on several lines
    "identity-1",  # plain, on one line
    "mode-orchestrator",  # literal
    "skills-index",  # JSON in a literal
    "formatting-1",  # the text of an object
]


def test_a_message_opens_as_blocks_whose_contents_are_typed_into_with_one_history_with_the_source(
    message, bench
):
    assert message.shows_content
    assert message.chosen == "safety-1"
    assert message.content == content_of(bench.file.analysis).blocks[0].body.content.text
    assert message.panels.inspector.field("id").text() == "safety-1"
    assert bench.window.left_dock.current == "blocks"
    assert message.panels.situation.saved.text() == "orchestrator on src"
    assert message.panels.situation.field("mode").currentText() == "orchestrator"
    assert "mode-orchestrator" not in message.out()
    assert {"mode-subagent", "mode-ask", "advisory-1"} <= message.out()
    assert message.badges()["formatting-1"] == "wins"
    assert message.badges()["formatting-legacy"] == "loses"
    assert "You coordinate subagents" in bench.preview
    assert "You were given one task" not in bench.preview
    assert "on branch main" in bench.preview
    assert "Run the tests." in bench.preview, "files go in, too"
    assert not bench.file.is_modified

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
    message.undo_all()
    see_content_and_source(message, bench)


def see_content_and_source(message, bench):
    """See that content and source have one history and one caret."""
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
    message.undo_all()
    segments = message.tabs.strip.views._row.segments
    by_click = [partial(click, one, one.rect().center()) for one in segments]
    for to_blocks, to_source in ((message.switch, message.switch), by_click):
        message.pick("tooling-terminal")
        message.key("Return")
        bench.go_to("Nothing answers", 3)
        to_source()
        assert not message.shows_content
        assert bench.editor.hasFocus()
        assert bench.text[bench.editor.cursor_offset() :].startswith("hing answers a prompt")
        assert not message.panels.inspector.isVisible()
        bench.go_to("A guess about", 2)
        to_blocks()
        assert message.chosen == "behavior-1"
        assert message.content[bench.editor.cursor_offset() :].startswith("guess about")
        assert bench.editor.hasFocus()


# Choosing ---------------------------------------------------------------------------------------------------


def test_arrows_and_clicks_choose_in_every_panel_and_keys_go_to_why(message, bench):
    bench.is_painted = True
    message.pick("safety-1")
    message.key("Down")
    assert message.chosen == "safety-secret-files"
    assert message.content.startswith("This file is likely to hold secrets.")
    assert message.panels.inspector.field("id").text() == "safety-secret-files"
    message.open_below("why_block")
    assert "safety-secret-files" not in message.why
    assert message.why.startswith("Not sent. ")
    message.key("Up")
    assert message.why.startswith("Sent. ")

    message.pick("formatting-legacy")
    message.open_below("why_block")
    sentence = next(one for one in message.panels.why._sentences if "Loses" in one.accessibleName())
    index = message.view.blocks.index(message.block("formatting-1"))
    assert f'href="{index}"' in sentence.text()
    sentence.setFocus()
    bench.press("Tab", sentence)
    bench.press("Return", sentence)
    assert message.chosen == "formatting-1"

    message.settle()
    preview = bench.panels.preview.text
    mark = next(mark for mark in preview._look.marks if mark.words.startswith("formatting-legacy loses"))
    preview.show_output(mark.offset)
    preview.grab()
    rect = next(
        place.rect for place in row_places(preview, preview.visible_blocks()) if place.row.mark == mark
    )
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

    bench.is_painted = False
    see_why(message, bench)


def see_why(message, bench):
    """See that Why is gone to from the tree and from the caret of the preview."""
    message.pick("formatting-legacy")
    bench.press("Ctrl+Shift+J")
    sentences = ["".join(part.text for part in row.parts) for row in message.panels.why.rows]
    assert len(sentences) > 1
    for sentence in sentences:
        focus = QApplication.focusWidget()
        assert focus.accessibleName() == sentence
        bench.press("Ctrl+C")
        assert bench.clipboard() == sentence
        bench.press("Ctrl+A")
        bench.press("Shift+Left")
        bench.press("Ctrl+C")
        assert bench.clipboard() == sentence[:-1], "what is selected is copied"
        while QApplication.focusWidget() is focus:  # from link to link in it
            bench.press("Tab")

    preview = bench.panels.preview
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


# Keys that go on in the tree and in the form ----------------------------------------------------------------


def press(message, keys: str) -> None:
    """Press a key where the focus is."""
    message.bench.press(keys, QApplication.focusWidget())


def test_alt_f1_and_keys_of_the_tree_are_about_the_clicked_block_and_enter_goes_on_to_it(message):
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
    assert message.why.startswith("Not sent. ")

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
    message.undo_all()
    see_ctrl_z(message)


def see_ctrl_z(message):
    """See that it takes back what was given in a field, and a deed, whose notice goes with the next."""
    before, form = message.yaml, message.panels.inspector
    for box in (form.field("id"), form.field("priority")):
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


def test_a_copied_picture_is_said_wherever_it_is_of(message, bench):
    message.pick("identity-base")
    for surface in (message.view.editor, bench.panels.preview.text, bench.editor):
        surface.copied.emit("Before.")
        assert bench.notice == "Before."
        surface.copy_picture()
        assert bench.notice == "The picture is copied."
