"""The form: what it keeps when it is shown anew, what it announces and when, and how it is laid out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from editor_app.text import Severity
from editor_app.window.kit.form.chips import Chips
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, ReadOnlyText, Remark, RemarkLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.growing_text import GrowingText
from editor_app.window.kit.form.line import Commit, Line, Number, non_empty
from editor_app.window.kit.layouts import scrolled

Key = Qt.Key
COLOURS = (Option("red", "Red"), Option(None, "None"), Option("blue", "Blue"))
NAME = Line("name", "Name", "ann", reads=non_empty)
EACH_SORT = (
    NAME,
    Number("age", "Age", "41"),
    Choice("colour", "Colour", "red", options=COLOURS),
    Chips("tags", "Tags", ("a", "b"), adds="Tag", offered=("a", "c")),
    GrowingText("text", "Text", "long"),
    ReadOnlyText("state", "State", "as it is"),
)


@pytest.fixture
def form(theme, show):
    form = Form(FormLook(two_columns_from=600, stacked_below=300))
    form.told = []
    form.changed.connect(lambda key, value: form.told.append((key, value)))
    show(form, 400, 300)
    return form


def widget(form, key):
    return form.cell(key).widget


def type_over(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


# Shown anew ------------------------------------------------------------------------------------------------


def test_a_field_that_stays_keeps_widget_focus_caret_and_selection(form):
    form.show_fields((NAME,))
    name = widget(form, "name")
    name.setFocus()
    name.setSelection(1, 2)
    form.show_fields((Line("first", "First"), replace(NAME, remark=Remark("Odd.", Severity.WARNING))))
    assert widget(form, "name") is name
    assert (name.hasFocus(), name.selectedText()) == (True, "nn")
    form.show_fields((Number("name", "Name", "7"),))
    assert widget(form, "name") is not name, "another sort has other widgets"


def test_what_is_being_typed_outlasts_news_but_not_another_owner(form):
    form.show_fields((NAME,), of="a")
    name = widget(form, "name")
    type_over(name, "bob")
    form.show_fields((replace(NAME, about="news"),), of="a")
    assert name.text() == "bob"
    form.show_fields((NAME,), of="b")
    assert name.text() == "ann"
    form.commit()
    assert form.told == []


def test_widgets_are_used_again_without_what_was_typed(form):
    form.show_fields((GrowingText("secret", "Secret"), Line("pin", "Pin")))
    text, line = widget(form, "secret"), widget(form, "pin")
    QTest.keyClicks(text, "x")
    type_over(line, "1234")
    form.show_fields(())
    form.show_fields((GrowingText("city", "City"), Line("street", "Street")))
    assert (widget(form, "city"), widget(form, "street")) == (text, line)
    form.told.clear()
    for field in (text, line):
        QTest.keyClick(field, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    form.commit()
    assert (text.value, line.text(), form.told) == (None, "", [])


def test_the_focus_of_a_field_that_goes_passes_to_its_neighbour(form):
    fields = tuple(Line(key, key) for key in "abc")
    for gone, left in (("b", "c"), ("c", "a")):
        form.show_fields(fields)
        widget(form, gone).setFocus()
        form.show_fields(tuple(field for field in fields if field.key in {"a", left}))
        assert QApplication.focusWidget() is widget(form, left)
    button = QPushButton(form)
    button.show()
    form.setFocusProxy(button)
    form.show_fields(())
    assert QApplication.focusWidget() is button


def test_a_field_that_goes_takes_no_focus_from_elsewhere_and_announces_nothing_for_another(form):
    form.show_fields((Line("a", "A"), Line("b", "B")), of="one")
    elsewhere = QPushButton(form)
    elsewhere.show()
    widget(form, "b").setFocus()
    elsewhere.setFocus()
    form.show_fields((Line("a", "A"),), of="one")
    assert QApplication.focusWidget() is elsewhere
    form.show_fields((Line("a", "A"), Line("b", "B")), of="one")
    widget(form, "b").setFocus()
    QTest.keyClicks(widget(form, "b"), "typed for one")
    form.told.clear()
    form.show_fields((Line("a", "A"),), of="another")
    assert form.told == []


def test_tab_goes_in_the_order_of_the_table_whatever_was_made_first(form, qtbot):
    form.show_fields((Line("b", "B"), Line("d", "D", is_removable=True)))
    form.show_fields(
        (Line("a", "A"), Line("b", "B"), Number("c", "C", "1"), Line("d", "D", is_removable=True))
    )
    widget(form, "a").setFocus()
    reached = []
    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached == [*(widget(form, key) for key in "bcd"), form.cell("d").remove_button]


# Announced ------------------------------------------------------------------------------------------------


def test_a_line_commits_on_enter_or_focus_loss_once(form):
    form.show_fields((NAME, Line("next", "Next")))
    name = widget(form, "name")
    type_over(name, " bob ")
    assert form.told == []
    QTest.keyClick(name, Key.Key_Return)
    form.show_fields((replace(NAME, value="bob"), Line("next", "Next")))
    widget(form, "next").setFocus()
    assert form.told == [("name", "bob")]
    type_over(name, "eve")
    widget(form, "next").setFocus()
    assert form.told[1:] == [("name", "eve")]


def test_esc_and_a_text_that_is_no_value_bring_back_the_old_one(form):
    form.show_fields((NAME,))
    name = widget(form, "name")
    for text, key in (("bob", Key.Key_Escape), ("  ", Key.Key_Return)):
        type_over(name, text)
        QTest.keyClick(name, key)
        assert name.text() == "ann"
    name.clearFocus()
    assert form.told == []


def test_each_key_is_announced_as_it_is_read_and_the_caret_stays(form):
    def show(value):
        form.show_fields(
            (Line("path", "Path", value, commits=Commit.EACH_KEY, reads=lambda text: text.lower()),)
        )

    form.changed.connect(lambda _key, value: show(value))
    show("")
    path = widget(form, "path")
    QTest.keyClicks(path, "AbC")
    path.setCursorPosition(1)
    QTest.keyClicks(path, "x")
    assert form.told == [("path", "a"), ("path", "ab"), ("path", "abc"), ("path", "axbc")]
    assert (path.text(), path.cursorPosition()) == ("AxbC", 2)
    show("other")
    assert path.text() == "other"


def test_a_list_of_completions_commits_nothing_until_one_is_taken(form):
    form.show_fields((Line("model", "Model", offered=("claude-sonnet-5", "gpt-5")),))
    model = widget(form, "model")
    model.setFocus()
    QTest.keyClicks(model, "so")
    popup = model.completer().popup()
    assert popup.isVisible()
    assert form.told == []
    QTest.keyClick(popup, Key.Key_Down)
    QTest.keyClick(popup, Key.Key_Return)
    assert (form.told, model.text()) == ([("model", "claude-sonnet-5")], "claude-sonnet-5")


def test_a_pause_announces_a_line_too(form, qtbot):
    form.show_fields((replace(NAME, commits=Commit.PAUSE),))
    name = widget(form, "name")
    type_over(name, "bob ")
    assert form.told == []
    name.commit_after(0)
    qtbot.waitUntil(lambda: form.told == [("name", "bob")])
    assert name.text() == "bob ", "who goes on typing keeps the space"


def test_a_number_steps_and_refuses_what_is_none(form, qtbot):
    form.show_fields((Number("age", "Age", "41"),))
    age = widget(form, "age")
    age.setFocus()
    for _ in range(3):
        QTest.keyClick(age, Key.Key_Up)
    qtbot.waitUntil(lambda: form.told == [("age", 44)])
    form.show_fields((Number("age", "Age", "old"),))
    assert age.text() == "old"
    age.selectAll()
    QTest.keyClicks(age, "-7")
    QTest.keyClick(age, Key.Key_Return)
    assert form.told[1:] == [("age", -7)]
    age.selectAll()
    QTest.keyClicks(age, "+")
    QTest.keyClick(age, Key.Key_Return)
    assert (age.text(), form.told[2:]) == ("old", [])


def test_a_choice_announces_another_value_only_and_shows_one_that_is_not_offered(form):
    form.show_fields((Choice("colour", "Colour", "red", options=COLOURS),))
    colour = widget(form, "colour")
    colour.activated.emit(0)
    colour.activated.emit(1)
    assert form.told == [("colour", None)]
    form.show_fields((Choice("colour", "Colour", "mauve", options=COLOURS),))
    assert [colour.itemText(row) for row in range(colour.count())] == ["Red", "None", "Blue", "mauve"]
    assert colour.currentText() == "mauve"
    form.show_fields((Choice("colour", "Colour", None, options=COLOURS[:1], hint="other"),))
    assert (colour.count(), colour.currentIndex(), colour.placeholderText()) == (1, -1, "other")


def test_headings_of_a_choice_are_passed_over(form):
    options = (Option("", "None"), Option(None, "Warm", is_heading=True), Option("red", "Red"))
    form.show_fields((Choice("colour", "Colour", "", options=options),))
    colour = widget(form, "colour")
    colour.setFocus()
    QTest.keyClick(colour, Key.Key_Down)
    assert form.told == [("colour", "red")]


def test_names_are_added_changed_and_removed_and_shown_once_they_are_taken(form):
    form.show_fields((Chips("tags", "Tags", ("a", "b"), adds="Tag", offered=("a", "c")),))
    tags = widget(form, "tags")
    tags.plus.click()
    assert tags.field.completer().model().stringList() == ["c"], "those it has are not offered"
    QTest.keyClicks(tags.field, "c")
    QTest.keyClick(tags.field, Key.Key_Return)
    tags.chips[0].click()
    tags.field.setText("z")
    form.commit()
    QTest.keyClick(tags.chips[1], Key.Key_Delete)
    tags.plus.click()
    QTest.keyClicks(tags.field, "x")
    QTest.keyClick(tags.field, Key.Key_Escape)
    assert form.told == [("tags", ("a", "b", "c")), ("tags", ("z", "b")), ("tags", ("a",))]
    assert [chip.text() for chip in tags.chips] == ["a", "b"]


def test_a_field_is_asked_to_be_removed_and_its_menu_to_be_filled(form):
    removed, asked = [], []
    form.removed.connect(removed.append)
    form.menu_requested.connect(lambda key, menu: asked.append(key) or menu.addAction("One"))
    form.show_fields((replace(NAME, is_removable=True, menu="Choose"), GrowingText("text", "Text")))
    form.cell("name").remove_button.click()
    for key in ("name", "text"):
        widget(form, key).setFocus()
        QTest.keyClick(widget(form, key), Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert (removed, asked) == (["name"], ["name", "text"])


def test_what_cannot_be_changed_announces_nothing(form):
    for access in (Access.READ, Access.NONE):
        with in_case(access):
            form.show_fields(tuple(replace(field, access=access) for field in EACH_SORT[:4]))
            assert widget(form, "name").isReadOnly() == (access is Access.READ)
            QTest.keyClicks(widget(form, "name"), "x")
            QTest.keyClick(widget(form, "age"), Key.Key_Up)
            form.commit()
            assert form.told == []


# Seen and said --------------------------------------------------------------------------------------------


def test_a_remark_is_shown_below_said_and_goes_again(form):
    form.show_fields((NAME,))
    low = form.height_at(400)
    remark = Remark("‘<b>’ is odd.", Severity.WARNING)
    form.show_fields((replace(NAME, remark=remark, name="Full name", about="As in the passport."),))
    name = widget(form, "name")
    assert form.height_at(400) > low
    assert form.cell("name").findChild(RemarkLine).sentence == remark.sentence
    assert name.accessibleName() == "Full name"
    assert name.accessibleDescription() == "‘<b>’ is odd. As in the passport."
    assert "<b>" not in name.toolTip()
    assert name.property("problem") is None, "red is for errors"
    form.show_fields((replace(NAME, remark=Remark("It is missing.", Severity.ERROR)),))
    assert name.property("problem") == "true"
    form.show_fields((NAME,))
    assert (form.height_at(400), name.accessibleDescription(), name.property("problem")) == (low, "", None)


def test_a_remark_about_an_item_colours_its_chip(form):
    form.show_fields((replace(EACH_SORT[3], remark=Remark("‘b’ is unknown.", Severity.ERROR, 1)),))
    chips = widget(form, "tags").chips
    assert [chip.accessibleDescription() for chip in chips] == ["", "‘b’ is unknown."]


def test_columns_and_labels_follow_the_width(form):
    form.show_fields(EACH_SORT)

    def places():
        QApplication.processEvents()
        return [cell.mapTo(form, QPoint()) for cell in form.cells]

    one = places()
    assert len({place.x() for place in one}) == 1
    assert [place.y() for place in one] == sorted({place.y() for place in one})
    form.resize(700, 300)
    two = places()
    assert [place.y() for place in two][::2] == [place.y() for place in two][1::2]
    assert two[0].x() < two[1].x()
    form.resize(290, 600)
    stacked = places()
    assert {place.x() for place in stacked} == {12}
    assert all(cell.mapTo(form, QPoint(cell.width(), 0)).x() <= 290 for cell in form.cells)
    form.resize(400, 300)
    assert places() == one


def test_a_form_in_an_area_is_as_wide_as_the_area(theme, show):
    host = QWidget()
    QVBoxLayout(host).addWidget(scrolled(form := Form(), host, on_window=True))
    form.show_fields(
        (Choice("path", "A path", "x" * 300, options=COLOURS), Line("name", "N" * 90, "y" * 300))
    )
    show(host, 180, 200)
    assert form.width() <= 180
    assert all(cell.mapTo(form, QPoint(cell.width(), 0)).x() <= form.width() for cell in form.cells)


def test_a_text_that_does_not_fit_is_cut_with_an_ellipsis_and_a_secret_one_stays_hidden(form):
    def picture(text):
        form.show_fields((Line("key", "Key", text),))
        return widget(form, "key").grab().toImage()

    long, other = picture("i" * 400), picture("i" * 399 + "W")
    assert long != picture("i" * 40)
    assert long != other, "the end is seen, too"
    widget(form, "key").setEchoMode(QLineEdit.EchoMode.Password)
    assert picture("i" * 400) == picture("W" * 400)


def test_hostile_texts_are_shown_as_one_plain_line(form):
    hostile = "<img src=x>\u202e\x00\ud800" + "n" * 10_000
    fields = [replace(field, label=hostile, about=hostile, remark=Remark(hostile)) for field in EACH_SORT]
    form.show_fields([replace(NAME, key=hostile, value=hostile), *fields])
    form.grab()
    for cell in form.cells[1:]:
        assert "\u202e" not in cell.widget.accessibleName()
        assert "<img" not in cell.widget.toolTip()
    assert form.height() < 2000


def test_it_is_painted_in_both_themes_and_sizes_follow(form, theme_choice):
    form.show_fields(EACH_SORT)
    light = form.grab().toImage()
    theme_choice.choose("dark")
    assert form.grab().toImage() != light


def test_labels_are_as_wide_as_the_widest_of_their_column_however_wide_they_were(form):
    fields = tuple(Line(key, "A long label" if key in "bc" else "Short") for key in "abcd")
    form.show_fields(fields)
    one = [cell.mapTo(form, QPoint()).x() for cell in form.cells]
    form.show_fields(tuple(replace(field, label="Short") for field in fields))
    QApplication.processEvents()
    assert form.cells[0].mapTo(form, QPoint()).x() < one[0]
