"""What stands in the docks beside a message: its request, and no values, which it takes none of."""

from __future__ import annotations

import pytest

MESSAGE = "chats/charged-twice/1.md"


def titles(bench) -> list[str]:
    tabs = bench.window.right_dock.tabs
    return [tabs.tabText(index) for index in range(tabs.count())]


@pytest.mark.parametrize(
    ("size", "of_a_message", "of_a_prompt"),
    [
        (
            (1000, 700),
            ["Request", "Preview", "Problems", "History"],
            ["Preview", "Values", "Problems", "History"],
        ),
        ((1440, 900), ["Request", "Preview"], ["Preview"]),
    ],
)
def test_a_message_has_its_request_and_a_prompt_its_values(open_bench, root, size, of_a_message, of_a_prompt):
    bench = open_bench(root, size=size)
    bench.open("page-analysis.md")
    assert titles(bench) == of_a_prompt
    bench.open(MESSAGE)
    tabs = bench.window.right_dock.tabs
    assert titles(bench) == of_a_message
    assert (bench.window.right_dock.current, tabs.hidden) == ("request", ())
    assert not any(title in tabs.tabToolTip(at) for at, title in enumerate(titles(bench)))  # none is elided
    bench.window.show_right("preview")
    assert bench.window.values_section.isHidden()
    bench.open("page-analysis.md")
    assert titles(bench) == of_a_prompt
    assert bench.window.values_section.isHidden() == (size[0] < 1200)
