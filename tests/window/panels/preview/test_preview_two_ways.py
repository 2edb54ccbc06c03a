"""Marks in lines with words from right to left: each in the gap made for it, and on its own letters."""

from __future__ import annotations

import re

import pytest
from counted_work import assert_work_in_proportion
from named_cases import in_case
from panels_texts import document_result
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFontMetricsF, QTextCursor
from PySide6.QtTest import QTest

from editor_app.window.kit.positions import QtPosition
from editor_app.window.panels.preview.text import text_paint
from editor_app.window.panels.preview.text.text_pane import SIGN
from editor_app.window.panels.preview.text.text_view import PreviewText
from editor_app.window.text.direction.isolated_tags import IsolatedPart

LINES = [  # before the value without text, at its right; behind it, at its left
    ("", "{{a}} שלום עולם", " שלום עולם"),
    ("שלום ", "{{a}} עולם", " עולם"),
    ("שלום Hello ", "{{a}}, סוף", ", סוף"),
    ("עולם", "{{a}}", ""),
    ("שלום b", "{{a}} עולם", " עולם"),
]


def edges(pane, visible, column):
    """Return the left and right edge of a character's glyph, without what space was added to it."""
    line = visible.block.layout().lineAt(0)
    [run] = line.glyphRuns(column, 1)
    left = pane.contentOffset().x() + run.positions()[0].x()
    return left, left + QFontMetricsF(pane.font()).horizontalAdvance(visible.block.text()[column])


