"""A pane to read: its font and the height of its lines, at a zoom and in another theme."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.theme import load_theme
from editor_app.window.text.reading_pane import LINE, ReadingPane


class Pane(ReadingPane):
    def __init__(self) -> None:
        super().__init__("code small")
        on_theme(self, self._take_sizes)


def test_lines_are_of_equal_height_and_follow_zoom_and_scale(qtbot, show, wear) -> None:
    pane = Pane()
    pane.setPlainText("one\n日本語\nथ्री\n" + "word " * 100)
    show(pane, 300, 400)

    def heights() -> set[float]:
        blocks = (pane.document().findBlockByNumber(number) for number in range(3))
        return {pane.blockBoundingRect(block).height() / block.lineCount() for block in blocks}

    assert (heights(), pane.font().pixelSize()) == ({LINE}, 12)
    assert pane.document().findBlockByNumber(3).lineCount() > 1, "it is broken at the edge"
    wear(load_theme("light", 2.0))
    assert (heights(), pane.document().defaultFont().pixelSize()) == ({2 * LINE}, 24)
    pane.set_zoom(-13)
    assert (pane.even.line_height, pane.font().pixelSize()) == (LINE, 12)


def test_it_is_only_read(qtbot, show) -> None:
    pane = Pane()
    pane.setPlainText("text")
    show(pane)
    QTest.keyClicks(pane, "abc")
    QTest.keySequence(pane, QKeySequence(QKeySequence.StandardKey.Paste))
    assert pane.toPlainText() == "text"


def test_without_breaks_it_scrolls_as_far_as_its_widest_line_of_now(show) -> None:
    pane = Pane()
    show(pane, 300, 200)
    pane.set_word_wrap(False)
    bar = pane.horizontalScrollBar()
    wide, wider = "wide " * 30, "wider " * 40

    def reach(text: str) -> int:
        pane.contents.show(text)
        QApplication.processEvents()
        return bar.maximum()

    assert reach("a\nb\nc") == 0
    one = reach(f"a\n{wide}\nc")
    both = reach(f"a\n{wide}\nc\n{wider}\nd")
    assert both > one > 0
    assert reach(f"new\nlines\na\n{wide}\nc\n{wider}\nd") == both, "above it, lines come"
    assert reach(f"a\n{wide}\nc\n{wider}\nd") == both, "and go"
    assert reach(f"a\n{wide}\nd") == one, "the widest line is gone"
    assert reach(f"a\n{wide}\nd\nשלום {wider}") > one
    assert reach(f"a\n{wide}\nd\nשלום") == one, "the widest line is shorter"
    assert reach("a") == 0
