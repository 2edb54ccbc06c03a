"""Lines that run from right to left: they begin at the right, and tags in them read as they are written."""

from __future__ import annotations

import re
from itertools import accumulate, chain, pairwise

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.kinds import Kind
from editor_app.text import Span
from editor_app.window.kit.positions import QtPosition, units_of
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.direction import isolated_tags
from editor_app.window.text.direction.isolated_tags import RowParts, extents_in_row
from editor_app.window.text.lines.line_direction import joined, runs_right_to_left

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def isolated_parts(block, font):
    """Return the parts of all rows of a block."""
    return RowParts(font).of(block, QtPosition(0), QtPosition(block.length()))


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
        ("{{#if tit", False),
        ("{{#if tit שלום", True),
        ("{ {name}} שלום {{/if}", True),
        ("{{name} Hello שלום", False),
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

    pane = TextPane()
    qtbot.addWidget(pane)
    pane.resize(400, 200)
    pane.show()
    pane.show_exactly("{{titel}} שלום\nEnglish\n")
    first, second = list(pane.visible_blocks())[:2]
    rects = [visible.block.layout().lineAt(0).naturalTextRect() for visible in (first, second)]
    assert rects[0].right() > pane.viewport().width() - 30
    assert rects[1].left() < 20
    assert pane.offset_under(QPoint(round(rects[0].right()) - 2, round(first.top) + 10)) is not None


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
    assert inks == {current_theme().color("ink").name()}, "the caret stands where the tag is drawn"
    editor.moveCursor(QTextCursor.MoveOperation.End)

    editor = open_editor("English {{title}} שלום")
    assert list(isolated_parts(editor.document().firstBlock(), editor.font())) == []


def test_a_place_in_a_tag_is_where_the_tag_is_drawn(open_editor):
    editor = open_editor(f"{HEBREW}\nend")
    for tag in isolated_parts(editor.document().firstBlock(), editor.font()):
        for place in range(tag.start + 1, tag.end):
            edge = editor.rect_of(Span(place, place + 1)).left()
            assert editor.rect_of(Span(place, place)).left() == pytest.approx(edge, abs=1)


def test_what_a_picture_was_made_of_is_not_kept(open_editor):
    editor = open_editor(f"{HEBREW}\nend")
    made = []  # kept, so that each has an identity of its own
    of = RowParts.of

    def watched(self, *of_what):
        made.append(self)
        return of(self, *of_what)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RowParts, "of", watched)
        for _ in range(2):
            editor.viewport().grab()
    assert len(made) > 2
    assert len({id(parts) for parts in made}) == 2, "one for each picture"


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
            [(left, right)] = extents_in_row(row, *places, parts)
            assert right <= before, f"{unit[0]} of {text} stands where it is written"
            before = left + 0.5
        rooms = joined((part.left, part.left + part.width) for part in parts)
        assert sum(part.width for part in parts) == pytest.approx(sum(right - left for left, right in rooms))

    by_qt = editor.document().firstBlock().layout().lineAt(0)
    word, tag = (BESIDE[0].index(part) + 1 for part in ("Foreword", "{{else}}"))
    assert by_qt.cursorToX(word)[0] < by_qt.cursorToX(tag)[0], "which is why they are drawn anew"


def test_tags_are_isolated_in_rows_that_begin_and_end_from_left_to_right(open_editor):
    text = "שלום abc {{name}} עולם Hello {{title}} " * 8
    editor = open_editor(text)
    block = editor.document().firstBlock()
    for width in range(300, 700, 40):
        editor.resize(width, 400)
        drawn = {(part.start, part.end) for part in isolated_parts(block, editor.font())}
        rows = [block.layout().lineAt(index) for index in range(block.layout().lineCount())]
        starts = [row.textStart() for row in rows]
        for tag in re.finditer(r"\{\{.*?\}\}", text):
            bounds = [tag.start(), *(start for start in starts if tag.start() < start < tag.end()), tag.end()]
            assert drawn.issuperset(pairwise(bounds)), (width, tag)


