"""A pasted text whose tags would render as nothing: said quietly, with Make literal and Show."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

pytestmark = pytest.mark.one_window

FOREIGN = "Use [this:one] and [that:other]; [if x:y]maybe[else]not[endif].\n"


def paste(bench, text):
    QGuiApplication.clipboard().setText(text)
    bench.press("Ctrl+V")


def undo_all(bench, before):
    while bench.text != before:
        bench.press("Ctrl+Z")


def press_link(bench, words):
    notices = bench.window.notices
    next(link for link in (notices.link, notices.other_link) if link.text() == words).click()


def test_tags_pasted_into_a_template_are_made_literal_in_one_step(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.resolve()
    before = bench.text
    bench.go_to("Today")
    bench.type("[git:brnch] ")
    assert bench.notice == "", "typing is never asked about"
    undo_all(bench, before)

    bench.go_to("Today")
    paste(bench, "On [git:branch] at [system:time]. ")
    assert bench.notice == "", "these have values"
    undo_all(bench, before)

    bench.go_to("Today")
    paste(bench, FOREIGN)
    assert bench.notice == "3 tags would render as nothing."
    pasted = bench.text
    press_link(bench, "Show")
    assert bench.editor.selected_span().of(bench.text) == "[this:one]"
    press_link(bench, "Show")
    assert bench.editor.selected_span().of(bench.text) == "[that:other]"
    press_link(bench, "Make literal")
    assert FOREIGN in bench.preview
    assert bench.notice == ""
    bench.press("Ctrl+Z")
    assert bench.text == pasted, "it was one step"
    bench.press("Ctrl+Z")
    assert bench.text == before

    bench.go_to("Today")
    paste(bench, "[prompt:model] [file:none.md] ")
    assert bench.notice == "1 tag would render as nothing.", "the file is not looked for yet"
    bench.wait(lambda: bench.notice == "2 tags would render as nothing.")
    bench.press("Ctrl+Z")
    assert bench.notice == "", "what was pasted is gone"


def test_a_file_that_was_pasted_into_can_be_closed(open_bench, root):
    bench = open_bench(root, "page-analysis.md", "system-prompt.tmpl")
    bench.resolve()
    bench.go_to("Today")
    paste(bench, "[x:y] [git:status] ")
    assert bench.notice
    bench.press("Ctrl+S")
    bench.press("Ctrl+W")
    assert bench.notice == "", "it is about a file that is no longer in front"
    bench.settle()
    bench.go_to("{{titel}}")
    paste(bench, "{{who}} ")
    assert bench.notice == "1 tag would stay as written: not declared."


def test_tags_pasted_into_a_prompt_or_a_document_are_told_apart(open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    bench.go_to("{{titel}}")
    paste(bench, "{{who}} {{#if what}}x{{/if}} \\{{literal}} ")
    assert bench.notice == "2 tags would render as nothing or stay as written."
    press_link(bench, "Make literal")
    assert "\\{{who}} \\{{#if what}}x\\{{/if}} \\{{literal}} " in bench.text
    assert "{{who}} {{#if what}}x{{/if}} {{literal}} " in bench.preview

    (root / "notes").mkdir()
    (root / "notes" / "any.md").write_text("Notes.\n")
    bench.open("notes/any.md")
    bench.press("Ctrl+End")
    paste(bench, "Any {{name}} may be used in a document.")
    assert bench.notice == ""
    paste(bench, "{{#if name}}But this is left out.{{/if}}")
    assert bench.notice == "1 tag would render as nothing."


def test_tags_dropped_or_pasted_into_a_block_are_looked_at_too(open_bench, root):
    bench = open_bench(root, "system-messages/coding-assistant.yaml")
    bench.resolve()
    editor = bench.editor
    assert editor.contents is not bench.file.document, "a block is in front"
    bench.press("Ctrl+End")
    paste(bench, "[git:brnch] [x:y] ")
    assert bench.notice == "1 tag would render as nothing.", "an unknown type stays as written in a block"
    press_link(bench, "Make literal")
    assert "[literal:[]git:brnch] [x:y] " in editor.contents.text
