"""Small windows and large text: what has no room is shortened with an ellipsis or leaves a way to it."""

from __future__ import annotations

from itertools import product

import pytest
from app_messages import CODING, Message
from named_cases import in_case
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton


def cut_buttons(bench) -> list[str]:
    """Return the names of buttons that are cut: outside of the window, or too narrow without a tooltip.

    Qt shortens the words of a button with an ellipsis; the tooltip has the whole of them.
    """
    found = []
    for button in bench.window.findChildren(QAbstractButton):
        if not button.isVisible() or button.visibleRegion().isEmpty():
            continue
        corner = button.mapTo(bench.window, QPoint(button.width(), button.height()))
        needed = button.minimumSizeHint() if button.text() else button.iconSize()
        is_narrow = button.width() < needed.width() and not button.toolTip()
        is_outside = corner.x() > bench.window.width() or corner.y() > bench.window.height()
        if is_narrow or is_outside:
            found.append(button.accessibleName() or button.text())
    return found


@pytest.mark.parametrize(
    ("scale", "sizes"), [(1.0, [(640, 420), (960, 600)]), (14 / 11, [(820, 540), (1440, 900)])]
)
def test_nothing_is_cut_hard(open_bench, root, theme_choice, scale, sizes):
    theme_choice._scale = scale
    theme_choice.choose("dark")
    theme_choice.choose("light")
    bench = open_bench(root, CODING, size=sizes[0], checked=False)
    bench.resolve()
    message = Message(bench)
    for size, name, side in product(sizes, (CODING, "page-analysis.md"), ("left", "right")):
        with in_case((size, name, side)):
            bench.window.resize(*size)
            bench.open(name)
            bench.window._set_open(side, is_open=True)
            message.settle() if name == CODING else bench.settle()
            bench.wait(lambda: not cut_buttons(bench), timeout=20_000)  # layouts follow what is shown
            assert (bench.window.width(), bench.window.height()) == size
            switch = bench.panels.preview.switch
            assert not switch.isVisible() or switch.width() >= switch.minimumSizeHint().width()
            status = bench.window.status
            assert status.geometry().bottom() < bench.window.height()
            assert status.saved.geometry().right() < status.width()
