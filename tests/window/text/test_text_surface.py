"""The surface that editor, preview and request stand on: what a key paints, and what is under a point."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAction, QContextMenuEvent, QGuiApplication, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit

from editor_app.library.kinds import Kind
from editor_app.text import Span
from editor_app.window.kit.positions import QtPosition
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text import laid_lines
from editor_app.window.text import surface as surface_module
from editor_app.window.text.difference.rows_pane import RowsPane
from editor_app.window.text.lines.line_direction import has_right_to_left
from editor_app.window.text.painting.marks import Squiggles
from editor_app.window.text.typing.several_carets import Caret

PROMPT = "---\nname: a\n---\n" + "".join(f"Line {number} has {{{{no_{number}}}}}.\n" for number in range(40))


class Painted(QObject):
    """Notes the rectangles that a widget paints."""

    def __init__(self, widget) -> None:
        super().__init__(widget)
        self.rects: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.rects.append(event.rect())
        return False


def test_a_key_paints_its_own_line_although_every_problem_below_moves(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT, size=(700, 420))
    cursor = editor.textCursor()
    cursor.setPosition(editor.contents.bridge.position(PROMPT.index("Line 2") + 4))
    editor.setTextCursor(cursor)
    for _ in range(2):  # what can be folded is found, and then painted
        QApplication.processEvents()
    assert len(editor.marks.between(cursor.position(), len(PROMPT))) > 5
    line = editor.caret_row()
    text, gutter = Painted(editor.viewport()), Painted(editor.gutter)
    QTest.keyClicks(editor, "x")
    QApplication.processEvents()
    assert text.rects
    for rect in text.rects + gutter.rects:
        assert rect.height() <= line.height() + 6, "no other line is painted"


def test_what_is_under_a_point_is_found_among_words_of_both_directions(open_editor, show):
    text = "Hello שלום עולם world"
    editor, pane = open_editor(f"{text}\nend"), TextPane()
    show(pane, 420, 200)
    pane.show_exactly(text)
    for surface in (editor, pane):
        line = surface.visible_blocks()[0]
        for offset in range(len(text)):
            [(row, left, right)] = surface.row_extents(
                line.block, QtPosition(offset), QtPosition(offset + 1), has_right_to_left=True
            )
            middle = surface.contentOffset().x() + (left + right) / 2
            point = QPoint(round(middle), round(line.y + row.y() + row.height() / 2))
            assert surface.offset_under(point) == offset
        [(row, left, right)] = surface.row_extents(
            line.block, QtPosition(6), QtPosition(15), has_right_to_left=True
        )
        assert right - left < row.naturalTextWidth() * 3 / 4, "the Hebrew words, and nothing beside them"


def test_what_a_pane_shows_is_copied_exactly(show):
    pane = TextPane()
    show(pane, 300, 200)
    for text in ("a\xa0b\u200b", "one\n\ue000 two \U0001f600\n", "x" * 12_000):
        pane.show_exactly(text)
        pane.selectAll()
        assert pane.createMimeDataFromSelection().text() == text


def test_a_picture_shows_lines_as_the_screen_does_without_what_is_selected(open_editor, show):
    text = "one {{title}}\nשלום {{#if x}} עולם\n" + "\n".join(f"line {number}" for number in range(60))
    editor, pane = open_editor(text, size=(420, 200)), TextPane()
    show(pane, 420, 200)
    pane.show_exactly(text)
    for surface in (editor, pane):
        surface.viewport().setFocus()
        QApplication.processEvents()
        whole, left_out = surface.image(QtPosition(0), QtPosition(len(text)))
        assert not left_out
        assert whole.height() > 60 * surface.even.line_height > surface.viewport().height()
        shift = round(whole.width() - surface.even.documentSize().width())
        shown = surface.viewport().grab().toImage().convertToFormat(whole.format())
        for line in surface.visible_blocks()[1:4]:  # the caret is in the first
            area = QRect(0, round(line.top), shown.width(), round(line.height))
            assert whole.copy(area.translated(shift, 0)) == shown.copy(area)
        surface.selectAll()
        assert surface.image(QtPosition(0), QtPosition(len(text)))[0] == whole
        cursor = surface.textCursor()
        cursor.setPosition(len("one"))
        surface.setTextCursor(cursor)
        cursor.movePosition(cursor.MoveOperation.Down, cursor.MoveMode.KeepAnchor)
        surface.setTextCursor(cursor)
        sentences = []
        surface.copied.connect(sentences.append)
        surface.copy_picture()
        assert sentences == ["The picture is copied."]
        copied = QGuiApplication.clipboard().image()
        assert copied.height() < 4 * surface.even.line_height, "the two lines that are selected"


def test_a_picture_has_the_same_room_on_all_sides_with_the_line_under_a_problem(open_editor, monkeypatch):
    text = "---\nname: a\n---\n{{no_one}}"
    editor = open_editor(text, Kind.PROMPT, size=(420, 200))
    ends = []
    monkeypatch.setattr(Squiggles, "_draw", lambda *args: ends.append(args[-1]))
    for start in (0, len(text)):
        image, _left_out = editor.image(QtPosition(start), QtPosition(len(text)))
        room = editor.even.margins.above
        assert image.height() >= ends[-1] + room - 2
        ground = image.pixel(0, 0)
        assert all(image.pixel(x, y) == ground for x in range(room - 1) for y in range(image.height()))
        assert any(image.pixel(room + 1, y) != ground for y in range(image.height())), "the text begins"
        rows = image.height() - 2 * room
        assert rows % editor.even.line_height == 0, "the room is above and below whole rows"
        assert rows == editor.even.line_height * (4 if start == 0 else 1)


def test_a_picture_that_is_too_large_has_whole_rows_and_says_where_it_ends(open_editor, monkeypatch):
    text = "\n".join(f"line {number}" for number in range(60)) + " word" * 400
    editor = open_editor(text, size=(420, 200))
    monkeypatch.setattr(surface_module, "_MOST_PIXELS", 346 * 505)
    sentences = []
    editor.copied.connect(sentences.append)
    editor.copy_picture()
    image = QGuiApplication.clipboard().image()
    assert image.width() * image.height() <= 346 * 505
    rows = (image.height() - 2 * editor.even.margins.above) / editor.even.line_height
    assert rows == int(rows)
    assert 20 < rows < 24
    assert sentences == [f"The picture is copied. It ends in line {int(rows)}: more does not fit."]
    image, left_out = editor.image(QtPosition(len(text)), QtPosition(len(text)))
    assert left_out == "It ends in line 60: more does not fit."
    rows = (image.height() - 2 * editor.even.margins.above) / editor.even.line_height
    assert rows == int(rows)
    monkeypatch.setattr(surface_module, "_MOST_WIDE", 200)
    image, left_out = editor.image(QtPosition(0), QtPosition(0))
    assert (image.width(), left_out) == (200, "Lines are cut off at its right edge.")


def test_a_picture_that_cannot_be_made_is_said_and_leaves_the_view_as_it_was(open_editor, monkeypatch):
    editor = open_editor("word " * 400, size=(420, 200))
    editor.set_word_wrap(False)
    bar = editor.horizontalScrollBar()
    bar.setValue(30)
    assert bar.value() == 30
    QGuiApplication.clipboard().setText("before")
    sentences = []
    editor.copied.connect(sentences.append)
    monkeypatch.setattr(surface_module, "QImage", NoImage)
    editor.copy_picture()
    assert sentences == ["The picture could not be made: there is not enough memory for it."]
    assert QGuiApplication.clipboard().text() == "before"

    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr(editor, "devicePixelRatioF", fail)
    with pytest.raises(MemoryError):
        editor.copy_picture()
    assert bar.value() == 30


class NoImage:
    """What Qt gives where there is no memory for a picture."""

    Format = QImage.Format

    def __init__(self, *_args) -> None:
        """Be null."""

    def isNull(self) -> bool:
        return True


def test_a_line_under_a_problem_keeps_its_colour_on_the_ground_of_a_match(open_editor, monkeypatch):
    text = "---\nname: a\n---\n{{no_one}}"
    editor = open_editor(text, Kind.PROMPT, size=(420, 200))
    roles = []
    monkeypatch.setattr(Squiggles, "_draw", lambda *args: roles.append(args[3]))
    match = QTextEdit.ExtraSelection()
    match.cursor = editor.textCursor()
    match.cursor.setPosition(len(text) - 10)
    match.cursor.setPosition(len(text), QTextCursor.MoveMode.KeepAnchor)
    match.format.setBackground(Qt.GlobalColor.yellow)
    editor.setExtraSelections([match])
    editor.viewport().grab()
    assert roles
    assert "ontextsel" not in roles
    editor.setTextCursor(match.cursor)
    editor.viewport().grab()
    assert "ontextsel" in roles


def test_a_screen_reader_gets_text_caret_and_selection_of_every_surface(open_editor, show):
    text = "First line\nשלום {{a}}\n\U0001f600 end"
    pane, rows = TextPane(), RowsPane("Difference")
    for surface in (open_editor(text), pane, rows):
        if surface is pane:
            show(pane)
            pane.show_exactly(text)
        if surface is rows:
            show(rows)
            rows.setPlainText(text)
        surface.setAccessibleName("Name")
        interface = QAccessible.queryAccessibleInterface(surface)
        words = interface.textInterface()
        assert interface.text(QAccessible.Text.Name) == "Name"
        assert words.text(0, words.characterCount()) == text
        cursor = surface.textCursor()
        cursor.setPosition(2)
        cursor.setPosition(5, cursor.MoveMode.KeepAnchor)
        surface.setTextCursor(cursor)
        assert (words.cursorPosition(), words.selectionCount()) == (5, 1)
        words.setCursorPosition(7)
        assert surface.textCursor().position() == 7
        rect, drawn = words.characterRect(2), surface.cursorRect(surface.textCursor())
        assert surface.viewport().mapFromGlobal(rect.center()).y() < drawn.bottom(), "of the first line"


def test_the_direction_of_a_line_is_read_once_for_all_its_marks(open_editor, monkeypatch):
    editor = open_editor("---\nname: a\n---\n" + "é {{no_one}} " * 750, Kind.PROMPT, size=(700, 420))
    [*_, line] = editor.visible_blocks()
    assert len(editor.marks.between(line.start, line.end)) >= 750
    read = []

    def noted(text: str) -> bool:
        read.append(text)
        return has_right_to_left(text)

    monkeypatch.setattr(laid_lines, "has_right_to_left", noted)
    editor.viewport().grab()
    assert read.count(line.block.text()) == 1


def ask_for_menu(view, span: Span, reason=QContextMenuEvent.Reason.Mouse) -> dict[str, QAction]:
    """Ask for the menu at the place where `span` ends; return its entries."""
    place = view.rect_of(span)
    at = QPoint(place.right() - 1, place.center().y())
    inside = view.viewport().mapFromGlobal(at)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, inside, at))
    menu = QApplication.activePopupWidget()
    menu.hide()
    return {action.text().partition("\t")[0]: action for action in menu.actions()}


def test_a_right_click_puts_the_caret_there_and_keeps_a_selection_that_it_is_in(open_editor):
    text = "first second third\nlast"
    editor = open_editor(text)
    second, last = Span(6, 12), Span(19, 23)
    ask_for_menu(editor, second, QContextMenuEvent.Reason.Keyboard)
    assert editor.cursor_offset() == 0, "the menu key opens it at the caret"

    assert not ask_for_menu(editor, second)["Copy"].isEnabled()
    assert editor.selected_span() == Span(12, 12)
    QGuiApplication.clipboard().setText("!")
    ask_for_menu(editor, last)["Paste"].trigger()
    assert editor.contents.text == "first second third\nlast!"

    editor.select_span(second)
    ask_for_menu(editor, second)["Copy"].trigger()
    assert QGuiApplication.clipboard().text() == "second"
    assert editor.selected_span() == second
    assert not ask_for_menu(editor, last)["Copy"].isEnabled()
    assert editor.selected_span() == Span(23, 23)

    editor.set_carets([Caret(0, 5), Caret(*second)])
    ask_for_menu(editor, Span(0, 3))
    assert editor.others == (Caret(0, 5),), "what is selected at another caret is kept, too"
    ask_for_menu(editor, last)
    assert editor.others == ()

    editor.contents.set_read_only_because("It is a default.")
    ask_for_menu(editor, second)
    assert editor.selected_span() == Span(12, 12), "and in a text that is only read"
