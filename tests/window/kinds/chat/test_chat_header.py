"""The header bar of a message by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

import pytest
from named_cases import in_case
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from editor_app.text import Severity
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView
from editor_app.window.kinds.chat.panels.header.header_panel import MOST_FIELDS, HeaderBar
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.form import line
from editor_app.window.kit.form.field import RemarkLine
from editor_app.window.kit.theme.theme import Theme, load_theme

LEFT = Qt.MouseButton.LeftButton
WIDTHS = (215, 240, 299, 300, 330, 400, 468, 600, 684, 900, 1200)
FIELDS = (
    HeaderField("Block-UUID", "123", "‘Block-UUID’ is not a UUID.", Severity.WARNING),
    HeaderField("Version", "1.0.0"),
    HeaderField("Created-at", "2026-03-04T13:51:07.000Z"),
    HeaderField("Authors", "Claude Sonnet 4"),
)
VIEW = HeaderView("assistant", FIELDS, ("Description", "Language"), is_writable=True)


def bar_over_a_text(theme: Theme) -> QWidget:
    place = QWidget()
    column = QVBoxLayout(place)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(HeaderBar(place))
    column.addWidget(QPlainTextEdit(place), 1)
    return place


@pytest.fixture
def bar(theme: Theme, show_kept: Callable[..., QWidget]) -> HeaderBar:
    """Give a bar over a text, as it stands in the window."""
    bar = show_kept(lambda: bar_over_a_text(theme), 684, 500).findChild(HeaderBar)
    bar.details.setChecked(False)
    bar.show_header(None)
    bar.show_header(VIEW, of="1.md")
    return bar


def cell(bar: HeaderBar, key: str):
    return bar.form.fields.cell(key)


def field(bar: HeaderBar, key: str):
    return cell(bar, key).widget


def segment(bar: HeaderBar, role: str):
    return next(one for one in bar.role._row.segments if one.text() == role)


# The bar ----------------------------------------------------------------------------------------------------


def test_another_role_is_announced_once(bar, qtbot) -> None:
    with qtbot.waitSignal(bar.role_chosen) as chosen:
        qtbot.mouseClick(segment(bar, "user"), LEFT)
    assert chosen.args == ["user"]
    bar.show_header(VIEW._replace(role="user"), of="1.md")
    with qtbot.assertNotEmitted(bar.role_chosen):
        qtbot.mouseClick(segment(bar, "user"), LEFT)


@pytest.mark.parametrize(
    ("role", "words"),
    [("assisant", "‘assisant’ is an unknown role"), (None, "no role"), ("User", "‘User’ is an unknown role")],
)
def test_what_is_no_role_checks_no_segment_and_is_said(bar, qtbot, role: str | None, words: str) -> None:
    bar.show_header(VIEW._replace(role=role), of="1.md")
    assert not any(one.isChecked() for one in bar.role._row.segments)
    assert bar.role.current == ""
    assert bar.role_problem.sentence == words
    assert bar.role_problem.isVisible()
    with qtbot.waitSignal(bar.role_chosen) as chosen:
        qtbot.mouseClick(segment(bar, "user"), LEFT)
    assert chosen.args == ["user"]
    bar.show_header(VIEW, of="1.md")
    assert bar.role.current == "assistant"
    assert not bar.role_problem.isVisible()


def test_the_line_has_author_version_and_time(bar) -> None:
    assert bar.line.text() == "Claude Sonnet 4 · version 1.0.0 · 2026-03-04 13:51"
    assert "Block-UUID: 123" in bar.line.toolTip()


def test_a_click_on_what_is_missing_asks_for_it(bar, qtbot) -> None:
    assert bar.missing.text() == "2 fields missing"
    assert "Description and Language" in bar.missing.toolTip()
    with qtbot.waitSignal(bar.fields_requested):
        qtbot.mouseClick(bar.missing, LEFT)
    bar.details.setChecked(True)
    with qtbot.waitSignal(bar.fields_requested):
        qtbot.mouseClick(bar.form.add, LEFT)
    bar.show_header(VIEW._replace(missing=()), of="1.md")
    assert not bar.missing.isVisible()
    assert not bar.form.add.isVisible()


def test_nothing_is_clipped_at_any_width(bar) -> None:
    for role, width in product(["assistant", "assisant", None, "a" * 300], WIDTHS):
        with in_case((role, width)):
            bar.show_header(VIEW._replace(role=role), of="1.md")
            bar.window().resize(width, 500)
            bar._bar.layout().activate()
            every = (bar.role, bar.role_problem, bar.line, bar.missing, bar.details)
            parts = [one for one in every if one.isVisible()]
            assert bar.role in parts
            assert bar.details in parts
            assert role == "assistant" or bar.role_problem in parts
            places = [QRect(one.mapTo(bar, QPoint()), one.size()) for one in parts]
            places.sort(key=QRect.left)
            assert all(first.right() < second.left() for first, second in pairwise(places))
            assert places[0].left() >= 0
            assert places[-1].right() < width
            assert bar.role.is_folded or width >= 300
            assert bar.height() == 34
            whole = [one for one in parts if one in (bar.missing, bar.details)]
            assert all(one.width() >= one.sizeHint().width() for one in whole)


def test_the_form_fits_every_width(bar) -> None:
    for width in WIDTHS:
        with in_case(width):
            bar.details.setChecked(True)
            for shown in (width, 215, width):
                bar.window().resize(shown, 500)
                QApplication.processEvents()
            for cell in bar.form.fields.cells:
                for part in (cell.widget, cell.remove_button):
                    assert part.mapTo(bar, QPoint()).x() + part.width() <= width
                assert cell.widget.width() >= 80
            assert bar.form.height() == bar.form.sizeHint().height()
            assert bar.height() == 34 + min(bar.form.height(), 264) + 1


def test_a_form_that_was_unfolded_before_it_had_room_is_as_high_as_its_fields(theme, show) -> None:
    place = QWidget()
    column = QVBoxLayout(place)
    bar = HeaderBar(place)
    bar.show_header(VIEW, of="1.md")
    bar.details.setChecked(True)
    column.addWidget(bar)
    column.addWidget(QPlainTextEdit(place), 1)
    show(place, 500, 700)
    QApplication.processEvents()
    tops = [cell.mapTo(bar, QPoint()).y() for cell in bar.form.fields.cells]
    assert [after - before for before, after in pairwise(tops)] == [26 + 1 + 18 + 4, 26 + 4, 26 + 4]


def test_both_themes_and_all_states_are_painted(bar, wear) -> None:
    pictures = []
    for theme in (load_theme("light", 1.0), load_theme("dark", 1.5)):
        wear(theme)
        for view in (VIEW, VIEW._replace(role=None), VIEW._replace(missing=()), VIEW._replace(fields=())):
            bar.show_header(view, of="1.md")
            pictures.append(bar.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))


# The form ---------------------------------------------------------------------------------------------------


def test_details_unfolds_the_form(bar, qtbot) -> None:
    assert not bar.form.isVisible()
    qtbot.mouseClick(bar.details, LEFT)
    assert bar.details.isChecked()
    assert bar.details.text() == "Done"
    assert field(bar, "Version").isVisible()
    assert bar.height() > 34
    assert cell(bar, "Block-UUID").findChild(RemarkLine).sentence == "‘Block-UUID’ is not a UUID."
    assert cell(bar, "Block-UUID").findChild(RemarkLine).isVisible()
    assert cell(bar, "Version").findChild(RemarkLine) is None
    qtbot.keyClick(bar.details, Qt.Key.Key_Return)
    assert not bar.details.isChecked()


@pytest.fixture
def form_bar(bar, qtbot) -> HeaderBar:
    bar.details.setChecked(True)
    field(bar, "Version").setFocus()
    field(bar, "Version").selectAll()
    return bar


def test_enter_announces_what_was_typed_once(form_bar, qtbot) -> None:
    told = []
    form_bar.field_changed.connect(lambda key, value: told.append((key, value)))
    version = field(form_bar, "Version")
    qtbot.keyClicks(version, " 1.1.0 ")
    assert told == []
    qtbot.keyClick(version, Qt.Key.Key_Return)
    form_bar.show_header(VIEW._replace(fields=(FIELDS[0], HeaderField("Version", "1.1.0"))), of="1.md")
    version.clearFocus()
    assert told == [("Version", "1.1.0")]


def test_tab_announces_and_goes_to_the_next_field(form_bar, qtbot) -> None:
    def take(key: str, value: str) -> None:
        fields = tuple(one._replace(value=value) if one.key == key else one for one in FIELDS)
        form_bar.show_header(VIEW._replace(fields=fields), of="1.md")

    form_bar.field_changed.connect(take)
    qtbot.keyClicks(field(form_bar, "Version"), "2.0.0")
    fields = [field(form_bar, one.key) for one in FIELDS]
    assert focus_beside(form_bar.window(), forward=True)
    assert QApplication.focusWidget() is cell(form_bar, "Version").remove_button
    assert focus_beside(form_bar.window(), forward=True)
    assert QApplication.focusWidget() is field(form_bar, "Created-at")
    assert field(form_bar, "Version").text() == "2.0.0"
    assert [field(form_bar, one.key) for one in FIELDS] == fields, "the same widgets show it anew"


def test_a_pause_announces_what_was_typed(theme, show, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(line, "PAUSE_MS", 0)
    place = bar_over_a_text(theme)
    show(place, 684, 500)
    bar = place.findChild(HeaderBar)
    bar.show_header(VIEW._replace(fields=(*FIELDS, HeaderField("Mood", "calm"))), of="1.md")
    bar.details.setChecked(True)
    mood = field(bar, "Mood")
    mood.setFocus()
    mood.selectAll()
    with qtbot.waitSignal(bar.field_changed) as changed:
        qtbot.keyClick(mood, Qt.Key.Key_B)
    assert changed.args == ["Mood", "b"]
    bar.show_header(VIEW._replace(fields=(*FIELDS, HeaderField("Mood", "b"))), of="1.md")
    qtbot.keyClick(mood, Qt.Key.Key_E)
    assert mood.text() == "be", "the caret stays where it was"


def test_what_is_typed_is_taken_on_request(form_bar, qtbot) -> None:
    qtbot.keyClicks(field(form_bar, "Version"), "3.0.0")
    with qtbot.waitSignal(form_bar.field_changed) as changed:
        form_bar.take_typed()
    assert changed.args == ["Version", "3.0.0"]
    with qtbot.assertNotEmitted(form_bar.field_changed):
        form_bar.take_typed()


def test_escape_takes_back_what_was_typed(form_bar, qtbot) -> None:
    version = field(form_bar, "Version")
    qtbot.keyClicks(version, "3.0.0")
    qtbot.keyClick(version, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(form_bar.field_changed):
        version.clearFocus()
    assert version.text() == "1.0.0"


def test_typing_outlasts_the_header_of_the_same_message_and_no_other(form_bar, qtbot) -> None:
    version = field(form_bar, "Version")
    qtbot.keyClicks(version, "9")
    form_bar.show_header(VIEW._replace(role="user"), of="1.md")
    assert version.text() == "9"
    with qtbot.assertNotEmitted(form_bar.field_changed):
        form_bar.show_header(VIEW, of="2.md")
        assert version.text() == "1.0.0"
        version.clearFocus()


def undoes(widget: QWidget) -> bool:
    """Tell whether a field keeps Ctrl+Z for itself."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_undo_is_the_fields_own_only_while_something_is_typed(form_bar, qtbot) -> None:
    version = field(form_bar, "Version")
    assert not undoes(version)
    qtbot.keyClicks(version, "9")
    assert undoes(version)
    qtbot.keyClick(version, Qt.Key.Key_Return)
    assert not undoes(version)


