"""Long lines from right to left: their tags, too, read as they are written, at a cost that stays small."""

from __future__ import annotations

import pytest
from counted_work import assert_work_in_proportion
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.window.kit.positions import QtPosition

UNIT = "שלום {{title}} עולם {{name} abc "
LONGEST = 9_900  # a block of the editor's has at most 10,000 characters


def drawn_tags(editor, line):
    """Return the tags in sight that are drawn anew, each with its part."""
    sight = editor.seen(line, 0, editor.viewport().height())
    text = line.block.text()
    parts = editor.parts_of(line.block, *sight)
    return [(text[part.start : part.end], part) for part in parts if text[part.start] == "{"]


@pytest.mark.parametrize("length", [LONGEST // 5, pytest.param(LONGEST, marks=pytest.mark.long)])
@pytest.mark.parametrize("wraps", [True, False])
def test_tags_are_isolated_in_a_long_line_and_clicked_where_they_are_drawn(open_editor, wraps, length):
    editor = open_editor(UNIT * (length // len(UNIT)) + "\nend", size=(700, 300))
    editor.set_word_wrap(wraps)
    bar = editor.horizontalScrollBar()
    for value in (bar.maximum() // 2, bar.maximum()) if not wraps else (0,):
        bar.setValue(value)
        line = editor.visible_blocks(0, 300)[0]
        x, width = editor.contentOffset().x(), editor.viewport().width()
        seen = [(tag, part) for tag, part in drawn_tags(editor, line) if 0 < x + part.left < width - 120]
        assert len(seen) >= (8 if wraps else 2)
        for tag, part in (*seen[:2], *seen[-2:]):
            places = [part.x_of(QtPosition(place)) for place in range(part.start + 1, part.end + 1)]
            assert places == sorted(places), f"{tag} reads from left to right"
            middle = part.edges_of(QtPosition(part.start + 3))
            y = round(line.y + part.row.y()) + 8
            assert editor.offset_under(QPoint(round(x + middle.left) + 3, y)) == part.start + 3
            QTest.mouseClick(
                editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x + middle.left) + 1, y)
            )
            assert editor.cursor_offset() == part.start + 3


@pytest.mark.parametrize("wraps", [True, False])
def test_a_picture_of_a_selected_line_costs_no_more_than_its_length(open_editor, wraps):
    def selected(count):
        editor = open_editor(UNIT * count, size=(700, 300))
        editor.set_word_wrap(wraps)
        editor.selectAll()
        return lambda: editor.viewport().grab()

    assert_work_in_proportion(selected, 10)


def test_what_is_out_of_sight_in_a_line_that_is_not_broken_is_not_laid_out(open_editor):
    editor = open_editor(UNIT * (LONGEST // len(UNIT)), size=(700, 300))
    editor.set_word_wrap(False)
    [line] = editor.visible_blocks(0, 300)
    found = drawn_tags(editor, line)
    assert 2 <= len(found) < 20
    x, width = editor.contentOffset().x(), editor.viewport().width()
    assert all(part.rect.translated(x, 0).left() < width and part.rect.right() + x > 0 for _, part in found)
