"""The application's theme: what follows it, in which order, and what no longer does."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from editor_app.window.kit.layouts import FlowLayout
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, set_font, sized, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.theme.theme import load_theme


def margins_of(owner) -> tuple[int, ...]:
    margins = owner.contentsMargins()
    return margins.left(), margins.top(), margins.right(), margins.bottom()


def test_sizes_of_the_design_follow_the_scale_in_a_hidden_window_too(qtbot, wear) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    column = spaced(QVBoxLayout(whole), margins=(12, 8, 4, 2), spacing=6)
    grid = spaced(QGridLayout(), spacing=(16, 4))
    column.addLayout(grid)
    label = sized(fonted(spaced(QLabel(), margins=(4, 0, 0, 2)), "code small"), width=40, height=20)
    button = with_icon(QToolButton(), "x", "soft", size=14)
    for widget in (label, button):
        column.addWidget(widget)
    for scale, by in ((1.0, 1), (2.0, 2)):
        wear(load_theme("dark", scale))
        assert (margins_of(column), column.spacing()) == ((12 * by, 8 * by, 4 * by, 2 * by), 6 * by)
        assert (grid.horizontalSpacing(), grid.verticalSpacing()) == (16 * by, 4 * by)
        assert (label.minimumWidth(), label.maximumHeight()) == (40 * by, 20 * by)
        assert (margins_of(label), label.font().pixelSize()) == ((4 * by, 0, 0, 2 * by), 12 * by)
        assert button.iconSize().toTuple() == (14 * by, 14 * by)


def test_a_frame_is_beside_the_margins(qtbot, wear) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    spaced(label, margins=(10, 0, 0, 0))
    label.setFrameStyle(QFrame.Shape.Box)
    before = margins_of(label)
    wear(load_theme("light", 1.0))
    assert margins_of(label) == before == (11, 1, 1, 1)


def test_all_follow_in_the_order_of_their_making_until_their_owner_is_gone(qtbot, wear) -> None:
    told: list[str] = []
    first, second = QWidget(), QWidget()
    qtbot.addWidget(first)
    within = QWidget(first)
    on_theme(within, lambda: told.append("within"))
    on_theme(second, lambda: told.append(f"second {current_theme().name}"))
    on_theme(first, lambda: told.append("first"))
    assert told == ["within", "second light", "first"], "at once"
    told.clear()
    wear(load_theme("dark", 1.0))
    assert told == ["within", "second dark", "first"]
    told.clear()
    second.deleteLater()
    QCoreApplication.sendPostedEvents(second, QEvent.Type.DeferredDelete.value)
    wear(load_theme("light", 1.0))
    assert told == ["within", "first"]


def test_a_widget_follows_after_those_in_it_though_it_was_made_first(qtbot, wear) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    inner: list[QLabel] = []
    seen: list[int] = []
    on_theme(whole, lambda: seen.extend(label.minimumWidth() for label in inner))
    inner.append(sized(QLabel(whole), width=40))
    wear(load_theme("light", 2.0))
    assert seen == [80]


def test_the_others_follow_where_one_fails_which_is_noted(qtbot, wear, monkeypatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: noted.append(str(error)))
    whole = QWidget()
    qtbot.addWidget(whole)
    is_broken: list[str] = []

    def fail_later() -> None:
        if is_broken:
            raise ValueError("broken")

    on_theme(whole, fail_later)
    sized(whole, width=40)
    is_broken.append("from now on")
    wear(load_theme("light", 2.0))
    is_broken.clear()
    assert (whole.minimumWidth(), noted) == (80, ["broken"])


def test_the_gaps_of_a_flow_follow_the_scale(qtbot, wear) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    flow = spaced(FlowLayout(whole, across=12, down=4))
    for _ in range(2):
        label = sized(QLabel(whole), width=40, height=20)
        flow.addWidget(label)
        label.show()
    for scale, by in ((1.0, 1), (2.0, 2)):
        wear(load_theme("light", scale))
        assert flow.sizeHint().width() == 92 * by
        assert flow.heightForWidth(60 * by) == 44 * by


def test_a_change_of_theme_styles_each_widget_once_however_deep(qtbot, theme_choice) -> None:
    told: Counter[str] = Counter()

    class Told(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            super().changeEvent(event)
            if event.type() == QEvent.Type.StyleChange:
                told[self.objectName()] += 1

    names = ("outer", "middle", "inner", "innermost")
    widgets: list[QWidget] = []
    for name in names:
        widgets.append(Told(widgets[-1] if widgets else None))
        widgets[-1].setObjectName(name)
    qtbot.addWidget(widgets[0])
    widgets[0].show()
    told.clear()
    theme_choice.choose("dark")
    assert told == dict.fromkeys(names, 1)


class Field(QLabel):
    def take(self, _name: str) -> None:
        """Take a name; not declared as a Slot, so that connecting to it changes the QMetaObject."""


@pytest.mark.parametrize("restyle", ["another parent", "a slot of its own"])
def test_a_widget_that_is_styled_again_keeps_the_font_it_was_given_last(qtbot, theme_choice, restyle) -> None:
    whole, other, field = QWidget(), QWidget(), Field("text")
    column = QVBoxLayout(whole)
    column.addWidget(fonted(field, "small"))
    for widget in (whole, other):
        qtbot.addWidget(widget)
        widget.show()
    set_font(field, current_theme().zoomed(5).font("small"))
    assert field.font().pixelSize() == 17
    if restyle == "another parent":
        field.setParent(other)
    else:
        field.hide()
        whole.objectNameChanged.connect(field.take)
    field.show()
    assert field.font().pixelSize() == 17
