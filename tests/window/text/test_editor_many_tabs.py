"""Many tabs: what is done for each of them costs no more than their number."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from counted_work import assert_work_in_proportion

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
