"""Layouts from their parts: stretches, gaps that grow with the text, pages."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.window.kit.layouts import add, column, row, stacked
from editor_app.window.kit.theme.theme import load_theme


def block() -> QWidget:
    widget = QWidget()
    widget.setFixedSize(20, 10)
    return widget


def test_a_row_has_its_parts_with_stretches_and_the_room_that_is_left(qtbot, show) -> None:
    whole, first, wide, last = QWidget(), block(), QLabel(), block()
    row(whole, first, (wide, 1), 7, last, margins=(3, 0, 3, 0), spacing=5)
    show(whole, 200, 30)
    assert [one.x() for one in (first, wide, last)] == [3, 28, 177]
    assert wide.geometry().right() + 1 == 170 - 5, "the gap comes with the spacing before it"
    other, left, right = QWidget(), block(), block()
    column(other, add(row(None, left), ..., right))
    show(other, 200, 30)
    assert (left.x(), right.x()) == (0, 180)


@pytest.mark.parametrize("lay_out", [row, column])
def test_a_gap_grows_with_the_text(qtbot, show, wear, lay_out) -> None:
    whole, first, second = QWidget(), block(), block()
    lay_out(whole, first, 10, second, ...)
    show(whole, 300, 300)
    edge = first.geometry().right() if lay_out is row else first.geometry().bottom()
    for scale in (1.0, 2.0, 1.5):
        wear(load_theme("light", scale))
        whole.layout().activate()
        begins = second.x() if lay_out is row else second.y()
        assert begins - edge - 1 == 10 * scale


def test_of_pages_the_first_is_shown(qtbot) -> None:
    whole, first, second = QWidget(), QLabel(), QLabel()
    qtbot.addWidget(whole)
    pages = stacked(whole, first, second)
    assert (pages.currentWidget(), pages.parentWidget()) == (first, whole)
    assert second.parentWidget() is pages
