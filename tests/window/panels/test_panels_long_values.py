"""Values that are too long to be laid out as a whole are kept exactly, and shown by their beginning."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest

from editor_app.window.kit.form.growing_text import MOST_EDITED
from editor_app.window.panels.values.value_rows import FieldRow
from editor_app.window.panels.values.values_panel import ValuesPanel

LONG = "é😀\u00a0x" * 250_000


@pytest.fixture
def field(theme, show):
    panel = ValuesPanel(lambda _title, _name: None)
    show(panel)
    panel.show_rows((FieldRow("page", LONG),))
    return panel.cells[0].widget


def test_a_long_value_is_laid_out_by_its_beginning_and_kept_exactly(field):
    assert field.value == LONG
    assert field.document().characterCount() < 2000
    assert field.toPlainText().endswith(
        "999,000 more characters, kept as they are. Replace them with Load from file…"
    )
    QTest.keyClicks(field, "typed")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.value == LONG
    field.set_value("short")
    QTest.keyClicks(field, "er ")
    assert field.value == "er short"


@pytest.mark.parametrize("size", [MOST_EDITED - 20, len(LONG)])
def test_a_long_text_is_pasted_between_what_is_there(field, size):
    field.set_value("a😀c")
    cursor = field.textCursor()
    cursor.setPosition(1)
    cursor.setPosition(3, cursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    data = QMimeData()
    data.setText(LONG[:size])
    field.insertFromMimeData(data)
    assert field.value == f"a{LONG[:size]}c"
    assert field.isReadOnly() == (size > MOST_EDITED)


def test_a_long_paste_is_undone_and_a_long_value_copied_as_a_whole(field):
    field.set_value("mine")
    field.selectAll()
    data = QMimeData()
    data.setText("a\r\n" * MOST_EDITED)
    field.insertFromMimeData(data)
    assert field.value == "a\n" * MOST_EDITED
    field.selectAll()
    assert field.createMimeDataFromSelection().text() == field.value
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.value == "mine"
    field.selectAll()
    data.setText("x" * (MOST_EDITED - 2))
    field.insertFromMimeData(data)
    assert not field.isReadOnly(), "what it replaces does not count"
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.value == "mine"
