"""Qt gets the lines of a block that it asks for, whatever a view does when it hears of the new height."""

from __future__ import annotations

from editor_app.text import Span
from editor_app.window.text.document.document import EditorDocument


def test_a_block_has_lines_although_it_was_changed_while_it_was_laid_out(qapp):
    document = EditorDocument("word " * 400 + "\nlast")
    text, layout = document.text_document, document.layout
    layout.follow_changes()
    told: list[float] = []

    def colour_once(size) -> None:
        told.append(size.height())
        if len(told) == 1:
            text.markContentsDirty(0, text.characterCount())

    layout.documentSizeChanged.connect(colour_once)
    layout.set_width(200.0)
    layout.measure_anew()
    first = text.begin()
    first.clearLayout()
    told.clear()
    rect = layout.blockBoundingRect(first)
    assert told, "the control: it was told"
    assert first.layout().lineCount() == first.lineCount() > 1
    assert rect.height() >= first.lineCount() * layout.line_height


def test_an_edit_is_announced_when_its_lines_are_laid_out(open_editor):
    """A view that gets smaller then looks for the caret, and Qt ends the process where there is no line."""
    editor = open_editor("abcd\n" * 9, analysed=False, size=(300, 400))
    has_line: list[bool] = []

    def look(_edit) -> None:
        cursor = editor.textCursor()
        has_line.append(cursor.block().layout().lineForTextPosition(cursor.positionInBlock()).isValid())
        editor.resize(300, 90)

    editor.contents.edited.connect(look)
    for text in ("x" * 9, "one\ntwo " * 20):
        editor.resize(300, 400)
        editor.select_span(Span(2, 2))
        editor.insert_text(text)
        assert editor.viewport().rect().contains(editor.cursorRect().center())
    assert has_line == [True, True]
