"""Bars, cards, popups and empty places of the kit."""

from __future__ import annotations

import weakref
from typing import NamedTuple

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QCursor, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.controls import icon_button, link_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.card.hover_card import HoverCard, Pointing
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.card.sentence_bar import BarLook, SentenceBar
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.words.labels import PlainLabel

HOSTILE = f"a\x00b \ud800 \u202e&{'x' * 10_000}"
ROOM = QRect(0, 0, 400, 300)


def color_at(widget: QWidget, x: int, y: int) -> str:
    return widget.grab().toImage().pixelColor(x, y).name()


# Layouts and grounds ----------------------------------------------------------------------------------------


def test_parts_of_a_layout_are_widgets_layouts_gaps_and_the_room_that_is_left(show, theme):
    widget, first, second, wide = QWidget(), QPushButton("1"), QPushButton("2"), Ground()
    layout = column(widget, row(None, first, 10, second, ..., spacing=4), (wide, 1), margins=(5, 6, 7, 8))
    show(widget, 300, 200)
    assert (first.x(), first.y()) == (5, 6)
    assert second.x() == first.x() + first.width() + 10 + 4
    assert wide.width() == 300 - 5 - 7
    assert wide.geometry().bottom() == 200 - 8 - 1
    assert add(layout, QPushButton("4")) is layout
    assert layout.count() == 3


def test_a_bar_has_a_ground_lines_inside_its_height_and_its_parts(show, theme):
    link = link_button("A & B", None, bool)
    bar = Bar(PlainLabel("Title"), ..., link, height=40, line_above=True, line_below=True)
    show(bar, 300, 40)
    assert bar.height() == 40
    assert (color_at(bar, 5, 0), color_at(bar, 5, 39)) == (theme.colors["line"],) * 2
    assert color_at(bar, 5, 20) == theme.colors["panel"]
    assert link.geometry().right() < 300
    ground = Ground(ground="paper")
    show(ground, 20, 20)
    assert color_at(ground, 10, 10) == theme.colors["paper"]


def test_buttons_say_their_words_literally_and_do_what_they_are_given(qtbot, theme):
    done = []
    link = link_button("A & B", None, lambda: done.append("link"))
    icon = icon_button("x", "Close", None, lambda: done.append("icon"), about="Close (Esc)")
    for button in (link, icon):
        qtbot.addWidget(button)
        button.click()
    assert done == ["link", "icon"]
    assert (link.text(), link.accessibleName()) == ("A && B", "A & B")
    assert (icon.accessibleName(), icon.accessibleDescription()) == ("Close", "Close (Esc)")


# Bars of a sentence -----------------------------------------------------------------------------------------


@pytest.fixture
def bar(show, theme):
    """A bar between two fields, of which the first has the focus."""
    place, before, bar, after = QWidget(), QLineEdit(), SentenceBar(BarLook("info")), QLineEdit()
    layout = QVBoxLayout(place)
    for widget in (before, bar, after):
        layout.addWidget(widget)
    layout.addStretch(1)
    show(place, 500, 200)
    before.setFocus()
    bar.before = before
    bar.place = place
    return bar


def test_a_bar_is_hidden_without_a_sentence_and_its_links_act(bar):
    done = []
    assert bar.isHidden()
    bar.say("It is so.", [("One", lambda: done.append(1)), ("Two & three", lambda: done.append(2))])
    assert bar.isVisible()
    bar.links[1].click()
    bar.say("It is so.", [("One", lambda: done.append(3)), ("Two & three", bool)])
    bar.links[0].click()
    assert done == [2, 3], "the same links do what was said last"
    bar.say("")
    assert bar.isHidden()


def test_the_same_links_keep_the_focus_and_others_let_it_go_first(bar):
    left = []
    bar.left.connect(lambda: left.append(bar.links[0].text()))
    bar.say("It is so.", [("One", bool)])
    bar.links[0].setFocus()
    bar.say("It is otherwise.", [("One", bool)])
    assert (left, bar.links[0].hasFocus()) == ([], True)
    bar.say("It is otherwise.", [("Two", bool)])
    assert left == ["One"]
    bar.links[0].setFocus()
    bar.clear()
    assert left == ["One", "Two"]


