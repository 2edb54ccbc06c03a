"""The text view: exact copies, why each character is there, and clicks that go to the source."""

from __future__ import annotations

from itertools import pairwise

import pytest
from panels_texts import PROMPT, TEMPLATE, document_result, prompt_result, template_result, untrusted_result
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor, QGuiApplication, QMouseEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton

from editor_app.template.source_map import Why
from editor_app.text import Span
from editor_app.window.panels.preview.text.text_paint import row_places
from editor_app.window.panels.preview.text.text_view import PreviewText

ODD = "a\u00a0b\u2028c\u2029d\ufeff\u200be 😀\t\x85f"


def show_document(panel, source, values):
    result = document_result(source, values)
    panel.show_model(result, "notes.md")
    QApplication.processEvents()
    return result


def point_at(view: PreviewText, offset: int) -> QPoint:
    """Return a point inside the character at `offset`."""
    for visible in view.visible_blocks():
        if visible.start <= offset < visible.end:
            rect = next(view.rects(visible, offset, offset + 1))
            return QPoint(round(rect.left() + min(2, rect.width() / 2)), round(rect.center().y()))
    raise AssertionError(f"{offset} is not on the screen")


def move_to(view: PreviewText, point: QPoint) -> None:
    place = QPointF(point)
    window = QPointF(view.viewport().mapToGlobal(point))
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, place, window, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.viewport(), event)


def words_of(card) -> list[str]:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # what it said before
    return [label.text().replace("\u200b", "") for label in card.findChildren(QLabel) if label.text()]


# Copying --------------------------------------------------------------------------------------------------


def test_select_all_and_copy_give_exactly_what_the_model_gets(panel):
    result = show_document(panel, f"{ODD}\n{{{{x}}}} end", {"x": ODD})
    assert ODD in result.text
    panel.text.selectAll()
    panel.text.copy()
    assert QGuiApplication.clipboard().text() == result.text


def test_a_part_is_copied_exactly(panel):
    result = show_document(panel, "one\u00a0two\n{{x}}", {"x": "😀\u00a0!"})
    cursor = panel.text.textCursor()
    start, end = panel.text.contents.position(2), panel.text.contents.position(9)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    panel.text.setTextCursor(cursor)
    panel.text.copy()
    assert QGuiApplication.clipboard().text() == result.text[2:9]


def test_copy_button_copies_all_and_says_so(panel, qtbot):
    result = show_document(panel, f"{ODD} {{{{x}}}}", {"x": "1"})
    with qtbot.waitSignal(panel.copied) as said:
        panel.copy(result)
    assert QGuiApplication.clipboard().text() == result.text
    assert f"{len(result.text)} characters" in said.args[0]


def test_what_was_left_out_and_blank_signs_are_not_copied(panel):
    result = template_result()
    panel.show_model(result, "system-prompt.tmpl")
    QApplication.processEvents()
    assert [place.row.words for place in row_places(panel.text, panel.text.visible_blocks())] == [
        "left out: AGENTS.md exists",
        "left out: prompt:model does not exist",
    ]
    panel.text.selectAll()
    copied = panel.text.createMimeDataFromSelection()
    assert copied.text() == result.text
    assert not copied.hasHtml()
    assert "left out" not in copied.text()
    assert "∅" not in copied.text()


# Why ------------------------------------------------------------------------------------------------------


def hovered_words(panel, qtbot, point):
    view = panel.text
    move_to(view, point)
    qtbot.waitUntil(view.pointing.card.isVisible)
    words = words_of(view.pointing.card)
    view.pointing.leave()
    return words


def test_hovering_a_value_says_where_it_comes_from(panel, qtbot):
    result = prompt_result({"url": "https://example.org/pricing"})
    panel.show_model(result, "page-analysis.md", origins={"url": "case ‘pricing page’"})
    QApplication.processEvents()
    words = hovered_words(panel, qtbot, point_at(panel.text, result.text.index("example")))
    assert words[:3] == ["url", "value inserted here", "https://example.org/pricing"]
    for said in (
        "Value from",
        "case ‘pricing page’",
        "page-analysis.md, line 20, column 6",
        "none – always sent",
    ):
        assert said in words


def test_hovering_a_tag_left_as_written_says_that_it_is_not_declared(panel, qtbot):
    result = prompt_result({"url": "u", "title": "T"})
    panel.show_model(result, "page-analysis.md")
    QApplication.processEvents()
    words = hovered_words(panel, qtbot, point_at(panel.text, result.text.index("titel")))
    assert words[0] == "titel"
    assert "title has a value (condition on line 21)" in words


def test_hovering_a_row_says_what_was_left_out_and_why(panel, qtbot):
    panel.show_model(prompt_result({"url": "u", "title": "T"}), "page-analysis.md")
    QApplication.processEvents()
    rect = next(row_places(panel.text, panel.text.visible_blocks())).rect
    words = hovered_words(panel, qtbot, rect.center())
    assert words[0] == "{{#if content}}"
    assert "content is not set" in words
    assert "Content preview:\n{{content}}" in words


