"""The keyboard focus is seen: what it changes differs at least 3:1 from what was there, in both themes."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.tab_order import first_stop, focus_beside
from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.rows.content import RowContent
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.panels.preview.markdown_view import MarkdownView

_LEAST = 3.0
_FEWEST = 40  # pixels: less than the edge of the smallest control


ROWS = RowType(RowContent, key=lambda row: row)


def luminance(pixel: int) -> float:
    shares = [(pixel >> place & 255) / 255 for place in (16, 8, 0)]
    red, green, blue = (s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def pixels(image: QImage) -> list[int]:
    kept = image.convertToFormat(QImage.Format.Format_RGB32)  # which its bits do not keep alive
    return kept.constBits().cast("I").tolist()


def seen_changes(before: QImage, after: QImage) -> int:
    """Return how many pixels differ enough from what they were."""
    pairs = Counter(zip(pixels(before), pixels(after), strict=True))
    found = 0
    for pair, count in pairs.items():
        darker, lighter = sorted(map(luminance, pair))
        found += count if (lighter + 0.05) / (darker + 0.05) >= _LEAST else 0
    return found


def controls(theme: Theme) -> dict[str, QWidget]:
    """Return a control of each kind; that with the focus is found in it."""
    slider = QSlider(Qt.Orientation.Horizontal)
    buttons = {look: QPushButton("Go") for look in ("", "primary", "link", "outlined", "flat")}
    tools = {look: QToolButton(text="Go") for look in ("icon", "menu", "pill", "absent")}
    for look, button in (*buttons.items(), *tools.items()):
        button.setProperty("look", look)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    checked, pane = QCheckBox("Flag"), QPlainTextEdit("Words")
    checked.setChecked(True)
    pane.setReadOnly(True)
    pane.setProperty("look", "pane")
    rows, no_rows = RowTree(ROWS, "Rows"), RowTree(ROWS, "No rows")
    rows.show_rows(("one", "two"))
    switch = SegmentedSwitch("View", (("a", "One"), ("b", "Two")))
    return {
        "slider": slider,
        "check box": QCheckBox("Flag"),
        "checked": checked,
        "field": LineField(),
        "combo box": ElidedComboBox(),
        "segment": switch,
        "pane": pane,
        "Markdown": MarkdownView(),
        "rows": rows,
        "no rows": no_rows,
        "empty panel": EmptyPlace("Nothing", "A sentence.", ground="paper"),
        "empty place": EmptyPlace("Nothing", "A sentence."),
        **{f"button {look}": button for look, button in buttons.items()},
        **{f"tool {look}": button for look, button in tools.items()},
    }


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_focus_is_seen_on_every_kind_of_control(theme_choice, show, name):
    theme_choice.choose(name)
    made = controls(theme_choice.theme)
    window = QWidget()
    column = QVBoxLayout(window)
    first = QPushButton("First")
    for widget in (first, *made.values()):
        widget.setMaximumHeight(70)
        column.addWidget(widget)
    show(window, 240, 1000)
    unseen = {}
    for what, widget in made.items():
        first.setFocus()
        before = widget.grab().toImage()
        stop = first_stop(widget)
        assert stop is not None, what
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        assert stop.hasFocus(), what
        changes = seen_changes(before, widget.grab().toImage())
        if changes < _FEWEST:
            unseen[what] = changes
    assert unseen == {}


def test_a_list_takes_its_first_row_with_the_focus_also_when_it_is_filled_anew(theme, show):
    tree = RowTree(ROWS, "Rows")
    other = LineField()
    window = QWidget()
    column = QVBoxLayout(window)
    for widget in (other, tree):
        column.addWidget(widget)
    show(window)
    for names in (("one", "two"), ("three", "four"), ()):
        other.setFocus()
        tree.show_rows(names)
        assert not tree.currentIndex().isValid()
        tree.setFocus(Qt.FocusReason.TabFocusReason)
        assert [index.data() for index in tree.selectedIndexes()] == list(names[:1])


def test_a_switch_that_folds_keeps_the_focus_and_takes_none(theme, show):
    switch, other, window = SegmentedSwitch("View", (("a", "One"), ("b", "Two"))), LineField(), QWidget()
    column = QVBoxLayout(window)
    for widget in (switch, other):
        column.addWidget(widget)
    show(window)
    first_stop(switch).setFocus()
    switch.fold(folded=True)
    assert switch.isAncestorOf(QApplication.focusWidget())
    other.setFocus()
    switch.fold(folded=False)
    assert other.hasFocus()


class Window(QWidget):
    """A window in which Tab goes in the order on the screen, with a panel of a field and a button."""

    def __init__(self) -> None:
        super().__init__()
        self.panel, self.button = QWidget(), QPushButton("Do")
        self.field, self.other = LineField(), LineField()
        inner, column = QVBoxLayout(self.panel), QVBoxLayout(self)
        for widget in (self.field, self.button):
            inner.addWidget(widget)
        for widget in (LineField(), self.panel, self.other):
            column.addWidget(widget)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return focus_beside(self, forward=forward)


@pytest.mark.parametrize("leave", [lambda button: button.setEnabled(False), QPushButton.hide])
def test_the_focus_stays_in_a_panel_whose_button_goes_by_a_click(theme, show, leave):
    window = Window()
    show(window)
    window.button.clicked.connect(lambda: leave(window.button))
    QTest.mouseClick(window.button, Qt.MouseButton.LeftButton)
    assert window.field.hasFocus()


def test_the_focus_of_a_button_that_is_greyed_goes_to_what_takes_the_keys_of_its_panel(theme, show):
    window = Window()
    show(window)
    last = LineField()
    window.panel.layout().addWidget(last)
    window.panel.key_field = window.field
    window.button.setFocus()
    window.button.setEnabled(False)
    assert window.field.hasFocus()


def test_the_menu_by_key_is_at_the_current_row_which_comes_into_view(theme, show):
    tree = RowTree(ROWS, "Rows")
    tree.show_rows(tuple(map(str, range(99))))
    show(tree)
    tree.setFocus(Qt.FocusReason.TabFocusReason)
    tree.scrollToBottom()
    asked = []

    class Menu(QMenu):
        def popup(self, place: QPoint) -> None:
            asked.append(tree.mapFromGlobal(place))

    tree.menu_for = lambda _row: Menu(tree)
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(tree.windowHandle(), by_key)
    assert tree.current_row == "0"
    assert asked == [tree.visualRect(tree.currentIndex()).bottomLeft()]
    assert tree.rect().contains(asked[0])