def test_a_click_leaves_the_focus_and_new_links_stand_beside_the_pointer(bar):
    bar.say("It is so.", [("One", bool)])
    usual = bar.links[0].geometry()
    QTest.mouseClick(bar.links[0], Qt.MouseButton.LeftButton)
    assert bar.before.hasFocus()
    QCursor.setPos(bar.links[0].mapToGlobal(bar.links[0].rect().center()))
    bar.say("It is otherwise.", [("Two", bool)])
    assert bar.links[0].geometry().right() < usual.center().x()


def test_a_bar_is_closed_by_its_button_if_that_is_offered(bar):
    closed = []
    bar.say("It is so.", closed=lambda: closed.append(bar.isHidden()))
    assert bar.close_button.isVisible()
    bar.close_button.click()
    assert closed == [True]
    bar.say("It is so.")
    assert bar.close_button.isHidden()


def test_a_bar_that_is_hidden_keeps_nothing_of_what_it_offered(bar):
    class Offer:
        def take(self) -> None: ...

    offer = Offer()
    is_kept = weakref.ref(offer)
    bar.say("It is so.", [("One", offer.take)], closed=offer.take)
    del offer
    assert is_kept() is not None
    bar.clear()
    assert is_kept() is None
    bar.say("It is so.", [("One", bool)])
    assert [link.text() for link in bar.links] == ["One"]


def test_a_bar_stays_as_wide_as_its_place_with_any_sentence(bar):
    bar.say(HOSTILE, [("One", bool)])
    assert bar.place.width() == 500
    assert bar.words.textFormat() is Qt.TextFormat.PlainText


# Cards and popups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("anchor", "place"),
    [
        (QRect(50, 50, 10, 10), QPoint(50, 63)),  # below it
        (QRect(50, 280, 10, 10), QPoint(50, 176)),  # above it
        (QRect(390, 50, 10, 10), QPoint(300, 63)),  # not beyond the right edge
        (QRect(-30, 50, 10, 10), QPoint(0, 63)),  # nor the left one
        (QRect(50, 50, 10, 200), QPoint(50, 200)),  # neither has room: over it, whole
    ],
)
def test_a_popup_stands_below_what_it_is_about_or_above_but_always_in_the_room(qapp, anchor, place):
    assert place_beside(anchor, QSize(100, 100), room=ROOM) == place


def test_a_popup_that_is_too_high_begins_at_the_top(qapp):
    assert place_beside(QRect(50, 50, 10, 10), QSize(100, 900), room=ROOM).y() == 0


def test_a_card_shows_literally_all_it_has_and_follows_links(qtbot, show, theme):
    followed = []
    facts, links = (("Label", HOSTILE),), (("go", "Go & see"),)
    card = Card("info", "soft", "title", "hint", HOSTILE, facts, links, "A sentence.")
    body = CardBody(is_lasting=True)
    body.link_activated.connect(followed.append)
    body.show_card(card)
    show(body, 380, 400)
    [link] = body.findChildren(QPushButton)
    link.click()
    assert followed == ["go"]
    assert body.accessibleName() == card.heading
    shown = {label.text() for label in body.findChildren(PlainLabel)}
    assert {"title", "hint", "A sentence.", "Label"} <= shown
    assert body.height_at(380) > body.height_at(2_000)


