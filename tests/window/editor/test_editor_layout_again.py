"""Qt gets the lines of a block that it asks for, whatever a view does when it hears of the new height."""

from __future__ import annotations

from editor_app.window.editor.document.document import EditorDocument


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