def test_hovering_a_blank_value_says_why_it_is_blank(panel, qtbot):
    panel.show_model(template_result(), "system-prompt.tmpl")
    QApplication.processEvents()
    view = panel.text
    for visible in view.visible_blocks():
        for offset, _ in view.marks.signs(visible.start, visible.end):
            gap = view.place_of_gap(visible, offset)
    words = hovered_words(panel, qtbot, QPoint(round(gap.x()) + 8, round(gap.y()) + 10))
    assert words[0] == "prompt:model"
    assert "No model was given." in words


@pytest.mark.parametrize(
    "source",
    ["You work 😀 on the branch [git:branch].\nToday", "You work in the folder on ö branch [git:branch]"],
)
def test_the_name_of_an_unread_value_is_whole_at_every_width(panel, source):
    panel.show_model(untrusted_result(source), "system-prompt.tmpl")
    view = panel.text
    tops = set()
    for width in range(560, 220, -17):
        panel.resize(width, 640)
        QApplication.processEvents()
        visible = next(iter(view.visible_blocks()))
        [(offset, _)] = view.marks.signs(visible.start, visible.end)
        gap = view.place_of_gap(visible, offset)
        right = gap.x() + view.sign_width(visible.block, offset)
        assert right <= view.viewport().width() - view.document().documentMargin() + 1, width
        for rect in view.rects(visible, offset, visible.end):
            assert (rect.y(), rect.left() >= right - 1) == (gap.y(), True), "what follows stays beside it"
        tops.add(gap.y())
    assert len(tops) > 1, "it was tried in more than one line"


def test_every_character_on_the_screen_has_an_answer(panel):
    result = template_result()
    panel.show_model(result, "system-prompt.tmpl")
    QApplication.processEvents()
    for offset, character in enumerate(result.text):
        if character != "\n":
            spot = panel.text.spot_at(point_at(panel.text, offset))
            assert spot.source == panel.text.source_of(offset)
            assert panel.text._card_of(spot) is not None


def test_no_card_covers_the_menu_of_the_preview(panel, qtbot):
    result = prompt_result({"url": "https://example.org"})
    panel.show_model(result, "page-analysis.md")
    QCursor.setPos(panel.mapToGlobal(QPoint(panel.width() + 40, 40)))  # off the text
    QApplication.processEvents()
    card = panel.text.pointing.card
    point = point_at(panel.text, result.text.index("example"))
    move_to(panel.text, point)  # the card is to come
    menu = QMenu(panel.text)
    menu.addAction("Copy")
    menu.popup(panel.text.mapToGlobal(QPoint(0, 0)))
    qtbot.waitUntil(lambda: not card._delay.isActive())
    assert not card.isVisible()
    menu.hide()
    panel.text.pointing.leave()
    move_to(panel.text, point)
    qtbot.waitUntil(card.isVisible)


def test_why_is_this_here_in_the_menu_is_about_the_place_of_a_right_click(panel, qtbot):
    result = prompt_result({"url": "https://example.org"})
    panel.show_model(result, "page-analysis.md")
    QApplication.processEvents()
    point = point_at(panel.text, result.text.index("example"))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, panel.text.viewport().mapToGlobal(point))
    QApplication.sendEvent(panel.text.viewport(), event)
    menu = QApplication.activePopupWidget()
    menu.hide()
    with qtbot.waitSignal(panel.text.why_requested):
        menu.actions()[-1].trigger()
    place = panel.text.contents.bridge.offset(panel.text.textCursor().position())
    assert place == result.text.index("example")


def test_the_card_goes_on_escape_and_its_links_work(panel, qtbot):
    result = prompt_result({"url": "https://example.org"})
    panel.show_model(result, "page-analysis.md")
    QApplication.processEvents()
    card = panel.text.pointing.card
    point = point_at(panel.text, result.text.index("example"))
    move_to(panel.text, point)
    qtbot.waitUntil(card.isVisible)
    qtbot.keyClick(panel.text, Qt.Key.Key_Escape)
    assert not card.isVisible()
    move_to(panel.text, point)
    qtbot.waitUntil(card.isVisible)
    links = {button.text(): button for button in card.findChildren(QPushButton)}
    with qtbot.waitSignal(panel.edit_value_requested) as asked:
        links["Edit value"].click()
    assert asked.args == ["url"]


def test_alt_f1_answers_lastingly_and_follows_the_caret(panel, qtbot):
    result = prompt_result({"url": "U", "title": "T"})
    panel.show_model(result, "page-analysis.md", origins={"url": "case ‘one’"})
    cursor = panel.text.textCursor()
    cursor.setPosition(result.text.index("U\n"))
    panel.text.setTextCursor(cursor)
    panel.show_why()
    assert panel.why.isVisible()
    assert "case ‘one’" in words_of(panel.why)
    sentence = panel.why.focusWidget()
    assert sentence.accessibleName() == "url value inserted here: U"
    cursor.setPosition(0)
    panel.text.setTextCursor(cursor)
    assert "text of the file" in words_of(panel.why)
    qtbot.keyClick(panel.why, Qt.Key.Key_Escape)
    assert not panel.why.isVisible()


