"""Texts full of what nobody sees: editor, preview and formats say what the engine says, after every key."""

from __future__ import annotations

import pytest
from app_messages import HEAD, Message
from hypothesis import example, given
from hypothesis import strategies as st
from named_cases import in_case
from property_runs import examples
from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtGui import QColor, QInputMethodEvent, QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.analysis.analysis import analyse
from editor_app.analysis.kinds.system_message import content_of
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.text import to_engine_text
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.placeholders import SOFT_BREAK
from editor_app.window.text.painting.chips import Chips

pytestmark = pytest.mark.one_window

ALPHABET = (
    "a", " ", "\n", "😀", "👩\u200d👧", "🇫🇷", "\U000e0041", "\u200b", "\u202e", "\u2066", "\u0301", "é",
    "שלום", "العربية", "\u00a0", "\u2028", "\u2029", "\x85", "\ufeff", "\ufffe", "\ue000", "\uf8ef", "\ufffc",
    "\x07", "{{x}}", "{{#if x}}", "{{/if}}", "[git:branch]",
)  # fmt: skip
PIECES = st.lists(st.sampled_from(ALPHABET), min_size=1, max_size=6).map("".join)
STEPS = st.lists(st.tuples(st.integers(0, 200), PIECES, st.booleans()), min_size=1, max_size=6)
BUG = [(0, "Hello 😀\u200b", True), (3, "\u200b", False), (7, "a", True)]
TWO_LINES = [(5, "\u200b\na", False), (0, "a", True)]  # the next text joins them again


def put(editor: CodeEditor, offset: int, text: str, *, typed: bool) -> None:
    """Type `text` as an input method does, or paste it, after so many characters."""
    cursor = editor.textCursor()
    cursor.setPosition(editor.contents.bridge.position(min(offset, len(editor.contents.text))))
    editor.setTextCursor(cursor)
    if typed:
        event = QInputMethodEvent()
        event.setCommitString(for_qt(text))
        QApplication.sendEvent(editor, event)
    else:
        data = QMimeData()
        data.setText(for_qt(text))
        editor.insertFromMimeData(data)
    QCoreApplication.processEvents()


def hidden_places(block: QTextBlock) -> set[int]:
    """Return the UTF-16 units of a block that its formats hide, to draw a label there."""
    nothing = QColor("transparent")
    return {
        place
        for item in block.layout().formats()
        if item.format.foreground().color() == nothing
        for place in range(item.start, item.start + item.length)
    }


def expected_places(shown: str, placeholders: dict[str, str]) -> set[int]:
    """Return the same from the text alone, counted by encoding it."""
    return {
        len(shown[:at].encode("utf-16-le")) // 2
        for at, character in enumerate(shown)
        if character == SOFT_BREAK or placeholders.get(character, character) != character
    }


def check(bench) -> None:
    bench.workbench.current.show_now()
    QCoreApplication.processEvents()
    file, pane = bench.file, bench.panels.preview.text
    engine = render(
        analyse(file.text, file.kind, file.path.name, catalog=file.catalog),
        Trial(file.values, snapshot=file.snapshot),
    )
    assert pane.contents.text == file.result.text == engine.text
    cursor = pane.textCursor()
    cursor.select(cursor.SelectionType.Document)
    assert pane.contents.part(cursor.selectionStart(), cursor.selectionEnd()) == engine.text
    for visible in pane.visible_blocks():
        shown = visible.block.text()
        assert hidden_places(visible.block) == expected_places(
            shown, pane.contents.bridge._placeholders.exact
        )


def check_colours(editor: CodeEditor) -> None:
    for line in editor.visible_blocks(0, editor.viewport().height()):
        shown = line.block.text()
        assert hidden_places(line.block) == expected_places(shown, editor.contents.bridge._placeholders.exact)


def test_a_key_after_an_invisible_character_raises_nothing_and_many_draw_no_more_than_fit(bench, monkeypatch):
    bench.is_painted = True
    bench.editor.insert_text("Hello 😀\u200b\n")
    for key in "abc":
        QTest.keyClick(bench.editor, key)
        check(bench)
        check_colours(bench.editor)
    shown = bench.panels.preview.text.document().toPlainText()
    assert "😀" in shown

    drawn: list[str] = []
    draw = Chips.draw

    def note(chips, painter, label, place) -> None:
        drawn.append(label)
        draw(chips, painter, label, place)

    for character in ("\u202e", "\u200b"):
        numbers = []
        for count in (5, 500, 5_000):
            bench.editor.contents.replace_text("---\nname: a\n---\n" + f"a{character}" * count)
            check(bench)
            with monkeypatch.context() as patched:
                patched.setattr(Chips, "draw", note)
                drawn.clear()
                bench.panels.preview.text.grab()
                numbers.append(len(drawn))
        with in_case(repr(character)):
            assert numbers[0] == 5  # each of a few is drawn
            assert numbers[1] > 5
            assert numbers[2] < 4 * numbers[1]


def test_what_is_typed_is_in_editor_and_preview_and_formats_as_the_engine_has_it(bench):
    bench.workbench.current.show_now()
    assert bench.panels.preview.text.isVisible()

    @examples(3)
    @example(BUG)
    @given(STEPS)
    def hold(steps):
        editor = bench.editor
        editor.contents.replace_text("---\nname: a\n---\n")
        text = bench.text
        for offset, piece, typed in steps:
            at = min(offset, len(text))
            put(editor, at, piece, typed=typed)
            text = f"{text[:at]}{to_engine_text(piece)}{text[at:]}"
            assert bench.text == text
            check(bench)
            check_colours(editor)
        assert bench.file.document.text_document.isUndoAvailable()

    hold()


def test_what_is_typed_into_a_block_is_in_file_and_preview_as_the_engine_has_it(open_bench, root):
    (root / "system-messages" / "m.yaml").write_text(
        HEAD + "- id: one\n  type: text\n  content: |-\n    Hello\n", encoding="utf-8"
    )
    bench = open_bench(root, "system-messages/m.yaml", checked=False)
    bench.resolve()
    message = Message(bench)
    message.pick("one")
    bench.press("Return", QApplication.focusWidget())
    editor = message.view.editor
    assert message.shows_content

    @examples(2)
    @example(BUG)
    @example(TWO_LINES)
    @example([(1, "a", True)])
    @given(STEPS)
    def hold(steps):
        editor.contents.replace_text("Hello\n")
        QCoreApplication.processEvents()
        for offset, piece, typed in steps:
            put(editor, offset, piece, typed=typed)
            content = content_of(bench.file.analysis).blocks[0].body.content
            assert (content.text if content is not None else "") == message.content
            check(bench)
            check_colours(editor)

    hold()