def test_a_removed_field_leaves_the_focus_to_its_neighbour(form_bar, qtbot) -> None:
    removed = []
    form_bar.field_removed.connect(removed.append)
    for key, left, beside in (
        ("Version", (FIELDS[0], *FIELDS[2:]), "Created-at"),
        ("Authors", (FIELDS[0], FIELDS[2]), "Created-at"),
    ):
        button = cell(form_bar, key).remove_button
        button.setFocus()
        qtbot.keyClick(button, Qt.Key.Key_Space)
        form_bar.show_header(VIEW._replace(fields=left), of="1.md")
        assert QApplication.focusWidget() is field(form_bar, beside)
    assert removed == ["Version", "Authors"]
    form_bar.show_header(VIEW._replace(fields=()), of="1.md")
    assert QApplication.focusWidget() is form_bar.form.add
    assert form_bar.form.empty.isVisible()


def test_a_field_can_be_emptied(form_bar, qtbot) -> None:
    qtbot.keyClick(field(form_bar, "Version"), Qt.Key.Key_Delete)
    with qtbot.waitSignal(form_bar.field_changed) as changed:
        qtbot.keyClick(field(form_bar, "Version"), Qt.Key.Key_Return)
    assert changed.args == ["Version", ""]


def test_a_read_only_header_changes_nothing(form_bar, qtbot) -> None:
    form_bar.show_header(VIEW._replace(is_writable=False), of="1.md")
    signals = (form_bar.role_chosen, form_bar.field_changed, form_bar.fields_requested)
    with (
        qtbot.assertNotEmitted(signals[0]),
        qtbot.assertNotEmitted(signals[1]),
        qtbot.assertNotEmitted(signals[2]),
    ):
        qtbot.mouseClick(segment(form_bar, "user"), LEFT)
        qtbot.keyClicks(field(form_bar, "Version"), "9")
        form_bar.take_typed()
        qtbot.mouseClick(form_bar.missing, LEFT)
    assert field(form_bar, "Version").isReadOnly()
    assert not cell(form_bar, "Version").remove_button.isVisible()
    assert not form_bar.form.add.isVisible()
    form_bar.show_header(VIEW, of="1.md")
    assert cell(form_bar, "Version").remove_button.isVisible()


