"""The situations of a system message in the window: a table of their parts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.kinds.situations import situations_perspective
from editor_app.window.kit.form.growing_text import ValueField

pytestmark = pytest.mark.one_window

NAME = "system-messages/support-desk.situations.yaml"
TEXT = """\
# Kept.
format: 1
situations:
  - name: one  # first
    mode: ask
    tools: [a, 'b']
  - name: two
    file: null
    holds: [{late: {over: 70}}]
"""


@pytest.fixture
def bench(open_bench, root):
    (root / NAME).write_text(TEXT)
    bench = open_bench(root, NAME)
    bench.resolve()
    return bench


@pytest.fixture
def table(bench):
    return bench.workbench.perspectives.of(bench.file).table


def words(table) -> list[list[str]]:
    columns = range(len(table.cells.heads) - 1)
    return [
        [table.content_at(table.cells.index(row, column)).words for column in columns]
        for row in range(len(table.rows) - 1)
    ]


def write(table, row: int, column: int, text: str) -> None:
    table.setFocus()
    table.setCurrentIndex(table.cells.index(row, column))
    QTest.keyClick(table, Qt.Key.Key_F2)
    assert isinstance(table.writing.field, ValueField)
    table.writing.field.setPlainText(text)
    QTest.keyClick(table.writing.field, Qt.Key.Key_Return)


def test_each_part_is_a_cell_and_what_is_sent_is_counted(bench, table):
    assert table.cells.heads == ("Situation", "Mode", "Tools", "File", "Yes", "No", "Sent")
    assert words(table) == [
        ["one", "ask", "a, b", "–", "–", "–"],
        ["two", "–", "–", "none", "{late: {over: 70}}", "–"],
    ]
    sent = table.content_at(table.cells.index(0, 6)).words
    number, _, count = sent.partition(" of ")
    assert 0 < int(number) <= int(count)
    assert bench.workbench.perspectives.of(bench.file).text_preview.result is not None


def test_a_cell_is_written_as_one_step(bench, table):
    write(table, 0, 1, "plan")
    assert bench.text == TEXT.replace("mode: ask", "mode: plan")
    write(table, 0, 2, "none")
    assert words(table)[0][2] == "none"
    write(table, 1, 4, "late: [")
    assert bench.notice.startswith("Nothing was changed: ")
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert words(table)[1][4] == "–"
    for _ in range(3):
        bench.act("undo")
    assert bench.text == TEXT


def test_a_situation_is_made_copied_renamed_and_deleted(bench, table):
    write(table, 2, 0, "three")
    write(table, 2, 3, "src/a.py")
    QTest.keyClick(table, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert [row[0] for row in words(table)] == ["one", "two", "three", "three 2"]
    assert words(table)[3][3] == "src/a.py"
    write(table, 3, 0, "four")
    assert bench.text.endswith("  - name: four\n    file: src/a.py\n")
    table.setCurrentIndex(table.cells.index(3, 6))
    QTest.keyClick(table, Qt.Key.Key_Delete)  # what is sent is no part of it
    assert len(words(table)) == 4
    for row in (3, 2):
        table.setCurrentIndex(table.cells.index(row, 0))
        QTest.keyClick(table, Qt.Key.Key_Delete)
    assert bench.text == TEXT


def test_a_situation_is_made_in_a_file_that_is_read_after_a_pause(bench, table, monkeypatch):
    long = f"{'# All of this stays.' * 10_000}\n{TEXT}"
    bench.file.document.replace_text(long)
    bench.file.catch_up()
    read = []
    edits = situations_perspective.situation_edits
    monkeypatch.setattr(
        situations_perspective,
        "situation_edits",
        lambda source, saved: [read.append(len(source)), edits(source, saved)][1],
    )
    write(table, 2, 0, "three")
    assert bench.text == f"{long}  - name: three\n"
    bench.file.catch_up()
    assert [row[0] for row in words(table)] == ["one", "two", "three"]
    assert table.currentIndex().row() == 2
    write(table, 0, 1, "plan")
    assert bench.text == f"{long}  - name: three\n".replace("mode: ask", "mode: plan")
    assert max(read) < 200, "only the lines of the situation are read again"
    bench.file.catch_up()
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    bench.file.catch_up()
    assert [row[0] for row in words(table)] == ["two", "three"]


def test_a_name_that_is_taken_makes_another_situation_and_is_refused_for_one_that_is_there(bench, table):
    write(table, 2, 0, "one")
    assert bench.text == f"{TEXT}  - name: one 2\n"
    write(table, 3, 0, "two\nlines")
    assert [row[0] for row in words(table)] == ["one", "two", "one 2", "two lines"]
    before = bench.text
    write(table, 3, 0, "one")
    assert bench.notice == "Nothing was changed: another situation is called ‘one’."
    assert bench.text == before


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier),
    ],
)
def test_enter_begins_to_write_a_cell(bench, table, key, held):
    table.setFocus()
    table.setCurrentIndex(table.cells.index(0, 1))
    QTest.keyClick(table, key, held)
    assert table.writing.field.value == "ask"


def test_preview_and_count_follow_the_message_on_disk_and_as_it_is_edited(bench, table):
    perspective = bench.workbench.perspectives.of(bench.file)
    path = bench.root / NAME.replace(".situations.yaml", ".json")
    text = path.read_text()
    block = '{"id": "added", "type": "identity", "priority": 1, "content": "Added to it."},'
    more = text.replace('"blocks": [', f'"blocks": [{block}')
    assert more != text

    def shown() -> tuple[str, str]:
        bench.resolve()
        sent = table.content_at(table.cells.index(0, 6)).words
        return sent.partition(" of ")[2], perspective.text_preview.result.text

    count, before = shown()
    path.write_text(more)
    bench.workbench.files.disk.look_now()
    number, after = shown()
    assert int(number) == int(count) + 1
    assert "Added to it." in after
    message = bench.workbench.tab_files.open_behind(path)
    message.document.replace_text(text)
    message.catch_up()
    assert shown() == (count, before)


def test_situations_without_a_message_say_so(open_bench, root):
    (root / "alone.situations.yaml").write_text(TEXT)
    bench = open_bench(root, "alone.situations.yaml")
    assert bench.status == "There is no text beside this file to try it on."
    assert words(bench.workbench.perspectives.of(bench.file).table)[0][0] == "one"
