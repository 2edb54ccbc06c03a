"""Lines that run from right to left: they begin at the right, and tags in them read as they are written."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QTextCursor

from editor_app.window.editor.isolated_tags import isolated_parts, rooms_in_row
from editor_app.window.editor.positions import QtPosition
from editor_app.window.panels.preview.text_pane import TextPane
from editor_app.window.widgets.line_direction import joined, runs_right_to_left

HEBREW = "שלום {{#if title}}עולם {{title}} סוף{{/if}} כאן."


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", False),
        ("Hello", False),
        ("שלום", True),
        ("- «مرحبا» Hello", True),
        ("Hello שלום", False),
        ("{{title}} שלום", True),
        ("{{#if title}}[git:branch] שלום", True),
        ("{{title}} Hello שלום", False),
        ("é 漢字 שלום", False),
    ],
)
def test_a_line_runs_as_its_first_letter_outside_of_tags(line, expected):
    assert runs_right_to_left(line) is expected


def test_a_right_to_left_line_begins_at_the_right_and_its_text_stays_exact(open_editor, theme, qtbot):
    text = f"English\n{HEBREW}\n"
    editor = open_editor(text)
    rows = [line.block.layout().lineAt(0).naturalTextRect() for line in editor.visible_blocks(0, 100)]
    edge = editor.viewport().width() - 16
    assert rows[0].left() < 10
    assert abs(rows[1].right() - edge) <= 2
    assert editor.contents.text == text
    assert editor.toPlainText() == text, "nothing was put between"

    pane = TextPane(theme)
    qtbot.addWidget(pane)
    pane.resize(400, 200)
    pane.show()
    pane.show_exactly("{{titel}} שלום\nEnglish\n")
    first, second = list(pane.visible_blocks())[:2]
    rects = [visible.block.layout().lineAt(0).naturalTextRect() for visible in (first, second)]
    assert rects[0].right() > pane.viewport().width() - 30
    assert rects[1].left() < 20
    assert pane.offset_at(rects[0].right() - 2, first.top + 10) is not None


def test_a_tag_between_right_to_left_words_reads_from_left_to_right(open_editor):
    editor = open_editor(f"{HEBREW}\nend")
    block = editor.document().firstBlock()
    tags = list(isolated_parts(block, editor.font()))
    assert [block.text()[tag.start : tag.end] for tag in tags] == ["{{#if title}}", "{{title}}", "{{/if}}"]
    for tag in tags:
        places = [tag.x_of(QtPosition(place)) for place in range(tag.start + 1, tag.end + 1)]
        assert places == sorted(places)
        by_qt = [tag.row.cursorToX(place)[0] for place in range(tag.start, tag.end + 1)]
        assert by_qt != sorted(by_qt), "which is why they are drawn anew"
        assert tag.left == min(by_qt)

    cursor = editor.textCursor()
    cursor.setPosition(tags[0].start + 3)  # behind {{#
    editor.setTextCursor(cursor)
    at = round(tags[0].x_of(QtPosition(tags[0].start + 3)))
    row = QRect(at, 10, 2, 14)
    image = editor.viewport().grab(row).toImage()
    inks = {image.pixelColor(0, y).name() for y in range(image.height())}
    assert inks == {editor._theme.color("ink").name()}, "the caret stands where the tag is drawn"
    editor.moveCursor(QTextCursor.MoveOperation.End)

    editor = open_editor("English {{title}} שלום")
    assert list(isolated_parts(editor.document().firstBlock(), editor.font())) == []


BESIDE = [
    "שלום {{name}}, ברוך הבא ל־{{#if name}}Foreword{{else}}מקום אחר{{/if}} היום.",
    "שלום {{#if name}}Foo{{else}}Bar{{/if}} היום",
    "שלום Foreword {{name}} bar סוף",
    "{{name}} שלום Hello",
    "שלום {{name}} 5 {{title}} a, b",
    "שלום **bold {{name}}** x {{title}}, y! {{#if name}}{{title}}{{/if}}",
]
UNIT = re.compile(r"\{\{.*?\}\}|[A-Za-z]+(?:, [a-z]+)?|[\u05d0-\u05ea]+")


def test_tags_and_the_words_beside_them_follow_one_another_from_right_to_left(open_editor):
    editor = open_editor("\n".join(BESIDE))
    editor.resize(900, 400)
    lines = editor.visible_blocks(0, 400)
    for line, text in zip(lines, BESIDE, strict=True):
        row = line.block.layout().lineAt(0)
        parts = list(isolated_parts(line.block, editor.font()))
        before = row.naturalTextRect().right() + 1
        for unit in UNIT.finditer(text):
            places = QtPosition(unit.start()), QtPosition(unit.end())
            [(left, right)] = rooms_in_row(row, *places, parts)
            assert right <= before, f"{unit[0]} of {text} stands where it is written"
            before = left + 0.5
        rooms = joined((part.left, part.left + part.width) for part in parts)
        assert sum(part.width for part in parts) == pytest.approx(sum(right - left for left, right in rooms))

    by_qt = editor.document().firstBlock().layout().lineAt(0)
    word, tag = (BESIDE[0].index(part) + 1 for part in ("Foreword", "{{else}}"))
    assert by_qt.cursorToX(word)[0] < by_qt.cursorToX(tag)[0], "which is why they are drawn anew"


def test_a_word_beside_a_tag_is_painted_in_its_place_and_nothing_is_painted_twice(open_editor):
    line = "שלום {{#if name}}Foo{{else}}אב{{/if}} היום"
    editor = open_editor(f"{line}\nend")
    [block, _] = editor.visible_blocks(0, 60)
    parts = {line[part.start : part.end]: part for part in isolated_parts(block.block, editor.font())}
    image = editor.viewport().grab().toImage()
    role = editor._theme.color
    middle = round(block.y + parts["Foo"].room.center().y())

    def count_of(part: str, color: int) -> int:
        room = parts[part].room
        columns = range(round(room.left()) + 1, round(room.right()) - 1)
        rows = range(middle - 5, middle + 5)
        return sum(image.pixel(x, y) == color for x in columns for y in rows)

    assert count_of("Foo", role("cur").rgb()) > 0
    assert count_of("Foo", role("condbg").rgb()) == 0, "no ground of a tag is left under the word"
    assert count_of("{{else}}", role("condbg").rgb()) > 0
    assert count_of("{{else}}", role("cur").rgb()) == 0
    editor.selectAll()
    image = editor.viewport().grab().toImage()
    assert count_of("Foo", role("textsel").rgb()) > 0
    assert count_of("Foo", role("cur").rgb()) == 0