def test_the_mark_of_a_blank_value_is_in_its_gap_and_over_no_letter(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    for before, tag, behind in LINES:
        with in_case((before, tag, behind)):
            pane.show_text(document_result(before + tag, {"a": ""}), "f", {})
            [visible] = pane.visible_blocks()
            assert visible.block.text() == before + behind
            [(offset, _)] = pane.marks.signs(visible.start, visible.end)
            left = pane.place_of_gap(visible, offset).x()
            right = left + theme.px(SIGN)
            assert left >= 0
            assert right <= pane.viewport().width()
            for column in range(len(before + behind)):
                glyph_left, glyph_right = edges(pane, visible, column)
                assert glyph_right <= pane.viewport().width(), "no letter is beyond the edge"
                if column < len(before):
                    assert glyph_left >= right - 1.5, f"{column} is at the right"
                else:
                    assert glyph_right <= left + 1.5, f"{column} is at the left"


def test_the_mark_at_the_end_of_a_full_row_is_inside_the_view(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    counts = set()
    for length in range(90, 170, 3):
        pane.show_text(document_result("ש" * length + "{{a}}", {"a": ""}), "f", {})
        [visible] = pane.visible_blocks()
        [(offset, _)] = pane.marks.signs(visible.start, visible.end)
        gap = pane.place_of_gap(visible, offset)
        assert gap.x() >= 0, length
        layout = visible.block.layout()
        rows = [layout.lineAt(index).naturalTextRect() for index in range(layout.lineCount())]
        assert max(row.right() for row in rows) <= pane.viewport().width()
        assert gap.x() + theme.px(SIGN) <= pane.contentOffset().x() + rows[-1].left() + 1
        counts.add(len(rows))
    assert len(counts) > 1, "the last row was full once, and then there was another"
    widths = []
    for source, value in (("{{a}}", ""), ("", "")):
        pane.show_text(document_result("שלום " * 60 + source, {"a": value}), "f", {})
        widths.append(pane.visible_blocks()[0].block.layout().lineAt(0).width())
    assert widths[1] == widths[0] + theme.px(SIGN), "the room is given back"


def test_between_left_to_right_words_the_mark_is_behind_the_letter_before_it(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    pane.show_text(document_result("abc {{a}} שלום {{a}} def", {"a": ""}), "f", {})
    [visible] = pane.visible_blocks()
    gaps = [pane.place_of_gap(visible, offset).x() for offset, _ in pane.marks.signs(0, visible.end)]
    for gap, at_left, at_right in zip(gaps, [(0, 4), (0, 10)], [(4, 14), (10, 14)], strict=True):
        assert all(edges(pane, visible, column)[1] <= gap + 1.5 for column in range(*at_left))
        assert all(
            edges(pane, visible, column)[0] >= gap + theme.px(SIGN) - 1.5 for column in range(*at_right)
        )


def test_the_ground_of_a_value_is_under_its_letters_alone(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    pane.show_text(document_result("שלום {{a}} עולם Hello {{a}}!", {"a": "Value"}), "f", {})
    [visible] = pane.visible_blocks()
    pieces = [piece for piece in pane.marks.pieces(visible.start, visible.end) if piece[2].name == "a"]
    assert len(pieces) == 2
    for start, end, _ in pieces:
        [rect] = pane.rects(visible, start, end)
        assert rect.left() == pytest.approx(edges(pane, visible, start)[0], abs=1)
        assert rect.right() == pytest.approx(edges(pane, visible, end - 1)[1], abs=1)


def test_a_line_is_gone_through_once_for_all_its_tags(theme, show, monkeypatch):
    counted, positions_in = [], text_paint.positions_in

    def counted_positions(text, columns):
        counted.append(len(text))
        return positions_in(text, columns)

    def shown(tags):
        pane = PreviewText()
        show(pane, 420, 200)
        pane.show_text(document_result("שלום 😀 {{name} " * tags, {}), "f", {})
        return lambda: text_paint.format_visible(pane)

    def characters(call):
        counted.clear()
        call()
        assert counted
        return sum(counted)

    monkeypatch.setattr(text_paint, "positions_in", counted_positions)
    assert_work_in_proportion(shown, 20, counted=characters)


def test_a_picture_that_fails_leaves_nothing_of_its_lines(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    pane.show_text(document_result("שלום {{name} עולם", {}), "f", {})
    [visible] = pane.visible_blocks()
    span = QtPosition(0), QtPosition(visible.block.length())
    painted = []

    def fail():
        with pane.picture():
            for _ in range(2):
                painted.extend(pane.parts_of(visible.block, *span))
            raise ValueError("no paint")

    with pytest.raises(ValueError, match="no paint"):
        fail()
    assert len(painted) == 2
    assert painted[0] is painted[1], "worked out once"
    [found] = pane.parts_of(visible.block, *span)
    assert found is not painted[0]


LEFT_AS_WRITTEN = [
    "שלום {{#if x}} עולם {{titel}} 😀 abc {{else}} סוף",
    "שלום {{name} Hello, {{a}} world {{titel}}!",
    "مرحبا {{titel}}، Foreword 😀 {{a}} بكم",
]


def test_what_is_left_as_written_reads_so_and_the_pointer_is_on_what_is_drawn(theme, show):
    pane = PreviewText()
    show(pane, 620, 200)
    for text in LEFT_AS_WRITTEN:
        with in_case(text):
            pane.show_text(document_result(text, {"a": "Value"}), "f", {})
            [visible] = pane.visible_blocks()
            shown = pane.contents.text
            drawn = [next(pane.rects(visible, offset, offset + 1)) for offset in range(len(shown))]
            tags = [span.span() for span in re.finditer(r"\{\{[^{}]*\}\}?", shown)]
            assert len(tags) >= 1
            for start, end in tags:
                lefts = [rect.left() for rect in drawn[start:end]]
                assert lefts == sorted(lefts), f"{shown[start:end]} reads from left to right"
                room = drawn[start].united(drawn[end - 1])
                others = drawn[:start] + drawn[end:]
                assert not any(room.contains(rect.center()) for rect in others), "nothing else is in it"

            highlight = pane.palette().highlight().color().rgb()
            for offset, rect in enumerate(drawn):
                assert pane.offset_under(rect.center().toPoint()) == offset
                tick = pane.place_of_tick(visible, offset + 1)
                assert min(abs(tick.x() - rect.left()), abs(tick.x() - rect.right())) < 1
                if offset % 3:
                    continue  # clicks and pictures are dear
                click = QPoint(round(rect.left() + rect.width() / 4), round(rect.center().y()))
                QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=click)
                assert pane.caret_offset in {offset, offset + 1}
                cursor = pane.textCursor()
                cursor.setPosition(pane.contents.position(offset))
                cursor.setPosition(pane.contents.position(offset + 1), QTextCursor.MoveMode.KeepAnchor)
                pane.setTextCursor(cursor)
                image = (
                    pane.viewport()
                    .grab(QRect(0, round(rect.top()) + 2, pane.viewport().width(), 1))
                    .toImage()
                )
                lit = [x for x in range(image.width()) if image.pixel(x, 0) == highlight]
                inside = [x for x in lit if rect.left() - 1 <= x <= rect.right() + 1]
                assert inside, "selected is what is drawn there"
                assert len(lit) <= len(inside) + 1, "and nothing else, but for a pixel where Qt has drawn it"


def test_literal_braces_read_as_they_are_written(theme, show):
    pane = PreviewText()
    show(pane, 420, 200)
    pane.show_text(document_result("שלום \\{{ עולם {{a}} \\{{ סוף", {"a": "{{"}), "f", {})
    [visible] = pane.visible_blocks()
    text = visible.block.text()
    assert text == "שלום {{ עולם {{ {{ סוף"
    parts = pane.parts_of(visible.block, QtPosition(0), QtPosition(len(text)))
    braces = [part.start for part in parts if text[part.start : part.end].strip() == "{{"]
    for place in (text.index("{{"), text.rindex("{{")):
        assert place in braces
        [rect] = pane.rects(visible, place, place + 1)
        [second] = pane.rects(visible, place + 1, place + 2)
        assert rect.right() == pytest.approx(second.left(), abs=0.5), "from left to right"


def test_no_letter_of_a_tag_reaches_into_what_is_beside_it(theme, show, monkeypatch):
    pane, draw, left_out = PreviewText(), IsolatedPart.draw, []
    show(pane, 620, 200)

    def draw_others(part, *args):
        if part.start not in left_out:
            draw(part, *args)

    def picture():
        image = pane.viewport().grab().toImage()
        return {(x, y): image.pixel(x, y) for x in range(image.width()) for y in range(30)}

    monkeypatch.setattr(IsolatedPart, "draw", draw_others)
    for text in (*LEFT_AS_WRITTEN, "{{ עולם {{long_name}} {{b}}j{{c}}W"):
        with in_case(text):
            pane.show_text(document_result(text, {"a": "Value"}), "f", {})
            [visible] = pane.visible_blocks()
            end = QtPosition(visible.block.length() - 1)
            whole, at = picture(), QPointF(pane.contentOffset().x(), visible.y)
            for part in pane.parts_of(visible.block, QtPosition(0), end):
                left_out[:] = [part.start]
                without = picture()
                places = [QPoint(*place) for place in whole if whole[place] != without[place]]
                assert all(part.pixels(at).contains(place) for place in places)
            left_out.clear()
