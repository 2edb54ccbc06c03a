"""The form of values: three states, exact texts, and a form that does not move under the typing hand."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from editor_app.window.frame.dock import Page, Section
from editor_app.window.kit.form.field import FieldLabel
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.form.growing_text import GrowingText, ValueField
from editor_app.window.kit.rows.menus import add_entries
from editor_app.window.panels.values import values_panel as panel_module
from editor_app.window.panels.values.value_rows import FieldRow, FieldRows, summary
from editor_app.window.panels.values.values_panel import ValuesPanel

MOST_FIELDS = 24  # fewer than there are in use, as each costs
ROWS = (
    FieldRow("url", required=True, description="Address of the page"),
    FieldRow("title", "Pricing"),
    FieldRow("content", without="not set"),
    FieldRow("language", without="default: English"),
    FieldRow("notes", ""),
)


@pytest.fixture
def names() -> list[str]:
    return []


@pytest.fixture
def panel(theme, show, names, monkeypatch) -> ValuesPanel:
    monkeypatch.setattr(panel_module, "MOST_FIELDS", MOST_FIELDS)
    panel = ValuesPanel(lambda _title, _name: names.pop() if names else None)
    show(panel)
    return panel


def field(panel: ValuesPanel, name: str):
    return next(row.widget for row in panel.cells if row.field.key == name)


def choose(panel: ValuesPanel, name: str, words: str) -> None:
    menu = QMenu()
    panel.fill_value_menu(name, menu)
    next(action for action in menu.actions() if action.text() == words).trigger()


# States ---------------------------------------------------------------------------------------------------


def test_each_value_is_not_given_or_empty_or_given(panel):
    panel.show_rows(ROWS)
    states = {row.field.key: row.widget.value for row in panel.cells}
    assert states["url"] is states["content"] is states["language"] is None
    assert states["title"]
    assert states["notes"] == ""
    assert panel.values == {"url": None, "title": "Pricing", "content": None, "language": None, "notes": ""}


def test_the_three_states_look_different_and_are_said(panel):
    panel.show_rows([FieldRow("x")])
    one = field(panel, "x")
    pictures, names = [], []
    for value in (None, "", "given"):
        one.give(value)
        QApplication.processEvents()
        pictures.append(one.grab().toImage())
        names.append(one.accessibleName())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]
    assert names == ["x, not set", "x, empty", "x, set"]


def test_the_menu_gives_each_state(panel, qtbot):
    panel.show_rows(ROWS)
    with qtbot.waitSignal(panel.values_changed) as changed:
        choose(panel, "title", "Empty")
    assert changed.args[0]["title"] == ""
    with qtbot.waitSignal(panel.values_changed) as changed:
        choose(panel, "title", "Not set")
    assert changed.args[0]["title"] is None
    with qtbot.waitSignal(panel.load_file_requested) as asked:
        choose(panel, "content", "Load from file…")
    assert asked.args == ["content"]
    panel.give("content", "from a file\n")
    assert panel.values["content"] == "from a file\n"


def test_typing_gives_and_deleting_takes_back(panel, qtbot):
    panel.show_rows(ROWS)
    one = field(panel, "content")
    with qtbot.waitSignal(panel.values_changed) as changed:
        qtbot.keyClicks(one, "a")
    assert changed.args[0]["content"] == "a"
    with qtbot.waitSignal(panel.values_changed) as changed:
        qtbot.keyClick(one, Qt.Key.Key_Backspace)
    assert changed.args[0]["content"] is None
    empty = field(panel, "notes")
    with qtbot.waitSignal(panel.values_changed) as changed:
        qtbot.keyClick(empty, Qt.Key.Key_Backspace)
    assert changed.args[0]["notes"] is None


def test_values_are_exact(panel, qtbot):
    odd = "a\u00a0b\u2028c\ufeff 😀\r\n"
    panel.show_rows([FieldRow("x", odd)])
    assert panel.values == {"x": odd}
    data = QMimeData()
    data.setText("no\u00a0break")
    QGuiApplication.clipboard().setMimeData(data)
    panel.show_rows([FieldRow("y")])
    field(panel, "y").paste()
    assert panel.values == {"y": "no\u00a0break"}


def test_a_value_is_shown_by_itself_or_its_length():
    assert [summary(value) for value in ("main", "", "# Atlas\nRun.\n")] == [
        "main",
        "empty",
        "13 bytes, 2 lines",
    ]


def test_a_summary_counts_bytes_not_characters():
    assert summary("é\né") == "5 bytes, 2 lines"


# The form -------------------------------------------------------------------------------------------------


def test_typing_does_not_move_the_form(panel, qtbot):
    panel.show_rows(ROWS)
    panel.values_changed.connect(
        lambda values: panel.show_rows(
            [FieldRow(row.name, values[row.name], required=row.required) for row in ROWS]
        )
    )
    one = field(panel, "title")
    one.setFocus()
    cursor = one.textCursor()
    cursor.setPosition(3)
    one.setTextCursor(cursor)
    qtbot.keyClicks(one, "xyz")
    assert field(panel, "title") is one
    assert one.hasFocus()
    assert one.textCursor().position() == 6
    assert panel.values["title"] == "Prixyzcing"


def test_a_new_row_leaves_the_others_where_the_focus_is(panel):
    panel.show_rows(ROWS)
    one = field(panel, "notes")
    one.setFocus()
    panel.show_rows([FieldRow("new"), *ROWS])
    assert field(panel, "notes") is one
    assert one.hasFocus()
    assert [row.field.key for row in panel.cells] == ["new", *(row.name for row in ROWS)]
    assert [row.y() for row in panel.cells] == sorted(row.y() for row in panel.cells)


def test_undo_never_brings_back_what_was_typed_for_another_variable(panel, qtbot):
    for between in [(), ("none",)]:
        with in_case(between):
            panel.show_rows([FieldRow("password")])
            before = field(panel, "password")
            qtbot.keyClicks(before, "secret")
            before.selectAll()
            qtbot.keyClick(before, Qt.Key.Key_Delete)
            assert before.document().isUndoAvailable(), "the control"
            for _ in between:
                panel.show_nothing("Nothing open")
            panel.show_rows([FieldRow("city")])
            after = field(panel, "city")
            assert after is before, "the control: fields are used again"
            qtbot.keyClick(after, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert panel.values == {"city": None}


def test_fields_grow_to_eight_lines(panel):
    panel.show_rows([FieldRow("x", "one")])
    one = field(panel, "x")
    QApplication.processEvents()
    assert one.height() == 26
    heights = []
    for lines in range(1, 12):
        one.give("\n".join("x" * lines))
        heights.append(one.height())
    assert heights == sorted(heights)
    assert len(set(heights)) == 8
    assert heights[7] == heights[10]


def test_two_hundred_variables_come_in_pieces_and_all_count(panel, qtbot):
    rows = [FieldRow(f"v{number}", str(number)) for number in range(200)]
    panel.show_rows(rows)
    assert len(panel.form.cells) < MOST_FIELDS
    assert len(panel.values) == 200
    qtbot.waitUntil(lambda: len(panel.form.cells) == MOST_FIELDS)
    assert panel.values == {row.name: row.value for row in rows}
    panel.focus_value("v199")
    assert field(panel, "v199").hasFocus()
    panel.show_rows(rows[:3])
    assert len(panel.cells) == 3
    assert not panel.filter.isVisible()


def many(count: int, made: list[str], **values: str) -> FieldRows:
    """Return the rows of so many variables; which were looked at goes to `made`."""

    def row_of(name: str) -> FieldRow:
        made.append(name)
        return FieldRow(name, values.get(name))

    return FieldRows(tuple(f"v{number}" for number in range(count)), values, row_of)


def test_ten_times_as_many_variables_make_no_more_rows(panel):
    work = []
    for count in (20, 100, 1_000):
        made: list[str] = []
        panel.show_nothing("")
        panel.show_rows(many(count, made))
        work.append((len(made), len(panel.cells), len(panel.findChildren(ValueField))))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert work[0][:2] == (20, 20)  # of few, each has a row
    assert work[1][:2] == work[2][:2] == (MOST_FIELDS, MOST_FIELDS)
    assert "24 of 1,000" in panel._count.text()
    assert panel.filter.isVisible()


def test_the_same_rows_again_change_no_field(panel, monkeypatch):
    panel.show_rows(ROWS)
    shown: list[str] = []
    monkeypatch.setattr(GrowingText, "describe", lambda field, _text: shown.append(field.key))
    panel.show_rows(ROWS)
    assert shown == []
    panel.show_rows([*ROWS[:-1], FieldRow("notes", "other")])
    assert set(shown) == {"notes"}


def test_the_filter_reaches_every_variable_and_what_was_typed_stays(panel, qtbot):
    made: list[str] = []
    panel.show_rows(many(10_000, made, v9876="far"))
    made.clear()
    qtbot.keyClicks(panel.filter, "V98")
    assert [row.field.key for row in panel.cells] == [name for name in panel.values if "v98" in name][
        :MOST_FIELDS
    ]
    qtbot.keyClicks(panel.filter, "76")
    assert [(row.field.key, row.widget.value) for row in panel.cells] == [("v9876", "far")]
    with qtbot.waitSignal(panel.values_changed) as changed:
        qtbot.keyClicks(panel.cells[0].widget, "x")
    assert changed.args[0]["v9876"].strip("x") == "far"
    typed = changed.args[0]["v9876"]
    panel.filter.setText("no such name")
    assert panel.cells == ()
    assert "None of the 10,000 variables" in panel._count.text()
    panel.filter.clear()
    assert panel.values["v9876"] == typed
    panel.filter.setText("v9876")
    assert panel.cells[0].widget.value == typed
    assert len(made) <= 8 * MOST_FIELDS  # for each key, what it lets through
    qtbot.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert panel.filter.text() == ""
    assert panel.cells[0].field.key == "v0"


def test_a_value_without_a_field_is_given_and_reached_and_tab_goes_on_from_field_to_field(panel, qtbot):
    panel.show_rows(many(10_000, []))
    rows = panel.cells
    rows[0].widget.setFocus()
    reached = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached == [row.widget for row in rows[1:4]]
    with qtbot.waitSignal(panel.values_changed) as changed:
        panel.give("v9999", "from a file")
    assert changed.args[0]["v9999"] == "from a file"
    panel.focus_value("v9999")
    assert field(panel, "v9999").hasFocus()
    assert field(panel, "v9999").value == "from a file"


def test_a_name_that_many_names_have_in_them_is_reached(panel):
    names = (*(f"user_{number}" for number in range(2 * MOST_FIELDS)), "user")
    panel.show_rows([FieldRow(name) for name in names])
    panel.focus_value("user")
    assert field(panel, "user").hasFocus()


def test_tab_leaves_a_field_and_alt_down_opens_its_menu(panel, qtbot):
    panel.show_rows(ROWS)
    one = field(panel, "url")
    one.setFocus()
    with qtbot.waitSignal(one.menu_requested):
        qtbot.keyClick(one, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    for menu in panel.findChildren(QMenu):
        menu.close()
    one.setFocus()
    qtbot.keyClick(one, Qt.Key.Key_Tab)
    assert not one.hasFocus()
    assert panel.values["url"] is None


# Cases and resolving --------------------------------------------------------------------------------------


def test_cases_are_chosen_and_saved(panel, qtbot, names):
    panel.show_rows(ROWS)
    panel.show_cases(["pricing page", "front & back"], "pricing page", edited=True)
    assert panel._case_button.text() == "Case: pricing page, edited"
    menu = QMenu()
    add_entries(menu, panel.case_entries())
    actions = {action.text(): action for action in menu.actions()}
    assert actions["pricing page"].isChecked()
    with qtbot.waitSignal(panel.case_chosen) as chosen:
        actions["front && back"].trigger()
    assert chosen.args == ["front & back"]
    with qtbot.waitSignal(panel.case_chosen) as chosen:
        actions["No case"].trigger()
    assert chosen.args == [None]
    names.append("new one")
    with qtbot.waitSignal(panel.save_case_requested) as saved:
        panel._save.click()
    assert saved.args == ["new one"]
    with qtbot.waitSignal(panel.save_case_requested) as updated:
        actions["Update ‘pricing page’"].trigger()
    assert updated.args == ["pricing page"]
    names.append("other")
    with qtbot.waitSignal(panel.rename_case_requested) as renamed:
        actions["Rename ‘pricing page’…"].trigger()
    assert renamed.args == ["other"]
    with qtbot.waitSignal(panel.delete_case_requested) as deleted:
        actions["Delete ‘pricing page’"].trigger()
    assert deleted.args == ["pricing page"]
    with qtbot.waitSignal(panel.cases_requested):
        actions["Show all cases"].trigger()
    with qtbot.assertNotEmitted(panel.save_case_requested):
        panel._save.click()


def test_the_cases_leave_the_title_of_the_section_its_room(panel, theme, show, wear):
    section = Section()
    wear(theme)
    section.set_page(Page("values", "Values", panel, panel.tools))
    show(section)
    panel.show_rows(ROWS)
    panel.show_cases(["nothing but the address of a page"], "nothing but the address of a page", edited=True)
    for width in (section.minimumSizeHint().width(), 0):
        section.resize(width, 300)
        QApplication.processEvents()
        title = section.findChild(FoldButton)
        needed = QFontMetrics(theme.font("small strong")).horizontalAdvance("Values")
        assert title.width() >= needed
        assert not title.geometry().intersects(panel.tools.geometry())


def test_a_template_resolves_and_typing_overrides(panel, qtbot):
    rows = (
        FieldRow("file:AGENTS.md", label="AGENTS.md", resolved="# Atlas\n"),
        FieldRow("prompt:cwd", resolved="atlas"),
        FieldRow("git:branch", resolved="main"),
        FieldRow("prompt:model", without="Your program gives this value"),
    )
    panel.show_rows(rows, resolves=True)
    assert panel.cells[0].field.label == "AGENTS.md"
    assert panel.values["prompt:cwd"] is None
    model = field(panel, "prompt:model")
    assert "Your program gives this value" in model.accessibleName()
    with qtbot.waitSignal(panel.values_changed) as changed:
        qtbot.keyClicks(field(panel, "git:branch"), "x")
    assert changed.args[0]["git:branch"] == "x"
    choose(panel, "git:branch", "Use the resolved value")
    assert panel.values["git:branch"] is None


# Everywhere -----------------------------------------------------------------------------------------------


def test_untrusted_names_and_descriptions_are_shown_as_they_are(panel):
    hostile = "<img src='http://evil.example/x.png'>"
    panel.show_rows([FieldRow(hostile, hostile, description=hostile, without=hostile)])
    panel.show_cases([hostile], hostile)
    assert panel.values == {hostile: hostile}
    for widget in panel.findChildren(QWidget):
        assert "<img" not in widget.toolTip()


def test_every_field_has_a_name_that_says_required(panel):
    panel.show_rows(ROWS)
    assert field(panel, "url").accessibleName() == "url, required, not set"
    assert "Alt+Down" in field(panel, "url").accessibleDescription()
    for widget in (panel._save, panel._case_button):
        assert widget.accessibleName()


def test_required_is_said_behind_the_name_where_it_has_room(panel):
    panel.show_rows([FieldRow("url", "u", required=True), FieldRow("title", "t")])
    url, title = (
        label for label in panel.findChildren(FieldLabel) if label.text().startswith(("url", "title"))
    )
    url.resize(200, 20)
    title.resize(200, 20)
    assert (url.text(), url.word) == ("url ◆", "required")
    assert url.rect().contains(url.room_of_word)
    assert title.room_of_word.isEmpty()
    url.setFixedWidth(url.natural_width() + 10)
    assert url.room_of_word.isEmpty()
    assert "required" in url.toolTip()
    panel.show_rows([FieldRow("url", required=True)])
    assert url.word == "", "the field says it"


def test_a_missing_required_value_is_marked_in_the_colour_of_warnings(panel, theme):
    panel.show_rows([FieldRow("url", required=True)])
    QApplication.processEvents()
    picture = field(panel, "url").grab().toImage()
    warn = QColor(theme.colors["warn"]).rgb()
    assert any(picture.pixel(x, y) == warn for x in range(picture.width()) for y in range(picture.height()))


def test_without_variables_it_says_so(panel):
    panel.show_rows([])
    assert "no variables" in panel.form.cell("").widget.text()
    panel.show_nothing("Open a prompt.")
    assert panel.form.cell("").widget.text() == "Open a prompt."
    assert panel.values == {}
