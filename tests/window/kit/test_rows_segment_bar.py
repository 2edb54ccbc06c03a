"""A bar of segments: their widths, what chooses one, and what is said of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from editor_app.window.kit.rows.segment_bar import Segment, SegmentBar
from editor_app.window.kit.theme.current import current_theme

LEFT, RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
THREE = (Segment(60, "edge"), Segment(30, "acc", is_chosen=True), Segment(10, "err"))


@pytest.fixture
def bar(qtbot, show) -> SegmentBar:
    bar = SegmentBar("Tokens", None)
    show(bar, 200, 18)
    bar.show_segments(THREE, lambda at: f"<b>{at}</b>")
    return bar


def color_at(bar: SegmentBar, x: int) -> str:
    return bar.grab().toImage().pixelColor(x, bar.height() // 2).name()


def test_each_segment_is_as_wide_as_its_share(bar) -> None:
    found = [bar.index_at(QPoint(x, 5)) for x in range(bar.width())]
    assert [found.count(at) for at in range(3)] == [120, 60, 20]
    assert bar.index_at(QPoint(200, 5)) is bar.index_at(QPoint(-1, 5)) is None
    colors = current_theme().colors
    assert (color_at(bar, 60), color_at(bar, 150)) == (colors["edge"], colors["acc"])


def test_a_segment_is_chosen_by_click_and_by_arrow_keys(bar, qtbot) -> None:
    told: list[int] = []
    bar.chosen.connect(told.append)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(195, 5))
    QTest.mouseClick(bar, Qt.MouseButton.RightButton, pos=QPoint(5, 5))
    QTest.keyClick(bar, LEFT)
    QTest.keyClick(bar, RIGHT)
    assert told == [2, 0, 2]
    bar.show_segments([one._replace(is_chosen=False) for one in THREE], str)
    QTest.keyClick(bar, RIGHT)
    assert told[3:] == [0], "the first where none is chosen"
    bar.show_segments((), str)
    QTest.keyClick(bar, RIGHT)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert told[4:] == []


def test_the_tooltip_is_that_of_the_segment_and_no_markup(bar) -> None:
    at = QPoint(195, 5)
    QApplication.sendEvent(bar, QHelpEvent(QEvent.Type.ToolTip, at, bar.mapToGlobal(at)))
    assert "&lt;b&gt;2&lt;/b&gt;" in QToolTip.text()
    QToolTip.hideText()


def test_very_many_segments_are_painted_by_the_pixel(bar) -> None:
    bar.show_segments([Segment(0, "acc")] * 100_000, str)
    assert color_at(bar, 100) == current_theme().colors["acc"]
    assert len(list(bar._places())) <= bar.width() + 2