def test_a_word_beside_a_tag_is_painted_in_its_place_and_nothing_is_painted_twice(open_editor):
    line = "שלום {{#if name}}Foo{{else}}אב{{/if}} היום"
    editor = open_editor(f"{line}\nend")
    [block, _] = editor.visible_blocks(0, 60)
    parts = {line[part.start : part.end]: part for part in isolated_parts(block.block, editor.font())}
    image = editor.viewport().grab().toImage()
    role = current_theme().color
    middle = round(block.y + parts["Foo"].rect.center().y())

    def count_of(part: str, color: int) -> int:
        room = parts[part].rect
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


WITH_PAIRS = [
    "שלום 😀 {{#if title}}עולם{{/if}} 😀 {{title}} abc סוף",
    "😀 שלום {{title}}😀 b",
    "مرحبا {{#if a}}😀{{/if}} بكم {{name}}، Foreword {{title}}.",
    "שלום {{! הערה 😀 here }} ועוד {{name} סוף",
]


def characters(line):
    """Return each character of a line with where it begins and ends in it, as Qt counts."""
    ends = list(accumulate(len(character.encode("utf-16-le")) // 2 for character in line))
    return list(zip(line, map(QtPosition, [0, *ends]), map(QtPosition, ends), strict=False))


def parts_of(editor, line):
    found = isolated_parts(line.block, editor.font())
    return {units_of(line.block.text()).part(part.start, part.end): part for part in found}


def test_tags_are_isolated_in_a_line_with_an_emoji(open_editor):
    editor = open_editor("\n".join(WITH_PAIRS), size=(900, 300))
    for line, text in zip(editor.visible_blocks(0, 300), WITH_PAIRS, strict=True):
        row, parts = line.block.layout().lineAt(0), parts_of(editor, line)
        assert set(re.findall(r"\{\{[^{}]*\}\}?", text)) <= set(parts)
        drawn = [extents_in_row(row, start, end, list(parts.values())) for _, start, end in characters(text)]
        before = row.naturalTextRect().right() + 1
        for unit in re.finditer(r"\{\{[^{}]*\}\}?|[^{} ]+", text):
            if unit[0] in parts and "!" not in unit[0]:
                lefts = [rooms[0][0] for rooms in drawn[unit.start() : unit.end()]]
                assert lefts == sorted(lefts), f"{unit[0]} of {text} reads as it is written"
            [(left, right)] = joined(chain(*drawn[unit.start() : unit.end()]))
            assert right <= before + 0.5, f"{unit[0]} of {text} stands where it is written"
            before = left


def test_whatever_reads_as_a_tag_is_isolated_also_without_a_ground(open_editor):
    lines = {
        "שלום {{name} עולם {{name": ["{{name}", "{{name"],
        "שלום { {name}} עולם": ["{ {name}}"],
        "שלום {{! Hello }} ועוד \\{{ סוף": ["{{! Hello }}", "\\{{"],
        "שלום {{else}} ועוד {{#if name}} סוף": ["{{else}}", "{{#if name}}"],
        "שלום {{#each x}} סוף": ["{{#each x}}"],
        "שלום `{{` **Hello** סוף": [],
    }
    editor = open_editor("\n".join(lines), size=(900, 300))
    found = [list(parts_of(editor, line)) for line in editor.visible_blocks(0, 300)]
    for isolated, expected in zip(found, lines.values(), strict=True):
        assert [part for part in isolated if part in expected] == expected
        assert bool(isolated) is bool(expected)

    template = open_editor("שלום [literal:[] עולם [git:branch סוף", Kind.TEMPLATE)
    [line] = template.visible_blocks(0, 60)
    assert list(parts_of(template, line)) == ["[literal:[]", "[git:branch"]


def ink_columns(editor, line):
    """Return the columns of a line's picture that are ink from top to bottom: where the cursor is."""
    row = line.block.layout().lineAt(0)
    place = QRect(0, round(line.y + row.y()) + 1, editor.viewport().width(), round(row.height()) - 2)
    image = editor.viewport().grab(place).toImage()
    ink, rows = current_theme().color("ink").rgb(), range(image.height())
    return [x for x in range(image.width()) if all(image.pixel(x, y) == ink for y in rows)]


@pytest.mark.parametrize("text", WITH_PAIRS)
def test_the_pointer_is_on_the_character_that_is_drawn_under_it(open_editor, text):
    editor = open_editor(f"{text}\nend", size=(900, 300))
    line = editor.visible_blocks(0, 60)[0]
    row, parts = line.block.layout().lineAt(0), list(parts_of(editor, line).values())
    x, y = editor.contentOffset().x(), round(line.top) + 10
    for offset, (_, start, end) in enumerate(characters(text)):
        [(left, right)] = extents_in_row(row, start, end, parts)
        assert editor.offset_under(QPoint(round(x + (left + right) / 2), y)) == offset
        share, edge = ((0.25, left), (0.75, right))[offset % 2]
        QTest.mouseClick(editor.viewport(), LEFT, NONE, QPoint(round(x + left + share * (right - left)), y))
        assert editor.cursor_offset() in {offset, offset + 1}
        columns = ink_columns(editor, line)
        assert len(columns) == editor.cursorWidth(), "there is one cursor"
        assert columns[0] == pytest.approx(x + edge, abs=1), "it stands beside what was clicked"
    assert editor.offset_under(QPoint(5, y)) is None
    QTest.mouseClick(editor.viewport(), LEFT, NONE, QPoint(5, y))
    assert editor.cursor_offset() == len(text)
    QTest.keyClick(editor, Qt.Key.Key_Home)
    assert editor.cursor_offset() == 0
    QTest.mouseClick(editor.viewport(), LEFT, NONE, QPoint(editor.viewport().width() - 3, y))
    assert editor.cursor_offset() == 0


OTHERS = (pytest.param(text, marks=pytest.mark.long) for text in WITH_PAIRS[1:3])


@pytest.mark.parametrize("text", [*WITH_PAIRS[::3], *OTHERS])
def test_text_is_dropped_where_it_is_shown_that_it_will_be(open_editor, text):
    editor = open_editor(f"{text}\nend", size=(900, 300))
    data = QMimeData()
    data.setText("@")
    about = Qt.DropAction.CopyAction, data, LEFT, NONE
    for offset, (_, start, end) in enumerate(characters(text)):
        line = editor.visible_blocks(0, 60)[0]
        row, parts = line.block.layout().lineAt(0), list(parts_of(editor, line).values())
        [(left, right)] = extents_in_row(row, start, end, parts)
        share, edge = ((0.75, right), (0.25, left))[offset % 2]
        x = editor.contentOffset().x()
        place = QPointF(round(x + left + share * (right - left)), round(line.top) + 1)
        QApplication.sendEvent(editor.viewport(), QDragEnterEvent(place.toPoint(), *about))
        move = QDragMoveEvent(place.toPoint(), *about)
        QApplication.sendEvent(editor.viewport(), move)
        assert move.isAccepted()
        columns = ink_columns(editor, line)
        assert len(columns) == editor.cursorWidth(), "the cursor shows where"
        assert columns[0] == pytest.approx(x + edge, abs=1)
        drop = QDropEvent(place, *about)
        QApplication.sendEvent(editor.viewport(), drop)
        assert drop.isAccepted()
        dropped = editor.contents.text
        assert dropped in {f"{text[:at]}@{text[at:]}\nend" for at in (offset, offset + 1)}, offset
        editor.undo()
        assert editor.contents.text == f"{text}\nend"


def test_text_is_dropped_also_where_qt_finds_no_place(open_editor):
    text = WITH_PAIRS[0]
    editor = open_editor(f"{text}\nend", size=(300, 300))
    lines = editor.visible_blocks(0, 200)
    aims = {}
    for y in range(round(lines[0].top) + 10, round(lines[0].top + lines[0].height), 21):
        for x in range(0, editor.viewport().width(), 2):
            aim = editor.aim_at(QPointF(x, y))[1]
            if aim.by_qt != aim.beside.position:
                aims.setdefault(aim.beside.position, QPointF(x, y))
    assert aims
    data = QMimeData()
    data.setText("@")
    for position, place in aims.items():
        before = editor.contents.bridge.offset(position)
        editor.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, data, LEFT, NONE))
        assert editor.contents.text == f"{text[:before]}@{text[before:]}\nend"
        assert editor.cursor_offset() == before + 1
        editor.undo()
        assert editor.contents.text == f"{text}\nend"