def test_very_many_fields_are_not_all_in_the_form(bar) -> None:
    many = tuple(HeaderField(f"Key-{number}", "x") for number in range(1000))
    bar.details.setChecked(True)
    bar.show_header(VIEW._replace(fields=many), of="1.md")
    assert len(bar.form.fields.cells) == MOST_FIELDS
    assert "976 more fields" in bar.form.rest.text()
    assert bar.height() < 320


def test_names_and_values_are_plain_text(bar) -> None:
    bar.details.setChecked(True)
    hostile = HeaderField("<b>k</b>", "<img src=x>\u202e", "‘<b>k</b>’ is given twice.", Severity.WARNING)
    bar.show_header(VIEW._replace(fields=(hostile,), role="<i>"), of="1.md")
    for widget in (bar.line, bar.role_problem, cell(bar, "<b>k</b>").findChild(RemarkLine)):
        assert "&lt;" in widget.toolTip()
        assert "<b>" not in widget.toolTip()
    assert "\u202e" not in bar.line.text()


def test_everything_has_a_name_and_can_be_reached_by_keys(form_bar) -> None:
    form_bar.role._row.segments[0].setFocus()
    reached = set()
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus in reached:
            break
        reached.add(focus)
        if form_bar.isAncestorOf(focus):
            assert focus.accessibleName() or focus.text()
        focus_beside(form_bar.window(), forward=True)
    cells = form_bar.form.fields.cells
    assert not form_bar.missing.isVisible(), "the form says it"
    assert form_bar.form.missing.text() == "2 fields missing"
    wanted = {form_bar.details, form_bar.form.add}
    wanted |= {cell.widget for cell in cells} | {cell.remove_button for cell in cells}
    assert wanted <= reached
    form_bar.details.setChecked(False)
    form_bar.details.setFocus()
    focus_beside(form_bar.window(), forward=False)
    assert QApplication.focusWidget() is form_bar.missing


def test_without_a_message_there_is_no_bar(bar) -> None:
    bar.show_header(None)
    assert not bar.isVisible()
    bar.take_typed()
    bar.show_header(VIEW, of="1.md")
    assert bar.isVisible()