def test_a_card_comes_at_once_when_asked_stays_under_the_pointer_and_goes_by_any_key(show, theme):
    place = QLineEdit()
    show(place, 300, 60)
    card = HoverCard(place)
    card.ask(QRect(10, 10, 10, 10), lambda: None, at_once=True)
    assert not card.isVisible(), "there is nothing to show"
    card.ask(QRect(10, 10, 10, 10), lambda: Card("info", "soft", "it"), at_once=True)
    assert card.isVisible()
    QTest.keyClick(place, Qt.Key.Key_A)
    assert (card.isVisible(), place.text()) == (False, "a")
    card.ask(QRect(10, 10, 10, 10), lambda: Card("info", "soft", "it"), at_once=True)
    QTest.keyClick(place, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_popup_is_deleted_when_it_is_closed_unless_it_is_kept(show, theme, qtbot):
    place = QWidget()
    show(place, 300, 100)
    gone, kept = PopupFrame(place), PopupFrame(place, is_kept=True)
    for popup in (gone, kept):
        popup.resize(50, 50)
        popup.show()
    with qtbot.waitSignal(gone.destroyed):
        gone.close()
    kept.close()
    QApplication.processEvents()
    assert not kept.isVisible()


def test_a_text_is_asked_for_until_it_is_right(show, theme, qtbot):
    place, given = QPushButton("Model"), []
    show(place, 300, 60)
    popup = TextPopup("Model", "old", "no model", place)
    popup.ask(lambda text: given.append(text) or ("It is taken." if text == "taken" else None))
    assert popup.field.hasFocus()
    for text in ("taken", " free "):
        popup.field.setText(text)
        if text == "taken":
            QTest.keyClick(popup.field, Qt.Key.Key_Return)
            assert popup.isVisible()
    with qtbot.waitSignal(popup.destroyed):
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert given == ["taken", "free"]


# Empty places -----------------------------------------------------------------------------------------------


def test_an_empty_place_says_what_is_missing_and_what_can_be_done(show, theme):
    chosen = []
    place = EmptyPlace("No prompts", "They are listed here.", "New prompt…", "Ctrl+N")
    place.chosen.connect(lambda: chosen.append(True))
    show(place, 300, 300)
    place.button.click()
    assert chosen == [True]
    assert place.keys.text()
    place.say("Nothing matches", "")
    assert (place.title.text(), place.words.text(), place.words.isVisible()) == ("Nothing matches", "", False)


def test_an_empty_page_gives_its_focus_to_its_sentence(show, theme):
    page = EmptyPlace("No versions yet", "Each save keeps one.", ground="paper")
    show(page, 300, 300)
    page.setFocus()
    assert page.words.hasFocus()
    assert (page.button.isVisible(), color_at(page, 2, 2)) == (False, theme.colors["paper"])


# What is under the pointer ----------------------------------------------------------------------------------


class Spot(NamedTuple):
    rect: QRect
    key: int = 1
    is_link: bool = True


@pytest.fixture
def pointing(show):
    text = QPlainTextEdit("hello " * 20)
    show(text, 300, 200)
    return Pointing(text, lambda point: Spot(QRect(point, QSize(1, 10))), lambda _spot: None)


BUTTONS = {
    QEvent.Type.MouseButtonPress: Qt.MouseButton.LeftButton,
    QEvent.Type.MouseButtonRelease: Qt.MouseButton.LeftButton,
}


def mouse(pointing, kind, button=Qt.MouseButton.NoButton):
    viewport, place = pointing.parent().viewport(), QPointF(30, 8)
    event = QMouseEvent(
        kind, place, viewport.mapToGlobal(place), button, button, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(viewport, event)


def test_a_card_that_the_pointer_left_before_it_came_is_asked_for_again(pointing):
    mouse(pointing, QEvent.Type.MouseMove)
    assert pointing.spot is not None
    QApplication.sendEvent(pointing.parent().viewport(), QEvent(QEvent.Type.Leave))
    assert pointing.spot is None
    mouse(pointing, QEvent.Type.MouseMove)
    pointing.parent().verticalScrollBar().valueChanged.emit(1)
    assert pointing.spot is None


def test_a_click_keeps_a_card_away_that_has_not_come_until_the_pointer_is_elsewhere(pointing):
    asked = []
    pointing.card.ask = lambda *_args, **_how: asked.append(True)
    for kind in (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(pointing, kind, BUTTONS.get(kind, Qt.MouseButton.NoButton))
    assert pointing.spot is not None
    mouse(pointing, QEvent.Type.MouseMove)
    assert len(asked) == 1


def test_a_click_on_selected_text_goes_on_and_one_that_selects_does_not(pointing):
    clicked = []
    pointing.clicked.connect(clicked.append)
    cursor = pointing.parent().textCursor()
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    pointing.parent().setTextCursor(cursor)
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(pointing, kind, Qt.MouseButton.LeftButton)
    assert len(clicked) == 1
    assert not pointing.parent().textCursor().hasSelection()
    mouse(pointing, QEvent.Type.MouseButtonPress, Qt.MouseButton.LeftButton)
    pointing.parent().setTextCursor(cursor)
    mouse(pointing, QEvent.Type.MouseButtonRelease, Qt.MouseButton.LeftButton)
    assert len(clicked) == 1