class PaintWatcher(QObject):
    """Notes what of a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.painted = []
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Paint:
            self.painted.append(event.rect())
        return False


def test_wherever_the_cursor_is_drawn_is_painted_anew_as_it_moves(open_editor, qtbot):
    text = BESIDE[2]
    editor = open_editor(f"{text}\nend", size=(900, 300))
    line = editor.visible_blocks(0, 60)[0]
    part, x = parts_of(editor, line)["Foreword "], editor.contentOffset().x()
    cursor = editor.textCursor()
    cursor.setPosition(part.start + 3)
    editor.setTextCursor(cursor)
    watcher = PaintWatcher(editor.viewport())
    QApplication.processEvents()
    watcher.painted.clear()
    QTest.keyClick(editor, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: bool(watcher.painted))
    for place in (part.start + 3, part.start + 4):
        caret = QPoint(round(x + part.x_of(QtPosition(place))), round(line.top) + 10)
        assert any(rect.contains(caret) for rect in watcher.painted)


def test_dragging_and_double_clicking_select_what_is_drawn_there(open_editor):
    text = WITH_PAIRS[0]
    editor = open_editor(f"{text}\nend", size=(900, 300))
    line = editor.visible_blocks(0, 60)[0]
    parts = parts_of(editor, line)
    x, y = round(editor.contentOffset().x()), round(line.top) + 10
    for tag, part in parts.items():
        left, right = round(x + part.rect.left()) + 2, round(x + part.rect.right()) - 2
        QTest.mousePress(editor.viewport(), LEFT, NONE, QPoint(left, y))
        QTest.mouseMove(editor.viewport(), QPoint(right, y))
        QTest.mouseRelease(editor.viewport(), LEFT, NONE, QPoint(right, y))
        assert editor.selected_span() == Span(text.index(tag), text.index(tag) + len(tag))
        editor.moveCursor(QTextCursor.MoveOperation.End)
    word = parts["{{title}}"].edges_of(QtPosition(parts["{{title}}"].start + 4))
    QTest.mouseDClick(editor.viewport(), LEFT, NONE, QPoint(round(x + word.left) + 3, y))
    QTest.mouseRelease(editor.viewport(), LEFT)  # else it is pressed in later tests, too
    assert editor.selected_span().of(text) == "title"
    card = editor.rect_of(Span(text.index("{{title}}"), text.index("{{title}}") + 9))
    room = parts["{{title}}"].rect
    left = editor.viewport().mapFromGlobal(card.topLeft()).x()
    assert (left, card.width()) == (round(x + room.left()), pytest.approx(room.width(), abs=2))


def test_a_click_at_the_end_of_a_row_that_goes_on_stays_in_it(open_editor):
    editor = open_editor("שלום {{title}} 😀 עולם " * 12, size=(500, 300))
    [line] = editor.visible_blocks(0, 300)
    layout = line.block.layout()
    assert layout.lineCount() > 2
    for index in range(layout.lineCount() - 1):
        y = round(line.top) + 21 * index + 10
        QTest.mouseClick(editor.viewport(), LEFT, NONE, QPoint(3, y))
        position = editor.textCursor().position()
        assert layout.lineForTextPosition(position).lineNumber() == index
        QTest.mouseClick(editor.viewport(), LEFT, NONE, QPoint(editor.viewport().width() - 3, y))
        assert editor.textCursor().position() == layout.lineAt(index).textStart()


def test_of_a_long_line_only_the_rows_that_are_painted_are_worked_out_and_each_once(open_editor, monkeypatch):
    editor = open_editor("שלום {{title}} עולם {{name} " * 40, size=(500, 120))
    worked_out: list[QtPosition] = []
    runs_of = isolated_tags.runs_of

    def noted(row, first, last):
        worked_out.append(first)
        return runs_of(row, first, last)

    monkeypatch.setattr(isolated_tags, "runs_of", noted)
    editor.viewport().grab()
    rows = editor.document().firstBlock().layout().lineCount()
    assert 0 < len(worked_out) == len(set(worked_out)) < rows / 2