# Going to the source --------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["prompt", "template"])
def test_a_click_on_any_piece_goes_to_its_source(panel, qtbot, which):
    source = PROMPT if which == "prompt" else TEMPLATE
    result = prompt_result({"url": "u1", "title": "T"}) if which == "prompt" else template_result()
    panel.show_model(result, "file")
    QApplication.processEvents()
    seen = set()
    for piece in result.rendering.source_map.pieces:
        written = result.text[piece.output.start : piece.output.end]
        inside = next((at for at, character in enumerate(written) if character != "\n"), None)
        if inside is None:
            continue
        offset = piece.output.start + inside
        with qtbot.waitSignal(panel.source_requested) as went:
            qtbot.mouseClick(
                panel.text.viewport(), Qt.MouseButton.LeftButton, pos=point_at(panel.text, offset)
            )
        span = went.args[0]
        if piece.why is Why.TEXT:
            assert source[span.start] == result.text[offset]
        else:
            assert span == piece.source
        seen.add(piece.why)
    assert {Why.TEXT, Why.VALUE} < seen


def test_a_click_on_a_row_goes_to_its_condition(panel, qtbot):
    panel.show_model(prompt_result({"url": "u", "title": "T"}), "page-analysis.md")
    QApplication.processEvents()
    rect = next(row_places(panel.text, panel.text.visible_blocks())).rect
    with qtbot.waitSignal(panel.source_requested) as went:
        qtbot.mouseClick(panel.text.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert went.args[0].of(PROMPT) == "{{#if content}}"


def test_selecting_with_the_mouse_goes_nowhere(panel, qtbot):
    result = show_document(panel, "some words to select", {})
    went = []
    panel.source_requested.connect(went.append)
    viewport, button = panel.text.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(viewport, button, pos=point_at(panel.text, 1))
    qtbot.mouseMove(viewport, point_at(panel.text, 8))
    cursor = panel.text.textCursor()
    cursor.setPosition(1)
    cursor.setPosition(8, QTextCursor.MoveMode.KeepAnchor)
    panel.text.setTextCursor(cursor)
    qtbot.mouseRelease(viewport, button, pos=point_at(panel.text, 8))
    assert not went
    assert result.text


def test_enter_goes_to_the_source_of_the_caret(panel, qtbot):
    result = prompt_result({"url": "u1"})
    panel.show_model(result, "page-analysis.md")
    panel.show_output_at(PROMPT.index("{{url}}"))
    assert panel.text.hasFocus()
    assert panel.text.caret_offset == result.text.index("u1")
    with qtbot.waitSignal(panel.source_requested) as went:
        qtbot.keyClick(panel.text, Qt.Key.Key_Return)
    assert went.args[0].of(PROMPT) == "{{url}}"
    assert panel.text.source_at_cursor() == went.args[0]


def test_there_and_back_again_is_the_same_place(panel):
    result = show_document(panel, "one {{a}} two\n{{#if b}}\nthree\n{{/if}}\nfour", {"a": "A", "b": "B"})
    source = result.analysis.source
    for offset in (source.index("one"), source.index("two"), source.index("three"), source.index("four")):
        panel.show_output_at(offset)
        assert panel.text.source_at_cursor() == Span(offset, offset)


# Keeping up -----------------------------------------------------------------------------------------------


def test_a_hidden_pane_waits_and_catches_up_when_shown(panel):
    panel.choose_view("markdown")
    show_document(panel, "one {{a}}", {"a": "1"})
    assert panel.text.contents.text == ""
    panel.choose_view("text")
    assert panel.text.contents.text == "one 1"


def test_a_change_keeps_the_caret_and_the_selection(panel):
    show_document(panel, "one two {{a}}", {"a": "1"})
    cursor = panel.text.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, QTextCursor.MoveMode.KeepAnchor)
    panel.text.setTextCursor(cursor)
    show_document(panel, "zero one two {{a}}", {"a": "1"})
    assert panel.text.textCursor().selectedText() == "two"


def test_rows_take_room_and_lines_have_one_height(panel):
    panel.show_model(prompt_result({"url": "u", "title": "T"}), "page-analysis.md")
    QApplication.processEvents()
    view = panel.text
    tops = [visible.top for visible in view.visible_blocks()]
    assert {b - a for a, b in pairwise(tops)} <= {20.0, 40.0}
    [rect] = [place.rect for place in row_places(view, view.visible_blocks())]
    assert rect.height() == 20
    assert all(
        not line.intersects(rect.toRectF())
        for visible in view.visible_blocks()
        for line in view.rects(visible, visible.start, visible.end)
    )


def test_no_block_has_no_place(panel):
    """Qt asks about the block at the top of a view when its text has just become shorter."""
    show_document(panel, "a\n" * 500, {})
    view = panel.text
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert view.document().documentLayout().blockBoundingRect(QTextBlock()).isNull()
    panel.show_nothing("Nothing to see", "There is no text.")
    assert view.document().isEmpty()
