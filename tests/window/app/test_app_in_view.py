"""The tab in front is in view, no link comes to be under the pointer, and the zoom of the text is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.one_window


def test_the_tab_in_front_stays_in_view_whatever_is_moved(open_bench, root) -> None:
    names = [f"{'long-' * (2 + number * 3 % 5)}name-{number}.md" for number in range(11)]
    for name in names:
        (root / name).write_text("Hello.\n")
    bench = open_bench(root, *names)
    bar = bench.workbench.tabs.bar

    def is_in_view() -> bool:
        front = bar.tabRect(bar.currentIndex())
        return bar.rect().adjusted(0, 0, 1, 0).contains(front)  # Qt lets the last tab overlap by one

    for place in (0, bar.count() // 2, bar.count() - 1):
        bar.setCurrentIndex(place)
        for index in range(bar.count()):
            bar.moveTab(index, index * 7 % bar.count())
            assert is_in_view(), (place, index)
    assert bar.sizeHint().width() > bar.width(), "the control: not all of them have room"
    for width in (1000, 1440, 800):
        bench.window.resize(width, 700)
        assert is_in_view(), width


def test_no_link_comes_to_be_under_the_pointer(open_bench, root) -> None:
    (root / "test-data-generation.md").unlink()
    bench = open_bench(root, "page-analysis.md")
    bar = bench.panels.bar

    def under_pointer() -> list[str]:
        return [link.text() for link in bar.links if link.rect().contains(link.mapFromGlobal(QCursor.pos()))]

    bench.open("page-analysis.md")
    show = bar.links[0]
    assert show.text() == "Show default"
    for place in (QPoint(3, 11), show.rect().center(), show.rect().bottomRight()):
        bench.open("page-analysis.md")
        QCursor.setPos(bar.links[0].mapToGlobal(place))
        QTest.mouseClick(bar.links[0], Qt.MouseButton.LeftButton, pos=place)
        assert bench.file.path.parent.name == "defaults"
        assert [link.text() for link in bar.links] == ["Open my copy"]
        assert under_pointer() == []
    bench.open("page-analysis.md")
    QCursor.setPos(bar.mapToGlobal(QPoint(bar.width() - 40, 12)))
    bench.open("defaults/test-data-generation.md")  # as from the list of all tabs, which was there
    assert [link.text() for link in bar.links] == ["Make my copy"]
    assert under_pointer() == []
    assert bar.rect().contains(bar.links[0].geometry())
    QCursor.setPos(bench.window.mapToGlobal(QPoint(5, 5)))
    bar.leaveEvent(None)  # as Qt tells it when the pointer leaves
    assert bar.layout().contentsMargins().right() == 8


def wheel(view, steps: int) -> None:
    place = QPointF(view.viewport().rect().center())
    turned = QPoint(0, 120 * steps)
    event = QWheelEvent(
        place,
        view.viewport().mapToGlobal(place),
        QPoint(),
        turned,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  Qt's signature
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_zoom_reaches_every_view_of_the_preview_and_is_kept(open_bench, root) -> None:
    bench = open_bench(root, "page-analysis.md")
    preview = bench.panels.preview
    markdown, difference = preview.markdown, preview.comparison.difference.inline

    def sizes() -> tuple[int, ...]:
        views = (bench.editor, preview.text, markdown, difference)
        return tuple(view.font().pixelSize() for view in views)

    usual, height = sizes(), preview.text.even.line_height
    for _ in range(3):
        bench.press("Ctrl++")
    assert sizes() == tuple(size + 3 for size in usual)
    assert preview.text.even.line_height == round(height * 16 / 13)
    for view in (preview.text, markdown, difference):
        wheel(view, 1)
    assert sizes() == tuple(size + 6 for size in usual)
    wheel(preview.text, -1)
    bench.close()
    bench = open_bench(root)
    preview = bench.panels.preview
    markdown, difference = preview.markdown, preview.comparison.difference.inline
    assert sizes() == tuple(size + 5 for size in usual), "kept, also in views that are made later"
    bench.press("Ctrl+0", preview.text)
    assert sizes() == usual
