"""Many tabs: what is done for each of them costs no more than their number."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from counted_work import assert_work_in_proportion
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.open_documents import TabSort
from editor_app.window.text.tabs.tab_bar import DocumentTabBar


@pytest.fixture
def bar(qtbot):
    bar = DocumentTabBar()
    qtbot.addWidget(bar)
    return bar


def test_telling_all_tabs_costs_as_much_as_there_are(bar):
    keys: list[int] = []

    def prepared(number: int) -> Callable[[], object]:
        while len(keys) < number:
            keys.append(bar.add(f"{len(keys)}.md", "", ""))
        for key in keys:
            bar.set_unsaved(key, unsaved=True)  # what is said of each is known then
            bar.set_unsaved(key, unsaved=False)

        def tell_all() -> None:
            for _ in range(2):  # the second time nothing changes
                for key in keys:
                    bar.set_unsaved(key, unsaved=True)

        return tell_all

    assert_work_in_proportion(prepared, 10)


def test_a_tab_is_found_wherever_it_was_moved(bar):
    keys = [bar.add(name, "", "") for name in "abcd"]
    bar.moveTab(0, 2)
    bar.remove(keys[1])
    assert [bar.tabText(bar.index_of(key)) for key in (keys[0], keys[2], keys[3])] == ["a", "c", "d"]
    assert bar.index_of(keys[1]) == -1


def test_pinned_tabs_stay_where_the_others_are_scrolled(bar):
    keys = [bar.add(f"a file with a long name {number}.md", "file", "") for number in range(12)]
    for key in keys[:2]:
        bar.set_sort(key, TabSort.PINNED)
    bar.resize(500, bar.height())
    bar.show()
    bar.setCurrentIndex(11)
    assert bar.tabRect(0).left() < 0
    places = [bar.seen_rect(index) for index in (0, 1)]
    assert [place.left() for place in places] == [0, places[0].width()]
    for index in range(11, 1, -1):
        bar.setCurrentIndex(index)
        assert bar.seen_rect(index).left() >= places[1].right(), "no tab is brought to the front below them"
    bar.setCurrentIndex(11)
    bar.grab()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(places[1].center()))
    assert bar.currentIndex() == 1
    bar.setCurrentIndex(11)
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=QPoint(places[1].center()))
    assert bar.count() == 12, "a pinned tab is closed by itself alone"


def test_a_pinned_tab_has_its_whole_name_while_all_tabs_fit(bar):
    keys = [bar.add(name, "file", "") for name in ("test-data-generation.md", "b.md")]
    bar.set_sort(keys[0], TabSort.PINNED)
    bar.resize(900, bar.height())
    bar.show()
    needed = QFontMetrics(bar.font()).horizontalAdvance("test-data-generation.md")
    assert bar.tabRect(0).width() > needed
    for number in range(12):
        bar.add(f"a file with a long name {number}.md", "file", "")
    assert bar.tabRect(0).width() < needed, "a few letters where there is no room"


def test_what_is_seen_of_a_tab_scrolled_behind_a_pinned_one_begins_beside_that(bar):
    keys = [bar.add(f"a file with a long name {number}.md", "file", "") for number in range(12)]
    bar.set_sort(keys[0], TabSort.PINNED)
    bar.resize(500, bar.height())
    bar.show()
    bar.setCurrentIndex(11)
    edge = bar.seen_rect(0).right() + 1
    cut = next(i for i in range(1, 12) if bar.tabRect(i).left() < edge < bar.tabRect(i).right())
    darkest = (current_theme().color("soft").lightness() + current_theme().color("bg").lightness()) // 2
    room = bar.tabRect(cut).right() - edge
    seen = bar.grab(QRect(edge, 4, min(room, 10), 26)).toImage()
    inked = [
        (x, y)
        for x in range(seen.width())
        for y in range(seen.height())
        if seen.pixelColor(x, y).lightness() < darkest
    ]
    assert inked == [], "no half letters at the edge"
